// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/schedules/rules/policy_options.h>
#include <espalier/sparse/core/setting.h>

namespace espalier::schedules {

/// What an option asks of another one: where it does not hold, the first has no effect.
struct OptionCondition {
  const char* option;  ///< name of the other one
  bool holds;
};

/// An option, and what must hold for it to have an effect.
struct PolicyOption : SettingOf<PolicyOptions> {
  /// The conditions under which `drop_and_grow` uses the option; empty: always.
  std::function<std::vector<OptionCondition>(const PolicyOptions&)> used_if;

  /// The name of the option that leaves this one without effect; nothing: it is used. Holds for
  /// policies that are `TopologyPolicy::made_of_options`.
  std::string overruled_by(const PolicyOptions& options) const;
};

/// All settings but `steps`, which is the length of the run. Their names are also their keys in
/// `[topology]` of a configuration. The list is made anew on each call, since other code may have
/// registered criteria meanwhile.
std::vector<PolicyOption> policy_option_list();

/// Prefix of the name of a pattern that is a file: "file:PATH".
inline constexpr std::string_view kPatternFilePrefix = "file:";
/// Throws ConfigError unless `pattern` is one of `sparse::pattern_names` or names a file.
void check_pattern_name(const std::string& pattern);

/// Throws ConfigError, naming the option, if a number is outside its domain or no pattern has the
/// given name.
void check_domains(const PolicyOptions& options);

/// If an option other than `updates` decides when updates happen: the setting that would leave it
/// to `updates`, such as "every_steps=0". Else nothing.
std::string instead_of_updates(const PolicyOptions& options);

/// Settings from text of the form key=value, over those in `start`:
///   policy_options_from({"drop_fraction=0.3", "grow=gradient"}, policy_preset("dynamic"))
/// `steps` is a key too. Throws ConfigError, naming key, value and what was expected, if there is
/// no such key, the value is outside its domain, or `updates` is given and would not count (see
/// `instead_of_updates`). What contradicts another setting is found by the policy.
PolicyOptions policy_options_from(std::span<const std::string> settings, PolicyOptions start = {});
PolicyOptions policy_options_from(std::initializer_list<std::string> settings,
                                  PolicyOptions start = {});

}  // namespace espalier::schedules
