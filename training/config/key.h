// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <espalier/sparse/core/types.h>
#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// What a key of a configuration is: where its value lies, which values it may have, and what it
/// means. `key_list` has them all.

/// A field whose value is one of a few names.
struct ChoiceSlot {
  std::function<std::string()> read;
  std::function<void(const std::string&)> write;  // throws ConfigError if there is no such name
};

using Slot = std::variant<std::string*, bool*, Index*, double*, ChoiceSlot>;

/// What a value must satisfy, with the words that say so.
struct Domain {
  std::string expected;
  std::function<bool(double)> contains = [](double) { return true; };  // numbers
  std::vector<std::string> choices = {};                               // strings; empty: any
  std::function<bool(const std::string&)> is_text = {};                // strings; empty: any
  bool numbers_are_text = false;  // a number serves where a string is expected, as its text
};

// Domains. Counts above kLargestCount are typing errors, and products of two such still fit 64
// bits.

inline constexpr double kLargestCount = 2147483647.0;

Domain any_text();
Domain truth();
Domain one_of(std::vector<std::string> choices);
Domain count_from(double low, double high = kLargestCount);
Domain one_of_counts(std::vector<Index> choices);
Domain multiple_of(Index factor, Index high);
Domain positive();
Domain not_negative(double high = std::numeric_limits<double>::max());

/// `interval` is the share's range in words.
Domain share(const char* interval, bool with_zero, bool with_one);

/// What a key decides.
enum class Decides {
  kResult,  ///< the numbers
  kData,    ///< the numbers too, by naming data: not part of a run's settings
  kOutput,  ///< only where the numbers go, and how often
};

struct KeyTags {
  Decides decides = Decides::kResult;
  bool every_task = true;          // false: those that name it in TaskInfo::keys
  bool absent_at_default = false;  // from hashes, so that those of older runs hold: every new key
  bool of_optimizer = false;  // a setting of training.optimizer; only those that have it use it
  bool of_windows = false;    // decides what validations and tests are made of
};

struct Key {
  std::string table;
  std::string name;
  std::function<Slot(RunConfig&)> slot;
  Domain domain;
  std::string meaning;
  KeyTags tags = {};

  /// Have the task and the optimizer of `config` a use for the key? Throws ConfigError if there is
  /// no such task or optimizer.
  bool belongs_to(const RunConfig& config) const;
  std::string path() const { return table + '.' + name; }
};

/// A key that one task brings itself, declared where the task is; its value is in RunConfig::own.
/// `Value` is std::string, bool, Index or double.
template <typename Value>
class OwnKey {
 public:
  OwnKey(const std::string& table, const std::string& name, Value default_value,
         const Domain& domain, const std::string& meaning, const KeyTags& tags = {})
      : default_(std::move(default_value)), path_(table + '.' + name) {
    const auto slot = [path = path_, value = default_](RunConfig& config) -> Slot {
      return &std::get<Value>(config.own.try_emplace(path, value).first->second);
    };
    key_ = {.table = table,
            .name = name,
            .slot = slot,
            .domain = domain,
            .meaning = meaning,
            .tags = tags};
    key_.tags.every_task = false;
  }

  /// For TaskInfo::own_keys.
  const Key& key() const { return key_; }
  /// The value that a configuration has, or the default.
  Value of(const RunConfig& config) const {
    const auto found = config.own.find(path_);
    return found == config.own.end() ? default_ : std::get<Value>(found->second);
  }

 private:
  Value default_;
  std::string path_;
  Key key_;
};

/// The value in TOML, with a decimal point or exponent in every double so that it reads back as
/// one.
std::string toml_text(const Slot& slot);

/// Throws ConfigError that opens with `where` if the value is outside the key's domain.
void check_domain(const Key& key, const Slot& slot, const std::string& where);

/// Throws ConfigError "where: key: problem".
[[noreturn]] void throw_config_error(const std::string& where, const std::string& key,
                                     const std::string& problem);

}  // namespace espalier::training
