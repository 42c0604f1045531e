// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/policies/topology_policy.h>

#include <array>
#include <utility>

#include <espalier/schedules/policies/drop_and_grow.h>
#include <espalier/schedules/rules/policy_option_list.h>

namespace espalier::schedules {
namespace {

/// A policy without updates.
class FixedPolicy final : public TopologyPolicy {
 public:
  FixedPolicy(PolicyInfo info, std::string pattern)
      : TopologyPolicy(std::move(info), Cadence::never()), pattern_(std::move(pattern)) {}

  std::vector<sparse::TopologyEdit> propose(std::span<const sparse::WeightView> weights,
                                            const UpdateInfo&) const override {
    return std::vector<sparse::TopologyEdit>(weights.size());
  }
  PolicyNeeds needs() const override { return {.by_weight = true}; }
  std::string initial_pattern() const override { return pattern_; }
  bool made_of_options() const override { return true; }

 private:
  std::string pattern_;
};

}  // namespace

std::string_view policy_cost_name(PolicyCost cost) {
  constexpr std::array<std::string_view, 4> names = {"always sparse", "dense FLOPs on updates",
                                                     "dense state", "dense"};
  return names[static_cast<std::size_t>(cost)];
}

PolicyPtr dynamic(const PolicyOptions& options) {
  return drop_and_grow(
      {.name = "dynamic",
       .description =
           "drop the blocks of smallest norm and grow as many at random (Dietrich 2021)"},
      options);
}

PolicyPtr static_pattern(const std::string& pattern) {
  return fixed_pattern({.name = "static",
                        .description = "random patterns that stay as they are from first step to "
                                       "last"},
                       pattern);
}

PolicyPtr fixed_pattern(PolicyInfo info, const std::string& pattern) {
  check_pattern_name(pattern);
  return std::make_shared<const FixedPolicy>(std::move(info), pattern);
}

PolicyPtr dense() {
  return fixed_pattern({.name = "dense",
                        .description = "every weight stores all its blocks; the baseline",
                        .cost = PolicyCost::kDense},
                       "random");
}

}  // namespace espalier::schedules
