// SPDX-License-Identifier: Apache-2.0
#include "schedules/topology_policy.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>

#include "schedules/criteria.h"
#include "sparse/core/error.h"
#include "sparse/topology/random_pattern.h"

namespace espalier::schedules {
namespace {

PolicyInfo dense_info() {
  return {"dense", "every weight stores all its blocks; the baseline", PolicyCost::kDense};
}

PolicyInfo static_info() {
  return {"static", "random patterns that stay as they are from first step to last",
          PolicyCost::kAlwaysSparse};
}

PolicyInfo dynamic_info() {
  return {"dynamic", "drop the blocks of smallest norm and grow as many at random (Dietrich 2021)",
          PolicyCost::kAlwaysSparse};
}

/// A policy without updates.
class FixedPolicy final : public TopologyPolicy {
 public:
  explicit FixedPolicy(PolicyInfo info) : TopologyPolicy(std::move(info), Cadence::never()) {}

  std::vector<sparse::TopologyEdit> propose(std::span<const sparse::EvolvableWeight> weights,
                                            const UpdateInfo&) const override {
    return std::vector<sparse::TopologyEdit>(weights.size());
  }
};

Cadence cadence_of(const PolicyOptions& options) {
  if (options.every_steps < 0)
    throw ConfigError("every_steps is " + std::to_string(options.every_steps) +
                      "; expected at least 0");
  if (options.every_steps == 0) return Cadence::updates(options.updates, options.steps);
  return Cadence::every(options.every_steps, std::min(options.every_steps, options.steps),
                        options.steps);
}

class DynamicPolicy final : public TopologyPolicy {
 public:
  explicit DynamicPolicy(const PolicyOptions& options)
      : TopologyPolicy(dynamic_info(), cadence_of(options)),
        drop_fraction_(make_schedule(options.drop_schedule, options.drop_fraction, 0,
                                     static_cast<double>(options.steps))),
        block_norm_(options.block_norm),
        regrow_dropped_(options.regrow_dropped) {
    if (!(options.drop_fraction >= 0 && options.drop_fraction <= 1))
      throw ConfigError("drop_fraction is " + std::to_string(options.drop_fraction) +
                        "; expected a value from 0 to 1");
  }

  std::vector<sparse::TopologyEdit> propose(std::span<const sparse::EvolvableWeight> weights,
                                            const UpdateInfo& update) const override {
    std::vector<sparse::TopologyEdit> edits;
    edits.reserve(weights.size());
    for (const sparse::EvolvableWeight& weight : weights)
      edits.push_back(propose_one(weight, update));
    return edits;
  }

 private:
  sparse::TopologyEdit propose_one(const sparse::EvolvableWeight& weight,
                                   const UpdateInfo& update) const {
    const sparse::BlockPattern& pattern = weight.pattern();
    const double fraction = drop_fraction_.at(static_cast<double>(update.completed_steps));
    const Index wanted = sparse::ceil_of_fraction(fraction, pattern.blocks());
    const Index free = pattern.grid_size() - pattern.blocks();
    const Index count = regrow_dropped_ ? wanted : std::min(wanted, free);
    const Random random(
        update.seed, stream_id("grow " + weight.name(), static_cast<std::uint64_t>(update.update)));

    sparse::TopologyEdit edit;
    edit.drop = smallest_blocks(weight, count, block_norm_);
    if (regrow_dropped_) {
      const sparse::EditResult survivors = sparse::apply_edit(pattern, edit);
      edit.grow = random_unstored(*survivors.pattern, count, random);
    } else {
      edit.grow = random_unstored(pattern, count, random);
    }
    return edit;
  }

  Schedule drop_fraction_;
  sparse::BlockNorm block_norm_;
  bool regrow_dropped_;
};

struct Registration {
  PolicyInfo info;
  PolicyFactory make;
};

/// The names a program knows. A process-wide table is what lets a configuration name a policy that
/// was compiled elsewhere; policies themselves have no state.
struct Registry {
  std::mutex mutex;
  std::vector<Registration> registrations = {
      {dense_info(), [](const PolicyOptions&) { return dense(); }},
      {static_info(), [](const PolicyOptions&) { return static_pattern(); }},
      {dynamic_info(), [](const PolicyOptions& options) { return dynamic(options); }}};

  const Registration* find(std::string_view name) const {
    const auto found =
        std::find_if(registrations.begin(), registrations.end(),
                     [&](const Registration& entry) { return entry.info.name == name; });
    return found == registrations.end() ? nullptr : &*found;
  }
};

Registry& registry() {
  static Registry instance;
  return instance;
}

}  // namespace

std::string_view policy_cost_name(PolicyCost cost) {
  constexpr std::array<std::string_view, 4> names = {"always sparse", "dense FLOPs on updates",
                                                     "dense state", "dense"};
  return names[static_cast<std::size_t>(cost)];
}

PolicyPtr dynamic(const PolicyOptions& options) {
  return std::make_shared<const DynamicPolicy>(options);
}

PolicyPtr static_pattern() { return std::make_shared<const FixedPolicy>(static_info()); }

PolicyPtr dense() { return std::make_shared<const FixedPolicy>(dense_info()); }

void register_topology_policy(PolicyInfo info, PolicyFactory factory) {
  if (info.name.empty()) throw ConfigError("topology policy: the name is empty");
  if (!factory) throw ConfigError("topology policy '" + info.name + "': the factory is empty");
  Registry& known = registry();
  const std::lock_guard lock(known.mutex);
  if (known.find(info.name) != nullptr)
    throw ConfigError("topology policy '" + info.name + "': the name is taken");
  known.registrations.push_back({std::move(info), std::move(factory)});
}

std::vector<PolicyInfo> topology_policies() {
  Registry& known = registry();
  const std::lock_guard lock(known.mutex);
  std::vector<PolicyInfo> policies;
  for (const Registration& entry : known.registrations) policies.push_back(entry.info);
  return policies;
}

PolicyPtr make_topology_policy(std::string_view name, const PolicyOptions& options) {
  PolicyFactory make;
  std::string names;
  {
    Registry& known = registry();
    const std::lock_guard lock(known.mutex);
    if (const Registration* entry = known.find(name)) make = entry->make;
    for (const Registration& entry : known.registrations)
      names += (names.empty() ? "" : ", ") + entry.info.name;
  }
  if (!make)
    throw ConfigError("topology policy '" + std::string(name) + "': expected one of " + names);
  return make(options);
}

}  // namespace espalier::schedules
