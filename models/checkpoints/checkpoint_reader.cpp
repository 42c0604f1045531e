// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/checkpoint_reader.h>

#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include <espalier/files/atomic_file.h>
#include <espalier/files/checked_call.h>
#include <espalier/files/content_hash.h>
#include <espalier/files/json_text.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

// DONE lists four files.
constexpr std::size_t kLargestDoneBytes = 1 << 16;
// In format 1 the trainer state also listed blocks, fewer than are stored, each as two numbers of
// up to ten digits on four indented lines.
constexpr std::size_t kStateBytesOfBlock = 64;

int format_in(const Json& version, const fs::path& path) {
  const std::string found =
      path.string() + ": checkpoint format is " + version.dump().substr(0, 40);
  if (version.is_number_unsigned()) {
    const auto number = version.get<std::uint64_t>();
    if (number >= 1 && number <= kCheckpointFormat) return static_cast<int>(number);
    if (number > kCheckpointFormat) {
      throw FormatError(found + ", written by a newer version; this one reads up to " +
                        std::to_string(kCheckpointFormat));
    }
  }
  throw FormatError(found + ", expected a number from 1 to " + std::to_string(kCheckpointFormat));
}

}  // namespace

std::uint64_t file_bytes(const fs::path& path) {
  return files::checked(path, "open",
                        [&](std::error_code& error) { return fs::file_size(path, error); });
}

void write_done(const fs::path& checkpoint, Index step, const FileRecords& files) {
  Json done{{"format", kCheckpointFormat}, {"step", step}, {"files", Json::object()}};
  for (const auto& [name, file] : files) {
    done["files"][name] = {{"bytes", file.bytes}, {"xxh3", file.hash}};
  }
  files::write_file_atomically(checkpoint / kDoneFile, done.dump(2) + "\n");
}

CheckpointReader::CheckpointReader(fs::path checkpoint) : checkpoint_(std::move(checkpoint)) {
  const fs::path path = checkpoint_ / kDoneFile;
  std::error_code error;
  if (fs::is_directory(checkpoint_, error) && !fs::exists(path, error) && !error) {
    throw FormatError(checkpoint_.string() + ": incomplete checkpoint: DONE is missing");
  }
  const std::string damaged = path.string() + ": damaged";
  const Json done = files::parse_json_object(files::read_file(path, kLargestDoneBytes), damaged);
  const auto refuse = [&](const std::string& what) { throw FormatError(damaged + ": " + what); };
  format_ = format_in(done.value("format", Json()), path);
  const Json step = done.value("step", Json());
  if (!step.is_number_unsigned() || step.get<std::uint64_t>() > std::uint64_t{kLargestStep}) {
    refuse("step is not a whole number from 0 to 2^53");
  }
  step_ = step.get<Index>();
  const Json files = done.value("files", Json());
  for (const char* name : kFiles) {
    const Json file = files.is_object() ? files.value(name, Json()) : Json();
    const Json bytes = file.is_object() ? file.value("bytes", Json()) : Json();
    const Json hash = file.is_object() ? file.value("xxh3", Json()) : Json();
    if (!bytes.is_number_unsigned() || !hash.is_string()) {
      refuse(std::string("no length and hash of ") + name);
    }
    files_[name] = {bytes.get<std::uint64_t>(), hash.get<std::string>()};
  }
}

void CheckpointReader::require_lengths() const {
  for (const char* name : kFiles) require_length(name);
}

VouchedTensors CheckpointReader::open(const char* name) const {
  require_length(name);
  return {path_of(name), [this, name](std::uint64_t hash) { require_hash(name, hash); }};
}

void CheckpointReader::require_length(const char* name) const {
  const fs::path path = path_of(name);
  const std::uint64_t bytes = file_bytes(path);
  const std::uint64_t expected = files_.at(name).bytes;
  if (bytes == expected) return;
  throw FormatError(path.string() + (bytes < expected ? ": truncated: " : ": too long: ") +
                    std::to_string(bytes) + " bytes, expected " + std::to_string(expected) +
                    " as DONE says");
}

void CheckpointReader::require_hash(const char* name, std::uint64_t hash) const {
  if (files::hex(hash) == files_.at(name).hash) return;
  throw FormatError(path_of(name).string() + ": damaged or of another checkpoint: XXH3 hash " +
                    files::hex(hash) + ", expected that of DONE");
}

std::string CheckpointReader::read_state(const files::TensorIndex& model) const {
  std::size_t limit = kLargestStateBytes;
  if (format_ == 1) {
    for (const files::TensorEntry& tensor : model.tensors()) {
      if (!tensor.name.ends_with(".col_indices")) continue;
      limit += kStateBytesOfBlock * static_cast<std::size_t>(tensor.elements());
    }
  }
  require_length(kTrainerFile);
  std::string text = files::read_file(path_of(kTrainerFile), limit);
  require_hash(kTrainerFile, files::content_hash(text));
  return text;
}

}  // namespace espalier::models
