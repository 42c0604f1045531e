// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <string>
#include <string_view>

#include <espalier/files/plain_text.h>

namespace espalier::experiments {

/// What the readers of TOML files share. Private to them.

/// Throws ConfigError naming `source` and the line if the text is no TOML or has a key of more
/// parts than any of ours, which could overflow the stack. The caller bounds the length. Cost: one
/// pass.
toml::table parse_toml(std::string_view text, const std::string& source);

}  // namespace espalier::experiments
