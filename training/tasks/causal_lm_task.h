// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <espalier/models/families/causal_lm_model.h>
#include <espalier/sparse/core/context.h>
#include <espalier/text/sequences/encoded_corpus.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/tasks/corpus_task.h>
#include <espalier/training/tasks/topology_setup.h>

namespace espalier::training {

/// Entropy in nats of the tokens that a causal language model predicts in these sequences, all but
/// the first of each, or of each document that is packed whole: the least loss of a model that sees
/// no context.
///   H = - sum over tokens v of p(v) ln p(v)
double next_token_entropy(const text::PackedSequences& sequences,
                          const text::SpecialTokens& special);

/// Causal language modelling with a GPT on an encoded corpus: every token but the first of a
/// sequence, or of each document that is packed whole, is predicted from those before it. Batches
/// are functions of (seed, step), and every run on a corpus is validated on the same sequences,
/// those of masked language modelling.
class CausalLmTask : public CorpusTask {
 public:
  /// As `MlmTask`.
  CausalLmTask(const RunConfig& config, const text::PreparedData& data, const Context& context,
               const std::optional<PipelineStage>& stage = std::nullopt);
  CausalLmTask(const RunConfig& config, const text::PreparedData& data, const Context&& context,
               const std::optional<PipelineStage>& stage = std::nullopt) = delete;

  models::ParameterList parameters() override { return model_.parameters(); }
  Index leading_parameters() override { return model_.leading_parameters(); }
  Index gather(Index step) override;
  double train(SampleRange samples, double scale,
               const models::BackwardProgress& progress) override;
  Validation validate() override { return predict(validation_, panel_group()); }
  Validation validate_by_window() override { return predict(validation_, 1); }
  Validation validate_share(Index number, double share) override;
  std::optional<Validation> test() override { return predict_test(panel_group()); }
  std::optional<Validation> test_by_window() override { return predict_test(1); }
  std::string comment(const Validation& validation) const override;
  void complete(RunResult& result) override;

 private:
  CausalLmTask(const RunConfig& config, const text::PreparedData& data,
               const InitialTopology& topology, const Context& context,
               const std::optional<PipelineStage>& stage);
  models::NextTokens next_of(std::span<const std::int32_t> tokens) const;
  std::optional<Validation> predict_test(Index group_size);
  Validation predict(const std::vector<std::int64_t>& held_out, Index group_size);

  models::CausalLmModel model_;
  std::vector<std::int64_t> validation_;
  double context_free_loss_;
  Index step_ = 0;
  std::vector<std::int32_t> tokens_;  // of the batch of that step
  models::NextTokens next_;
  models::CausalLmModel::Record record_;
  std::optional<PipelinedModel<models::CausalLmModel>> pipeline_;
};

}  // namespace espalier::training
