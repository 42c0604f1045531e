// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include <espalier/machines/machines.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/optimizers/optimizer.h>
#include <espalier/schedules/policies/topology_policy.h>
#include <espalier/schedules/update/topology_updater.h>
#include <espalier/training/loop/lent_buffers.h>
#include <espalier/training/runs/topology_record.h>

namespace espalier::training {

/// The part of a model that one rank of a pipeline has, with the optimizer and the topology of this
/// part, among those of the others: sums over all, and what rank 0 must know of the others to write
/// records and checkpoints of the whole model. These have the bits of one process, whose order of
/// parameters is that of model_order.h. What the layers exchange is not here but in
/// `PipelinedModel`.
///
/// All functions are collective, unless it is said, and throw IoError if a rank is lost. Rank 0
/// keeps the patterns of the whole model, and no values.
class Stage {
 public:
  /// `leading` of the optimizer's parameters come before those of the other ranks, on rank 0. Both
  /// must outlive this object; the optimizer clips by the norm of all from here on. Not collective.
  Stage(machines::Machines& machines, models::Optimizer& optimizer, Index leading);

  /// Throws ConfigError if edits of a weight follow from other weights too, or from sums that
  /// depend on all gradients. Not collective.
  static void require_edits_by_weight(const schedules::TopologyPolicy& policy);

  /// Tells rank 0 what the others have now: after they have made or loaded it.
  void join(const schedules::TopologyUpdater& topology);

  /// What a step is on all ranks: whether all gradients are finite, and the bytes of all.
  struct StepFacts {
    bool finite = true;
    double bytes = 0;
  };
  StepFacts of_all(const StepFacts& own) const;

  /// Makes the report of an update of the own weights that of all, on rank 0, whose patterns follow
  /// its edits.
  void complete(schedules::UpdateReport& report);

  /// As `training::norm_records` of all weights, on rank 0.
  nlohmann::json norm_records(const schedules::TopologyUpdater& topology) const;

  /// On rank 0 calls `write` with the whole model, whose values and state it reads tensor by tensor
  /// from all ranks, and the state of the whole topology; on the others, where nothing is called,
  /// gives what it asks for, until it has returned or thrown. Must follow `join`.
  using Write =
      std::function<void(const models::SavedModel& model, const schedules::TopologyState& state)>;
  void save(const schedules::TopologyUpdater& topology, const Write& write);

  // What rank 0 knows since `join`. Not collective.

  /// Throws FormatError unless the parameters with these names, which a checkpoint has besides
  /// those of rank 0, are those of the others. Does nothing on other ranks.
  void check_others(const std::vector<std::string>& names) const;
  /// Patterns of the weights that a policy may move.
  std::vector<NamedPattern> patterns() const;
  /// Stored values of the parameters of the others, by name.
  std::map<std::string, Index> stored_elsewhere() const;
  /// Stored values of all.
  double stored_values() const;
  /// As `TopologyUpdater::explored_shares` of all weights.
  const std::vector<schedules::ExploredShare>& explored_shares() const { return explored_; }

 private:
  /// A parameter, wherever it lies.
  struct Known {
    int rank = 0;
    Index number = 0;  ///< among those of its rank
    std::string name;
    std::vector<Index> shape;
    sparse::PatternPtr pattern;  ///< null: dense
    bool moves = false;          ///< whether a policy may move the pattern

    Index values() const;
  };

  models::SavedModel saved_by(const ReadOfRank& read) const;
  std::vector<Known> known_from(int rank, const nlohmann::json& message) const;
  std::size_t leading_weights() const;
  void follow(const std::vector<schedules::WeightUpdate>& updates);

  machines::Machines* machines_;
  models::Optimizer* optimizer_;
  std::size_t leading_;
  std::vector<Known> known_;                        // on rank 0, in the order of the model
  std::vector<schedules::ExploredShare> explored_;  // likewise, of the weights that may move
};

}  // namespace espalier::training
// Tested by tests/training/loop/stage_test.cpp
