// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <espalier/schedules/rules/choice.h>
#include <espalier/schedules/timing/schedule.h>
#include <espalier/sparse/ops/block_norms.h>
#include <espalier/sparse/ops/sddmm_top_k.h>
#include <espalier/sparse/topology/weight_owner.h>

namespace espalier::schedules {

struct DropCriterion;
struct GrowCriterion;

/// Names of the criteria that are registered now, which `PolicyOptions::drop` and `grow` may have.
template <>
std::vector<std::string> choice_names<DropCriterion>();
template <>
std::vector<std::string> choice_names<GrowCriterion>();

/// Values that grown blocks start from.
enum class GrownValues {
  kZero,     ///< zero (RigL; Dietrich et al. 2021)
  kInitial,  ///< the distribution that the layer's weights started from (SET): zeros if that is
             ///< unknown (0)
  kNormal,   ///< a normal of deviation `grown_deviation`, truncated at two deviations
};

/// How a share of a number of blocks is rounded to a whole number.
enum class Rounding { kUp, kDown, kNearest };

/// Among which blocks those that a falling density sheds are chosen.
enum class DensityScope { kLayer, kGlobal };

/// A structure that all patterns of a policy keep to.
enum class Structure {
  kNone,
  kConstantFanIn,  ///< every block row that is not ablated stores as many blocks, to within one
  kGroups,         ///< every group of M blocks along a block row stores as many after as before
};

// clang-format off
template <> struct Choices<ScheduleShape> {
  static constexpr std::string_view kWhat = "schedule";
  static constexpr std::array<std::string_view, 5> kNames = {"constant", "linear", "cosine", "cubic", "inverse_power"};
};
template <> struct Choices<sparse::BlockNorm> {
  static constexpr std::string_view kWhat = "block norm";
  static constexpr std::array<std::string_view, 3> kNames = {"l1", "l2", "linf"};
};
template <> struct Choices<sparse::GradientPool> {
  static constexpr std::string_view kWhat = "gradient pool";
  static constexpr std::array<std::string_view, 3> kNames = {"sum", "mean", "max"};
};
template <> struct Choices<sparse::GrownMoments> {
  static constexpr std::string_view kWhat = "moments of grown blocks";
  static constexpr std::array<std::string_view, 2> kNames = {"zero", "mean"};
};
template <> struct Choices<GrownValues> {
  static constexpr std::string_view kWhat = "values of grown blocks";
  static constexpr std::array<std::string_view, 3> kNames = {"zero", "initial", "normal"};
};
template <> struct Choices<Rounding> {
  static constexpr std::string_view kWhat = "rounding";
  static constexpr std::array<std::string_view, 3> kNames = {"up", "down", "nearest"};
};
template <> struct Choices<DensityScope> {
  static constexpr std::string_view kWhat = "scope of the density";
  static constexpr std::array<std::string_view, 2> kNames = {"layer", "global"};
};
template <> struct Choices<Structure> {
  static constexpr std::string_view kWhat = "structure";
  static constexpr std::array<std::string_view, 3> kNames = {"none", "constant_fan_in", "groups"};
};
// clang-format on

/// Settings of a policy; each policy reads those that concern it. The defaults are the paper's;
/// `policy_preset` has those of the other sources.
struct PolicyOptions {
  /// Share of the stored blocks that an update drops: the start of the drop schedule.
  double drop_fraction = 0.5;
  /// Number of equal intervals of the run until `end`; an update lies between each two neighbours.
  Index updates = 160;
  /// If positive, update after every so many steps instead; `updates` is then ignored. In a run, or
  /// a part of it until `end`, of no more steps than that there is no update: the cadence's `count`
  /// is 0 and the patterns stay.
  Index every_steps = 0;
  /// If positive, update after every so many seconds instead. Only with this setting do the weights
  /// depend on the machine. No update is known to be the last, so that a falling density only
  /// arrives if an update comes after `density_end`.
  double every_seconds = 0;
  /// If not negative, update only once, after this share of the run, but not before the first step.
  double once_at = -1;
  /// Share of the run after which the patterns stay as they are. The schedules end there.
  double end = 1;
  /// Optimizer steps of the whole run. Must be given to policies that move patterns.
  Index steps = 0;

  /// How the drop fraction falls to `drop_fraction_end`.
  ScheduleShape drop_schedule = ScheduleShape::kCosine;
  double drop_fraction_end = 0;
  /// Phase of a cosine, as a share of its length: it holds its start value that long and ends that
  /// much later, so that `end` comes before it has fallen all the way.
  double drop_phase = 0;
  double drop_power = 1;  ///< of a `drop_schedule` inverse_power
  /// How blocks to drop are chosen: a name among `drop_criteria`.
  std::string drop = "magnitude";
  /// The norm by which blocks count as small.
  sparse::BlockNorm block_norm = sparse::BlockNorm::kL1;
  double gradient_weight = 1;  ///< lambda of magnitude_gradient
  Rounding rounding = Rounding::kUp;

  /// How positions to grow are chosen: a name among `grow_criteria`.
  std::string grow = "random";
  sparse::GradientPool gradient_pool = sparse::GradientPool::kSum;
  double momentum = 0.9;  ///< decay of the mean gradient of grow criterion momentum
  /// Whether a block may grow back in the update that drops it (yes in RigL and jaxpruner; no in
  /// Dietrich et al.). A `structure` decides this itself: no with groups, yes with a constant
  /// fan-in.
  bool regrow_dropped = false;
  /// Whether such a block keeps its values and moments (RigL) instead of starting anew. A block
  /// that a falling density shed starts anew in any case (GraNet).
  bool keep_regrown = false;
  /// Whether dropped blocks grow back in the weights with a large mean momentum (SNFS) instead of
  /// each in its own weight. No weight loses its last block.
  bool redistribute = false;
  GrownValues grown_values = GrownValues::kZero;
  double grown_deviation = 0.01;  ///< of grown values `normal`
  sparse::GrownMoments grown_moments = sparse::GrownMoments::kZero;
  /// Whether steps with an update leave the optimizer out (RigL).
  bool skip_optimizer = false;
  /// Whether an update grows blocks at once and drops as many only at the next update, so that
  /// weights store more than their density in between (MEST's soft memory bound).
  bool grow_first = false;

  /// Density to start from if it is larger than the final one (gradual pruning: 1); 0: the final
  /// one.
  double density_start = 0;
  /// How the density falls (inverse_power has the power 1 here, and is linear), and the share of
  /// the run after which it has arrived.
  ScheduleShape density_schedule = ScheduleShape::kCubic;
  double density_end = 1;
  DensityScope density_scope = DensityScope::kLayer;

  Structure structure = Structure::kNone;
  Index group = 4;        ///< M of N:M, in blocks; N follows from the density
  double ablation = 0.3;  ///< a block row with a smaller share of salient blocks is ablated (SRigL)
  /// Patterns to start from: as `TopologyPolicy::initial_pattern`.
  std::string pattern = "random";

  bool operator==(const PolicyOptions&) const = default;
};

}  // namespace espalier::schedules
