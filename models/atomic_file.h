// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace espalier::models {

/// Writes `bytes` to `path` so that a reader, or a machine that loses power, sees either the whole
/// old file or the whole new one: writes a file beside it, syncs it, renames it over `path` and
/// syncs the folder. Two writers of one path must exclude each other. Throws IoError naming the
/// file and the system's reason; the old file then remains.
void write_file_atomically(const std::filesystem::path& path, std::string_view bytes);
/// The same for bytes that lie in several places, which become one file in this order.
void write_file_atomically(const std::filesystem::path& path,
                           std::span<const std::string_view> pieces);

/// Flushes the names in `folder` to the disk, so that files created, renamed or removed there stay
/// so. Throws IoError naming the folder.
void sync_folder(const std::filesystem::path& folder);

/// Reads a whole file. Throws IoError if it cannot be read and FormatError if it is longer than
/// `limit_bytes`; both name the file.
std::string read_file(const std::filesystem::path& path, std::size_t limit_bytes);

}  // namespace espalier::models
