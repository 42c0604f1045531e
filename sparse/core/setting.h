// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include <espalier/sparse/core/domain.h>
#include <espalier/sparse/core/types.h>

namespace espalier {

/// A value of a setting: text, truth, whole number or number.
using SettingValue = std::variant<std::string, bool, Index, double>;
/// Values of settings by name. Those that are missing have their defaults.
using SettingValues = std::map<std::string, SettingValue>;

/// What the value of a setting can change.
enum class Decides {
  kResult,  ///< the numbers
  kData,    ///< the numbers too, by naming data: not one of a run's settings
  kOutput,  ///< only where the numbers go, and how often
};

/// What a run wants to know of a setting.
struct SettingTags {
  Decides decides = Decides::kResult;
  bool every_task = true;          ///< false: only tasks that name it use it
  bool absent_at_default = false;  ///< from hashes, so that those of older runs hold: every new one
  bool of_optimizer = false;       ///< only optimizers that have it use it
  bool of_windows = false;         ///< decides what validations and tests are made of
  bool of_updates = false;  ///< says when the patterns are updated, or how that chooses blocks
  bool of_spread = false;   ///< spreads the stored blocks over the weights, under any policy
  bool free_at_evaluation = false;  ///< may differ when a checkpoint is evaluated
};

/// One setting of a policy, an optimizer or a run, as text names it.
struct Setting {
  std::string name;
  Domain domain;
  std::string meaning;  ///< one line
  SettingTags tags = {};
  SettingValue default_value = {};

  /// Is the value in the domain? True and false always are.
  bool allows(const SettingValue& value) const;
  /// "NAME is VALUE" for a number outside the domain, else nothing.
  std::string number_outside(const SettingValue& value) const;
};

/// A setting, and where `Options` hold its value. The default is that of `Options`.
template <typename Options>
struct SettingOf : Setting {
  std::function<SettingValue(const Options&)> read;
  std::function<void(Options&, const SettingValue&)> write;  ///< of the type that `read` returns

  SettingOf(Setting setting, std::function<SettingValue(const Options&)> reader,
            std::function<void(Options&, const SettingValue&)> writer)
      : Setting(std::move(setting)), read(std::move(reader)), write(std::move(writer)) {
    default_value = read(Options());
  }

  /// `field` is a pointer to the member, or a function that returns a reference to it.
  template <typename Field>
  SettingOf(Setting setting, Field field)
      : SettingOf(
            std::move(setting),
            [field](const Options& options) -> SettingValue { return std::invoke(field, options); },
            [field](Options& options, const SettingValue& value) {
              auto& place = std::invoke(field, options);
              place = std::get<std::remove_reference_t<decltype(place)>>(value);
            }) {}
};

}  // namespace espalier
