// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <variant>

#include <espalier/sparse/core/setting.h>
#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// One key of a configuration: a setting of a run, and the table that has it. `key_list` has all
/// keys.
struct Key : SettingOf<RunConfig> {
  std::string table;

  std::string path() const { return table + '.' + name; }
  /// The value of the key in TOML, and the value that it has where a configuration does not give
  /// it.
  std::string text(const RunConfig& config) const;
  std::string default_text() const;
  bool is_default(const RunConfig& config) const { return text(config) == default_text(); }
};

/// A key whose value is stored in RunConfig::own, at first the default of the setting.
Key own_key(const std::string& table, const Setting& setting);

/// Such a key, declared where it is used. `Value` is std::string, bool, Index or double.
template <typename Value>
class OwnKey {
 public:
  OwnKey(const std::string& table, const std::string& name, Value default_value,
         const Domain& domain, const std::string& meaning, const SettingTags& tags = {})
      : key_(own_key(table, {name, domain, meaning, tags, std::move(default_value)})) {}

  /// For TaskInfo::own_keys.
  const Key& key() const { return key_; }
  /// The value in a configuration, or the default.
  Value of(const RunConfig& config) const { return std::get<Value>(key_.read(config)); }

 private:
  Key key_;
};

/// A key of the table [training] that a configuration's text and hash leave out at its default, so
/// that those of configurations from before it hold.
template <typename Value>
OwnKey<Value> training_key(const char* name, Value default_value, const Domain& domain,
                           const char* meaning, Decides decides = Decides::kResult) {
  return {"training", name,    std::move(default_value),
          domain,     meaning, {.decides = decides, .absent_at_default = true}};
}

/// The value in TOML, with a decimal point or exponent in every double so that it reads back as
/// one.
std::string toml_text(const SettingValue& value);

/// Throws ConfigError "where: key: problem".
[[noreturn]] void throw_config_error(const std::string& where, const std::string& key,
                                     const std::string& problem);

/// Throws IoError that names the key if the file or folder that is its value is not there. An empty
/// value names none.
void require_file(const std::string& key, const std::string& value);

}  // namespace espalier::training
