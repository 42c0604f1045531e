// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace espalier::experiments {

/// What the readers of TOML files share. Private to them.

/// Throws ConfigError naming `source` and the line if the text is no TOML or has a key of more
/// parts than any of ours, which could overflow the stack. The caller bounds the length. Cost: one
/// pass.
toml::table parse_toml(std::string_view text, const std::string& source);

/// The same of a file or a pipe. Throws IoError if it cannot be read too, and FormatError if it has
/// more than 1 MiB: a configuration, a sweep or a study is a page of text.
toml::table read_toml(const std::filesystem::path& path);

}  // namespace espalier::experiments
