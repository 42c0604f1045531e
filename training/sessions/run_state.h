// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <espalier/sparse/core/types.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/runs/clock_record.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {

/// A file of a run as it was found: its content, or the reason why it cannot be read. Neither:
/// there is no such file, or nothing depends on it.
template <typename T>
struct Found {
  std::optional<T> value = {};
  std::exception_ptr fault = {};  ///< an Error

  /// Throws the reason if the file cannot be read; otherwise there must be a value.
  const T& get() const {
    if (fault) std::rethrow_exception(fault);
    return value.value();
  }
};

/// The content of a run's folder before a start: all that decides how the run begins.
struct RunState {
  std::filesystem::path folder;
  bool replaced_there = false;           ///< does `replaced_path` exist?
  bool replaced_has_checkpoint = false;  ///< and has that run a checkpoint?
  /// Is there a checkpoint, whole or not, or a record that would be lost if the run made way? The
  /// members below are filled in only for a run that has trained.
  bool has_trained = false;
  Found<Manifest> manifest = {};
  Found<RunConfig> config = {};  ///< the configuration to which the manifest belongs
  /// Steps of the checkpoints, whole or not, newest first: of the run, and of the checkpoint that a
  /// branch began with.
  Found<std::vector<Index>> checkpoints = {}, start = {};
  /// Do the records go on past the step of the first checkpoint, so that it must have been lost?
  /// Known if there is no checkpoint and the run is not done.
  Found<bool> past_a_checkpoint = {};
  /// The record of the clock; empty: there is none. Known if the run follows the clock and its
  /// budget is not that of the run to start.
  Found<std::vector<StepReadings>> clock = {};
  /// What a run of the same configuration is that has not trained, if it began elsewhere: "a branch
  /// of x@3", "a replay of r". Empty: there is none.
  std::string untrained = {};
};

/// Reads the folder for a start of this configuration. A caller that will act on the result must
/// hold the folder's lock. Makes and changes nothing. Throws IoError if a folder cannot be listed;
/// a fault of a file is in `Found::fault`.
RunState read_run_state(const std::filesystem::path& folder, const RunConfig& config);

/// What the newest checkpoint of a run says of the data and files that the run began with, by
/// `DataHash::key`, among other texts; empty if there is none that can be read.
std::map<std::string, std::string> checkpoint_hashes(const std::filesystem::path& run);

/// The first of `hashes` of which `began`, as `checkpoint_hashes` returns it, has another value;
/// null: none.
const DataHash* first_changed(const std::map<std::string, std::string>& began,
                              const std::vector<DataHash>& hashes);

/// The path of the old run while another one takes its place.
std::filesystem::path replaced_path(const std::filesystem::path& folder);

}  // namespace espalier::training
