// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "schedules/topology_policy.h"
#include "sparse/topology/evolvable_weight.h"

namespace espalier::schedules {

/// What one update did to one weight.
struct WeightUpdate {
  std::string name;
  Index stored = 0;           ///< blocks after the update
  double explored = 0;        ///< share of positions ever stored, this update included
  Index grown_before = 0;     ///< blocks that the previous update had grown
  Index removed_new = 0;      ///< those of them that this update dropped
  sparse::TopologyEdit edit;  ///< positions refer to the pattern before the update
};

/// What one update did.
struct UpdateReport {
  Index update = 0;           ///< number of the update, from 1
  Index completed_steps = 0;  ///< optimizer steps done
  double drop_fraction = 0;   ///< blocks dropped / blocks stored before, over all weights
  Index dropped = 0;          ///< blocks
  Index grown = 0;            ///< blocks
  double explored = 0;        ///< see TopologyUpdater::explored
  /// Share of the blocks grown by the previous update that this one dropped; 0 if none was grown.
  /// Source: Dietrich et al. 2021, figure 5 ("ratio of removed, new weights").
  double removed_new = 0;
  std::vector<WeightUpdate> weights;  ///< in the order of the updater's weights
};

/// What a checkpoint must hold of a topology besides patterns and values.
struct TopologyState {
  struct Weight {
    std::string name;
    /// One bit for each block position, row by row from the lowest bit of the first word: whether
    /// it was ever stored.
    std::vector<std::uint64_t> explored;
    /// Coordinates that the last update grew, in row order.
    std::vector<sparse::BlockCoordinate> grown;

    bool operator==(const Weight&) const = default;
  };

  Index updates = 0;            ///< updates done
  std::vector<Weight> weights;  ///< in the order of the updater's weights

  bool operator==(const TopologyState&) const = default;
};

/// Moves the patterns of a model during training: after each optimizer step it asks the cadence of
/// its policy, and at an update lets the policy propose, checks every proposal, applies them and
/// keeps count of what was explored. Nothing dense is kept but one bit for each block position.
///
///   for (step = 0; step < steps; ++step) { forward, backward, optimizer.step();
///   topology.step(step); }
class TopologyUpdater {
 public:
  /// Takes the weights that the policy may edit; what they view must outlive the updater. Throws
  /// ConfigError if the policy is null or two weights have one name (names choose the random
  /// numbers).
  TopologyUpdater(PolicyPtr policy, std::vector<sparse::EvolvableWeight> weights,
                  std::uint64_t seed = 0);

  /// To be called after optimizer step number `step`, from 0. Performs the update that falls due
  /// then, if one does, and reports it. Steps on which none is due need not be told, but updates
  /// must come in order: throws ConfigError if this is not the next one, as when a run is resumed
  /// without `restore`. Throws FormatError if the policy proposes an edit that does not fit; then
  /// no weight has changed. Depends on nothing but patterns, values, step and seed.
  std::optional<UpdateReport> step(Index step);

  /// Share of positions that were ever stored, in [density, 1]: the mean over weights, each by its
  /// number of values; 0 without weights. The literature's degrees of freedom, or R_s (Liu et al.
  /// 2021). Cost: one pass over the bits.
  double explored() const;

  const TopologyPolicy& policy() const { return *policy_; }
  std::span<const sparse::EvolvableWeight> weights() const { return weights_; }

  TopologyState state() const { return state_; }
  /// Continues from a saved state. Patterns and values must have been restored before. Throws
  /// FormatError, naming the weight, if the state does not fit the cadence, the weights or their
  /// patterns; then nothing has changed.
  void restore(const TopologyState& state);

 private:
  std::vector<sparse::TopologyEdit> proposed_edits(const UpdateInfo& update) const;
  WeightUpdate update_weight(std::size_t i, sparse::TopologyEdit edit);

  PolicyPtr policy_;
  std::vector<sparse::EvolvableWeight> weights_;
  std::uint64_t seed_;
  TopologyState state_;
};

}  // namespace espalier::schedules
