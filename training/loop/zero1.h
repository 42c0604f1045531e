// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include <espalier/machines/machines.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/optimizers/optimizer.h>
#include <espalier/sparse/topology/weight_owner.h>
#include <espalier/training/loop/rank_sum.h>

namespace espalier::training {

/// Shares an optimizer out among the ranks of a job: each keeps the state of a slice of the values
/// and steps these alone (`models::OptimizerSlice`), so that the new values go to all in place of
/// the gradients. Weights and checkpoints have the bits that they have without. Until `begin` each
/// rank has the whole state, as a checkpoint brings it. Functions throw IoError as the transport;
/// those from `sum_gradients` on are collective.
class Zero1 {
 public:
  /// All must outlive this object, and the weights that it makes.
  Zero1(machines::Machines& machines, RankSum& sum, models::Optimizer& optimizer)
      : machines_(&machines), sum_(&sum), optimizer_(&optimizer) {}

  /// The weights that a topology updater may edit, as `models::evolvable` makes them. An edit moves
  /// the state with its blocks from owner to owner: a weight's buffers are gathered, one at a time,
  /// and `commit` is collective. `bytes` are those of one process that has all.
  sparse::WeightOwners weights();

  /// From now on keeps the own slice alone.
  void begin();
  /// Whether that is so.
  bool begun() const { return optimizer_->slice() != nullptr; }

  /// Sums the gradients over the ranks: those of the own slice, or all if `everywhere`.
  void sum_gradients(bool everywhere);
  /// Gives all ranks the values that their owners have stepped.
  void gather_values();

  /// On rank 0 calls `save` with the model, whose state is read, buffer by buffer, from all ranks;
  /// on the others gives what it asks for, until it has returned or thrown.
  void save(const std::function<void(const models::SavedModel&)>& save);

 private:
  void collect(std::size_t parameter, std::size_t buffer, std::span<float> whole);

  machines::Machines* machines_;
  RankSum* sum_;
  models::Optimizer* optimizer_;
};

}  // namespace espalier::training
