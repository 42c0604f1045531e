// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/rules/policy_option_list.h>

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/pattern_generators.h>

namespace espalier::schedules {
namespace {

Domain once_share() {
  return {"-1 or a number in [0, 1]",
          [](double value) { return value == -1 || (value >= 0 && value <= 1); }};
}

class OptionList {
 public:
  template <typename Field>
  void add(const char* name, Field PolicyOptions::*field, const Domain& domain,
           const std::string& meaning, bool of_updates = true) {
    options_.push_back({{name, domain, meaning, {.of_updates = of_updates}}, field});
  }
  /// The value is the name of an enumerator.
  template <typename Enum>
  void add_choice(const char* name, Enum PolicyOptions::*field, const char* meaning,
                  bool of_updates = true) {
    options_.push_back(
        {{name, Domain::one_of(choice_names<Enum>()), meaning, {.of_updates = of_updates}},
         [field](const PolicyOptions& options) { return std::string(choice_name(options.*field)); },
         [field](PolicyOptions& options, const SettingValue& value) {
           options.*field = choice<Enum>(std::get<std::string>(value));
         }});
  }
  std::vector<SettingOf<PolicyOptions>> take() { return std::move(options_); }

 private:
  std::vector<SettingOf<PolicyOptions>> options_;
};

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

std::vector<SettingOf<PolicyOptions>> policy_option_list() {
  using O = PolicyOptions;
  const Domain share = Domain::share("[0, 1]");
  const Domain part = Domain::share("(0, 1]");
  const Domain truth = Domain::truth();
  // What patterns start from; all else says how updates go.
  constexpr bool kNotOfUpdates = false;
  OptionList list;
  list.add("drop_fraction", &O::drop_fraction, share,
           "largest share of the stored blocks that an update drops");
  list.add("updates", &O::updates, Domain::count_from(1),
           "the run is divided into so many intervals, with an update between each two");
  list.add_choice("drop_schedule", &O::drop_schedule, "how the drop fraction falls over the run");
  list.add_choice("block_norm", &O::block_norm,
                  "norm of a block; the blocks of smallest norm are dropped");
  list.add("regrow_dropped", &O::regrow_dropped, truth,
           "whether an update may regrow a block that it dropped");
  list.add_choice("grown_values", &O::grown_values, "values that grown blocks start from");
  list.add("every_steps", &O::every_steps, Domain::count_from(0),
           "update after every so many steps; 0: `updates` says when");
  list.add("every_seconds", &O::every_seconds, Domain::not_negative(),
           "update after every so many seconds, which no two runs do alike; 0: not by the clock");
  list.add("once_at", &O::once_at, once_share(),
           "make a single update, after this share of the run; -1: more than one");
  list.add("end", &O::end, part, "share of the run after which no update is made");
  list.add("drop_fraction_end", &O::drop_fraction_end, share, "drop fraction at topology.end");
  list.add("drop_phase", &O::drop_phase, share,
           "the cosine starts to fall after this share of its length");
  list.add("drop_power", &O::drop_power, Domain::positive(),
           "power of drop_schedule \"inverse_power\"");
  list.add("drop", &O::drop, Domain::one_of(choice_names<DropCriterion>()),
           "how the blocks to drop are chosen");
  list.add("gradient_weight", &O::gradient_weight, Domain::not_negative(),
           "weight of the gradient in drop \"magnitude_gradient\"");
  list.add_choice("rounding", &O::rounding,
                  "how the number of blocks that an update drops is rounded");
  list.add("grow", &O::grow, Domain::one_of(choice_names<GrowCriterion>()),
           "how the positions to grow are chosen; gradients are of the whole batch");
  list.add_choice("gradient_pool", &O::gradient_pool,
                  "how the gradients in a block become its score");
  list.add("momentum", &O::momentum, Domain::share("[0, 1)"),
           "decay of the running mean of the gradient in grow \"momentum\"");
  list.add("keep_regrown", &O::keep_regrown, truth,
           "whether a block that is dropped and regrown in one update keeps its values");
  list.add("redistribute", &O::redistribute, truth,
           "whether weights of larger momentum get more of the dropped blocks");
  list.add("grown_deviation", &O::grown_deviation, Domain::not_negative(),
           "standard deviation of grown_values \"normal\"");
  list.add_choice("grown_moments", &O::grown_moments,
                  "optimizer moments that grown blocks start from");
  list.add("skip_optimizer", &O::skip_optimizer, truth,
           "whether the optimizer is skipped in a step that updates the topology");
  list.add("grow_first", &O::grow_first, truth,
           "grow at an update and drop at the next, and store more in between");
  list.add("density_start", &O::density_start, share,
           "density at the start, if larger than model.density; 0: model.density");
  list.add_choice("density_schedule", &O::density_schedule,
                  "how the density falls from density_start");
  list.add("density_end", &O::density_end, part,
           "share of the run after which the density is model.density");
  list.add_choice("density_scope", &O::density_scope,
                  "as the density falls, compare blocks within each layer or over all layers");
  list.add_choice("structure", &O::structure, "structure that all patterns keep");
  list.add("group", &O::group, Domain::count_from(1), "M of N:M structure, in blocks",
           kNotOfUpdates);
  list.add("ablation", &O::ablation, share,
           "constant_fan_in: a block row with a smaller share of salient blocks is removed");
  list.add("pattern", &O::pattern, Domain::any_text(),
           "patterns to start from: " + known_patterns(), kNotOfUpdates);
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
  for (const SettingOf<PolicyOptions>& option : policy_option_list())
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
  std::vector<SettingOf<PolicyOptions>> list = policy_option_list();
  list.push_back({{"steps", Domain::count_from(1), "length of the run"}, &PolicyOptions::steps});
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
