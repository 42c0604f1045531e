// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/checkpoint_folder.h>

#include <stdio.h>  // renameat2

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <espalier/files/atomic_file.h>
#include <espalier/files/checked_call.h>
#include <espalier/files/number_text.h>
#include <espalier/models/checkpoints/checkpoint_reader.h>
#include <espalier/models/checkpoints/vouched_tensors.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/system_call.h>

namespace espalier::models {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrefix = "step_";
constexpr const char* kAsidePrefix = ".tmp-step_";
constexpr const char* kReplacedSuffix = ".old";
constexpr const char* kDamagedPrefix = "damaged-";
constexpr const char* kLeftPrefix = "left-";  // of steps that a run has gone back behind

void remove_tree(const fs::path& path) {
  files::checked(path, "remove",
                 [&](std::error_code& error) { return fs::remove_all(path, error); });
}

/// Is there something of this name, be it a link that leads nowhere?
bool is_taken(const fs::path& path) {
  return files::checked(path, "look for", [&](std::error_code& error) {
    const fs::file_status status = fs::symlink_status(path, error);
    if (fs::status_known(status)) error.clear();  // which is set where nothing is there too
    return fs::exists(status);
  });
}

/// The number in a name such as `step_7`, or nothing.
std::optional<Index> step_in(std::string_view name, std::string_view prefix,
                             std::string_view suffix = "") {
  if (name.size() < prefix.size() + suffix.size() || !name.starts_with(prefix) ||
      !name.ends_with(suffix)) {
    return std::nullopt;
  }
  const std::string_view digits =
      name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
  const auto step = files::number_in<Index>(digits);
  // A folder such as step_008 is somebody's own.
  return step && *step >= 0 && std::to_string(*step) == digits ? step : std::nullopt;
}

/// The step of a checkpoint that a killed save moved out of the way and did not replace, if `path`
/// is one (see put_in_place).
std::optional<Index> step_replaced(const fs::path& path) {
  const auto step = step_in(path.filename().string(), kAsidePrefix, kReplacedSuffix);
  if (!step || files::is_there(step_path(path.parent_path(), *step))) return std::nullopt;
  return step;
}

/// Puts `aside` in the place of `path` in one step, so that a crash leaves one of the two there. If
/// there is an old `path` it ends up at `aside`.
void exchange(const fs::path& aside, const fs::path& path) {
  const int result = uninterrupted([&] {
    return ::renameat2(AT_FDCWD, aside.c_str(), AT_FDCWD, path.c_str(), RENAME_EXCHANGE);
  });
  if (result == 0) return;
  if (errno != ENOENT && errno != EINVAL && errno != ENOSYS) {
    throw IoError(path.string() + ": cannot rename into place: " + std::strerror(errno));
  }
  if (files::is_there(path)) {  // a file system without exchange: two steps are the best there is
    const fs::path old = aside.string() + kReplacedSuffix;  // found again by step_replaced
    files::rename_path(path, old);
    files::rename_path(aside, path);
    files::rename_path(old, aside);
  } else {
    files::rename_path(aside, path);
  }
}

bool has_all_files(const fs::path& checkpoint) {
  const auto is_file = [&](const char* name) {
    std::error_code ignored;
    const fs::file_status status = fs::status(checkpoint / name, ignored);
    return !fs::status_known(status) || fs::is_regular_file(status);  // unknown: it may be there
  };
  return is_file(kDoneFile) && std::ranges::all_of(kFiles, is_file);
}

/// Why a checkpoint is not usable, or nothing. Throws IoError if the system does not hand out a
/// file that is there: that tells nothing of the checkpoint.
std::optional<std::string> fault_of(const fs::path& checkpoint, Index step) {
  try {
    const CheckpointReader reader(checkpoint);
    if (reader.step() != step) {
      return checkpoint.string() + ": holds step " + std::to_string(reader.step());
    }
    const VouchedTensors model = reader.open(kModelFile);
    check_tensors(model);
    check_state(reader.open(kOptimizerFile));
    fill_tensors(reader.open(kTopologyFile), {});
    static_cast<void>(reader.read_state(model.index()));
    return std::nullopt;
  } catch (const IoError& error) {
    if (has_all_files(checkpoint)) throw;
    return error.what();
  } catch (const Error& error) {
    return error.what();
  }
}

/// What is visibly wrong with a checkpoint, without reading its large files, or nothing.
bool visibly_damaged(const fs::path& checkpoint, Index step) {
  try {
    const CheckpointReader reader(checkpoint);
    reader.require_lengths();
    return reader.step() != step;
  } catch (const Error&) {
    return true;
  }
}

/// Removes a checkpoint. Renamed first: a crash must not leave half of one under a good name.
void discard(const fs::path& checkpoint, const fs::path& doomed) {
  files::rename_path(checkpoint, doomed);
  remove_tree(doomed);
}

/// A name that begins with `prefix`, that no save touches and that is not taken.
fs::path free_name(const fs::path& folder, const char* prefix, Index step) {
  const std::string name = prefix + (kPrefix + std::to_string(step));
  fs::path path = folder / name;
  for (int i = 2; is_taken(path); ++i) {
    path = folder / (name + "." + std::to_string(i));
  }
  return path;
}

fs::path set_aside(const fs::path& checkpoint, Index step) {
  fs::path path = free_name(checkpoint.parent_path(), kDamagedPrefix, step);
  files::rename_path(checkpoint, path);
  return path;
}

}  // namespace

std::vector<std::pair<Index, fs::path>> checkpoints_in(const fs::path& folder) {
  std::vector<std::pair<Index, fs::path>> found;
  for (const fs::path& path : files::list_folder(folder)) {
    auto step = step_in(path.filename().string(), kPrefix);
    if (!step) step = step_replaced(path);
    if (step) found.emplace_back(*step, path);
  }
  std::sort(found.begin(), found.end(), std::greater<>());
  return found;
}

fs::path step_path(const fs::path& folder, Index step) {
  return folder / (kPrefix + std::to_string(step));
}

fs::path aside_path(const fs::path& folder, Index step) {
  return folder / (kAsidePrefix + std::to_string(step));
}

void put_in_place(const fs::path& folder, Index step) {
  const fs::path path = step_path(folder, step);
  const fs::path aside = aside_path(folder, step);
  if (is_taken(path) && visibly_damaged(path, step)) set_aside(path, step);
  exchange(aside, path);
  files::sync_folder(folder);
  remove_tree(aside);  // what was there, if anything was
}

void prune(const fs::path& folder, Index step, const Retention& retention) {
  const Index sound = std::min(step, retention.sound_step.value_or(step));
  int sound_ones = 0;
  int later_ones = 0;
  bool removed = false;
  for (const auto& [other, old] : checkpoints_in(folder)) {
    if (other > step || visibly_damaged(old, other)) continue;
    if (++(other <= sound ? sound_ones : later_ones) <= retention.keep) continue;
    removed = true;
    discard(old, aside_path(folder, other));
  }
  if (removed)
    files::sync_folder(folder);  // else a power cut could bring it back under its doomed name
}

void remove_checkpoint(const fs::path& folder, Index step) {
  discard(step_path(folder, step), aside_path(folder, step));
  files::sync_folder(folder);
}

void set_aside_later(const fs::path& folder, Index step) {
  if (!files::is_there(folder)) return;
  bool moved = false;
  for (const auto& [other, path] : checkpoints_in(folder)) {
    if (other <= step) break;  // newest first
    files::rename_path(path, free_name(folder, kLeftPrefix, other));
    moved = true;
  }
  if (moved) files::sync_folder(folder);
}

void sweep_unfinished_saves(const fs::path& folder) {
  if (!files::is_there(folder)) return;
  for (const fs::path& path : files::list_folder(folder)) {
    if (const auto step = step_replaced(path)) files::rename_path(path, step_path(folder, *step));
  }
  for (const fs::path& path : files::list_folder(folder)) {
    if (path.filename().string().starts_with(kAsidePrefix)) remove_tree(path);
  }
}

LatestCheckpoint latest_checkpoint(const fs::path& folder, Index last_step) {
  LatestCheckpoint latest;
  if (!files::is_there(folder)) return latest;
  for (const auto& [step, path] : checkpoints_in(folder)) {
    if (step > last_step) continue;
    const std::optional<std::string> fault = fault_of(path, step);
    if (!fault) {
      latest.path = path;
      latest.step = step;
      break;
    }
    latest.skipped.push_back(*fault);
    latest.damaged.push_back(path);
  }
  return latest;
}

std::vector<fs::path> set_aside_damaged(const LatestCheckpoint& latest) {
  std::vector<fs::path> moved;
  for (const fs::path& path : latest.damaged) {
    const std::string name = path.filename().string();
    auto step = step_in(name, kPrefix);
    if (!step) step = step_in(name, kAsidePrefix, kReplacedSuffix);
    if (step) moved.push_back(set_aside(path, *step));
  }
  if (!moved.empty()) files::sync_folder(moved.front().parent_path());
  return moved;
}

}  // namespace espalier::models
