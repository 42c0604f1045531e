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

/// One run as one row, with all that tables and figures need.
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
  /// Mean FLOPs of training, by the paper's count; for images those of the linear layers.
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
  std::string changed;        ///< what differs between sessions: `what_changed`
  Index completed_steps = 0;  ///< of the last record of any kind
  Index planned_steps = 0;
  Settings settings;             ///< in a file of summaries only those in which its runs differ
  bool is_of_summaries = false;  ///< read from such a file
  /// Seconds until a run that trains is done: its other steps at the pace of the present session,
  /// or the rest of its hours if that is less. Not in files of summaries.
  double seconds_left = kUnknown;
  /// Share of its hours that is over, of a run that has some. Not in files of summaries.
  double hours_share = kUnknown;
  /// Why a run failed or stopped. Not in files of summaries.
  std::string message;
  /// Numbers by name: those of the end record; if the run is not done, those of its last
  /// validation; in a file of summaries those that have a column.
  MetricValues metrics = {};

  double validation_loss() const { return metrics.value(metric::kValidationLoss); }
  /// By how many nats the model is better than guessing by frequency.
  double below_unigram() const {
    return metrics.value(metric::kUnigramEntropy) - validation_loss();
  }
};

/// The value of a column of summary files, of a declared metric, or of one of the run's settings
/// ("model.block"), as text. Nothing if the name is none of these; empty if the value is not known.
std::optional<std::string> summary_value(const RunSummary& run, const std::string& name);
/// The columns that summary files may have, in their order: first those of every file, then
/// metrics.
std::vector<std::string> summary_columns();
/// The columns that at least one of these runs has.
std::vector<std::string> summary_columns(const std::vector<RunSummary>& runs);
/// Those of them that hold numbers.
std::vector<std::string> summary_numbers();
/// The settings in which runs differ, in the order of the keys' names.
std::vector<std::string> swept_settings(const std::vector<RunSummary>& runs);

/// The summary of the run in `folder`, from its config, manifest and metrics. A run that is not
/// done has the loss of its last validation, if any. The run's own summary.json may be used instead
/// (`read_sealed_summary`), which only saves time; `notes` gets what is wrong with it. Throws
/// IoError or FormatError naming the file, also for a run that is done without an end record.
RunSummary summarise_run(const std::filesystem::path& folder,
                         std::vector<std::string>* notes = nullptr);

/// A run with all the content of its folder.
struct RunReading {
  Manifest manifest;
  RunConfig config;
  RunSummary summary;
  nlohmann::json end;  ///< the end record; null if there is none
};

/// Reads each file of a run once, and hands every record to `visit`. Throws as `summarise_run`.
RunReading read_run(const std::filesystem::path& folder, const RecordVisitor& visit = {});
/// The same for a caller that has the manifest.
RunReading read_run(const std::filesystem::path& folder, Manifest its_manifest,
                    const RecordVisitor& visit = {});

/// The reason why the losses of two runs cannot be compared, if there is one: another task, other
/// windows, another text or vocabulary, as far as they are known of both.
std::optional<DifferingValue> differing_data(const RunSummary& a, const RunSummary& b);

/// How much of a run is over, from 0 to 1: 1 if it is done, else of its steps or, if that is more,
/// of its hours. NaN if its number of steps is not known.
double share_done(const RunSummary& run);

/// The present status of a run: "interrupted" if it says "running" and no process holds it.
std::string status_now(const RunSummary& run);

/// Whether `path` and the folders in it hold no run, but a first one may yet be made there. Not of
/// a folder that cannot be read, which says so when it is.
bool awaits_first_run(const std::filesystem::path& path);

/// Does a worker of a sweep train the runs in `folder`? Between two runs the answer may be no for a
/// moment.
bool has_worker(const std::filesystem::path& folder);

/// What those expect that read summary files too.
inline constexpr const char* kRunsOrSummary = "a run, a folder of runs or a .csv";

/// The run's folder `path` itself, or the folders of the runs in it, ordered by name, with those
/// that cannot be looked into. Throws IoError, with what was expected, if there are none, and names
/// folders in it that have some.
std::vector<std::filesystem::path> run_folders(
    const std::filesystem::path& path, const std::string& expected = "a run or a folder of runs");

/// Summaries of every run at `paths`: a run's folder, a folder of runs (ordered by name) or a
/// summary file (.csv). `notes` as `summarise_run`. Throws IoError or FormatError naming the file,
/// also for a folder without runs.
std::vector<RunSummary> read_runs(const std::vector<std::filesystem::path>& paths,
                                  std::vector<std::string>* notes = nullptr);

/// Summaries as CSV, one row each under a heading, and back; doubles read back equal. First come
/// the columns that every file has, then the metrics that its runs have besides, and the settings
/// in which they differ. Writing is atomic. A file that is read may lack the column `task` and
/// those after it, as older files do. Throws IoError, and FormatError naming file, line and column.
void write_summary(const std::filesystem::path& path, const std::vector<RunSummary>& runs);
std::vector<RunSummary> read_summary(const std::filesystem::path& path);

}  // namespace espalier::training
