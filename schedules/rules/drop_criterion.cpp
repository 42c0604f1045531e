// SPDX-License-Identifier: Apache-2.0
#include <span>
#include <string>
#include <utility>

#include <espalier/schedules/rules/criterion.h>
#include <espalier/schedules/rules/policy_options.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/named_registry.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/ops/block_scores.h>

namespace espalier::schedules {
namespace {

/// Throws ConfigError, naming criterion and weight, unless it is shown a value of `what` for each
/// that it stores.
std::span<const float> shown(const CriterionInputs& in, const char* criterion, const char* what,
                             std::span<const float> found) {
  if (found.size() != in.weight.values().size())
    throw ConfigError(std::string("drop by ") + criterion + ", weight " + in.weight.name() + ": " +
                      std::to_string(found.size()) + " values of " + what + "; expected " +
                      std::to_string(in.weight.values().size()));
  return found;
}

std::vector<double> norms(const CriterionInputs& in) {
  return sparse::block_norms(in.weight.pattern(), in.weight.values(), in.settings.block_norm);
}

std::vector<double> sums(const CriterionInputs& in) {
  return sparse::block_sums(in.weight.pattern(), in.weight.values());
}

std::vector<double> magnitudes_with_gradient(const CriterionInputs& in) {
  return sparse::block_magnitude_gradients(
      in.weight.pattern(), in.weight.values(),
      shown(in, "magnitude_gradient", "the gradient", in.weight.gradient()),
      in.settings.gradient_weight);
}

std::vector<double> saliencies(const CriterionInputs& in) {
  return sparse::block_saliencies(in.weight.pattern(), in.weight.values(),
                                  shown(in, "saliency", "the gradient", in.weight.gradient()));
}

std::vector<double> movements(const CriterionInputs& in) {
  return sparse::block_sums(in.weight.pattern(),
                            shown(in, "movement", "movement", in.history.movement));
}

std::vector<double> random_scores(const CriterionInputs& in) {
  const Random random(in.update.seed, stream_id("drop " + in.weight.name(),
                                                static_cast<std::uint64_t>(in.update.update)));
  std::vector<double> scores(static_cast<std::size_t>(in.weight.pattern().blocks()));
  for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = random.uniform(i);
  return scores;
}

/// Sums run over the values of a block; g is the gradient of the present step.
std::vector<DropCriterion> criteria_of_the_library() {
  return {
      {.name = "magnitude",
       .description = "norm of the block (Dietrich et al. 2021; RigL; Graphcore)",
       .scores = norms,
       .settings = {"block_norm"}},
      {.name = "signed",
       .description = "|sum w|, blocks of positive and of negative sum each by themselves (SET)",
       .scores = sums,
       .by_sign = true,
       .settings = {}},
      {.name = "magnitude_gradient",
       .description = "sum |w| + lambda |g| (MEST)",
       .scores = magnitudes_with_gradient,
       .needs = {.stored_gradients = true},
       .settings = {"gradient_weight"}},
      {.name = "saliency",
       .description = "sum |w g| (SNIP)",
       .scores = saliencies,
       .needs = {.stored_gradients = true},
       .settings = {}},
      {.name = "movement",
       .description = "minus the sum over steps of w g (Sanh et al. 2020)",
       .scores = movements,
       .needs = {.movement = true},
       .settings = {}},
      {.name = "random",
       .description = "any block as likely as another",
       .scores = random_scores,
       .settings = {}},
  };
}

NamedRegistry<DropCriterion>& drop_registry() {
  static NamedRegistry<DropCriterion> instance("drop criterion", criteria_of_the_library());
  return instance;
}

}  // namespace

void register_drop_criterion(DropCriterion criterion) {
  if (!criterion.scores)
    throw ConfigError("drop criterion '" + criterion.name + "': there is nothing to score by");
  drop_registry().add(std::move(criterion));
}

std::vector<DropCriterion> drop_criteria() { return drop_registry().all(); }

template <>
std::vector<std::string> choice_names<DropCriterion>() {
  return drop_registry().names();
}

DropCriterion drop_criterion(std::string_view name) { return drop_registry().at(name); }

}  // namespace espalier::schedules
