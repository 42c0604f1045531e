// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// The seed makes repetitions of a run; it is none of its settings.
inline constexpr const char* kSeedKey = "run.seed";

/// What a run was asked to do: the keys that decide its numbers, but the seed, by path, such as
/// "model.block", with their values as people write them: texts without quotes. Keys for which task
/// and optimizer have no use are left out. Throws ConfigError if there is no such task or
/// optimizer.
using Settings = std::map<std::string, std::string>;
Settings settings_of(const RunConfig& config);

/// The value of a setting, "-" if it has none.
const std::string& setting(const Settings& settings, const std::string& key);

/// A value that two runs may have: of a key, or of what computed them.
struct DifferingValue {
  std::string name, first, second;
};

/// What two have with different values, by name.
std::vector<DifferingValue> differing(const Settings& a, const Settings& b);

/// A setting by which two runs are validated on other windows of one text, of those that both are
/// known to have: how it is packed, cut and held out, and what of it is masked. Texts and
/// vocabularies have hashes.
std::optional<DifferingValue> differing_windows(const Settings& a, const Settings& b);

/// Is there a key of this path that settings may have?
bool is_setting(const std::string& key);

/// An order for values: numbers ascending, before what is none.
bool value_before(const std::string& a, const std::string& b);

}  // namespace espalier::training
