// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <espalier/sparse/core/error.h>

namespace espalier {

/// How many entries all registries have taken in so far. A list that was made of entries is
/// complete for as long as this number stays the same.
inline std::atomic<std::size_t>& registrations() {
  static std::atomic<std::size_t> count = 0;
  return count;
}

/// Entries that a configuration can name: first those of the library, then those that other code
/// has registered, in that order. `kName` gives the name of an entry; it is a member unless told
/// otherwise. The table is shared by the whole process, so that a configuration can name what was
/// compiled elsewhere. Safe to use from any thread. Callers get copies, so that an entry may look
/// up others.
template <typename Entry, auto kName = &Entry::name>
class NamedRegistry {
 public:
  /// `what` begins every message, such as "drop criterion".
  NamedRegistry(std::string what, std::vector<Entry> entries)
      : what_(std::move(what)), entries_(std::move(entries)) {}

  /// Throws ConfigError if the name is empty or taken.
  void add(Entry entry) {
    const std::string name = std::invoke(kName, entry);
    if (name.empty()) throw ConfigError(what_ + ": the name is empty");
    const std::lock_guard lock(mutex_);
    if (std::any_of(entries_.begin(), entries_.end(),
                    [&](const Entry& known) { return std::invoke(kName, known) == name; }))
      throw ConfigError(what_ + " '" + name + "': the name is taken");
    entries_.push_back(std::move(entry));
    ++registrations();
  }

  std::vector<Entry> all() const {
    const std::lock_guard lock(mutex_);
    return entries_;
  }

  std::vector<std::string> names() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> names;
    for (const Entry& entry : entries_) names.push_back(std::invoke(kName, entry));
    return names;
  }

  /// Throws ConfigError, which lists the names, if no entry has this one.
  Entry at(std::string_view name) const {
    const std::lock_guard lock(mutex_);
    std::string names;
    for (const Entry& entry : entries_) {
      const std::string& known = std::invoke(kName, entry);
      if (known == name) return entry;
      names += (names.empty() ? "" : ", ") + known;
    }
    throw ConfigError(what_ + " '" + std::string(name) + "': expected one of " + names);
  }

 private:
  std::string what_;
  mutable std::mutex mutex_;
  std::vector<Entry> entries_;
};

}  // namespace espalier
// Tested by tests/schedules/rules/criterion_test.cpp
