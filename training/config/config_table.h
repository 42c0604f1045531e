// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <string>
#include <vector>

#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// Overrides as `load_run_config` takes them, and what errors call the place that they come from.
struct Overrides {
  std::string place;
  std::vector<std::string> texts;
};

/// The place of those that the command line gives.
inline constexpr const char* kSetOption = "--set";

/// A configuration from tables of a TOML file, each over those before it; null ones count as empty.
/// What the readers of TOML files share. `overrides` come after the tables, each group over those
/// before it; errors as for `load_run_config`.
RunConfig run_config_of(const std::vector<const toml::table*>& layers, const std::string& source,
                        const std::vector<Overrides>& overrides);

}  // namespace espalier::training
