// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <espalier/sparse/core/types.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {

/// What a name such as "nano_L2_H128_pre" says: a named size with other extents.
struct NamedSize {
  std::string base;  ///< "nano"
  Index layers = 0, hidden = 0;
  std::string rest;  ///< "_pre"
};
/// Nothing if the name has no extents.
std::optional<NamedSize> size_in_name(const std::string& model);

/// The value of a key, or of the seed's, as tables compare runs by it; "-" if it has none. What a
/// model's name says comes from there: extents of 0, and the norm of families that have no other
/// than pre. Of a run in a file of summaries, which has the settings alone in which its runs
/// differ, policy, density, block, width and layers come from the columns.
std::string key_value(const training::RunSummary& run, const std::string& key);

/// The keys but the seed in which two runs differ by `key_value`, and the learning rate where both
/// have it as a column alone.
std::vector<std::string> differing_keys(const training::RunSummary& a,
                                        const training::RunSummary& b);

/// Is it one of the keys of the learning rate, of which each row of a table may have its best?
bool is_rate_key(const std::string& key);

/// Throws ConfigError, which begins with `where` and names the nearest key, if `key` is none that
/// decides a run's numbers, and not the seed's.
void require_key(const std::string& key, const std::string& where);

/// Do the values of the keys `others` say that of `key`, in all rows? `value(row, key)` gives them.
template <typename Rows, typename Value>
bool follows(const std::string& key, const std::vector<std::string>& others, const Rows& rows,
             const Value& value) {
  std::map<std::vector<std::string>, std::string> seen;
  for (const auto& row : rows) {
    std::vector<std::string> place;
    place.reserve(others.size());
    for (const std::string& other : others) place.push_back(value(row, other));
    const std::string found = value(row, key);
    if (seen.try_emplace(std::move(place), found).first->second != found) return false;
  }
  return true;
}

}  // namespace espalier::experiments
// Tested by tests/experiments/results/ablation_test.cpp
