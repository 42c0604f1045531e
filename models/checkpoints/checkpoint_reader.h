// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include <espalier/files/safetensors.h>
#include <espalier/models/checkpoints/vouched_tensors.h>
#include <espalier/sparse/core/types.h>

namespace espalier::models {

// The files of a checkpoint; see checkpoint.h.
inline constexpr const char* kModelFile = "model.safetensors";
inline constexpr const char* kOptimizerFile = "optimizer.safetensors";
inline constexpr const char* kTopologyFile = "topology.safetensors";
inline constexpr const char* kTrainerFile = "trainer_state.json";
inline constexpr const char* kDoneFile = "DONE";
inline constexpr std::array<const char*, 4> kFiles = {kModelFile, kOptimizerFile, kTopologyFile,
                                                      kTrainerFile};

/// A trainer's counters and hashes take less than a KiB.
inline constexpr std::size_t kLargestStateBytes = std::size_t{1} << 20;

/// What DONE says of a file.
struct FileRecord {
  std::uint64_t bytes = 0;
  std::string hash;
};
using FileRecords = std::map<std::string, FileRecord>;

/// Length of a file. Throws IoError.
std::uint64_t file_bytes(const std::filesystem::path& path);

/// Writes DONE, which says what these files are. Throws IoError.
void write_done(const std::filesystem::path& checkpoint, Index step, const FileRecords& files);

/// The DONE of a checkpoint and, through it, what the other files must be.
class CheckpointReader {
 public:
  /// Reads DONE. Throws IoError, or FormatError if it is missing or damaged.
  explicit CheckpointReader(std::filesystem::path checkpoint);

  int format() const { return format_; }
  Index step() const { return step_; }

  /// Throws FormatError unless all files have the lengths that DONE says.
  void require_lengths() const;

  /// Opens a tensor file, which must be read while this object lives. Throws IoError, and
  /// FormatError unless the file has the length that DONE says; each reading throws FormatError
  /// unless it has the hash.
  VouchedTensors open(const char* name) const;

  /// The text of the trainer state: at most kLargestStateBytes and, in format 1, some bytes for
  /// each block of `model`. Throws as `open`, and FormatError unless it has the hash.
  std::string read_state(const files::TensorIndex& model) const;

 private:
  std::filesystem::path path_of(const char* name) const { return checkpoint_ / name; }
  void require_length(const char* name) const;
  void require_hash(const char* name, std::uint64_t hash) const;

  std::filesystem::path checkpoint_;
  int format_ = 0;
  Index step_ = 0;
  FileRecords files_;
};

}  // namespace espalier::models
