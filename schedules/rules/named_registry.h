// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <espalier/sparse/core/error.h>

namespace espalier::schedules {

/// Entries that a configuration can name: those of the library, then those that were registered
/// from elsewhere, in that order. `Entry` has a `name`. Safe to use from any thread; what is handed
/// out is a copy, so that an entry may look up others.
template <typename Entry>
class NamedRegistry {
 public:
  /// `what` begins every message, such as "drop criterion".
  NamedRegistry(std::string what, std::vector<Entry> entries)
      : what_(std::move(what)), entries_(std::move(entries)) {}

  /// Throws ConfigError if the name is empty or taken.
  void add(Entry entry) {
    if (entry.name.empty()) throw ConfigError(what_ + ": the name is empty");
    const std::lock_guard lock(mutex_);
    if (std::any_of(entries_.begin(), entries_.end(),
                    [&](const Entry& known) { return known.name == entry.name; }))
      throw ConfigError(what_ + " '" + entry.name + "': the name is taken");
    entries_.push_back(std::move(entry));
  }

  std::vector<Entry> all() const {
    const std::lock_guard lock(mutex_);
    return entries_;
  }

  std::vector<std::string> names() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> names;
    for (const Entry& entry : entries_) names.push_back(entry.name);
    return names;
  }

  /// Throws ConfigError, listing the names, if there is none of this name.
  Entry at(std::string_view name) const {
    const std::lock_guard lock(mutex_);
    std::string names;
    for (const Entry& entry : entries_) {
      if (entry.name == name) return entry;
      names += (names.empty() ? "" : ", ") + entry.name;
    }
    throw ConfigError(what_ + " '" + std::string(name) + "': expected one of " + names);
  }

 private:
  std::string what_;
  mutable std::mutex mutex_;
  std::vector<Entry> entries_;
};

}  // namespace espalier::schedules
