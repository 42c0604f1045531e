// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/setting.h>

namespace espalier::models {

// An optimizer declares its settings once: its constructor checks its options by them, and the
// registry fills these.

/// Domain of the decay of a mean: below one.
inline Domain decay_factor() { return Domain::share("[0, 1)"); }

// By a factor that is infinite as a float, values would become no numbers.

/// A number that stays positive and finite as a float, also where subnormal ones are taken for
/// zero.
inline Domain positive_number() {
  return {"a number from 1.18e-38 to 3.4e38", [](double value) {
            using Float = std::numeric_limits<float>;
            return value >= double{Float::min()} && value <= double{Float::max()};
          }};
}

/// 0, or a number that is finite as a float.
inline Domain not_negative_number() {
  return {"a number from 0 to 3.4e38", [](double value) {
            return value >= 0 && value <= double{std::numeric_limits<float>::max()};
          }};
}

// Settings of every optimizer.
template <typename Options>
SettingOf<Options> weight_decay_setting() {
  return {{"weight_decay", not_negative_number(), "weight decay; none on biases and norms"},
          &Options::weight_decay};
}
template <typename Options>
SettingOf<Options> group_lasso_setting() {
  return {{"group_lasso", Domain::not_negative(),
           "group lasso: decay of sparse weights by block, towards whole blocks of zeros"},
          &Options::group_lasso};
}
template <typename Options>
SettingOf<Options> gradient_clip_setting() {
  // The smallest normal float times the largest norm whose square is a float: what scales such a
  // gradient down to a smaller norm is no normal float, and its step would be left out.
  const Domain norm = {"0, or a number from 2.2e-19 on",
                       [](double value) { return value == 0 || value >= 2.2e-19; }};
  return {{"gradient_clip", norm, "largest global norm of the gradient; 0: no clipping"},
          &Options::gradient_clip};
}

// Settings of Adam and of what follows from it.
template <typename Options>
SettingOf<Options> beta1_setting() {
  return {{"beta1", decay_factor(), "decay of the first moment"}, &Options::beta1};
}
template <typename Options>
SettingOf<Options> beta2_setting() {
  return {{"beta2", decay_factor(), "decay of the second moment"}, &Options::beta2};
}
template <typename Options>
SettingOf<Options> epsilon_setting() {
  return {{"epsilon", positive_number(), "added to the root of the second moment"},
          &Options::epsilon};
}

/// Throws ConfigError naming the first setting outside its domain.
template <typename Options>
void check_settings(const std::string& optimizer, const std::vector<SettingOf<Options>>& settings,
                    const Options& options) {
  const auto check = [&](const SettingOf<Options>& setting) {
    const std::string fault = setting.number_outside(setting.read(options));
    if (!fault.empty())
      throw ConfigError(optimizer + ": " + fault + ", expected " + setting.domain.expected);
  };
  check({{"learning_rate", not_negative_number(), "learning rate"}, &Options::learning_rate});
  for (const SettingOf<Options>& setting : settings) check(setting);
}

/// `preset` with the values that are given. Throws ConfigError naming a value that no setting
/// takes.
template <typename Options>
Options with_settings(const std::string& optimizer, const std::vector<SettingOf<Options>>& settings,
                      Options preset, const SettingValues& values) {
  const auto refuse = [&](const std::string& fault) {
    throw ConfigError(optimizer + ": " + fault);
  };
  for (const auto& [name, value] : values) {
    const auto setting = std::ranges::find(settings, name, &Setting::name);
    if (setting == settings.end()) refuse("has no setting " + name);
    if (value.index() != setting->default_value.index())
      refuse(name + " is of another type, expected " + setting->domain.expected);
    setting->write(preset, value);
  }
  return preset;
}

}  // namespace espalier::models
// Tested by tests/models/optimizers/optimizer_registry_test.cpp
