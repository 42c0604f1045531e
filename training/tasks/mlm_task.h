// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <espalier/models/families/mlm_model.h>
#include <espalier/sparse/core/context.h>
#include <espalier/text/sequences/batches.h>
#include <espalier/text/sequences/encoded_corpus.h>
#include <espalier/text/sequences/masking.h>
#include <espalier/text/sequences/sentence_pairs.h>
#include <espalier/training/config/key.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/tasks/corpus_task.h>
#include <espalier/training/tasks/topology_setup.h>

namespace espalier::training {

/// Whether all pieces of a word are masked or none, in training and validation alike.
const OwnKey<bool>& whole_word_masking();

/// Whether the model also learns to tell if the second segment of a pair goes on with the first.
const OwnKey<bool>& next_sentence();
/// Its metrics: the loss by itself, in nats, and the share of pairs that are told right.
inline constexpr const char* kNextSentenceLoss = "next_sentence_loss";
inline constexpr const char* kNextSentenceAccuracy = "next_sentence_accuracy";

/// Masked language modelling with a BERT on an encoded corpus. Batches and masks are functions of
/// (seed, step), and every run on a corpus is validated on the same masked sequences. On pairs of
/// sentences it may also predict the next one: the gradient is then that of the sum of both mean
/// losses, and every loss that is reported by itself is that of the masked tokens.
class MlmTask : public CorpusTask {
 public:
  /// With the layers of one stage (`PipelinedModel`), or with all. Throws ConfigError or ShapeError
  /// if the configuration does not fit the corpus. `data`, `context` and the machines of the stage
  /// must outlive the task. The vocabulary of the model is that of the corpus.
  MlmTask(const RunConfig& config, const text::PreparedData& data, const Context& context,
          const std::optional<PipelineStage>& stage = std::nullopt);
  MlmTask(const RunConfig& config, const text::PreparedData& data, const Context&& context,
          const std::optional<PipelineStage>& stage = std::nullopt) = delete;

  models::ParameterList parameters() override { return model_.parameters(); }
  Index leading_parameters() override { return model_.leading_parameters(); }
  Index gather(Index step) override;
  double train(SampleRange samples, double scale,
               const models::BackwardProgress& progress) override;
  Validation validate() override { return predict(validation_batches_, panel_group()); }
  Validation validate_by_window() override { return predict(validation_batches_, 1); }
  Validation validate_share(Index number, double share) override;
  std::optional<Validation> test() override { return predict_test(panel_group()); }
  std::optional<Validation> test_by_window() override { return predict_test(1); }
  std::string comment(const Validation& validation) const override;
  void complete(RunResult& result) override;

 private:
  MlmTask(const RunConfig& config, const text::PreparedData& data, const InitialTopology& topology,
          const Context& context, const std::optional<PipelineStage>& stage);
  std::vector<text::MaskedBatch> held_out_batches(text::SequenceRange part,
                                                  std::span<const std::int64_t> chosen) const;
  /// The masked training sequences of a step.
  text::MaskedBatch masked_batch(Index step) const;
  /// Calls `body(MlmBatch)` for each group of so many of these sequences of a batch, in order.
  template <typename Body>
  void for_each_group(const text::MaskedBatch& batch, SampleRange sequences, Index group_size,
                      const Body& body) const;
  std::optional<Validation> predict_test(Index group_size);
  Validation predict(const std::vector<text::MaskedBatch>& batches, Index group_size);

  models::MlmModel model_;
  text::Masker masker_;
  std::optional<text::SentencePairs> pairs_;  // of the training rows
  std::vector<text::MaskedBatch> validation_batches_;
  Index step_ = 0;
  text::MaskedBatch batch_;  // of that step
  models::MlmModel::Record record_;
  std::optional<PipelinedModel<models::MlmModel>> pipeline_;
};

}  // namespace espalier::training
