// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/setting.h>

#include <espalier/sparse/core/number_text.h>

namespace espalier {

bool Setting::allows(const SettingValue& value) const {
  return std::visit(
      [&](const auto& held) {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, bool>)
          return true;
        else
          return domain.has(held);
      },
      value);
}

std::string Setting::number_outside(const SettingValue& value) const {
  if (allows(value)) return {};
  if (const auto* const number = std::get_if<double>(&value))
    return name + " is " + number_text(*number);
  if (const auto* const count = std::get_if<Index>(&value))
    return name + " is " + std::to_string(*count);
  return {};
}

}  // namespace espalier
