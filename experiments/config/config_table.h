// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <string>
#include <vector>

#include <espalier/experiments/config/run_config.h>

namespace espalier::experiments {

/// A configuration from tables of a TOML file, each over those before it; null ones count as empty.
/// What the readers of TOML files share: `overrides` and errors as for `load_run_config`.
RunConfig run_config_of(const std::vector<const toml::table*>& layers, const std::string& source,
                        const std::vector<std::string>& overrides);

}  // namespace espalier::experiments
