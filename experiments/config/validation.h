// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <espalier/experiments/config/run_config.h>

namespace espalier::experiments {

/// Checks every domain and the rules between keys, as loading does. `source` opens each message.
void validate(const RunConfig& config, const std::string& source);

}  // namespace espalier::experiments
