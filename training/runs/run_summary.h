// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <espalier/sparse/core/types.h>
#include <espalier/training/config/settings.h>
#include <espalier/training/runs/run_store.h>

namespace espalier::training {

/// One run in one row: what tables and figures need.
struct RunSummary {
  std::string name;
  std::string folder;
  std::string status;
  std::string policy;  ///< topology.policy
  std::string model;   ///< as model_config names it
  double density = 1;
  Index block = 1;
  Index seed = 0;
  double learning_rate = kUnknown;  ///< the peak, after any scaling for sparsity
  Index steps = 0;
  Index sequences = 0;
  Index tokens = 0;
  /// The paper's count, training; for images, the linear layers' FLOPs. The mean over the run.
  double encoder_flops_per_sequence = kUnknown;
  double encoder_training_flops = kUnknown;  ///< the same over the run
  double total_training_flops = kUnknown;    ///< every counted FLOP of the run
  double parameters = kUnknown;              ///< stored
  double seconds = kUnknown;
  std::string settings_hash;  ///< equal for runs that differ in seed and learning rate only
  std::string corpus_hash;
  std::string vocabulary_hash;
  std::string revision;
  std::string processor;
  Index threads = 0;
  std::string task = "mlm";  ///< as run.task names it
  double update_flops = 0;
  double peak_bytes = kUnknown;
  std::string changed;        ///< between sessions: `what_changed`
  Index completed_steps = 0;  ///< by the last record of any kind
  Index planned_steps = 0;
  Settings settings;  ///< of a file of summaries only those in which its runs differ
  /// Of a run that is not done, by its records: seconds that its other steps take at the pace of
  /// the present session, or that are left of its hours if that is less. In no file of summaries.
  double seconds_left = kUnknown;
  /// Why a run failed or stopped. In no file of summaries.
  std::string message;
  /// Every number of the end record, by name; of a run that is not done those of its last
  /// validation; of a file those that it has a column for.
  MetricValues metrics = {};

  double validation_loss() const { return metrics.value(metric::kValidationLoss); }
  /// Nats that the model is better than guessing by frequency.
  double below_unigram() const {
    return metrics.value(metric::kUnigramEntropy) - validation_loss();
  }
};

/// The value of a column of a summary file, of a metric that a task declares, or of one of the
/// run's settings ("model.block"), as text; nothing if there is none of them. What is not known is
/// an empty text.
std::optional<std::string> summary_value(const RunSummary& run, const std::string& name);
/// The columns that summary files may have, in their order: those that all have, then metrics.
std::vector<std::string> summary_columns();
/// The columns that one of these runs has.
std::vector<std::string> summary_columns(const std::vector<RunSummary>& runs);
/// Those of them that are numbers.
std::vector<std::string> summary_numbers();
/// The settings in which runs differ, in the order of the keys' names.
std::vector<std::string> swept_settings(const std::vector<RunSummary>& runs);

/// The summary of the run in `folder`, from its config, manifest and metrics. A run that is not
/// done has the last validation's loss, if any. May come from the run's own summary.json
/// (`read_sealed_summary`), which changes nothing but the time; `notes` gets what it has to say.
/// Throws IoError or FormatError naming the file, also for a run that is done without an end
/// record.
RunSummary summarise_run(const std::filesystem::path& folder,
                         std::vector<std::string>* notes = nullptr);

/// A run as its folder has it, for those who want more than its summary.
struct RunReading {
  Manifest manifest;
  RunConfig config;
  RunSummary summary;
  nlohmann::json end;  ///< the end record; null if there is none
};

/// Reads each file of a run once, and hands every record to `visit` on the way. Throws as
/// `summarise_run`.
RunReading read_run(const std::filesystem::path& folder, const RecordVisitor& visit = {});
/// The same by who has the manifest.
RunReading read_run(const std::filesystem::path& folder, Manifest its_manifest,
                    const RecordVisitor& visit = {});

/// What makes the losses of two runs measures of different things, if anything does: task, windows,
/// text or vocabulary, of those that both are known to have.
std::optional<DifferingValue> differing_data(const RunSummary& a, const RunSummary& b);

/// The status of a run as it is now: "interrupted" if it says "running" and no process holds it.
std::string status_now(const RunSummary& run);

/// Is there no run at `path`, or in the folders in it, though a first one may yet be made there?
bool awaits_first_run(const std::filesystem::path& path);

/// Is a worker of a sweep at the runs in `folder`? Between two runs it may hold none for a moment.
bool has_worker(const std::filesystem::path& folder);

/// The run's folder `path` itself, or those of the runs in it, ordered by name. Throws IoError if
/// there is none, naming folders in it that have some.
std::vector<std::filesystem::path> run_folders(const std::filesystem::path& path);

/// Summaries of every run at `paths`: a run's folder, a folder of runs (ordered by name) or a
/// summary file (.csv). `notes` as `summarise_run`. Throws IoError or FormatError naming the file,
/// also for a folder without runs.
std::vector<RunSummary> read_runs(const std::vector<std::filesystem::path>& paths,
                                  std::vector<std::string>* notes = nullptr);

/// Summaries as CSV, one row each under a heading, and back; doubles read back equal. Behind the
/// columns that every file has stand those of metrics that its runs have besides, and the settings
/// in which they differ. Writing is atomic.
/// Columns of `task` and what follows it may be missing in a file that is read, as older ones lack
/// them. Throws IoError, and FormatError naming file, line and column.
void write_summary(const std::filesystem::path& path, const std::vector<RunSummary>& runs);
std::vector<RunSummary> read_summary(const std::filesystem::path& path);

}  // namespace espalier::training
