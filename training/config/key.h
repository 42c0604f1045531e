// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <espalier/sparse/core/domain.h>
#include <espalier/sparse/core/types.h>
#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// One key of a configuration: where its value is stored, which values it may have, and what it
/// means. `key_list` has all keys.

/// A field whose value is one of a few names.
struct ChoiceSlot {
  std::function<std::string()> read;
  std::function<void(const std::string&)> write;  // throws ConfigError if there is no such name
};

using Slot = std::variant<std::string*, bool*, Index*, double*, ChoiceSlot>;
using Value = std::variant<std::string, bool, Index, double>;

/// What the value of a key can change.
enum class Decides {
  kResult,  ///< the numbers
  kData,    ///< the numbers too, by naming data: not one of a run's settings
  kOutput,  ///< only where the numbers go, and how often
};

struct KeyTags {
  Decides decides = Decides::kResult;
  bool every_task = true;          // false: those that name it in TaskInfo::keys
  bool absent_at_default = false;  // from hashes, so that those of older runs hold: every new key
  bool of_optimizer = false;  // a setting of training.optimizer; only those that have it use it
  bool of_windows = false;    // decides what validations and tests are made of
  bool of_updates = false;    // says when the patterns are updated, or how that chooses blocks
  bool of_spread = false;     // spreads the stored blocks over the weights, under any policy
  bool free_at_evaluation = false;  // may differ when a checkpoint is evaluated
};

struct Key {
  std::string table;
  std::string name;
  std::function<Slot(RunConfig&)> slot;          ///< to write
  std::function<Value(const RunConfig&)> value;  ///< to read
  Domain domain;
  std::string meaning;
  KeyTags tags = {};

  /// Do the task and the optimizer of `config` use the key? Throws ConfigError if there is no such
  /// task or optimizer.
  bool belongs_to(const RunConfig& config) const;
  std::string path() const { return table + '.' + name; }
  /// The value of the key in TOML, and the value that it has where a configuration does not give
  /// it.
  std::string text(const RunConfig& config) const;
  std::string default_text() const;
  bool is_default(const RunConfig& config) const { return text(config) == default_text(); }
};

/// A key that a task brings along, declared where the task is. Its value is stored in
/// RunConfig::own. `ValueType` is std::string, bool, Index or double.
template <typename ValueType>
class OwnKey {
 public:
  OwnKey(const std::string& table, const std::string& name, ValueType default_value,
         const Domain& domain, const std::string& meaning, const KeyTags& tags = {}) {
    const std::string path = table + '.' + name;
    const auto slot = [path, default_value](RunConfig& config) -> Slot {
      return &std::get<ValueType>(config.own.try_emplace(path, default_value).first->second);
    };
    key_ = {.table = table,
            .name = name,
            .slot = slot,
            .value = [path, default_value](const RunConfig& config) -> Value {
              const auto found = config.own.find(path);
              return found == config.own.end() ? default_value : std::get<ValueType>(found->second);
            },
            .domain = domain,
            .meaning = meaning,
            .tags = tags};
    key_.tags.every_task = false;
  }

  /// For TaskInfo::own_keys.
  const Key& key() const { return key_; }
  /// The value in a configuration, or the default.
  ValueType of(const RunConfig& config) const { return std::get<ValueType>(key_.value(config)); }

 private:
  Key key_;
};

/// The value in TOML, with a decimal point or exponent in every double so that it reads back as
/// one.
std::string toml_text(const Value& value);

/// Throws ConfigError that begins with `where` if the value is outside the key's domain.
void check_domain(const Key& key, const RunConfig& config, const std::string& where);

/// Throws ConfigError "where: key: problem".
[[noreturn]] void throw_config_error(const std::string& where, const std::string& key,
                                     const std::string& problem);

}  // namespace espalier::training
