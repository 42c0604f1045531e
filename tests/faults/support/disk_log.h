// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/core/types.h>

namespace espalier::faults {

/// One call that changed something, as fault_shim.cpp writes it down: a line "KIND ARGUMENTS", with
/// the bytes after it for a write and the second path on a line of its own for a rename.
struct Operation {
  std::string kind;  ///< open, write, truncate, fsync, close, rename, exchange, remove, mkdir
  int file = -1;     ///< descriptor
  Index number = 0;  ///< offset of a write, length of a truncation, 1 if an opened file is emptied
  std::string bytes = {};
  std::filesystem::path path = {};
  std::filesystem::path to = {};
};

std::vector<Operation> read_log(const std::filesystem::path& log);

/// What survives of changes that were not synced when the power went.
enum class Loss {
  kEverything,   ///< none of them: only what was synced is there
  kAnySubset,    ///< any of them, in parts
  kLateEntries,  ///< the same for the bytes of files; entries of folders in order up to a point, as
                 ///< a file system with a journal has it
};

/// A disk with a cache in front of it, after the model of SQLite's crash tests (src/test6.c). It
/// follows the operations of a process and can at any point be cut from the power:
/// - `fsync` of a file makes its bytes and length durable, and nothing else: not its name.
/// - `fsync` of a folder makes its entries durable: names that came, went or were renamed. A rename
///   is atomic: both of its entries change, or none.
/// - Of writes and truncations since then each may be lost, survive or survive in parts: pages of
///   512 or 4096 bytes, each for itself, so that later ones can survive without earlier ones. A
///   length may survive without the bytes, which are then zero.
/// - Entries of a folder that was not synced may each be lost or survive, in any order
///   (`Loss::kAnySubset`): a file may have its new name and no bytes.
/// - What a file descriptor was opened on stays the same file when it is renamed.
/// Not modelled: devices that lie about fsync, and damage to bytes that were synced and not written
/// since.
class Disk {
 public:
  /// What is in `root` now is durable.
  explicit Disk(const std::filesystem::path& root);
  ~Disk();
  Disk(Disk&&) noexcept;

  void apply(const Operation& operation);

  /// Makes in `target` what is there after the power came back.
  void materialise(const std::filesystem::path& target, Loss loss, const Random& random) const;

 private:
  struct Node;
  using NodePtr = std::shared_ptr<Node>;

  NodePtr load(const std::filesystem::path& path) const;
  Node& folder_of(const std::filesystem::path& path) const;
  NodePtr at(const std::filesystem::path& path) const;

  std::filesystem::path root_path_;
  NodePtr root_;
  std::map<int, NodePtr> open_;
};

}  // namespace espalier::faults
