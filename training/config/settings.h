// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// The seed is not one of the settings of a run: it makes repetitions.
inline constexpr const char* kSeedKey = "run.seed";

/// The keys that decide a run's numbers, except the seed, by path, such as "model.block". Their
/// values are as people write them, texts without quotes. Keys that task and optimizer do not use
/// are left out. Throws ConfigError if there is no such task or optimizer.
using Settings = std::map<std::string, std::string>;
Settings settings_of(const RunConfig& config);

/// The value of a setting, "-" if it has none.
const std::string& setting(const Settings& settings, const std::string& key);

/// One value in each of two runs: of a key, or of something that computed them.
struct DifferingValue {
  std::string name, first, second;
};

/// The entries in which the two differ, by name.
std::vector<DifferingValue> differing(const Settings& a, const Settings& b);

/// The first setting that makes two runs validate on different windows of one text, among those
/// known of both: how text is packed, cut, held out and masked. Text and vocabulary themselves are
/// compared by their hashes.
std::optional<DifferingValue> differing_windows(const Settings& a, const Settings& b);

/// Is this the path of a key that can be a setting?
bool is_setting(const std::string& key);

/// An order of values: numbers ascending, then other texts.
bool value_before(const std::string& a, const std::string& b);

}  // namespace espalier::training
