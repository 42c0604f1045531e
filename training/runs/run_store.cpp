// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/runs/run_store.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <optional>
#include <utility>

#include <espalier/files/atomic_file.h>
#include <espalier/files/checked_call.h>
#include <espalier/files/content_hash.h>
#include <espalier/files/json_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/build_info.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/runs/run_files.h>

namespace espalier::training {

using nlohmann::json;

namespace {

// Far beyond any real file.
constexpr std::size_t kLargestManifestBytes = 1 << 20;
constexpr std::size_t kLargestConfigBytes = 1 << 20;

constexpr std::array kStatusNames = {
    std::pair{RunStatus::kRunning, "running"}, std::pair{RunStatus::kDone, "done"},
    std::pair{RunStatus::kStopped, "stopped"}, std::pair{RunStatus::kFailed, "failed"}};

}  // namespace

std::string to_string(RunStatus status) {
  const auto* entry =
      std::ranges::find(kStatusNames, status, &std::pair<RunStatus, const char*>::first);
  return entry->second;
}

// The functions that nlohmann::json finds by name; object fields are called as the members are.
static void to_json(json& value, const RunStatus& status) { value = to_string(status); }

static void from_json(const json& value, RunStatus& status) {
  const auto text = value.get<std::string>();
  for (const auto& [known, name] : kStatusNames) {
    if (text == name) {
      status = known;
      return;
    }
  }
  throw FormatError("status is \"" + files::printable(text) +
                    "\", expected running, done, stopped or failed");
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(SessionFacts, started, first_step, version,
                                                revision, processor, kernel, dense_library, threads)

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Extension, step, budget, config_hash, places)

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Manifest, name, status, message, version, revision,
                                                dirty, compiler, build_type, processor, threads,
                                                kernel, dense_library, corpus_hash, vocabulary_hash,
                                                encoder, encoder_hash, config_hash, seed, started,
                                                ended, format, sittings, branched_from,
                                                branched_from_hash, replayed_from, extensions,
                                                files)

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(RunResult, steps, sequences, tokens, vocabulary,
                                                masked_per_sequence, attention_density,
                                                feed_forward_density, peak_learning_rate,
                                                train_loss, parameters, training_flops,
                                                update_flops, peak_bytes, seconds, skipped_steps)

namespace {

void drop_nulls(json& object) {
  for (auto it = object.begin(); it != object.end();) {
    it = it->is_null() ? object.erase(it) : std::next(it);
  }
}

/// The object as a T; null, the spelling of a number that is not finite, leaves the default.
template <typename T>
T from_object(json object, const std::string& where) {
  try {
    if (!object.is_object()) throw FormatError("expected a JSON object");
    drop_nulls(object);
    return object.get<T>();
  } catch (const json::exception& error) {
    throw FormatError(where + ": " + error.what());
  } catch (const FormatError& error) {
    throw FormatError(where + ": " + error.what());
  }
}

constexpr const char* kChecksum = "xxh3";
constexpr const char* kFormat = "format";

std::string indented(const json& value) { return files::json_text(value, 2) + '\n'; }

/// Throws FormatError unless a manifest that says that it has a checksum is what was written.
void check_manifest(const json& value, const std::string& text, const std::string& where) {
  const json known = Manifest();
  for (const auto& [key, member] : value.items())
    if (!known.contains(key) && key != kChecksum)
      throw FormatError(where + ": unknown key \"" + files::printable(key) + '"');
  if (!value.contains(kFormat) && !value.contains(kChecksum)) return;
  if (!value.contains(kFormat) || value[kFormat] != Manifest::kRunFormat)
    throw FormatError(fmt::format("{}: format {}, expected {}", where,
                                  value.value(kFormat, json()).dump(), Manifest::kRunFormat));
  if (text != sealed_text(value))
    throw FormatError(where + ": the file was altered: its checksum is not that of its content");
}

constexpr std::string_view kConfigSeal = "# xxh3 ";

std::string sealed_config(const std::string& text) {
  return text + std::string(kConfigSeal) + files::hex(files::content_hash(text)) + '\n';
}

/// Throws FormatError unless the text ends with the line that `sealed_config` adds.
void check_config(const std::string& text, const std::string& where) {
  const std::size_t line = text.rfind('\n', text.size() < 2 ? 0 : text.size() - 2) + 1;
  if (text != sealed_config(text.substr(0, line)))
    throw FormatError(where +
                      ": the file was altered or cut: its last line, the checksum, is not "
                      "that of its content");
}

/// If the manifest has a mark of this file, it must be that of the file.
void check_file(const Manifest& manifest, const std::filesystem::path& folder, const char* name) {
  const auto expected = manifest.files.find(name);
  if (expected == manifest.files.end()) return;
  const files::LogMark found = files::mark_of(folder / name);
  if (found != expected->second && !files::is_there(folder / name))
    throw FormatError(fmt::format("{}: not there, expected {} bytes as manifest.json says",
                                  (folder / name).string(), expected->second.bytes));
  if (found != expected->second)
    throw FormatError(
        fmt::format("{}: {} bytes with checksum {}, expected {} with {} as "
                    "manifest.json says",
                    (folder / name).string(), found.bytes, found.xxh3, expected->second.bytes,
                    expected->second.xxh3));
}

bool is_plain_name(const std::string& name) {
  return !name.empty() && name.front() != '.' && name.size() <= 200 &&
         name.find('/') == std::string::npos && name == files::without_controls(name);
}

void require_plain_name(const std::string& name) {
  if (!is_plain_name(name))
    throw ConfigError("run.name: \"" + files::printable(name) +
                      "\", expected a file name of at most 200 bytes without slashes or control "
                      "characters that does not begin with a dot");
  if (name.find('@') != std::string::npos)
    throw ConfigError("run.name: \"" + files::printable(name) +
                      "\", expected no @, behind which a run's steps are named");
}

}  // namespace

std::string sealed_text(json value) {
  value.erase(kChecksum);
  value[kChecksum] = files::hex(files::content_hash(indented(value)));
  return indented(value);
}

std::string manifest_text(const Manifest& manifest) { return sealed_text(manifest); }

double number_or_unknown(const json& record, const char* name) {
  const auto found = record.find(name);
  return found != record.end() && found->is_number() ? found->get<double>() : kUnknown;
}

bool is_event(const json& record, const char* name) {
  const auto found = record.find(field::kEvent);
  return found != record.end() && *found == name;
}

std::string what_changed(const std::vector<SessionFacts>& sessions) {
  std::string names;
  const auto compare = [&](const char* name, std::string SessionFacts::*member) {
    const auto differs = [&](const SessionFacts& session) {
      return session.*member != sessions.front().*member;
    };
    if (std::ranges::any_of(sessions, differs))
      names += (names.empty() ? "" : ", ") + std::string(name);
  };
  compare("version", &SessionFacts::version);
  compare("revision", &SessionFacts::revision);
  compare("processor", &SessionFacts::processor);
  compare("kernel", &SessionFacts::kernel);
  compare("dense_library", &SessionFacts::dense_library);
  return names;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

Manifest new_manifest(const RunConfig& config) {
  const BuildInfo& build = build_info();
  Manifest manifest;
  manifest.name = run_name(config);
  manifest.version = build.version;
  manifest.revision = build.revision;
  manifest.dirty = build.dirty;
  manifest.compiler = build.compiler;
  manifest.build_type = build.build_type;
  manifest.processor = build.processor;
  manifest.config_hash = config_hash(config);
  manifest.seed = config.run.seed;
  manifest.started = utc_now();
  return manifest;
}

json end_record(const RunResult& result) {
  // Earlier versions had these in the end record of every task; who looks for one finds a null.
  constexpr std::array kInEachRecord = {metric::kValidationLoss,  metric::kTestLoss,
                                        metric::kAccuracy,        metric::kUnigramEntropy,
                                        metric::kContextFreeLoss, metric::kExplored};
  json record = result;
  for (const char* name : kInEachRecord) record[name] = nullptr;
  for (const auto& [name, value] : result.metrics) record[name] = value;
  record[field::kEvent] = event::kEnd;
  return record;
}

RunResult result_in(const json& end_record, const std::string& where) {
  auto result = from_object<RunResult>(end_record, where);
  const json own = RunResult();
  for (const auto& [name, value] : end_record.items())
    if (value.is_number() && !own.contains(name)) result.metrics.set(name, value.get<double>());
  for (const ResultMetric& metric : result_metrics()) {
    const auto found = end_record.find(metric.name);
    if (found != end_record.end() && !found->is_number() && !found->is_null())
      throw FormatError(where + ": " + metric.name + ": " + files::printable(found->dump()) +
                        ", expected a number");
  }
  return result;
}

RunFolder::RunFolder(std::filesystem::path path, files::FolderLock lock)
    : path_(std::move(path)), lock_(std::move(lock)) {}

bool RunFolder::exists(const std::filesystem::path& folder) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(folder / run_file::kManifest, ignored);
}

RunFolder RunFolder::claim(const std::filesystem::path& root, const std::string& name) {
  require_plain_name(name);
  const std::filesystem::path folder = root / name;
  files::create_folders(folder);
  return RunFolder(
      folder, files::FolderLock(folder, "another process is writing this run; wait until it ends"));
}

RunFolder RunFolder::create(const std::filesystem::path& root, const std::string& name) {
  RunFolder run = claim(root, name);
  if (exists(run.path_)) {
    throw ConfigError(run.path_.string() +
                      ": a run of this name exists; resume it or choose another run.name");
  }
  return run;
}

RunFolder RunFolder::open(const std::filesystem::path& folder) {
  if (!exists(folder)) throw IoError(folder.string() + ": no run here, expected a manifest.json");
  return RunFolder(
      folder, files::FolderLock(folder, "another process is writing this run; wait until it ends"));
}

std::filesystem::path RunFolder::config_path() const { return path_ / run_file::kConfig; }
std::filesystem::path RunFolder::manifest_path() const { return path_ / run_file::kManifest; }
std::filesystem::path RunFolder::metrics_path() const { return path_ / run_file::kMetrics; }
std::filesystem::path RunFolder::edits_path() const { return path_ / run_file::kEdits; }
std::filesystem::path RunFolder::clock_path() const { return path_ / run_file::kClock; }
std::filesystem::path RunFolder::checkpoints_path() const { return path_ / run_file::kCheckpoints; }
std::filesystem::path RunFolder::start_path() const { return path_ / run_file::kStart; }

void RunFolder::write_config(const RunConfig& config) const {
  files::write_file_atomically(config_path(), sealed_config(to_toml(config)));
  // Of a replacement that was killed.
  std::error_code ignored;
  std::filesystem::remove(path_ / run_file::kNextConfig, ignored);
}

void RunFolder::write_manifest(const Manifest& manifest) const {
  files::write_file_atomically(manifest_path(), manifest_text(manifest));
}

void RunFolder::replace(const RunConfig& config, const Manifest& manifest) const {
  const std::filesystem::path next = path_ / run_file::kNextConfig;
  files::write_file_atomically(next, sealed_config(to_toml(config)));
  write_manifest(manifest);  // which says what of the two counts
  files::rename_path(next, config_path());
  files::sync_folder(path_);
}

RunConfig RunFolder::read_config() const { return read_run_config(path_); }
Manifest RunFolder::read_manifest() const { return training::read_manifest(path_); }

Manifest read_manifest(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / run_file::kManifest;
  std::error_code failed;  // of what is there and cannot be looked at, reading says why
  if (!std::filesystem::exists(path, failed) && !failed)
    throw IoError(folder.string() + ": no run here; expected a run's folder, which has " +
                  run_file::kManifest);
  return parse_manifest(files::read_file(path, kLargestManifestBytes), path.string());
}

Manifest parse_manifest(const std::string& text, const std::string& where) {
  const json value = files::parse_json_object(text, where);
  check_manifest(value, text, where);
  Manifest manifest = from_object<Manifest>(value, where);
  if (!value.contains(kFormat)) manifest.format = 1;
  if (!is_plain_name(manifest.name))
    throw FormatError(where + ": name \"" + files::printable(manifest.name) +
                      "\", expected a file name");
  for (std::string* shown :
       {&manifest.message, &manifest.version, &manifest.revision, &manifest.compiler,
        &manifest.build_type, &manifest.processor, &manifest.kernel, &manifest.dense_library,
        &manifest.corpus_hash, &manifest.vocabulary_hash, &manifest.encoder, &manifest.encoder_hash,
        &manifest.started, &manifest.ended, &manifest.branched_from, &manifest.branched_from_hash,
        &manifest.replayed_from})
    *shown = files::without_controls(*shown);
  for (SessionFacts& session : manifest.sittings)
    for (std::string* shown : {&session.started, &session.version, &session.revision,
                               &session.processor, &session.kernel, &session.dense_library})
      *shown = files::without_controls(*shown);
  for (Extension& extension : manifest.extensions)
    for (std::string* shown : {&extension.budget, &extension.places})
      *shown = files::without_controls(*shown);
  return manifest;
}

namespace {

RunConfig read_config_file(const std::filesystem::path& path, const Manifest& manifest) {
  const std::string text = files::read_file(path, kLargestConfigBytes);
  if (manifest.format >= 2) check_config(text, path.string());
  return parse_run_config(text, path.string());
}

/// The configuration that was to take the place of the other, if it is that of the manifest.
std::optional<RunConfig> next_config(const std::filesystem::path& folder,
                                     const Manifest& manifest) {
  const std::filesystem::path path = folder / run_file::kNextConfig;
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  RunConfig config = read_config_file(path, manifest);
  if (config_hash(config) != manifest.config_hash) return std::nullopt;
  return config;
}

}  // namespace

RunConfig read_run_config(const std::filesystem::path& folder, const Manifest& manifest) {
  const std::string where = (folder / run_file::kConfig).string();
  RunConfig config = read_config_file(folder / run_file::kConfig, manifest);
  if (config_hash(config) == manifest.config_hash) return config;
  if (std::optional<RunConfig> next = next_config(folder, manifest)) return *std::move(next);
  throw FormatError(where + ": not the configuration that manifest.json was written with: hash " +
                    config_hash(config) + ", expected " + files::printable(manifest.config_hash));
}

void for_each_run_record(const std::filesystem::path& folder, const Manifest& manifest,
                         const RecordVisitor& visit, std::string_view skipped_event) {
  check_file(manifest, folder, run_file::kMetrics);
  const std::filesystem::path path = folder / run_file::kMetrics;
  std::error_code broken;  // a link that leads nowhere: it cannot be read, as is said below
  if (!std::filesystem::exists(path, broken) && !broken) return;
  for_each_record(path, manifest.format >= 2 ? Seals::kRequired : Seals::kOptional, visit,
                  skipped_event);
}

RunConfig read_run_config(const std::filesystem::path& folder) {
  return read_run_config(folder, read_manifest(folder));
}

void check_edits(const std::filesystem::path& folder, const Manifest& manifest) {
  check_file(manifest, folder, run_file::kEdits);
}

void check_clock(const std::filesystem::path& folder, const Manifest& manifest) {
  check_file(manifest, folder, run_file::kClock);
}

void for_each_run_record(const std::filesystem::path& folder, const RecordVisitor& visit,
                         std::string_view skipped_event) {
  for_each_run_record(folder, read_manifest(folder), visit, skipped_event);
}

std::string folder_name(const std::filesystem::path& folder) {
  const std::filesystem::path whole = std::filesystem::absolute(folder).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

std::string run_name(const RunConfig& config) {
  if (!config.run.name.empty()) {
    require_plain_name(config.run.name);
    return config.run.name;
  }
  std::string name = model_name(config) + '-' + config.topology.policy;
  if (config.topology.policy != "dense") {
    name += fmt::format("-d{}-b{}", config.model.density, config.model.block);
  }
  return name + fmt::format("-lr{}-s{}", config.training.learning_rate, config.run.seed);
}

}  // namespace espalier::training
