// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/policies/update_rules.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <espalier/schedules/rules/policy_option_list.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/number_text.h>

namespace espalier::schedules {
namespace {

bool needs_momentum(const UpdateRules& rules) {
  return rules.drop.criterion.needs.momentum || rules.growth.needs_momentum();
}

/// Steps after which the patterns stay as they are.
Index last_step(const PolicyOptions& options) {
  return std::max<Index>(
      1, static_cast<Index>(std::llround(options.end * static_cast<double>(options.steps))));
}

/// Throws ConfigError, saying `found` and `expected`, if an option contradicts another.
void require(bool holds, const std::string& found, const std::string& expected) {
  if (!holds) throw ConfigError(found + "; expected " + expected);
}

/// Throws ConfigError unless the run has a length, over which schedules and updates are laid.
void require_steps(const PolicyOptions& options) {
  require(options.steps >= 1 && options.steps <= Cadence::kMaxSteps,
          "steps is " + std::to_string(options.steps),
          "the length of the run, from 1 to " + std::to_string(Cadence::kMaxSteps));
}

void check_structure(const UpdateRules& rules) {
  const std::string structure =
      "structure '" + std::string(choice_name(rules.structure.kind)) + "' with ";
  require(!rules.growth.redistribute && !rules.growth.first && !rules.density.falls(),
          structure + "redistribute, grow_first or density_start", "a constant number of blocks");
  require(rules.growth.grows(), structure + "grow criterion 'none'", "one that grows");
  require(rules.structure.group >= 1, "group is " + std::to_string(rules.structure.group),
          "at least 1");
  require(rules.structure.ablation >= 0 && rules.structure.ablation <= 1,
          "ablation is " + number_text(rules.structure.ablation), "a share in [0, 1]");
  require(!rules.drop.criterion.by_sign,
          structure + "drop criterion '" + rules.drop.criterion.name + "'",
          "one that ranks all blocks of a weight");
}

}  // namespace

PolicyNeeds UpdateRules::needs() const {
  const CriterionNeeds& dropping = drop.criterion.needs;
  const CriterionNeeds& growing = growth.criterion.needs;
  // A constant fan-in takes the best of the weight first, and then of each row.
  const Index times_grown = structure.kind == Structure::kConstantFanIn ? 2 : 1;
  const Index dense_gradients =
      (dropping.growth_gradients ? 1 : 0) + (growing.growth_gradients ? times_grown : 0);
  return {.stored_gradients = dropping.stored_gradients || growing.stored_gradients,
          .growth_gradients = dropping.growth_gradients || growing.growth_gradients,
          .dense_gradients = std::max<Index>(1, dense_gradients),
          .momentum = needs_momentum(*this) ? growth.momentum_decay : 0,
          .movement = dropping.movement || growing.movement,
          .skips_optimizer = skip_optimizer,
          .by_weight = density.scope == DensityScope::kLayer && !growth.redistribute};
}

PolicyCost UpdateRules::cost() const {
  if (density.start >= 1 || needs_momentum(*this)) return PolicyCost::kDenseState;
  return needs().growth_gradients ? PolicyCost::kDenseUpdates : PolicyCost::kAlwaysSparse;
}

UpdateRules rules_of(const PolicyOptions& options) {
  check_domains(options);
  require_steps(options);
  const auto last = static_cast<double>(last_step(options));
  const CriterionSettings settings = {.block_norm = options.block_norm,
                                      .gradient_weight = options.gradient_weight,
                                      .gradient_pool = options.gradient_pool};
  UpdateRules rules = {
      .density = {.start = options.density_start,
                  .excess = make_schedule(
                      options.density_schedule, 1, 0,
                      std::max(1.0, options.density_end * static_cast<double>(options.steps))),
                  .scope = options.density_scope},
      .drop = {.criterion = drop_criterion(options.drop),
               .settings = settings,
               .fraction = make_schedule(
                   options.drop_schedule, options.drop_fraction, options.drop_fraction_end, last,
                   {.phase = options.drop_phase * last, .power = options.drop_power}),
               .rounding = options.rounding},
      .growth = {.criterion = grow_criterion(options.grow),
                 .settings = settings,
                 .momentum_decay = options.momentum,
                 .regrow_dropped = options.regrow_dropped,
                 .keep_regrown = options.keep_regrown,
                 .redistribute = options.redistribute,
                 .first = options.grow_first,
                 .values = options.grown_values,
                 .deviation = options.grown_deviation,
                 .moments = options.grown_moments},
      .structure = {.kind = options.structure,
                    .group = options.group,
                    .ablation = options.ablation},
      .skip_optimizer = options.skip_optimizer,
      .pattern = options.pattern};
  const bool once = options.once_at >= 0;
  if (rules.density.falls() && !once && !rules.structure.constrains()) {
    require(options.density_schedule != ScheduleShape::kConstant,
            "density_start with density_schedule 'constant'", "a schedule that falls");
    require(options.density_end <= options.end,
            "density_end is " + number_text(options.density_end),
            "at most end, after which nothing is dropped");
  }
  return rules;
}

Cadence cadence_of(const PolicyOptions& options) {
  check_domains(options);
  require_steps(options);
  const Index last = last_step(options);
  if (options.once_at >= 0) {
    require(options.once_at <= options.end, "once_at is " + number_text(options.once_at),
            "at most end, " + number_text(options.end) + ", after which the patterns stay");
    const double step = std::round(options.once_at * static_cast<double>(options.steps));
    return Cadence::once(std::max<Index>(1, static_cast<Index>(step)));
  }
  if (options.every_seconds > 0) return Cadence::every_seconds(options.every_seconds, last);
  if (options.every_steps == 0) {
    require(options.updates <= last, "updates is " + std::to_string(options.updates),
            "at most the number of steps, " + std::to_string(last) +
                ", after which the patterns stay; the option updates (topology.updates) sets it");
    return Cadence::updates(options.updates, last);
  }
  return Cadence::every(options.every_steps, std::min(options.every_steps, last), last);
}

void check_combination(const UpdateRules& rules, const Cadence& cadence) {
  const bool grows = rules.growth.grows();
  require(static_cast<bool>(rules.drop.criterion.scores),
          "drop criterion '" + rules.drop.criterion.name + "' with nothing to score by",
          "a function that scores each block");
  if (rules.structure.constrains()) check_structure(rules);
  require(grows || rules.density.falls(), "grow criterion 'none' without density_start",
          "a density that falls, or a criterion that grows");
  if (rules.growth.redistribute) {
    require(grows && !rules.growth.first, "redistribute with grow criterion 'none' or grow_first",
            "blocks that grow where the momentum is large, to stay there");
    require(!rules.density.falls() || rules.density.scope == DensityScope::kGlobal,
            "redistribute with density_start in each layer", "density_scope 'global'");
  }
  if (rules.growth.first)
    require(grows && cadence.count() != 1 && !cadence.by_time(),
            "grow_first with grow criterion 'none', a single update or every_seconds",
            "updates of which it is known which is the last, that drops what grew");
  if (needs_momentum(rules))
    require(rules.growth.momentum_decay > 0 && rules.growth.momentum_decay < 1,
            "momentum is " + number_text(rules.growth.momentum_decay) +
                " where it chooses or shares out growth",
            "a decay above 0 and below 1");
  if (rules.density.falls())
    require(cadence.count() > 0, "density_start without an update", "at least one update");
}

}  // namespace espalier::schedules
