// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <espalier/sparse/core/types.h>

namespace espalier::experiments {

/// One number that a run has recorded.
struct RunMetric {
  std::string event;   ///< as in metrics.jsonl: train, validation, topology, end
  std::string name;    ///< of the field; "outer/inner" for a field of an object in the record
  Index step = 0;      ///< number of completed steps; for the end, all
  double seconds = 0;  ///< of training so far
  double value = 0;
};

/// Calls `visit` for every finite number in a run's records, in their order; true counts as 1.
/// Throws as `for_each_run_record`.
void for_each_metric(const std::filesystem::path& run,
                     const std::function<void(const RunMetric&)>& visit);

/// The runs at `paths`, each of which is a run or a folder of runs. Throws IoError if there are
/// none, or two with one name, which would share a folder.
std::vector<std::filesystem::path> exported_runs(const std::vector<std::filesystem::path>& paths);

/// Writes `folder`/RUN/events.out.tfevents.START.espalier for each run, with a tag such as
/// "validation/loss" for each metric, and replaces the files of an earlier call. Times are those of
/// training, counted from the run's start. Returns the files. Throws IoError or FormatError.
std::vector<std::filesystem::path> export_tensorboard(
    const std::vector<std::filesystem::path>& runs, const std::filesystem::path& folder);

/// Every metric of the runs as CSV: run, event, step, seconds, metric, value, with all digits.
std::string metrics_csv(const std::vector<std::filesystem::path>& runs);
/// Writes the same as a file, atomically. Throws IoError.
void export_csv(const std::vector<std::filesystem::path>& runs, const std::filesystem::path& file);

}  // namespace espalier::experiments
