// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/models/families/encoder.h>
#include <espalier/models/families/panel_groups.h>
#include <espalier/sparse/core/context.h>
#include <espalier/text/sequences/batches.h>
#include <espalier/text/sequences/encoded_corpus.h>
#include <espalier/text/sequences/held_out.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/tasks/encoder_task.h>
#include <espalier/training/tasks/group_losses.h>
#include <espalier/training/tasks/kept_groups.h>
#include <espalier/training/tasks/pipelined_model.h>
#include <espalier/training/tasks/topology_setup.h>

namespace espalier::training {

/// Settings of the encoder on a corpus, whose vocabulary it has; of all its layers, or of a stage.
models::EncoderOptions encoder_options(const RunConfig& config, const text::PreparedData& data,
                                       const InitialTopology& topology,
                                       const std::optional<PipelineStage>& stage);

/// How far a loss is from that of a model without context, for people: "0.5 nats below NAME".
std::string beside(double loss, double reference, std::string_view name);

/// What language models on a corpus have in common: its training sequences, drawn as a function of
/// (seed, step), and its held-out ones.
class CorpusTask : public EncoderTask {
 public:
  void share_predictions(machines::Machines& machines) override { machines_ = &machines; }

 protected:
  /// Throws as `divide_held_out`. `data` must outlive the task.
  CorpusTask(const RunConfig& config, const text::PreparedData& data,
             const InitialTopology& topology, const Context& context);

  const text::PreparedData& data() const { return *data_; }
  /// Which training sequences a step sees.
  std::vector<std::int64_t> batch(Index step) const { return sampler_.batch(step); }
  /// What of the held-out sequences validates a run and what tests it.
  const text::HeldOut& held_out() const { return held_out_; }
  /// Tokens of each document in these sequences; empty if documents are not told apart.
  std::vector<Index> documents(std::span<const std::int32_t> tokens) const;
  /// Sequences that walk through all layers together.
  Index panel_group() const { return config().training.panel_group; }
  /// The sequences that these tokens are.
  SampleRange all_of(std::span<const std::int32_t> tokens) const {
    return {0, std::ssize(tokens) / config().data.sequence};
  }
  /// The groups for which `each(body)` calls `body`.
  template <typename Each>
  static KeptGroups kept(const Each& each) {
    KeptGroups groups;
    each([&](const models::MlmBatch& group) { groups.add(group); });
    return groups;
  }
  /// Calls `train(group)` for each group for which `each(body)` calls `body`, or, of a model whose
  /// layers lie with several ranks, passes the groups through the stages; returns the sum of the
  /// losses, in nats. Zero on ranks without a head.
  template <typename Model, typename Each, typename Train>
  static double loss_sum(std::optional<PipelinedModel<Model>>& pipeline, double scale, Index step,
                         const Each& each, const Train& train) {
    double sum = 0;
    if (!pipeline) {
      each([&](const models::MlmBatch& group) { sum += train(group).loss_sum; });
      return sum;
    }
    for (const auto& loss : pipeline->train(kept(each).groups(), scale, step)) sum += loss.loss_sum;
    return sum;
  }
  /// The losses of all groups for which `each(body)` calls `body`, in order: of this process,
  /// shared by the ranks of a job, or of a model whose layers lie with them.
  template <typename Model, typename Each>
  auto predicted(Model& model, typename Model::Record& record,
                 std::optional<PipelinedModel<Model>>& pipeline, const Each& each) const {
    if (pipeline) return pipeline->predict(kept(each).groups());
    GroupLosses<typename PipelinedModel<Model>::Loss> losses(machines_);
    each([&](const models::MlmBatch& group) {
      losses.add([&] { return model.evaluate(group, record); });
    });
    return losses.all();
  }
  /// Calls `body(MlmBatch)` for each group of so many of these sequences of a batch, in order.
  template <typename Body>
  void for_each_group(std::span<const std::int32_t> tokens, std::span<const std::int32_t> positions,
                      std::span<const std::int32_t> labels, SampleRange sequences, Index group_size,
                      const Body& body) const {
    models::for_each_panel_group(tokens, config().data.sequence, positions, labels, group_size,
                                 sequences.begin, sequences.end, [&](models::MlmBatch group) {
                                   const std::vector<Index> own = documents(group.tokens);
                                   group.documents = own;
                                   body(group);
                                 });
  }

 private:
  const text::PreparedData* data_;
  machines::Machines* machines_ = nullptr;
  text::BatchSampler sampler_;
  text::HeldOut held_out_;
};

}  // namespace espalier::training
