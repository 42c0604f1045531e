// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/rules/policy_option_list.h>

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/schedules/rules/criterion.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/pattern_generators.h>

namespace espalier::schedules {
namespace {

Domain once_share() {
  return {"-1 or a number in [0, 1]",
          [](double value) { return value == -1 || (value >= 0 && value <= 1); }};
}

using Conditions = std::vector<OptionCondition>;
using UsedIf = std::function<Conditions(const PolicyOptions&)>;

class OptionList {
 public:
  template <typename Field>
  void add(const char* name, Field PolicyOptions::*field, const Domain& domain,
           const std::string& meaning, const UsedIf& used_if = {}, bool of_updates = true) {
    options_.push_back({{{name, domain, meaning, {.of_updates = of_updates}}, field}, used_if});
  }
  /// The value is the name of an enumerator.
  template <typename Enum>
  void add_choice(const char* name, Enum PolicyOptions::*field, const char* meaning,
                  const UsedIf& used_if = {}) {
    options_.push_back(
        {{{name, Domain::one_of(choice_names<Enum>()), meaning, {.of_updates = true}},
          [field](const PolicyOptions& options) {
            return std::string(choice_name(options.*field));
          },
          [field](PolicyOptions& options, const SettingValue& value) {
            options.*field = choice<Enum>(std::get<std::string>(value));
          }},
         used_if});
  }
  std::vector<PolicyOption> take() { return std::move(options_); }

 private:
  std::vector<PolicyOption> options_;
};

// Conditions of several options.

OptionCondition grows(const PolicyOptions& options) { return {"grow", options.grow != "none"}; }

OptionCondition falls(const PolicyOptions& options) {
  return {"density_start", options.density_start > 0};
}

/// The only update is the last one, at which the density has fallen all the way.
OptionCondition more_than_once(const PolicyOptions& options) {
  return {"once_at", options.once_at < 0};
}

/// From a full weight no pattern can be told.
OptionCondition starts_sparse(const PolicyOptions& options) {
  return {"density_start", options.density_start < 1};
}

/// Whether a criterion may read one of the settings that they share. Those for drops and those for
/// growth get all of them.
bool reads(const PolicyOptions& options, std::string_view setting) {
  const auto is_named = [&](const std::vector<std::string_view>& names) {
    return std::ranges::find(names, setting) != names.end();
  };
  return is_named(drop_criterion(options.drop).settings) ||
         is_named(grow_criterion(options.grow).settings);
}

bool reads_momentum(const PolicyOptions& options) {
  return drop_criterion(options.drop).needs.momentum ||
         grow_criterion(options.grow).needs.momentum || options.redistribute;
}

/// Whether an update may grow a block that it drops is up to the structure, if there is one.
Conditions regrows(const PolicyOptions& options) {
  if (options.structure == Structure::kConstantFanIn) return {};
  return {{"structure", options.structure == Structure::kNone},
          grows(options),
          {"regrow_dropped", options.regrow_dropped},
          // Then it drops what it sheds alone, and that starts anew.
          {"grow_first", !options.grow_first}};
}

std::string known_patterns() {
  std::string known;
  for (const std::string_view name : sparse::pattern_names()) known += std::string(name) + ", ";
  return known + "or file:PATH (.mtx, .smtx; {weight} stands for the name)";
}

/// Throws ConfigError "policy option KEY=VALUE: expected ...".
[[noreturn]] void refuse(const std::string& setting, const std::string& expected) {
  throw ConfigError("policy option " + files::printable(setting) + ": expected " + expected);
}

/// The value of the type of `like` that the text says, if it does.
std::optional<SettingValue> value_in(const std::string& text, const SettingValue& like) {
  return std::visit(
      [&](const auto& held) -> std::optional<SettingValue> {
        using Value = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Value, std::string>) return text;
        if constexpr (std::is_same_v<Value, bool>)
          if (text == "true" || text == "false") return text == "true";
        if constexpr (std::is_same_v<Value, Index>) return files::whole_in(text);
        if constexpr (std::is_same_v<Value, double>) return files::number_in<double>(text);
        return std::nullopt;
      },
      like);
}

}  // namespace

std::string PolicyOption::overruled_by(const PolicyOptions& options) const {
  if (!used_if) return {};
  for (const OptionCondition& condition : used_if(options))
    if (!condition.holds) return condition.option;
  return {};
}

std::vector<PolicyOption> policy_option_list() {
  using O = PolicyOptions;
  const Domain share = Domain::share("[0, 1]");
  const Domain part = Domain::share("(0, 1]");
  const Domain truth = Domain::truth();
  const UsedIf if_grows = [](const O& o) -> Conditions { return {grows(o)}; };
  // What patterns start from; all else says how updates go.
  constexpr bool kNotOfUpdates = false;
  // Whether `updates` counts is what `instead_of_updates` says.
  OptionList list;
  list.add("drop_fraction", &O::drop_fraction, share,
           "largest share of the stored blocks that an update drops", if_grows);
  list.add("updates", &O::updates, Domain::count_from(1),
           "the run until topology.end has so many intervals, with an update between each two");
  list.add_choice("drop_schedule", &O::drop_schedule, "how the drop fraction falls over the run",
                  if_grows);
  list.add_choice("block_norm", &O::block_norm,
                  "norm of a block; the blocks of smallest norm are dropped",
                  [](const O& o) -> Conditions {
                    return {{"drop", reads(o, "block_norm")}};
                  });
  list.add("regrow_dropped", &O::regrow_dropped, truth,
           "whether an update may regrow a block that it dropped", [](const O& o) -> Conditions {
             return {{"structure", o.structure == Structure::kNone}, grows(o)};
           });
  list.add_choice("grown_values", &O::grown_values, "values that grown blocks start from",
                  if_grows);
  list.add("every_steps", &O::every_steps, Domain::count_from(0),
           "update after every so many steps; 0: `updates` says when",
           [](const O& o) -> Conditions {
             return {more_than_once(o), {"every_seconds", o.every_seconds == 0}};
           });
  list.add("every_seconds", &O::every_seconds, Domain::not_negative(),
           "update after every so many seconds, which no two runs do alike; 0: not by the clock",
           [](const O& o) -> Conditions { return {more_than_once(o)}; });
  list.add("once_at", &O::once_at, once_share(),
           "make a single update, after this share of the run; -1: more than one");
  list.add("end", &O::end, part, "share of the run after which no update is made",
           [](const O& o) -> Conditions {
             return {{"once_at", o.once_at < 0 || grows(o).holds}};
           });
  list.add("drop_fraction_end", &O::drop_fraction_end, share, "drop fraction at topology.end",
           [](const O& o) -> Conditions {
             return {grows(o), {"drop_schedule", o.drop_schedule != ScheduleShape::kConstant}};
           });
  list.add("drop_phase", &O::drop_phase, share,
           "the cosine starts to fall after this share of its length",
           [](const O& o) -> Conditions {
             return {grows(o), {"drop_schedule", o.drop_schedule == ScheduleShape::kCosine}};
           });
  list.add("drop_power", &O::drop_power, Domain::positive(),
           "power of drop_schedule \"inverse_power\"", [](const O& o) -> Conditions {
             return {grows(o), {"drop_schedule", o.drop_schedule == ScheduleShape::kInversePower}};
           });
  list.add("drop", &O::drop, Domain::one_of(choice_names<DropCriterion>()),
           "how the blocks to drop are chosen");
  list.add("gradient_weight", &O::gradient_weight, Domain::not_negative(),
           "weight of the gradient in drop \"magnitude_gradient\"", [](const O& o) -> Conditions {
             return {{"drop", reads(o, "gradient_weight")}};
           });
  list.add_choice("rounding", &O::rounding,
                  "how the number of blocks that an update drops is rounded", if_grows);
  list.add("grow", &O::grow, Domain::one_of(choice_names<GrowCriterion>()),
           "how the positions to grow are chosen; gradients are of the whole batch");
  list.add_choice("gradient_pool", &O::gradient_pool,
                  "how the gradients in a block become its score", [](const O& o) -> Conditions {
                    return {{"grow", reads(o, "gradient_pool")}};
                  });
  list.add("momentum", &O::momentum, Domain::share("[0, 1)"),
           "decay of the running mean of the gradient in grow \"momentum\"",
           [](const O& o) -> Conditions {
             return {{"grow", reads_momentum(o)}};
           });
  list.add("keep_regrown", &O::keep_regrown, truth,
           "whether a block that is dropped and regrown in one update keeps its values", regrows);
  list.add("redistribute", &O::redistribute, truth,
           "whether weights of larger momentum get more of the dropped blocks");
  list.add("grown_deviation", &O::grown_deviation, Domain::not_negative(),
           "standard deviation of grown_values \"normal\"", [](const O& o) -> Conditions {
             return {grows(o), {"grown_values", o.grown_values == GrownValues::kNormal}};
           });
  list.add_choice("grown_moments", &O::grown_moments,
                  "optimizer moments that grown blocks start from", if_grows);
  list.add("skip_optimizer", &O::skip_optimizer, truth,
           "whether the optimizer is skipped in a step that updates the topology");
  list.add("grow_first", &O::grow_first, truth,
           "grow at an update and drop at the next, and store more in between");
  list.add("density_start", &O::density_start, share,
           "density at the start, if larger than model.density; 0: model.density");
  list.add_choice("density_schedule", &O::density_schedule,
                  "how the density falls from density_start; \"inverse_power\" is linear here",
                  [](const O& o) -> Conditions {
                    return {falls(o), more_than_once(o)};
                  });
  list.add("density_end", &O::density_end, part,
           "share of the run after which the density is model.density",
           [](const O& o) -> Conditions {
             return {falls(o), more_than_once(o)};
           });
  list.add_choice("density_scope", &O::density_scope,
                  "as the density falls, compare blocks within each layer or over all layers",
                  // What grew first is shed as what is too much is.
                  [](const O& o) -> Conditions {
                    return {{"density_start", falls(o).holds || o.grow_first}};
                  });
  list.add_choice("structure", &O::structure, "structure that all patterns keep");
  list.add(
      "group", &O::group, Domain::count_from(1), "M of N:M structure, in blocks",
      [](const O& o) -> Conditions {
        return {{"pattern", o.structure == Structure::kGroups || o.pattern == "n_of_m"},
                starts_sparse(o)};
      },
      kNotOfUpdates);
  list.add("ablation", &O::ablation, share,
           "constant_fan_in: a block row with a smaller share of salient blocks is removed",
           [](const O& o) -> Conditions {
             return {{"structure", o.structure == Structure::kConstantFanIn}};
           });
  list.add(
      "pattern", &O::pattern, Domain::any_text(), "patterns to start from: " + known_patterns(),
      [](const O& o) -> Conditions {
        if (o.pattern.starts_with(kPatternFilePrefix)) return {};
        return {starts_sparse(o)};
      },
      kNotOfUpdates);
  return list.take();
}

void check_pattern_name(const std::string& pattern) {
  const std::vector<std::string_view> names = sparse::pattern_names();
  if (pattern.starts_with(kPatternFilePrefix) || std::ranges::find(names, pattern) != names.end())
    return;
  throw ConfigError("pattern is '" + files::printable(pattern) + "'; expected " + known_patterns());
}

void check_domains(const PolicyOptions& options) {
  check_pattern_name(options.pattern);
  for (const PolicyOption& option : policy_option_list())
    if (const std::string fault = option.number_outside(option.read(options)); !fault.empty())
      throw ConfigError(fault + "; expected " + option.domain.expected);
}

std::string instead_of_updates(const PolicyOptions& options) {
  if (options.once_at >= 0) return "once_at=-1";
  if (options.every_seconds > 0) return "every_seconds=0";
  if (options.every_steps > 0) return "every_steps=0";
  return {};
}

PolicyOptions policy_options_from(std::span<const std::string> settings, PolicyOptions start) {
  std::vector<PolicyOption> list = policy_option_list();
  list.push_back(
      {{{"steps", Domain::count_from(1), "length of the run"}, &PolicyOptions::steps}, {}});
  std::string updates;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) refuse("'" + setting + "'", "the form key=value");
    const std::string key = setting.substr(0, equals);
    const auto option = std::ranges::find(list, key, &Setting::name);
    if (option == list.end()) {
      std::string names;
      for (const Setting& known : list) names += (names.empty() ? " " : ", ") + known.name;
      refuse(setting, "a key of" + names);
    }
    const auto value = value_in(setting.substr(equals + 1), option->default_value);
    const std::vector<std::string>& choices = option->domain.choices;
    if (!value || !option->allows(*value))
      refuse(setting, choices.empty() ? option->domain.expected : alternatives(choices));
    option->write(start, *value);
    if (key == "updates") updates = setting;
  }
  const std::string decides = instead_of_updates(start);
  if (!updates.empty() && !decides.empty())
    refuse(updates, decides + " beside it, else that option says when updates are");
  return start;
}

PolicyOptions policy_options_from(std::initializer_list<std::string> settings,
                                  PolicyOptions start) {
  return policy_options_from(std::span(settings.begin(), settings.size()), std::move(start));
}

}  // namespace espalier::schedules
