// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace espalier::files {

/// Every function here repeats calls that a signal interrupted, and goes on after short reads and
/// writes.

/// Writes `bytes` to `path`. A reader, or a machine that loses power, sees either the whole old
/// file or the whole new one: this writes a file beside it (`path` with ".espalier-partial" behind
/// it, in place of what has that name, even a link or a pipe), syncs it, renames it over `path` and
/// syncs the folder. It has the permissions of the old file, if the system lets it. Where `path` is
/// a symbolic link, all this is done to the file that it leads to, and the link stays. Two writers
/// of one file must exclude each other. Throws IoError naming the file and the system's reason;
/// then the old file is still there and the new one is not, unless only the last sync failed: then
/// the new file is in its place.
void write_file_atomically(const std::filesystem::path& path, std::string_view bytes);
/// The same for bytes in several places, which the file has in this order.
void write_file_atomically(const std::filesystem::path& path,
                           std::span<const std::string_view> pieces);
/// The same for bytes that come piece by piece: `write` is called once and calls its argument with
/// each. What it throws, this throws, as if the file could not be written.
using PieceWriter = std::function<void(std::string_view piece)>;
void write_file_atomically(const std::filesystem::path& path,
                           const std::function<void(const PieceWriter&)>& write);

/// Throws IoError if `path` cannot be written so, and leaves all as it is: for the time before what
/// takes long.
void require_writable(const std::filesystem::path& path);

/// The paths of everything in `folder`, in no order. Throws IoError.
std::vector<std::filesystem::path> list_folder(const std::filesystem::path& folder);

/// Removes the files that killed writers left in `folder`, which end in ".espalier-partial". Only
/// for a folder whose files are all written by write_file_atomically, while nobody writes there. A
/// folder that does not exist has none. Throws IoError.
void remove_partial_files(const std::filesystem::path& folder);

/// Renames a file or a folder and replaces what has the new name. Throws IoError.
void rename_path(const std::filesystem::path& from, const std::filesystem::path& to);

/// Makes a folder, and those above it, so that they survive a power cut: the name of each is
/// flushed to the disk, even if the folder is there already and the one above may be read. Throws
/// IoError.
void create_folders(const std::filesystem::path& path);

/// Flushes the names in `folder` to the disk, so that files that were created, renamed or removed
/// there stay so. Where the file system cannot do that for a folder, nothing is done. Throws
/// IoError naming the folder.
void sync_folder(const std::filesystem::path& folder);

/// A file that is open for reading.
class InputFile {
 public:
  /// Throws IoError if it cannot be opened or is no regular file: a folder, or a pipe or a device,
  /// which could keep its reader waiting for ever.
  explicit InputFile(const std::filesystem::path& path);
  ~InputFile();
  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Its size in bytes when it was opened.
  std::uint64_t size() const { return size_; }

  /// Fills `buffer` with the bytes from `offset` on and returns their number, which is smaller than
  /// asked for only at the end of the file. Throws IoError.
  std::size_t read(std::uint64_t offset, std::span<char> buffer) const;

 private:
  std::filesystem::path path_;
  int number_;
  std::uint64_t size_ = 0;
};

/// Reads a whole file. Throws IoError if it cannot be read or is no regular file, and FormatError
/// if it is longer than `limit_bytes`; both name the file.
std::string read_file(const std::filesystem::path& path, std::size_t limit_bytes);

/// The same for a file that a user names on a command line. It may be a pipe, such as a shell's
/// <(command), and is then waited for.
std::string read_file_or_pipe(const std::filesystem::path& path, std::size_t limit_bytes);

}  // namespace espalier::files
