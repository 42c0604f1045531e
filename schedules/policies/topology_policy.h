// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <espalier/schedules/rules/policy_options.h>
#include <espalier/schedules/rules/update_info.h>
#include <espalier/schedules/timing/cadence.h>
#include <espalier/sparse/topology/topology_edit.h>
#include <espalier/sparse/topology/weight_owner.h>

namespace espalier::schedules {

/// What a policy's published rule costs beyond work in proportion to the density. Help, tables and
/// figures print it.
enum class PolicyCost {
  kAlwaysSparse,  ///< nothing dense is ever formed
  kDenseUpdates,  ///< dense FLOPs on updates
  kDenseState,    ///< state of the size of the dense weight
  kDense,         ///< the weight itself is dense
};

/// "always sparse", "dense FLOPs on updates", "dense state" or "dense".
std::string_view policy_cost_name(PolicyCost cost);

/// What a user sees of a policy in a list.
struct PolicyInfo {
  std::string name;
  std::string description;  ///< one line, with authors and year
  PolicyCost cost = PolicyCost::kAlwaysSparse;
  /// Whether its source leaves the weights of attention dense: a configuration that names the
  /// policy then does, unless it says otherwise.
  bool dense_attention = false;
};

/// What a policy reads besides patterns and values. The updater provides it and accounts for its
/// cost.
struct PolicyNeeds {
  /// The gradient at stored positions. Updates then come before the optimizer's step.
  bool stored_gradients = false;
  /// The operands of the gradient (`WeightView::operands`), to score positions that are not stored:
  /// dense FLOPs on updates.
  bool growth_gradients = false;
  /// How often an update forms the dense gradient of each weight, where it needs that.
  Index dense_gradients = 1;
  /// If positive, the policy reads a dense mean of the gradients of all steps, with this decay:
  /// dense state.
  double momentum = 0;
  /// Minus the sum over all steps of w g, for each stored value (movement).
  bool movement = false;
  /// Whether the optimizer does nothing on steps with an update.
  bool skips_optimizer = false;
  /// Whether the edit of a weight depends on this weight alone, so that processes which have some
  /// of the weights each propose what one with all of them would.
  bool by_weight = false;

  /// Whether the updater must see each step between the backward pass and the optimizer.
  bool before_optimizer() const {
    return stored_gradients || growth_gradients || momentum > 0 || movement || skips_optimizer;
  }
};

/// Decides how the patterns of a model change: at each update of its cadence it proposes one edit
/// for each weight. It sees all weights at once, so that a method may move budget between them. A
/// policy cannot be changed and keeps no state: `propose` is a pure function of its arguments, so
/// that a resumed run makes the same edits.
class TopologyPolicy {
 public:
  TopologyPolicy(PolicyInfo info, Cadence cadence) : info_(std::move(info)), cadence_(cadence) {}
  virtual ~TopologyPolicy() = default;

  const PolicyInfo& info() const { return info_; }
  const std::string& name() const { return info_.name; }
  const std::string& description() const { return info_.description; }
  PolicyCost cost() const { return info_.cost; }
  const Cadence& cadence() const { return cadence_; }

  /// One edit for each weight, in the order of `weights`; an edit may be empty.
  virtual std::vector<sparse::TopologyEdit> propose(std::span<const sparse::WeightView> weights,
                                                    const UpdateInfo& update) const = 0;

  /// What the policy reads besides patterns and values.
  virtual PolicyNeeds needs() const { return {}; }
  /// Throws ConfigError if `propose` would refuse these weights, so that a run fails before its
  /// first step and not at its first update.
  virtual void check_weights(std::span<const sparse::WeightView> /*weights*/) const {}
  /// The density that a weight starts with if it has `density` at the end.
  virtual double initial_density(double density) const { return density; }
  /// Name of the patterns that weights start from: one of `sparse::pattern_names`, or "file:PATH"
  /// (.mtx, .smtx), in which {weight} stands for the weight's name.
  virtual std::string initial_pattern() const { return "random"; }
  /// Blocks of each group along a block row whose number of stored blocks never changes; 0: no
  /// groups.
  virtual Index group() const { return 0; }
  /// Whether the policy reads its `PolicyOptions` as the library does, so that
  /// `PolicyOption::overruled_by` tells which of them have no effect. One of another kind may read
  /// any of them.
  virtual bool made_of_options() const { return false; }
  /// The most blocks that all weights together store during the run, even within an update, as a
  /// multiple of the larger of their first and their final numbers: 1 unless the policy grows
  /// before it drops. Of a weight too, unless it shares its budget with others. Rounding up may add
  /// a block for each weight.
  virtual double peak_blocks() const { return 1; }
  /// Whether each block that the policy grows in a weight is equally likely to be at any position
  /// that was not stored before. Chance then says how much is explored (`expected_explored_after`).
  virtual bool grows_uniformly() const { return false; }
  /// The numbers that the rule takes from the place of an update in the run, such as the share to
  /// drop. Two policies of equal settings for runs of different lengths propose the same wherever
  /// these numbers are equal. Nothing: the policy does not say, and its runs cannot be extended.
  virtual std::optional<std::vector<double>> course(Index /*update*/,
                                                    Index /*completed_steps*/) const {
    return std::nullopt;
  }
  /// The first values of the blocks that `edit` grows in `weight`.
  virtual sparse::GrownStart grown_start(const sparse::WeightView&, const sparse::TopologyEdit&,
                                         const UpdateInfo&) const {
    return {};
  }

 private:
  PolicyInfo info_;
  Cadence cadence_;
};

/// How a policy is handed on: shared and immutable.
using PolicyPtr = std::shared_ptr<const TopologyPolicy>;

/// The paper's policy, and by its options most others. At an update after t of T steps, in each
/// weight on its own:
///   drop   ceil(p(t) * stored blocks) blocks, those of the smallest norm,
///          p(t) = drop_fraction/2 (1 + cos(pi t/T))
///   grow   as many, uniformly among the positions not stored before the update
/// so that the number of blocks never changes. If fewer positions are free than would be dropped,
/// only so many are dropped and grown; with `regrow_dropped` the dropped positions are free too.
/// Products that are integers up to rounding count as integers (`sparse::ceil_of_fraction`).
/// The random numbers are a function of seed, weight name and update number.
/// Throws ConfigError if drop_fraction is outside [0, 1] or the cadence is (see `Cadence`).
/// Cost of an update: one pass over the values. Source: Dietrich et al. 2021, algorithm 1.
PolicyPtr dynamic(const PolicyOptions& options);

/// Keeps the patterns of the start to the end; `pattern` names their kind, as `initial_pattern`
/// does. Throws ConfigError if there is no such kind. Source: Dietrich et al. 2021, section 3
/// (static).
PolicyPtr static_pattern(const std::string& pattern = "random");

/// The same under a name of one's own. Throws as `static_pattern`.
PolicyPtr fixed_pattern(PolicyInfo info, const std::string& pattern);

/// The dense baseline: every weight stores all its blocks, so that nothing can move.
PolicyPtr dense();

}  // namespace espalier::schedules
