// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include <espalier/schedules/rules/criterion.h>
#include <espalier/schedules/rules/policy_options.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/named_registry.h>
#include <espalier/sparse/core/rng.h>

namespace espalier::schedules {
namespace {

using Scores = std::unique_ptr<GrowthScores>;

Scores random_positions(const CriterionInputs& in) {
  return std::make_unique<RandomGrowth>(
      in.weight.pattern(),
      Random(in.update.seed,
             stream_id("grow " + in.weight.name(), static_cast<std::uint64_t>(in.update.update))));
}

Scores largest_gradients(const CriterionInputs& in) {
  return std::make_unique<GradientGrowth>(in.weight, in.settings.gradient_pool, *in.update.context);
}

Scores largest_momenta(const CriterionInputs& in) {
  return std::make_unique<MomentumGrowth>(in.weight, in.history.momentum,
                                          in.settings.gradient_pool);
}

std::vector<GrowCriterion> criteria_of_the_library() {
  return {
      {.name = "none", .description = "nothing grows", .scores = nullptr, .settings = {}},
      {.name = "random",
       .description = "uniformly (SET; Dietrich et al. 2021)",
       .scores = random_positions,
       .uniform = true,
       .settings = {}},
      {.name = "gradient",
       .description = "largest gradient of the present step (RigL)",
       .scores = largest_gradients,
       .needs = {.growth_gradients = true},
       .settings = {"gradient_pool"}},
      {.name = "momentum",
       .description = "largest mean of the gradients of the last steps (SNFS)",
       .scores = largest_momenta,
       .needs = {.momentum = true},
       .settings = {"gradient_pool"}},
  };
}

NamedRegistry<GrowCriterion>& grow_registry() {
  static NamedRegistry<GrowCriterion> instance("grow criterion", criteria_of_the_library());
  return instance;
}

}  // namespace

void register_grow_criterion(GrowCriterion criterion) {
  if (!criterion.scores)
    throw ConfigError("grow criterion '" + criterion.name + "': there is nothing to score by");
  grow_registry().add(std::move(criterion));
}

std::vector<GrowCriterion> grow_criteria() { return grow_registry().all(); }

template <>
std::vector<std::string> choice_names<GrowCriterion>() {
  return grow_registry().names();
}

GrowCriterion grow_criterion(std::string_view name) { return grow_registry().at(name); }

}  // namespace espalier::schedules
