// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <espalier/training/runs/run_summary.h>

namespace espalier::training {

/// A run's summary.json: the result of `read_run`, written when a session ends, so that lists need
/// not read every record of thousands of runs.
///   {"files": {"config.toml": {"bytes": 2138, "xxh3": "..."}, ...}, "format": 2, "known": "...",
///    "metrics": {"validation_loss": 3.5, ...}, "settings": {"model.block": "16", ...},
///    "summary": {"density": 0.1, ...}, "xxh3": "..."}
/// A summary depends on the bytes of four files (`files`: manifest, configuration, the one that is
/// about to replace it, metrics), on what the program knows (`known`: columns, keys, metrics,
/// policies) and on the code (`format`). It counts only if all of these are unchanged. So it can
/// never disagree with the run, whatever the run does later and wherever the file comes from.

/// The summary in the folder of a run, if it counts. Writes nothing. A damaged summary does not
/// count; `notes` then gets a line. Cost: the bytes of the files are hashed.
std::optional<RunSummary> read_sealed_summary(const std::filesystem::path& folder,
                                              std::vector<std::string>* notes = nullptr);

/// Writes the summary of the run in `folder`, whose manifest.json is, or is about to be,
/// `manifest`. The caller must hold the run. Atomic. Throws IoError, or FormatError as `read_run`.
void write_sealed_summary(const std::filesystem::path& folder, const std::string& manifest);

}  // namespace espalier::training
