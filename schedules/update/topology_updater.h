// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <espalier/schedules/policies/topology_policy.h>
#include <espalier/sparse/topology/weight_owner.h>

namespace espalier::schedules {

/// What one update did to one weight.
struct WeightUpdate {
  std::string name;
  Index stored = 0;           ///< blocks after the update
  Index target = 0;           ///< blocks to be stored when training ends
  double explored = 0;        ///< share of positions ever stored, this update included
  Index grown_before = 0;     ///< blocks that the previous update had grown
  Index removed_new = 0;      ///< those of them that this update dropped
  double positions = 0;       ///< values of the dense weight, stored or not
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
  /// FLOPs of the update besides passes over stored values: of scores for positions that are not
  /// stored. Of every weight that is not frozen, also where so few blocks are to move that none
  /// does and nothing is scored. The cost of what the policy needs on every step (a dense momentum)
  /// is in `step_flops`.
  double flops = 0;
  std::vector<WeightUpdate> weights;  ///< in the order of the updater's weights

  /// Works out the counts and shares of all weights from theirs.
  void sum_up();
};

/// The share of a weight's positions that were ever stored, and the values of the dense weight.
struct ExploredShare {
  double share = 0;
  double positions = 0;
};
/// The mean, each by its number of values; 0 of none.
double mean_explored(const std::vector<ExploredShare>& weights);

/// The state of a topology besides patterns and values, for checkpoints.
struct TopologyState {
  struct Weight {
    std::string name;
    /// One bit for each block position, row by row from the lowest bit of the first word: whether
    /// it was ever stored.
    std::vector<std::uint64_t> explored;
    /// Coordinates that the last update grew, in row order.
    std::vector<sparse::BlockCoordinate> grown;
    /// Sums that the policy needs (see PolicyNeeds), else empty: a mean gradient, [rows, cols], and
    /// the movement of each stored value.
    AlignedVector<float> momentum;
    AlignedVector<float> movement;

    bool operator==(const Weight&) const = default;
  };

  Index updates = 0;  ///< updates done
  Index postponed =
      0;  ///< that fell due on steps which were left out or failed, and are still to do
  std::vector<Weight> weights;  ///< in the order of the updater's weights

  bool operator==(const TopologyState&) const = default;
};

/// Settings of a TopologyUpdater.
struct TopologyUpdaterOptions {
  std::uint64_t seed = 0;
  /// For updates that several threads speed up; must outlive the updater. Null: one thread.
  const Context* context = nullptr;
  /// Blocks that each weight will store when training ends; empty: as many as `initial_blocks`.
  /// Only a policy whose density falls, that grows first or that keeps a constant fan-in brings
  /// weights there.
  std::vector<Index> target_blocks = {};
  /// Blocks that each weight stored when training began; empty: as many as now. A resumed run whose
  /// weights have other numbers of blocks by now must give them.
  std::vector<Index> initial_blocks = {};
  /// Seconds of training so far, over all sessions: for a cadence by time only.
  std::function<double()> seconds = {};
};

/// Performs the optimizer's step; if `skip`, clears the gradients instead.
using OptimizerStep = std::function<void(bool skip)>;

/// Moves the patterns of a model during training. Around each optimizer step it asks the cadence of
/// its policy whether an update is due. At an update it lets the policy propose edits, checks them
/// all, applies them, and counts what was explored. Its only dense memory is one bit for each block
/// position, unless the policy says that it needs more. A weight that is frozen at an update keeps
/// its blocks, whatever the policy proposes, and what is kept of its gradients stays as it is.
/// Whoever trains on without the updater of a policy that scores positions which are not stored
/// calls `want_operands(false)` of the weights' owners, whose layers would else keep operands of
/// all backward passes to come.
///
///   for (step = 0; step < steps; ++step) {
///     forward, backward
///     topology.step(step, [&](bool skip) {
///       skip ? optimizer.skip() : static_cast<void>(optimizer.step());
///     });
///   }
///
/// A policy that reads no gradients may also be called after the optimizer: optimizer.step();
/// topology.step(step).
class TopologyUpdater {
 public:
  /// Takes the owners of the weights that the policy may edit; their memory must outlive the
  /// updater. Throws ConfigError if the policy or an owner is null, two weights have one name
  /// (names choose the random numbers), the targets or initial numbers are not one for each weight
  /// or exceed its positions, the policy updates by time and there is no clock, or the policy reads
  /// gradients that a weight does not show.
  TopologyUpdater(PolicyPtr policy, sparse::WeightOwners weights,
                  const TopologyUpdaterOptions& options);
  TopologyUpdater(PolicyPtr policy, sparse::WeightOwners weights, std::uint64_t seed = 0)
      : TopologyUpdater(std::move(policy), std::move(weights), {.seed = seed}) {}
  // Two updaters would edit the same weights.
  TopologyUpdater(const TopologyUpdater&) = delete;
  TopologyUpdater& operator=(const TopologyUpdater&) = delete;

  /// Does all that belongs to optimizer step number `step`, from 0: notes what the policy needs of
  /// the gradients, calls `optimizer` once, and performs the update that is due, before the
  /// optimizer if the policy reads gradients and else after it. Returns the report of the update if
  /// there was one. Depends on nothing but patterns, values, gradients, step and seed.
  ///
  /// Must be called for every step, once and in order, since the policy may need a sum over all of
  /// them. Throws ConfigError if `optimizer` is empty, if `step` is not the one after the last (0
  /// at first; after `restore` any step with as many updates before it as were done), if the policy
  /// starts denser than a weight is at the first step of a run that was not restored (see
  /// `check_start`) or refuses the weights (`TopologyPolicy::check_weights`), or if the policy
  /// keeps a mean of gradients and no layer has kept the operands of this step's, or if an update
  /// or what the policy notes finds another pattern than this object left (`check_patterns`).
  /// Throws FormatError if the policy proposes an edit that does not fit, ShapeError if it has not
  /// as many first values as grow; then no weight has changed. An exception after `step` has been
  /// accepted, one of `optimizer` included, leaves the step counted and what was done in place; an
  /// update that was not done follows the next step, and the operands of its gradients are
  /// forgotten. An update that is put off in the last step is never done: `state().postponed` is
  /// then above 0, and a weight that was to shed blocks stores too many.
  std::optional<UpdateReport> step(Index step, const OptimizerStep& optimizer);

  /// Throws what the first step would throw of a start that does not suit the policy, so that a
  /// caller can tell before it makes anything. Does nothing after the first step or after
  /// `restore`.
  void check_starts() const;

  /// Throws ConfigError, naming the weight, unless each has the pattern that it had when this
  /// object was made, restored, or edited it last: what is noted of its blocks belongs to that
  /// pattern.
  void check_patterns() const;

  /// Tells that optimizer step number `step` was left out, for instance because its gradients
  /// overflowed in float16. No weight changes and no gradient is read; an update that is due
  /// follows the next step that is done. Needs steps in order and throws as `step` does.
  void leave_out(Index step);

  /// The same as `step` after an optimizer step that was done already. Steps without an update need
  /// not be told. Throws ConfigError if the policy must see the step before the optimizer, or if
  /// `step` is negative or the updates due before it are not those that were done: one was left
  /// out, or `step` lies in the past.
  std::optional<UpdateReport> step(Index step);

  /// Whether step number `step`, if it is the next, may read or move gradients: the policy has a
  /// use for those of every step, or an update may come before the optimizer's step.
  bool reads_gradients_at(Index step) const;

  /// Whether what step number `step`, if it is the next, reads of gradients at stored positions is
  /// finite; true where it reads none. If not, `step` postpones an update that is due, as
  /// `leave_out` does: blocks would be scored by NaN. Ranks that have other weights each must agree
  /// on it before one of them calls `step`. Cost: one pass over the gradients.
  bool gradients_are_finite_at(Index step) const;

  /// Memory of the weights (see WeightOwner::bytes) and of this object's state, in bytes, as it
  /// is now. While an edit is applied, one weight's buffers exist twice.
  double bytes() const;

  /// FLOPs that the policy's needs cost on the last step, beyond those of updates.
  double step_flops() const { return step_flops_; }

  /// Share of positions that were ever stored, in [density, 1]: the mean over weights, each by its
  /// number of values; 0 without weights. The literature's degrees of freedom, or R_s (Liu et al.
  /// 2021). Cost: one pass over the bits.
  double explored() const { return mean_explored(explored_shares()); }
  /// The same of each weight.
  std::vector<ExploredShare> explored_shares() const;

  const TopologyPolicy& policy() const { return *policy_; }
  /// The weights as they are now, in the order of the owners.
  std::vector<sparse::WeightView> weights() const;

  const TopologyState& state() const { return state_; }
  /// The number of the next step; nothing if it is not known, as after `restore`.
  std::optional<Index> next_step() const { return next_step_; }
  /// Throws FormatError, naming the weight, if the state does not fit the cadence, or does not fit
  /// weights with these patterns, one for each weight.
  void check(const TopologyState& state, std::span<const sparse::PatternPtr> patterns) const;
  /// Turns the state of training under another policy into one from which this policy continues
  /// after `completed_steps`, which took so many `seconds`. Updates count as if this policy had
  /// made them, and what was explored and grown stays. Sums that this policy needs over all steps
  /// stay if the other policy kept them too, else they begin with zeros. `patterns` as for `check`.
  /// Throws ConfigError if the policy only prunes and the patterns store less than it is to end
  /// with.
  TopologyState adopted(TopologyState state, std::span<const sparse::PatternPtr> patterns,
                        Index completed_steps, double seconds) const;
  /// Continues from a saved state. Patterns and values must have been restored before. Layers keep
  /// operands for `next_step` as they would if nothing had been interrupted; if it is not known
  /// they keep them in any case. Throws as `check` with the present patterns; then nothing has
  /// changed.
  void restore(TopologyState state, std::optional<Index> next_step = std::nullopt);

 private:
  void note_gradients();
  void require_enough(std::span<const sparse::PatternPtr> patterns) const;
  void check_patterns(const std::vector<sparse::WeightView>& views) const;
  bool may_update_at(Index step) const;
  bool scores_gradients_at(Index step) const;
  void want_operands(bool wanted);
  void expect_next(Index step) const;
  void note_postponed(Index step);
  std::optional<Index> due(Index step) const;
  UpdateReport update(Index update, Index completed_steps);
  std::vector<WeightHistory> history() const;
  std::vector<sparse::TopologyEdit> proposed_edits(const UpdateInfo& update) const;
  sparse::GrownStart grown_start(const sparse::WeightView& weight, const sparse::TopologyEdit& edit,
                                 const UpdateInfo& update) const;
  WeightUpdate update_weight(std::size_t i, sparse::TopologyEdit edit, sparse::GrownStart start);
  /// FLOPs of one dense gradient of every weight that is not frozen over the tokens that layers
  /// kept.
  double dense_gradient_flops() const;

  PolicyPtr policy_;
  PolicyNeeds needs_;
  sparse::WeightOwners owners_;
  TopologyUpdaterOptions options_;
  TopologyState state_;
  std::vector<sparse::PatternPtr> patterns_;  ///< of each weight, as this object left it
  double step_flops_ = 0;
  std::optional<Index> next_step_ = 0;
};

}  // namespace espalier::schedules
