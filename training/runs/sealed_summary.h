// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <espalier/training/runs/run_summary.h>

namespace espalier::training {

/// A run's summary.json: what `read_run` makes of the run, written when a session ends, so that
/// lists need not read every record of thousands of runs.
///   {"files": {"config.toml": {"bytes": 2138, "xxh3": "..."}, ...}, "format": 1, "known": "...",
///    "metrics": {"validation_loss": 3.5, ...}, "settings": {"model.block": "16", ...},
///    "summary": {"density": 0.1, ...}, "xxh3": "..."}
/// A summary is a function of the bytes of four files (`files`: manifest, configuration, the one
/// about to take its place, metrics), of what the program knows (`known`: columns, keys, metrics,
/// policies) and of the code (`format`). It counts if all of them are what they were; so nothing
/// that a run goes on to do, and no file from elsewhere, can make it say what the run does not.

/// The summary that lies in the folder of a run, if it counts. Writes nothing. One that is damaged
/// counts for nothing, of which `notes` gets a line. Cost: the bytes of the files are hashed.
std::optional<RunSummary> read_sealed_summary(const std::filesystem::path& folder,
                                              std::vector<std::string>* notes = nullptr);

/// Writes that of the run in `folder` whose manifest.json is, or is about to be, `manifest`, by
/// who holds the run. Atomic. Throws IoError, or FormatError as `read_run`.
void write_sealed_summary(const std::filesystem::path& folder, const std::string& manifest);

}  // namespace espalier::training
