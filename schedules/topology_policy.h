// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schedules/cadence.h"
#include "schedules/schedule.h"
#include "sparse/ops/block_norms.h"
#include "sparse/topology/evolvable_weight.h"
#include "sparse/topology/topology_edit.h"

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
  std::string description;  ///< one line
  PolicyCost cost = PolicyCost::kAlwaysSparse;
};

/// Where in the run an update stands.
struct UpdateInfo {
  Index update = 0;           ///< number of the update, from 1
  Index completed_steps = 0;  ///< optimizer steps done
  Index total_steps = 0;      ///< end of the schedules: `Cadence::end_step`
  std::uint64_t seed = 0;
};

/// Decides how the patterns of a model change: at each update of its cadence it proposes one edit
/// for each weight. It sees all weights at once, so that a method may move budget between them.
/// Frozen and without state: `propose` is a pure function of its arguments, so that a resumed run
/// makes the same edits.
class TopologyPolicy {
 public:
  TopologyPolicy(PolicyInfo info, Cadence cadence) : info_(std::move(info)), cadence_(cadence) {}
  virtual ~TopologyPolicy() = default;

  const std::string& name() const { return info_.name; }
  const std::string& description() const { return info_.description; }
  PolicyCost cost() const { return info_.cost; }
  const Cadence& cadence() const { return cadence_; }

  /// One edit for each weight, in the order of `weights`; an edit may be empty.
  virtual std::vector<sparse::TopologyEdit> propose(
      std::span<const sparse::EvolvableWeight> weights, const UpdateInfo& update) const = 0;

 private:
  PolicyInfo info_;
  Cadence cadence_;
};

using PolicyPtr = std::shared_ptr<const TopologyPolicy>;

/// Settings of a policy; each policy reads those that concern it. The defaults are the paper's.
struct PolicyOptions {
  /// Share of the stored blocks that an update drops: the start of the drop schedule.
  double drop_fraction = 0.5;
  /// Number of equal intervals of the run; there is an update between each two of them.
  Index updates = 160;
  /// If positive, update after every so many steps instead; `updates` is then ignored.
  Index every_steps = 0;
  /// Optimizer steps of the whole run. Must be given where patterns move.
  Index steps = 0;
  /// How the drop fraction falls, to 0 at `steps`.
  ScheduleShape drop_schedule = ScheduleShape::kCosine;
  /// Which blocks count as small.
  sparse::BlockNorm block_norm = sparse::BlockNorm::kL1;
  /// Whether a block may grow back in the update that drops it (RigL, jaxpruner); the paper: no.
  bool regrow_dropped = false;
};

/// The paper's policy. At an update after t of T steps, in each weight on its own:
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

/// The patterns of the start stay to the end. Source: Dietrich et al. 2021, section 3 (static).
PolicyPtr static_pattern();

/// Every weight stores all its blocks, and so nothing can move: the baseline.
PolicyPtr dense();

/// Makes a policy from settings; it throws ConfigError if it cannot.
using PolicyFactory = std::function<PolicyPtr(const PolicyOptions&)>;

/// Adds a policy under `info.name` for `make_topology_policy` and `topology_policies`, for instance
/// one from outside the library. Throws ConfigError if the name is empty or taken, or the factory
/// is empty. May be called from any thread.
void register_topology_policy(PolicyInfo info, PolicyFactory factory);

/// All policies that can be made by name: those of the library (dense, static, dynamic), then the
/// registered ones in order of registration.
std::vector<PolicyInfo> topology_policies();

/// Makes a policy by name. Throws ConfigError if there is none of this name (the message lists
/// them) or the settings do not suit it.
PolicyPtr make_topology_policy(std::string_view name, const PolicyOptions& options);

}  // namespace espalier::schedules
