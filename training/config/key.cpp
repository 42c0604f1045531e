// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/key.h>

#include <fmt/format.h>
#include <toml++/toml.h>

#include <filesystem>
#include <sstream>
#include <system_error>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::training {

std::string Key::text(const RunConfig& config) const { return toml_text(read(config)); }

std::string Key::default_text() const { return toml_text(default_value); }

Key own_key(const std::string& table, const Setting& setting) {
  const std::string path = table + '.' + setting.name;
  return {{setting,
           [path, default_value = setting.default_value](const RunConfig& config) {
             const auto found = config.own.find(path);
             return found == config.own.end() ? default_value : found->second;
           },
           [path](RunConfig& config, const SettingValue& value) { config.own[path] = value; }},
          table};
}

void throw_config_error(const std::string& where, const std::string& key,
                        const std::string& problem) {
  throw ConfigError(where + ": " + key + ": " + problem);
}

void require_file(const std::string& key, const std::string& value) {
  // What keeps it from being looked for, reading tells better.
  if (std::error_code error; value.empty() || std::filesystem::exists(value, error) || error)
    return;
  throw IoError(key + ": '" + files::without_controls(value) + "' does not exist");
}

std::string toml_text(const SettingValue& value) {
  struct Writer {
    std::string operator()(const std::string& text) const {
      std::ostringstream stream;
      stream << toml::value<std::string>(text);
      return stream.str();
    }
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(Index count) const { return std::to_string(count); }
    std::string operator()(double number) const {
      std::string text = fmt::format("{}", number);  // the shortest that reads back equal
      if (text.find_first_of(".en") == std::string::npos) text += ".0";
      return text;
    }
  };
  return std::visit(Writer{}, value);
}

}  // namespace espalier::training
