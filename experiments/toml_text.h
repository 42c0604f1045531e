// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <string>
#include <string_view>

namespace espalier::experiments {

/// What the readers of TOML files share. Private to them.

/// Cuts what is long and replaces what would break a message's single line.
std::string printable(std::string_view text);

/// Throws ConfigError naming `source` and the line if the text is no TOML or has a key of more
/// parts than any of ours, which could overflow the stack. The caller bounds the length. Cost: one
/// pass.
toml::table parse_toml(std::string_view text, const std::string& source);

}  // namespace espalier::experiments
