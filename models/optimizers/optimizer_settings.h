// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <espalier/sparse/core/error.h>

namespace espalier::models {

/// What a number may be, with the words that say so.
struct NumberDomain {
  std::string expected;
  std::function<bool(double)> contains;
};

using SettingValue = std::variant<bool, double>;
/// Settings by name. What is not given is as the optimizer's source has it.
using SettingValues = std::map<std::string, SettingValue>;

/// A setting of an optimizer as a configuration offers it.
struct OptimizerSetting {
  std::string name;
  SettingValue default_value;  ///< what the source has
  std::string meaning;
  NumberDomain domain;  ///< of a number
};

/// The same as a field of the optimizer's options: declared once, by the optimizer, and read by
/// its constructor, which checks it, and by the registry, which fills it.
template <typename Options>
struct SettingField {
  std::string name;
  std::variant<bool Options::*, double Options::*> member;
  std::string meaning;
  NumberDomain domain = {};
};

template <typename Options>
using SettingFields = std::vector<SettingField<Options>>;

inline NumberDomain not_negative_number() {
  return {"a finite number, at least 0",
          [](double value) { return value >= 0 && std::isfinite(value); }};
}

/// What decays a mean: below one.
inline NumberDomain decay_factor() {
  return {"a number in [0, 1)", [](double value) { return value >= 0 && value < 1; }};
}

/// A number that stays positive as a float.
inline NumberDomain positive_number() {
  return {"a positive finite number",
          [](double value) { return static_cast<float>(value) > 0 && std::isfinite(value); }};
}

// Settings that every optimizer has.
template <typename Options>
SettingField<Options> weight_decay_field() {
  return {"weight_decay", &Options::weight_decay,
          "pull of values towards zero; none on biases and norms", not_negative_number()};
}
template <typename Options>
SettingField<Options> group_lasso_field() {
  return {"group_lasso", &Options::group_lasso, "pull on the blocks of sparse weights as a whole",
          not_negative_number()};
}
template <typename Options>
SettingField<Options> gradient_clip_field() {
  return {"gradient_clip", &Options::gradient_clip, "largest global gradient norm; 0: not clipped",
          not_negative_number()};
}

// Settings of Adam and of what follows from it.
template <typename Options>
SettingField<Options> beta1_field() {
  return {"beta1", &Options::beta1, "decay of the first moment", decay_factor()};
}
template <typename Options>
SettingField<Options> beta2_field() {
  return {"beta2", &Options::beta2, "decay of the second moment", decay_factor()};
}
template <typename Options>
SettingField<Options> epsilon_field() {
  return {"epsilon", &Options::epsilon, "added to the root of the second moment",
          positive_number()};
}

/// Throws ConfigError naming the first setting outside its domain.
template <typename Options>
void check_settings(const std::string& optimizer, const SettingFields<Options>& fields,
                    const Options& options) {
  const auto require = [&](const std::string& name, double value, const NumberDomain& domain) {
    if (!domain.contains(value))
      throw ConfigError(optimizer + ": " + name + " is " + std::to_string(value) + ", expected " +
                        domain.expected);
  };
  require("learning_rate", options.learning_rate, not_negative_number());
  for (const SettingField<Options>& field : fields)
    if (const auto* number = std::get_if<double Options::*>(&field.member))
      require(field.name, options.*(*number), field.domain);
}

/// The fields as settings whose defaults are those of `preset`.
template <typename Options>
std::vector<OptimizerSetting> settings_of(const SettingFields<Options>& fields,
                                          const Options& preset) {
  std::vector<OptimizerSetting> settings;
  for (const SettingField<Options>& field : fields)
    settings.push_back(
        {field.name,
         std::visit([&](auto member) -> SettingValue { return preset.*member; }, field.member),
         field.meaning, field.domain});
  return settings;
}

[[noreturn]] inline void refuse_setting(const std::string& optimizer, const std::string& problem) {
  throw ConfigError(optimizer + ": " + problem);
}

/// `preset` with the values that are given. Throws ConfigError naming a value that no field takes.
template <typename Options>
Options with_settings(const std::string& optimizer, const SettingFields<Options>& fields,
                      Options preset, const SettingValues& values) {
  for (const auto& setting : values) {
    // Not a structured binding: lambdas may not refer to one in clang 14.
    const std::string& name = setting.first;
    const SettingValue& value = setting.second;
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [&](const auto& other) { return other.name == name; });
    if (field == fields.end()) refuse_setting(optimizer, "has no setting " + name);
    std::visit(
        [&]<typename Value>(Value Options::*member) {
          const Value* const given = std::get_if<Value>(&value);
          if (given == nullptr)
            refuse_setting(optimizer, name + " is of another type, expected " +
                                          (std::is_same_v<Value, bool> ? "true or false"
                                                                       : field->domain.expected));
          preset.*member = *given;
        },
        field->member);
  }
  return preset;
}

}  // namespace espalier::models
// Tested by tests/models/optimizers/optimizer_registry_test.cpp
