// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <espalier/sparse/core/domain.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {

using SettingValue = std::variant<bool, double>;
/// Settings by name. Those that are missing have the value of the optimizer's source.
using SettingValues = std::map<std::string, SettingValue>;

/// A setting of an optimizer as a configuration offers it.
struct OptimizerSetting {
  std::string name;
  SettingValue default_value;  ///< that of the optimizer's source
  std::string meaning;
  Domain domain = Domain::truth();  ///< a number needs another
};

/// The same as a field of the optimizer's options. The optimizer declares it once; its constructor
/// checks the field by it, and the registry fills it.
template <typename Options>
struct SettingField {
  std::string name;
  std::variant<bool Options::*, double Options::*> member;
  std::string meaning;
  Domain domain = Domain::truth();
};

template <typename Options>
using SettingFields = std::vector<SettingField<Options>>;

/// Domain of the decay of a mean: below one.
inline Domain decay_factor() { return Domain::share("[0, 1)"); }

/// A number that stays positive as a float.
inline Domain positive_number() {
  return {"a number above 0", [](double value) { return static_cast<float>(value) > 0; }};
}

// Settings of every optimizer.
template <typename Options>
SettingField<Options> weight_decay_field() {
  return {"weight_decay", &Options::weight_decay, "weight decay; none on biases and norms",
          Domain::not_negative()};
}
template <typename Options>
SettingField<Options> group_lasso_field() {
  return {"group_lasso", &Options::group_lasso,
          "group lasso: decay of sparse weights by block, towards whole blocks of zeros",
          Domain::not_negative()};
}
template <typename Options>
SettingField<Options> gradient_clip_field() {
  return {"gradient_clip", &Options::gradient_clip,
          "largest global norm of the gradient; 0: no clipping", Domain::not_negative()};
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
  const auto require = [&](const std::string& name, double value, const Domain& domain) {
    if (!domain.has(value))
      throw ConfigError(optimizer + ": " + name + " is " + std::to_string(value) + ", expected " +
                        domain.expected);
  };
  require("learning_rate", options.learning_rate, Domain::not_negative());
  for (const SettingField<Options>& field : fields)
    if (const auto* number = std::get_if<double Options::*>(&field.member))
      require(field.name, options.*(*number), field.domain);
}

/// The fields as settings with the defaults of `preset`.
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
