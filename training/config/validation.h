// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// Checks every domain and the rules between keys, as loading does. `source` opens each message.
void validate(const RunConfig& config, const std::string& source);

/// A line for each key that was changed to no effect, since another one decides. No error: resolved
/// configurations have both.
std::vector<std::string> changes_without_effect(const RunConfig& config);

}  // namespace espalier::training
