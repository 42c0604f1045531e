// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/key.h>

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <sstream>
#include <type_traits>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/config/task_declaration.h>

namespace espalier::training {

bool Key::belongs_to(const RunConfig& config) const {
  if (tags.of_optimizer && !has_optimizer_setting(config, name)) return false;
  if (tags.every_task) return true;
  const TaskDeclarationPtr task = task_declaration(config);
  const TaskInfo& info = task->info();
  const auto is_this = [this](const Key& own) { return own.path() == path(); };
  return std::ranges::find(info.keys, path()) != info.keys.end() ||
         std::ranges::any_of(info.own_keys, is_this);
}

std::string Key::text(const RunConfig& config) const { return toml_text(value(config)); }

std::string Key::default_text() const {
  static const RunConfig defaults;
  return text(defaults);
}

void throw_config_error(const std::string& where, const std::string& key,
                        const std::string& problem) {
  throw ConfigError(where + ": " + key + ": " + problem);
}

std::string toml_text(const Value& value) {
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

void check_domain(const Key& key, const RunConfig& config, const std::string& where) {
  const bool good = std::visit(
      [&](const auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, bool>)
          return true;
        else
          return key.domain.has(value);
      },
      key.value(config));
  if (!good)
    throw_config_error(where, key.path(),
                       files::printable(key.text(config)) + ", expected " + key.domain.expected);
}

}  // namespace espalier::training
