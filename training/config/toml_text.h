// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/sparse/core/types.h>

namespace espalier::training {

/// What the readers of TOML files share. Private to them.

/// Throws ConfigError naming `source` and the line if the text is no TOML or has a key of more
/// parts than any of ours, which could overflow the stack. The caller bounds the length. Cost: one
/// pass.
toml::table parse_toml(std::string_view text, const std::string& source);

/// The same of a file or a pipe. Throws IoError if it cannot be read too, and FormatError if it has
/// more than 1 MiB: a configuration, a sweep or a study is a page of text.
toml::table read_toml(const std::filesystem::path& path);

/// What a node holds, for messages: a value as TOML writes it, "a table" or "an array".
std::string describe(const toml::node& node);

/// The integer that a value is, as one of TOML's or as a number like 1e4 and 51.2e6; nothing if it
/// is none. As `files::whole_in`.
std::optional<Index> whole_number(const toml::node& node);

/// What readers of one file derive from. Every error names it, and the line where there is one.
class TomlReader {
 protected:
  /// Throws as `read_toml`.
  explicit TomlReader(const std::filesystem::path& path);

  [[noreturn]] void fail(const toml::node& node, const std::string& what) const;

  /// Throws IoError if `path`, which the key of a node names from this file's folder, is not there.
  void require_there(const toml::node& node, const std::string& key,
                     const std::filesystem::path& path, const std::string& expected) const;

  /// Throws ConfigError for a key of the table `above` that is not among those that are known.
  void require_known(const toml::table& table, const std::string& above,
                     const std::vector<std::string>& known) const;

  /// "FILE:LINE: ", or "FILE: " of what has no line.
  std::string place_of(const toml::node& node) const;

  std::string source_;
  toml::table file_;
};

}  // namespace espalier::training
