// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <filesystem>
#include <optional>
#include <vector>

#include <espalier/sparse/core/types.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/runs/clock_record.h>
#include <espalier/training/runs/run_store.h>

namespace espalier::training {

/// A file of a run as it was found: what it says, or why it cannot be read. Neither: it is not
/// there, or nothing depends on it.
template <typename T>
struct Found {
  std::optional<T> value = {};
  std::exception_ptr fault = {};  ///< an Error

  /// Throws why it cannot be read; there must be a value otherwise.
  const T& get() const {
    if (fault) std::rethrow_exception(fault);
    return value.value();
  }
};

/// What lies in the folder of a run before a start: all that decides how it begins.
struct RunState {
  std::filesystem::path folder;
  bool replaced_there = false;  ///< is something at `replaced_path`?
  /// Is there a checkpoint, whole or not, or a record, so that something would be lost with it? The
  /// rest is known of a run that has trained only.
  bool has_trained = false;
  Found<Manifest> manifest = {};
  Found<RunConfig> config = {};  ///< that the manifest was written with
  /// Steps of the checkpoints, whole or not, newest first: of the run, and of what a branch began
  /// with.
  Found<std::vector<Index>> checkpoints = {}, start = {};
  /// Do the records go on behind where the first checkpoint was due, so that one was lost? Looked
  /// at where there is none and the run is not done.
  Found<bool> past_a_checkpoint = {};
  /// The record of the clock. Looked at where the run follows the clock and has another budget than
  /// the one that is to start; empty: it has none.
  Found<std::vector<StepReadings>> clock = {};
};

/// Reads it, for a start of this configuration. Whoever is to act on it holds the folder's lock;
/// it makes and changes nothing. Throws IoError if a folder cannot be listed; what is wrong with a
/// file is told by its `Found::fault`.
RunState read_run_state(const std::filesystem::path& folder, const RunConfig& config);

/// Where a run is kept while another takes its place.
std::filesystem::path replaced_path(const std::filesystem::path& folder);

}  // namespace espalier::training
