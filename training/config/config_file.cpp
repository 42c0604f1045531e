// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/config_file.h>

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include <espalier/files/nearest_name.h>
#include <espalier/files/plain_text.h>
#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/reading/text_file.h>
#include <espalier/training/config/config_table.h>
#include <espalier/training/config/key_list.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/config/toml_text.h>
#include <espalier/training/config/validation.h>

namespace espalier::training {
namespace {

/// The value of a TOML node for a key, nothing if it has another type. Integers serve as doubles,
/// doubles without a fraction as integers, and numbers as text where the key says so; nothing else
/// is converted.
std::optional<SettingValue> value_in(const toml::node& node, const Key& key) {
  return std::visit(
      [&](const auto& like) -> std::optional<SettingValue> {
        using Value = std::decay_t<decltype(like)>;
        if constexpr (std::is_same_v<Value, Index>) return whole_number(node);
        if constexpr (std::is_same_v<Value, double>)
          if (const auto whole = node.value_exact<std::int64_t>())
            return static_cast<double>(*whole);
        if constexpr (std::is_same_v<Value, std::string>)
          if (const auto number = node.value<double>();
              number && key.domain.numbers_are_text && node.is_number())
            return fmt::format("{}", *number);
        return node.value_exact<Value>();
      },
      key.default_value);
}

void assign(const Key& key, const toml::node& node, RunConfig& config, const std::string& where) {
  const std::optional<SettingValue> value = value_in(node, key);
  if (value && key.allows(*value)) return key.write(config, *value);
  // Configurations once had formulas.
  const bool formula = node.value_or<std::string>("").starts_with('=');
  throw_config_error(where, key.path(),
                     (value ? files::printable(toml_text(*value)) : describe(node)) +
                         ", expected " + key.domain.expected +
                         (formula ? "; what follows from other keys is set by python -m "
                                    "espalier.tune FILE --derive"
                                  : ""));
}

/// ", did you mean x?" for the key that is nearest to this path, or for a name without a dot the
/// nearest table, or nothing if none is near. The same name in another table is nearer than another
/// name in this one.
std::string suggestion(const std::string& path) {
  const std::size_t dot = path.find('.');
  const std::string_view name = std::string_view(path).substr(dot + 1);
  std::vector<std::string> known;
  for (const Key& key : keys()) {
    if (name == key.name) return ", did you mean " + key.path() + "?";
    if (dot != std::string::npos)
      known.push_back(key.path());
    else if (path != key.table)
      known.push_back(key.table);
  }
  return files::nearest_of(path, known);
}

const Key& find_key(const std::string& path, const std::string& where) {
  const auto found =
      std::ranges::find_if(keys(), [&](const Key& key) { return key.path() == path; });
  if (found == keys().end())
    throw_config_error(where, files::printable(path), "unknown key" + suggestion(path));
  return *found;
}

bool is_table(std::string_view name) {
  return std::ranges::any_of(keys(), [&](const Key& key) { return key.table == name; });
}

void apply_file(const toml::table& file, const std::string& source, RunConfig& config) {
  const auto place = [&](const toml::node& node) {
    return fmt::format("{}:{}", source, node.source().begin.line);
  };
  for (const auto& [table_key, node] : file) {
    const std::string table(table_key.str());
    const toml::table* entries = node.as_table();
    if (!is_table(table))
      throw_config_error(place(node), files::printable(table), "unknown table" + suggestion(table));
    if (entries == nullptr)
      throw_config_error(place(node), table, describe(node) + ", expected a table of keys");
    for (const auto& [name, value] : *entries) {
      const Key& key = find_key(table + '.' + std::string(name.str()), place(value));
      assign(key, value, config, place(value));
    }
  }
}

/// Where the policy of a configuration is named.
std::string place_of_policy(const std::vector<const toml::table*>& layers,
                            const std::string& source, const std::vector<Overrides>& overrides) {
  std::string place = source;
  for (const toml::table* layer : layers) {
    const toml::node* node = layer->at_path("topology.policy").node();
    if (node != nullptr) place = fmt::format("{}:{}", source, node->source().begin.line);
  }
  for (const Overrides& group : overrides)
    if (override_of(group.texts, "topology.policy") != nullptr) place = group.place;
  return place;
}

void check_policy(const std::string& name, const std::string& where) {
  std::vector<std::string> names;
  for (const schedules::PolicyInfo& info : schedules::topology_policies())
    names.push_back(info.name);
  const Domain domain = Domain::one_of(std::move(names));
  if (std::ranges::find(domain.choices, name) == domain.choices.end())
    throw_config_error(where, "topology.policy",
                       fmt::format("'{}', expected {}", files::printable(name), domain.expected));
}

/// Takes out the keys of tasks and optimizers that have their defaults, so that equal
/// configurations compare equal whether a key was given or not.
void drop_default_values(RunConfig& config) {
  for (const Key& key : keys())
    if (config.own.contains(key.path()) && key.is_default(config)) config.own.erase(key.path());
}

}  // namespace

RunConfig run_config_of(const std::vector<const toml::table*>& layers, const std::string& source,
                        const std::vector<Overrides>& overrides) {
  std::vector<const toml::table*> tables = layers;
  std::erase(tables, nullptr);
  const auto apply = [&](RunConfig& config) {
    for (const toml::table* table : tables) apply_file(*table, source, config);
    for (const Overrides& group : overrides)
      for (const std::string& text : group.texts) apply_override(text, group.place, config);
  };
  // Policy and optimizer decide what their settings are if they are not given.
  RunConfig first;
  apply(first);
  RunConfig config;
  check_policy(first.topology.policy, place_of_policy(tables, source, overrides));
  config.topology = topology_preset(first.topology.policy);
  start_from_optimizer(first.training.optimizer, config);
  apply(config);
  validate(config, source);
  drop_default_values(config);
  return config;
}

RunConfig parse_run_config(std::string_view toml, const std::string& source,
                           const std::vector<std::string>& overrides) {
  const toml::table file = parse_toml(toml, source);
  return run_config_of({&file}, source, {{kSetOption, overrides}});
}

RunConfig load_run_config(const std::filesystem::path& path,
                          const std::vector<std::string>& overrides) {
  const toml::table file = read_toml(path);
  if (const toml::node* study = file.get("study"))
    throw_config_error(fmt::format("{}:{}", path.string(), study->source().begin.line), "study",
                       "the file is a study of many runs; --run NAME chooses a row or a run of it, "
                       "and 'espalier study' trains them all");
  return run_config_of({&file}, path.string(), {{kSetOption, overrides}});
}

void apply_override(const std::string& text, const std::string& place, RunConfig& config) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos)
    throw_config_error(place, files::printable(text), "expected table.key=value");
  const Key& key = find_key(text.substr(0, equals), place);
  const std::string value = text.substr(equals + 1);
  toml::table parsed;
  try {
    parsed = parse_toml("value = " + value, place);
  } catch (const ConfigError&) {
    parsed.clear();
  }
  if (parsed.size() != 1) {  // a bare word
    std::string valid = value;
    if (text::replace_invalid_utf8(valid) > 0)
      throw_config_error(
          place, key.path(),
          files::printable(valid) + ", expected UTF-8, as a TOML file holds no other");
    parsed = toml::table{{"value", value}};
  }
  assign(key, *parsed.get("value"), config, place);
}

const std::string* override_of(const std::vector<std::string>& overrides, std::string_view key) {
  const std::string start = std::string(key) + '=';
  const auto found = std::find_if(overrides.rbegin(), overrides.rend(),
                                  [&](const std::string& text) { return text.starts_with(start); });
  return found == overrides.rend() ? nullptr : &*found;
}

std::string to_toml(const RunConfig& config) {
  std::string text;
  std::string table;
  for (const Key& key : keys()) {
    if (key.is_default(config) && !uses_key(config, key)) continue;
    if (key.table != table) {
      text += (table.empty() ? "[" : "\n[") + key.table + "]\n";
      table = key.table;
    }
    text += key.name + " = " + key.text(config) + '\n';
  }
  return text;
}

std::string config_help() {
  std::string text;
  std::string table;
  for (const Key& key : keys()) {
    if (key.table != table) {
      text += (table.empty() ? "[" : "\n[") + key.table + "]\n";
      table = key.table;
    }
    text += fmt::format("{:<32} # {}; {}\n", key.name + " = " + key.default_text(), key.meaning,
                        key.domain.expected);
  }
  return text;
}

}  // namespace espalier::training
