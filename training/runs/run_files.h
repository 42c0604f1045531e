// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace espalier::training {

/// The names of the files in a run's folder, for all who read or write there.
namespace run_file {
inline constexpr const char* kConfig = "config.toml";
/// The configuration that will replace the present one.
inline constexpr const char* kNextConfig = "config.next.toml";
inline constexpr const char* kManifest = "manifest.json";
inline constexpr const char* kMetrics = "metrics.jsonl";
inline constexpr const char* kEdits = "edits.log";
inline constexpr const char* kSummary = "summary.json";
inline constexpr const char* kClock = "clock.log";       ///< of a run that follows the clock
inline constexpr const char* kVocabulary = "vocab.txt";  ///< of a run that reads text
/// How that splits text, as Hugging Face has it, of a run that is fine-tuned.
inline constexpr const char* kTokenizer = "tokenizer_config.json";
inline constexpr const char* kLabels = "labels.json";  ///< of a run that tells classes apart
inline constexpr const char* kCheckpoints = "checkpoints";
inline constexpr const char* kStart = "start";  ///< like checkpoints: what a branch began with
}  // namespace run_file

/// The names of folders beside the runs of a sweep.
namespace sweep_file {
inline constexpr const char* kLogs =
    "logs";  ///< NAME.log, which the process that trains the run locks
inline constexpr const char* kTrials =
    "trials";  ///< of a search; the process that chooses the next trial locks it
inline constexpr const char* kSlurm = "slurm";  ///< the script of an array job, and what tasks said
}  // namespace sweep_file

}  // namespace espalier::training
