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

template <typename Enum>
NamedField choice_field(Enum PolicyOptions::*field) {
  return {
      choice_names<Enum>,
      [field](const PolicyOptions& options) { return std::string(choice_name(options.*field)); },
      [field](PolicyOptions& options, const std::string& name) {
        options.*field = choice<Enum>(name);
      }};
}

/// A field that names a registered criterion.
template <typename Criterion>
NamedField criterion_field(std::string PolicyOptions::*field) {
  return {choice_names<Criterion>, [field](const PolicyOptions& options) { return options.*field; },
          [field](PolicyOptions& options, const std::string& name) { options.*field = name; }};
}

class OptionList {
 public:
  template <typename Field>
  void add(const char* name, Field PolicyOptions::*field, const Domain& domain, std::string meaning,
           bool of_updates = false) {
    options_.push_back({name, field, domain, std::move(meaning), of_updates});
  }
  void add(const char* name, NamedField field, const char* meaning, bool of_updates = false) {
    options_.push_back({name, std::move(field), {}, meaning, of_updates});
  }
  std::vector<PolicyOption> take() { return std::move(options_); }

 private:
  std::vector<PolicyOption> options_;
};

std::string known_patterns() {
  std::string known;
  for (const std::string_view name : sparse::pattern_names()) known += std::string(name) + ", ";
  return known + "or file:PATH (.mtx, .smtx; {weight} stands for the name)";
}

std::vector<PolicyOption> make_list() {
  using O = PolicyOptions;
  const Domain share = Domain::share("[0, 1]");
  const Domain part = Domain::share("(0, 1]");
  const Domain truth = Domain::truth();
  constexpr bool kOfUpdates = true;
  OptionList list;
  list.add("drop_fraction", &O::drop_fraction, share,
           "largest share of the stored blocks that an update drops", kOfUpdates);
  list.add("updates", &O::updates, Domain::count_from(1),
           "the run is divided into so many intervals, with an update between each two",
           kOfUpdates);
  list.add("drop_schedule", choice_field(&O::drop_schedule),
           "how the drop fraction falls over the run", kOfUpdates);
  list.add("block_norm", choice_field(&O::block_norm),
           "norm of a block; the blocks of smallest norm are dropped");
  list.add("regrow_dropped", &O::regrow_dropped, truth,
           "whether an update may regrow a block that it dropped");
  list.add("grown_values", choice_field(&O::grown_values), "values that grown blocks start from");
  list.add("every_steps", &O::every_steps, Domain::count_from(0),
           "update after every so many steps; 0: `updates` says when", kOfUpdates);
  list.add("every_seconds", &O::every_seconds, Domain::not_negative(),
           "update after every so many seconds, which no two runs do alike; 0: not by the clock",
           kOfUpdates);
  list.add("once_at", &O::once_at, once_share(),
           "make a single update, after this share of the run; -1: more than one", kOfUpdates);
  list.add("end", &O::end, part, "share of the run after which no update is made", kOfUpdates);
  list.add("drop_fraction_end", &O::drop_fraction_end, share, "drop fraction at topology.end",
           kOfUpdates);
  list.add("drop_phase", &O::drop_phase, share,
           "the cosine starts to fall after this share of its length");
  list.add("drop_power", &O::drop_power, Domain::positive(),
           "power of drop_schedule \"inverse_power\"");
  list.add("drop", criterion_field<DropCriterion>(&O::drop), "how the blocks to drop are chosen",
           kOfUpdates);
  list.add("gradient_weight", &O::gradient_weight, Domain::not_negative(),
           "weight of the gradient in drop \"magnitude_gradient\"");
  list.add("rounding", choice_field(&O::rounding),
           "how the number of blocks that an update drops is rounded");
  list.add("grow", criterion_field<GrowCriterion>(&O::grow),
           "how the positions to grow are chosen; gradients are of the whole batch", kOfUpdates);
  list.add("gradient_pool", choice_field(&O::gradient_pool),
           "how the gradients in a block become its score");
  list.add("momentum", &O::momentum, Domain::share("[0, 1)"),
           "decay of the running mean of the gradient in grow \"momentum\"");
  list.add("keep_regrown", &O::keep_regrown, truth,
           "whether a block that is dropped and regrown in one update keeps its values");
  list.add("redistribute", &O::redistribute, truth,
           "whether weights of larger momentum get more of the dropped blocks");
  list.add("grown_deviation", &O::grown_deviation, Domain::not_negative(),
           "standard deviation of grown_values \"normal\"");
  list.add("grown_moments", choice_field(&O::grown_moments),
           "optimizer moments that grown blocks start from");
  list.add("skip_optimizer", &O::skip_optimizer, truth,
           "whether the optimizer is skipped in a step that updates the topology");
  list.add("grow_first", &O::grow_first, truth,
           "grow at an update and drop at the next, and store more in between");
  list.add("density_start", &O::density_start, share,
           "density at the start, if larger than model.density; 0: model.density");
  list.add("density_schedule", choice_field(&O::density_schedule),
           "how the density falls from density_start");
  list.add("density_end", &O::density_end, part,
           "share of the run after which the density is model.density");
  list.add("density_scope", choice_field(&O::density_scope),
           "as the density falls, compare blocks within each layer or over all layers");
  list.add("structure", choice_field(&O::structure), "structure that all patterns keep");
  list.add("group", &O::group, Domain::count_from(1), "M of N:M structure, in blocks");
  list.add("ablation", &O::ablation, share,
           "constant_fan_in: a block row with a smaller share of salient blocks is removed");
  list.add("pattern", &O::pattern, Domain::any_text(),
           "patterns to start from: " + known_patterns());
  return list.take();
}

/// Throws ConfigError "policy option KEY=VALUE: expected ...".
[[noreturn]] void refuse(const std::string& setting, const std::string& expected) {
  throw ConfigError("policy option " + files::printable(setting) + ": expected " + expected);
}

void set_number(const PolicyOption& option, const std::string& setting, const std::string& text,
                auto& field) {
  using Number = std::remove_reference_t<decltype(field)>;
  std::optional<Number> number;
  if constexpr (std::is_integral_v<Number>)
    number = files::whole_in(text);
  else
    number = files::number_in<Number>(text);
  if (!number || !option.domain.has(*number)) refuse(setting, option.domain.expected);
  field = *number;
}

void set_option(const PolicyOption& option, const std::string& setting, const std::string& text,
                PolicyOptions& options) {
  const auto set = [&](const auto& field) {
    using Field = std::remove_cvref_t<decltype(field)>;
    if constexpr (std::is_same_v<Field, NamedField>) {
      const std::vector<std::string> names = field.names();
      if (std::find(names.begin(), names.end(), text) == names.end())
        refuse(setting, alternatives(names));
      field.write(options, text);
    } else if constexpr (std::is_same_v<Field, std::string PolicyOptions::*>) {
      options.*field = text;
    } else if constexpr (std::is_same_v<Field, bool PolicyOptions::*>) {
      if (text != "true" && text != "false") refuse(setting, option.domain.expected);
      options.*field = text == "true";
    } else {
      set_number(option, setting, text, options.*field);
    }
  };
  std::visit(set, option.field);
}

PolicyOption steps_option() {
  return {"steps", &PolicyOptions::steps, Domain::count_from(1), "length of the run"};
}

}  // namespace

const std::vector<PolicyOption>& policy_option_list() {
  static const std::vector<PolicyOption> list = make_list();
  return list;
}

void check_pattern_name(const std::string& pattern) {
  const std::vector<std::string_view> names = sparse::pattern_names();
  if (pattern.starts_with(kPatternFilePrefix) || std::ranges::find(names, pattern) != names.end())
    return;
  throw ConfigError("pattern is '" + files::printable(pattern) + "'; expected " + known_patterns());
}

void check_domains(const PolicyOptions& options) {
  check_pattern_name(options.pattern);
  for (const PolicyOption& option : policy_option_list()) {
    const auto check = [&](const auto& field) {
      using Field = std::remove_cvref_t<decltype(field)>;
      if constexpr (std::is_same_v<Field, double PolicyOptions::*> ||
                    std::is_same_v<Field, Index PolicyOptions::*>) {
        if (!option.domain.has(options.*field))
          throw ConfigError(option.name + " is " + std::to_string(options.*field) + "; expected " +
                            option.domain.expected);
      }
    };
    std::visit(check, option.field);
  }
}

std::string instead_of_updates(const PolicyOptions& options) {
  if (options.once_at >= 0) return "once_at=-1";
  if (options.every_seconds > 0) return "every_seconds=0";
  if (options.every_steps > 0) return "every_steps=0";
  return {};
}

PolicyOptions policy_options_from(std::span<const std::string> settings, PolicyOptions start) {
  const std::vector<PolicyOption>& list = policy_option_list();
  std::string updates;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) refuse("'" + setting + "'", "the form key=value");
    const std::string key = setting.substr(0, equals);
    const std::string text = setting.substr(equals + 1);
    if (key == "steps") {
      set_option(steps_option(), setting, text, start);
      continue;
    }
    const auto option = std::find_if(list.begin(), list.end(),
                                     [&](const PolicyOption& known) { return known.name == key; });
    if (option == list.end()) {
      std::string names = "a key of";
      for (const PolicyOption& known : list) names += " " + known.name + ",";
      refuse(setting, names + " steps");
    }
    set_option(*option, setting, text, start);
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
