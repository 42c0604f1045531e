// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <espalier/experiments/config/key.h>
#include <espalier/experiments/config/run_config.h>
#include <espalier/experiments/data/batches.h>
#include <espalier/experiments/data/encoded_corpus.h>
#include <espalier/experiments/data/masking.h>
#include <espalier/experiments/tasks/corpus_task.h>
#include <espalier/experiments/tasks/topology_setup.h>
#include <espalier/models/families/mlm_model.h>
#include <espalier/sparse/core/context.h>

namespace espalier::experiments {

/// Whether all pieces of a word are masked or none, in training and validation alike.
const OwnKey<bool>& whole_word_masking();

/// Masked language modelling with a BERT on an encoded corpus. Batches and masks are functions of
/// (seed, step), and every run on a corpus is validated on the same masked sequences.
class MlmTask : public CorpusTask {
 public:
  /// Throws ConfigError or ShapeError if the configuration does not fit the corpus. `data` and
  /// `context` must outlive the task. The vocabulary of the model is that of the corpus.
  MlmTask(const RunConfig& config, const PreparedData& data, const Context& context);
  MlmTask(const RunConfig& config, const PreparedData& data, const Context&& context) = delete;

  models::ParameterList parameters() override { return model_.parameters(); }
  BatchResult train(Index step, double loss_scale) override;
  Validation validate() override { return predict(validation_batches_); }
  Validation validate_share(Index number, double share) override;
  std::optional<Validation> test() override;
  std::string comment(const Validation& validation) const override;
  void complete(RunResult& result) override;

 private:
  MlmTask(const RunConfig& config, const PreparedData& data, const InitialTopology& topology,
          const Context& context);
  std::vector<MaskedBatch> held_out_batches(std::span<const std::int64_t> chosen) const;
  Validation predict(const std::vector<MaskedBatch>& batches);

  models::MlmModel model_;
  Masker masker_;
  std::vector<MaskedBatch> validation_batches_;
  models::MlmModel::Record record_;
};

}  // namespace espalier::experiments
