// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/sparse/core/error.h>

namespace espalier::schedules {

/// The names that a configuration has for the enumerators of `Enum`. A specialisation has `kWhat`,
/// the noun for messages, and `kNames`, an array in the order of the enumerators.
template <typename Enum>
struct Choices;

template <typename Enum>
std::vector<std::string> choice_names() {
  return {Choices<Enum>::kNames.begin(), Choices<Enum>::kNames.end()};
}

template <typename Enum>
std::string_view choice_name(Enum value) {
  return Choices<Enum>::kNames[static_cast<std::size_t>(value)];
}

/// The names as a list in words: "a, b or c".
template <typename Names>
std::string alternatives(const Names& names) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i)
    list += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + std::string(names[i]);
  return list;
}

/// The enumerator with this name. Throws ConfigError, which lists the names, if there is none.
template <typename Enum>
Enum choice(std::string_view name) {
  const auto& names = Choices<Enum>::kNames;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<Enum>(found - names.begin());
  throw ConfigError(std::string(Choices<Enum>::kWhat) + " '" + std::string(name) + "': expected " +
                    alternatives(names));
}

}  // namespace espalier::schedules
// Tested by tests/schedules/rules/policy_option_list_test.cpp
