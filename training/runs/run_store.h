// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/files/append_log.h>
#include <espalier/files/folder_lock.h>
#include <espalier/sparse/core/types.h>
#include <espalier/training/config/metric.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/config/run_result.h>
#include <espalier/training/runs/metrics_file.h>

namespace espalier::training {

/// Names of fields of a run's metrics that several programs read or write. Each record has an event
/// and, except for the end record, the number of completed steps.
namespace field {
inline constexpr const char* kEvent = "event";
inline constexpr const char* kStep = "step";
inline constexpr const char* kLoss = metric::kLoss;  ///< per prediction, in the task's unit
inline constexpr const char* kLearningRate = "learning_rate";
inline constexpr const char* kTokens = "tokens";          ///< trained on so far
inline constexpr const char* kPerSecond = "_per_second";  ///< after the name of a task's unit
inline constexpr const char* kGradientNorm = "gradient_norm";
inline constexpr const char* kDropFraction = "drop_fraction";
inline constexpr const char* kExplored = metric::kExplored;
inline constexpr const char* kSeconds = "seconds";  ///< of training so far, over all sessions
}  // namespace field

/// Values of field::kEvent.
namespace event {
inline constexpr const char* kTrain = "train";
inline constexpr const char* kValidation = "validation";
inline constexpr const char* kTopology = "topology";
inline constexpr const char* kEnd = "end";  ///< a RunResult, the last record of a run that is done
}  // namespace event

/// What a validation says of the cost so far, by the names that the end record has for it.
inline constexpr std::array kCostFields = {
    "training_flops",      "update_flops",      "parameters",          "vocabulary",
    "masked_per_sequence", "attention_density", "feed_forward_density"};

/// Is it a record of this event?
bool is_event(const nlohmann::json& record, const char* name);
/// The number in a field of a record; NaN if it has none.
double number_or_unknown(const nlohmann::json& record, const char* name);

enum class RunStatus { kRunning, kDone, kStopped, kFailed };

/// "running", "done", "stopped" or "failed".
std::string to_string(RunStatus status);

/// What computed the steps of one session of a run, that is, from a start or resume to the next
/// stop.
struct SessionFacts {
  std::string started;   ///< time, as in the manifest
  Index first_step = 0;  ///< number of steps completed before
  std::string version;
  std::string revision;
  std::string processor;
  std::string kernel;
  std::string dense_library;
  Index threads = 0;
};

/// Names of the facts in which sessions differ and which can change the last bits of a result, such
/// as "kernel, processor"; empty: none. The number of threads cannot.
std::string what_changed(const std::vector<SessionFacts>& sessions);

/// The fact that a run was extended, with its former budget, or that its files have moved, and the
/// step from which it went on.
struct Extension {
  Index step = 0;           ///< number of steps that the run had completed
  std::string budget;       ///< the former budget, as `budget_text` writes it
  std::string config_hash;  ///< the former hash, which checkpoints up to `step` may have
  std::string places = {};  ///< the keys that named its files, if they have moved; else empty
};

/// Where a run comes from and how it went: the run's manifest.json, the root of its files.
struct Manifest {
  std::string name;
  RunStatus status = RunStatus::kRunning;
  std::string message;  ///< why it failed or stopped, in one line
  std::string version;
  std::string revision;
  bool dirty = false;  ///< whether a program of a changed tree has trained a part of the run
  std::string compiler;
  std::string build_type;
  std::string processor;
  Index threads = 0;
  std::string kernel;
  std::string dense_library;
  std::string corpus_hash;
  std::string vocabulary_hash;
  /// The checkpoint or folder that its encoder came from; empty, as in earlier versions: none, or
  /// not known.
  std::string encoder;
  std::string encoder_hash;
  std::string config_hash;
  Index seed = 0;
  std::string started;  ///< UTC, such as 2024-05-01T12:00:00Z
  std::string ended;
  /// Version of the checks of the run's files. 1, as in manifests without this field: none. 2:
  /// manifest, config.toml and each line of metrics.jsonl have a checksum.
  Index format = kRunFormat;
  /// Sessions in order; earlier versions wrote none. Manifests have another word for them, since
  /// old ones must load.
  std::vector<SessionFacts> sittings;
  /// The run and the step from which this one went on with another configuration, as "name@step";
  /// empty: it began at step 0.
  std::string branched_from;
  /// Hash of that run's configuration at that time; earlier versions wrote none.
  std::string branched_from_hash;
  /// The run whose record of the clock this one replays; empty: none.
  std::string replayed_from;
  std::vector<Extension> extensions;  ///< in order
  /// Marks of metrics.jsonl, edits.log and clock.log at the end of a session; that of clock.log
  /// always in a replay.
  std::map<std::string, files::LogMark> files;

  static constexpr Index kRunFormat = 2;
};

/// A manifest with name, seed and hash of `config`, what build_info() knows, and the present time.
/// The caller adds threads, kernel, dense library and the hashes of the data.
Manifest new_manifest(const RunConfig& config);

/// The present time in UTC as manifests write it.
std::string utc_now();

/// A JSON object as the text of a file, with the checksum of all its other members as "xxh3".
std::string sealed_text(nlohmann::json value);
/// The text of manifest.json.
std::string manifest_text(const Manifest& manifest);

/// The record that ends a run that is done, and the result in such a record; each metric is under
/// its name. Reading throws FormatError that begins with `where`.
nlohmann::json end_record(const RunResult& result);
RunResult result_in(const nlohmann::json& end_record, const std::string& where);

/// The folder of one run, locked against other processes while this object lives.
///   config.toml manifest.json metrics.jsonl edits.log summary.json checkpoints/ lock, and
///   clock.log of a run that follows the clock
class RunFolder {
 public:
  /// Makes `root`/`name` if it is missing, and locks it. Throws ConfigError if `name` is not a
  /// plain file name, IoError if the folder cannot be made or another process holds it.
  static RunFolder claim(const std::filesystem::path& root, const std::string& name);

  /// The same, but throws ConfigError if there is a run already.
  static RunFolder create(const std::filesystem::path& root, const std::string& name);

  /// Locks an existing run. Throws IoError if `folder` holds no run or another process holds it.
  static RunFolder open(const std::filesystem::path& folder);

  /// Does `folder` hold a run, that is, a manifest?
  static bool exists(const std::filesystem::path& folder);

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path config_path() const;
  std::filesystem::path manifest_path() const;
  std::filesystem::path metrics_path() const;
  std::filesystem::path edits_path() const;
  std::filesystem::path clock_path() const;
  std::filesystem::path checkpoints_path() const;
  /// Folder of the checkpoint that a branch began with.
  std::filesystem::path start_path() const;

  /// Each writes a whole file atomically, with its checksum. Throws IoError.
  void write_config(const RunConfig& config) const;
  void write_manifest(const Manifest& manifest) const;
  /// Replaces both by those of another configuration. Even if this fails or is killed, readers find
  /// either both old ones or both new ones. Throws IoError.
  void replace(const RunConfig& config, const Manifest& manifest) const;

  /// As the functions with these names below.
  RunConfig read_config() const;
  Manifest read_manifest() const;

 private:
  RunFolder(std::filesystem::path path, files::FolderLock lock);

  std::filesystem::path path_;
  files::FolderLock lock_;
};

/// The last part of a folder's name, however the path is written; "runs/a/", "." and ".." have one
/// too.
std::string folder_name(const std::filesystem::path& folder);

/// The name of the run's folder: `run.name`, or one made from what usually differs, such as
/// "tiny-dynamic-d0.1-b4-lr0.001-s1". Throws ConfigError if `run.name` is no plain file name.
std::string run_name(const RunConfig& config);

/// Read the files of a run without locking it, and compare them with their checksums. Throw
/// IoError, which says so if the folder holds no run, or FormatError naming the file. A manifest
/// with an unknown key is refused, and so is a configuration whose hash differs from the
/// manifest's. Control characters are taken out of texts.
Manifest read_manifest(const std::filesystem::path& folder);
/// The same for the text of the file; messages begin with `where`.
Manifest parse_manifest(const std::string& text, const std::string& where);
RunConfig read_run_config(const std::filesystem::path& folder);
/// The same for a caller that has the manifest.
RunConfig read_run_config(const std::filesystem::path& folder, const Manifest& manifest);

/// Calls `visit` for each record of the run in `folder`; there may be none yet. Checks the seals,
/// and the whole file if a session has ended. `skipped_event` and errors as of `for_each_record`,
/// and errors of the functions above.
void for_each_run_record(const std::filesystem::path& folder, const RecordVisitor& visit,
                         std::string_view skipped_event = {});
/// The same for a caller that has the manifest.
void for_each_run_record(const std::filesystem::path& folder, const Manifest& manifest,
                         const RecordVisitor& visit, std::string_view skipped_event = {});

/// Throws FormatError if edits.log or clock.log has changed since the end of the last session.
void check_edits(const std::filesystem::path& folder, const Manifest& manifest);
void check_clock(const std::filesystem::path& folder, const Manifest& manifest);

}  // namespace espalier::training
