// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string_view>

#include <espalier/sparse/core/types.h>

namespace espalier::files {

/// A line of a file, without its line feed.
struct Line {
  std::string_view text;  ///< of a line that is too long: nothing
  Index number = 1;       ///< from 1
  bool ended = true;      ///< false: the file ends before a line feed, as a crash leaves it
  bool too_long = false;
};

/// Calls `visit` for each line of a file in order, with at most `limit_bytes` of it in memory. A
/// longer one is visited once, as soon as it is known to be too long, and the rest of it passed
/// over; the visitor throws or counts it. Throws IoError if the file cannot be read.
void for_each_line(const std::filesystem::path& path, std::size_t limit_bytes,
                   const std::function<void(const Line&)>& visit);

}  // namespace espalier::files
