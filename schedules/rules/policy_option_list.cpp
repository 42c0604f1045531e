// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/rules/policy_option_list.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>
#include <utility>

#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/pattern_generators.h>

namespace espalier::schedules {
namespace {

constexpr double kLargestCount = 2147483647.0;

/// A domain: words, and for numbers whether it has one.
struct Domain {
  std::string expected;
  std::function<bool(double)> admits = [](double) { return true; };
};

Domain share_with(const char* interval, bool zero, bool one) {
  return {std::string("a number in ") + interval, [=](double value) {
            return (zero ? value >= 0 : value > 0) && (one ? value <= 1 : value < 1);
          }};
}
Domain count_from(Index low) {
  return {"an integer from " + std::to_string(low) + " to 2147483647", [low](double value) {
            return value >= static_cast<double>(low) && value <= kLargestCount;
          }};
}
Domain positive() {
  return {"a number above 0", [](double value) { return value > 0; }};
}
Domain not_negative() {
  return {"a number of at least 0", [](double value) { return value >= 0; }};
}
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
  void add(const char* name, Field PolicyOptions::*field, const Domain& domain,
           std::string meaning) {
    options_.push_back({name, field, domain.expected, domain.admits, std::move(meaning)});
  }
  void add(const char* name, NamedField field, const char* meaning) {
    options_.push_back({name, std::move(field), "", [](double) { return true; }, meaning});
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
  const Domain share = share_with("[0, 1]", true, true);
  const Domain part = share_with("(0, 1]", false, true);
  const Domain truth = {"true or false"};
  OptionList list;
  list.add("drop_fraction", &O::drop_fraction, share,
           "share of the stored blocks that an update drops, at its largest");
  list.add("updates", &O::updates, count_from(1), "intervals per run, so one update fewer");
  list.add("drop_schedule", choice_field(&O::drop_schedule),
           "course of the drop fraction over the run");
  list.add("block_norm", choice_field(&O::block_norm), "norm whose smallest blocks are dropped");
  list.add("regrow_dropped", &O::regrow_dropped, truth,
           "may an update regrow the blocks that it dropped");
  list.add("grown_values", choice_field(&O::grown_values), "values of grown blocks");
  list.add("every_steps", &O::every_steps, count_from(0),
           "update after every so many steps instead of `updates` times; 0: not");
  list.add("every_seconds", &O::every_seconds, not_negative(),
           "update after every so many seconds instead: not repeatable; 0: not");
  list.add("once_at", &O::once_at, once_share(),
           "one update only, after this share of the run; -1: more");
  list.add("end", &O::end, part, "share of the run after which the patterns stay");
  list.add("drop_fraction_end", &O::drop_fraction_end, share, "drop fraction at `end`");
  list.add("drop_phase", &O::drop_phase, share,
           "share of its length that a cosine waits before it falls, and that `end` then cuts off");
  list.add("drop_power", &O::drop_power, positive(), "of drop_schedule inverse_power");
  list.add("drop", criterion_field<DropCriterion>(&O::drop),
           "by what blocks are chosen to be dropped");
  list.add("gradient_weight", &O::gradient_weight, not_negative(),
           "lambda of drop \"magnitude_gradient\"");
  list.add("rounding", choice_field(&O::rounding), "of the number of blocks that an update drops");
  list.add("grow", criterion_field<GrowCriterion>(&O::grow),
           "by what positions are chosen to grow; gradients are those of the whole batch");
  list.add("gradient_pool", choice_field(&O::gradient_pool),
           "how the gradients of a block become its score");
  list.add("momentum", &O::momentum, share_with("[0, 1)", true, false),
           "decay of the mean gradient of grow \"momentum\"");
  list.add("keep_regrown", &O::keep_regrown, truth,
           "does a block that is dropped and regrown at once keep its values");
  list.add("redistribute", &O::redistribute, truth,
           "do weights of large momentum get more of the dropped blocks");
  list.add("grown_deviation", &O::grown_deviation, not_negative(), "of grown_values \"normal\"");
  list.add("grown_moments", choice_field(&O::grown_moments), "moments of grown blocks");
  list.add("skip_optimizer", &O::skip_optimizer, truth,
           "do steps with an update leave the optimizer out");
  list.add("grow_first", &O::grow_first, truth,
           "grow at once and drop at the next update, storing more in between");
  list.add("density_start", &O::density_start, share,
           "density to start from if it is larger than model.density; 0: model.density");
  list.add("density_schedule", choice_field(&O::density_schedule),
           "course of the density from density_start");
  list.add("density_end", &O::density_end, part,
           "share of the run at which model.density is reached");
  list.add("density_scope", choice_field(&O::density_scope),
           "compare blocks within a layer or over all layers when the density falls");
  list.add("structure", choice_field(&O::structure), "what all patterns have in common");
  list.add("group", &O::group, count_from(1), "M of N:M, in blocks");
  list.add("ablation", &O::ablation, share,
           "least share of salient blocks of a block row with constant_fan_in");
  list.add("pattern", &O::pattern, {"a string"}, "patterns to start from: " + known_patterns());
  return list.take();
}

/// Throws ConfigError "policy option KEY=VALUE: expected ...".
[[noreturn]] void refuse(const std::string& setting, const std::string& expected) {
  throw ConfigError("policy option " + files::printable(setting) + ": expected " + expected);
}

bool has_in_domain(const PolicyOption& option, auto number) {
  const auto value = static_cast<double>(number);
  return std::isfinite(value) && option.admits(value);
}

void set_number(const PolicyOption& option, const std::string& setting, const std::string& text,
                auto& field) {
  using Number = std::remove_reference_t<decltype(field)>;
  std::optional<Number> number;
  if constexpr (std::is_integral_v<Number>)
    number = files::whole_in(text);
  else
    number = files::number_in<Number>(text);
  if (!number || !has_in_domain(option, *number)) refuse(setting, option.expected);
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
      if (text != "true" && text != "false") refuse(setting, option.expected);
      options.*field = text == "true";
    } else {
      set_number(option, setting, text, options.*field);
    }
  };
  std::visit(set, option.field);
}

PolicyOption steps_option() {
  const Domain domain = count_from(1);
  return {"steps", &PolicyOptions::steps, domain.expected, domain.admits, "length of the run"};
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
        if (!has_in_domain(option, options.*field))
          throw ConfigError(option.name + " is " + std::to_string(options.*field) + "; expected " +
                            option.expected);
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
