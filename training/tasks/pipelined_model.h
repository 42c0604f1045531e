// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <espalier/machines/machines.h>
#include <espalier/models/families/encoder_stage.h>
#include <espalier/sparse/core/types.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/training/tasks/stage_messages.h>

namespace espalier::training {

/// The layers that a task trains of a model whose stages lie with the ranks of a job.
struct PipelineStage {
  machines::Machines* machines = nullptr;
  models::EncoderStage layers;
};

/// A model (`models::Model` with a stage) whose layers lie with the ranks of a job, each of which
/// has one of the stages of `models::encoder_stages` and all of the data. Losses and gradients have
/// the bits of one process: each gradient is added to by one rank alone, group by group, and what
/// the head adds to the table of words waits until the embedding has added to it for the group
/// before. `StagePlace` says what is done when.
///
/// All functions are collective and throw IoError if a rank is lost. A tick sends the activations
/// of a panel group to the stage behind and their gradient to the stage before; nothing of that is
/// hidden behind computing. Memory: the activations of `StagePlace::layer_records` groups.
template <typename Model>
class PipelinedModel {
 public:
  using Batch = typename Model::Batch;
  using Record = typename Model::Record;
  using Loss = decltype(std::declval<Model&>().evaluate(std::declval<const Batch&>(),
                                                        std::declval<Record&>()));

  /// Both must outlive this object.
  PipelinedModel(Model& model, machines::Machines& machines)
      : model_(&model),
        machines_(&machines),
        place_(machines.rank(), machines.ranks()),
        messages_(machines),
        layers_(static_cast<std::size_t>(place_.layer_records())) {
    if (!place_.ends()) return;
    embedded_ = std::vector<Record>(static_cast<std::size_t>(place_.embedding_records()));
    heads_ = std::vector<Record>(static_cast<std::size_t>(place_.head_records()));
  }

  /// As `Model::train` of each of these groups in turn. The losses are on rank 0; elsewhere there
  /// are none.
  std::vector<Loss> train(std::span<const Batch> groups, double gradient_scale, Index step) {
    std::vector<Loss> losses;
    const auto count = std::ssize(groups);
    for (Index tick = 0; tick < place_.training_ticks(count); ++tick) {
      embed(groups, tick, step);
      if (const Index g = place_.forward_group(tick); within(g, groups)) {
        forward(groups[at(g)], of(layers_, g), step);
        if (place_.ends())
          losses.push_back(
              model_->head_backward(groups[at(g)], gradient_scale, of(layers_, g), of(heads_, g)));
      }
      if (const Index g = place_.backward_group(tick); within(g, groups))
        messages_.send(place_.before(),
                       model_->backward_layers(groups[at(g)], of(layers_, g), step).values());
      if (const Index g = place_.ended_group(tick); place_.ends() && within(g, groups))
        model_->backward_ends(groups[at(g)], of(embedded_, g), of(heads_, g), gradient_, step);
      receive_inputs(groups, tick);
      receive_gradients(groups, tick);
      if (tick + 1 < place_.training_ticks(count)) messages_.exchange();
    }
    return losses;
  }

  /// As `Model::evaluate` of each of these groups in turn; the losses are on all ranks.
  std::vector<Loss> predict(std::span<const Batch> groups) {
    std::vector<Loss> losses(groups.size());
    const auto count = std::ssize(groups);
    for (Index tick = 0; tick < place_.prediction_ticks(count); ++tick) {
      embed(groups, tick, std::nullopt);
      if (const Index g = place_.forward_group(tick); within(g, groups)) {
        forward(groups[at(g)], of(layers_, g), std::nullopt);
        if (place_.ends())
          losses[at(g)] = model_->head_loss(groups[at(g)], of(layers_, g), heads_.front());
      }
      receive_inputs(groups, tick);
      if (tick + 1 < place_.prediction_ticks(count)) messages_.exchange();
    }
    machines_->broadcast(std::as_writable_bytes(std::span(losses)));
    return losses;
  }

 private:
  static std::size_t at(Index group) { return static_cast<std::size_t>(group); }
  static bool within(Index group, std::span<const Batch> groups) {
    return group >= 0 && group < std::ssize(groups);
  }
  static Record& of(std::vector<Record>& ring, Index group) {
    return ring[at(group) % ring.size()];
  }

  void embed(std::span<const Batch> groups, Index tick, std::optional<Index> step) {
    if (place_.ends() && within(tick, groups))
      messages_.send(1, model_->embed(groups[at(tick)], of(embedded_, tick), step).values());
  }

  void forward(const Batch& group, Record& record, std::optional<Index> step) {
    const sparse::Activations& output = model_->forward_layers(group, record, step);
    if (!place_.ends()) messages_.send(place_.behind(), output.values());
  }

  /// What the next tick's forward pass reads.
  void receive_inputs(std::span<const Batch> groups, Index tick) {
    const Index g = place_.forward_group(tick + 1);
    if (within(g, groups))
      messages_.receive(place_.before(),
                        model_->layer_input(groups[at(g)], of(layers_, g)).values());
  }

  /// What the next tick's backward pass reads, and of the embedding.
  void receive_gradients(std::span<const Batch> groups, Index tick) {
    if (const Index g = place_.backward_group(tick + 1); !place_.ends() && within(g, groups))
      messages_.receive(place_.behind(),
                        model_->output_gradient(groups[at(g)], of(layers_, g)).values());
    if (const Index g = place_.ended_group(tick + 1); place_.ends() && within(g, groups)) {
      const sparse::Activations& like = model_->layer_input(groups[at(g)], of(embedded_, g));
      gradient_.reshape(like.tokens(), like.features(), like.panel_width());
      messages_.receive(1, gradient_.values());
    }
  }

  Model* model_;
  machines::Machines* machines_;
  StagePlace place_;
  StageMessages messages_;
  std::vector<Record> layers_;    // rings, since memory in a record is made when it is needed
  std::vector<Record> embedded_;  // of rank 0
  std::vector<Record> heads_;     // of rank 0
  sparse::Activations gradient_;  // of the embedded tokens, on rank 0
};

}  // namespace espalier::training
// Tested by tests/training/tasks/pipelined_model_test.cpp
