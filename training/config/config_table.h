// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <string>
#include <vector>

#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// Overrides as `load_run_config` takes them, and the name of their origin for errors.
struct Overrides {
  std::string place;
  std::vector<std::string> texts;
};

/// The origin of overrides of the command line.
inline constexpr const char* kSetOption = "--set";

/// The configuration that tables of a TOML file give, each over those before it; a null table
/// counts as empty. All readers of TOML files share this function. `overrides` come after the
/// tables, each group over those before it. Errors as for `load_run_config`.
RunConfig run_config_of(const std::vector<const toml::table*>& layers, const std::string& source,
                        const std::vector<Overrides>& overrides);

}  // namespace espalier::training
