// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/settings.h>

#include <algorithm>
#include <compare>
#include <set>
#include <variant>

#include <espalier/files/number_text.h>
#include <espalier/training/config/key_list.h>
#include <espalier/training/config/task_declaration.h>

namespace espalier::training {
namespace {

std::string value_text(const SettingValue& value) {
  const auto* const text = std::get_if<std::string>(&value);
  return text != nullptr ? *text : toml_text(value);
}

bool decides_numbers(const Key& key) {
  return key.tags.decides != Decides::kOutput && key.path() != kSeedKey;
}

}  // namespace

Settings settings_of(const RunConfig& config) {
  Settings settings;
  for (const Key& key : keys())
    if (decides_numbers(key) && uses_key(config, key))
      settings[key.path()] = value_text(key.read(config));
  return settings;
}

const std::string& setting(const Settings& settings, const std::string& key) {
  static const std::string none = "-";
  const auto found = settings.find(key);
  return found == settings.end() ? none : found->second;
}

std::vector<DifferingValue> differing(const Settings& a, const Settings& b) {
  std::set<std::string> keys;
  for (const Settings& settings : {a, b})
    for (const auto& [key, value] : settings) keys.insert(key);
  std::vector<DifferingValue> found;
  for (const std::string& key : keys)
    if (setting(a, key) != setting(b, key))
      found.push_back({key, setting(a, key), setting(b, key)});
  return found;
}

std::optional<DifferingValue> differing_windows(const Settings& a, const Settings& b) {
  for (const Key& key : keys()) {
    if (!key.tags.of_windows) continue;
    const auto first = a.find(key.path()), second = b.find(key.path());
    if (first == a.end() || second == b.end()) continue;
    // A file of summaries has empty cells for runs that have no such key.
    if (first->second.empty() || second->second.empty()) continue;
    if (first->second != second->second)
      return DifferingValue{key.path(), first->second, second->second};
  }
  return std::nullopt;
}

bool is_setting(const std::string& key) {
  return std::ranges::any_of(
      keys(), [&](const Key& known) { return known.path() == key && decides_numbers(known); });
}

bool value_before(const std::string& a, const std::string& b) {
  const std::partial_ordering order = files::compare_numbers(a, b);
  if (order != std::partial_ordering::unordered) return order < 0;
  const auto x = files::number_in<double>(a), y = files::number_in<double>(b);
  if (x.has_value() != y.has_value()) return x.has_value();
  return a < b;
}

}  // namespace espalier::training
