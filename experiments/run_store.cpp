// SPDX-License-Identifier: Apache-2.0
#include "experiments/run_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <ctime>
#include <utility>
#include <variant>

#include "experiments/csv.h"
#include "experiments/toml_text.h"
#include "models/atomic_file.h"
#include "models/flops.h"
#include "sparse/core/build_info.h"
#include "sparse/core/error.h"

namespace espalier::experiments {

using nlohmann::json;

namespace {

// A run writes a few hundred records an hour; these sizes are far beyond any real file.
constexpr std::size_t kLargestManifestBytes = 1 << 20;
constexpr std::size_t kLargestMetricsBytes = std::size_t{1} << 30;
constexpr std::size_t kLargestSummaryBytes = std::size_t{1} << 24;

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
  throw FormatError("status is \"" + text + "\", expected running, done, stopped or failed");
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Manifest, name, status, message, version, revision,
                                                dirty, compiler, build_type, processor, threads,
                                                kernel, dense_library, corpus_hash, vocabulary_hash,
                                                config_hash, seed, started, ended)

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(RunResult, steps, sequences, tokens, vocabulary,
                                                masked_per_sequence, attention_density,
                                                feed_forward_density, peak_learning_rate,
                                                train_loss, validation_loss, accuracy,
                                                unigram_entropy, context_free_loss, explored,
                                                parameters, training_flops, update_flops,
                                                peak_bytes, seconds)

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

json parse_object(std::string_view text, const std::string& where) {
  json value = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!value.is_object()) throw FormatError(where + ": expected a JSON object");
  return value;
}

std::string to_line(const json& record) {
  // Invalid UTF-8 in a message must not stop a run.
  return record.dump(-1, ' ', false, json::error_handler_t::replace) + '\n';
}

Manifest read_manifest_file(const std::filesystem::path& path) {
  const std::string where = path.string();
  return from_object<Manifest>(parse_object(models::read_file(path, kLargestManifestBytes), where),
                               where);
}

void require_plain_name(const std::string& name) {
  const bool plain = !name.empty() && name.front() != '.' && name.size() <= 200 &&
                     std::ranges::none_of(name, [](char c) {
                       return c == '/' || static_cast<unsigned char>(c) < 0x20;
                     });
  if (!plain) {
    throw ConfigError("run.name: \"" + name +
                      "\", expected a file name without slashes that does not begin with a dot");
  }
}

int lock_folder(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "lock";
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) throw IoError(path.string() + ": cannot open: " + std::strerror(errno));
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    const int reason = errno;
    ::close(file);
    throw IoError(folder.string() + (reason == EWOULDBLOCK
                                         ? ": another process is writing this run"
                                         : std::string(": cannot lock: ") + std::strerror(reason)));
  }
  return file;
}

/// What of a metrics file ends in a whole line.
std::string_view whole_lines(std::string_view text) {
  const std::size_t end = text.rfind('\n');
  return text.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

template <typename Visit>
void for_each_record(std::string_view text, const std::string& file, const Visit& visit) {
  text = whole_lines(text);
  for (Index line = 1; !text.empty(); ++line) {
    const std::string_view record = text.substr(0, text.find('\n'));
    visit(parse_object(record, fmt::format("{}:{}", file, line)), record);
    text.remove_prefix(record.size() + 1);
  }
}

bool is_event(const json& record, const char* name) {
  const auto found = record.find(field::kEvent);
  return found != record.end() && *found == name;
}

double number_or_unknown(const json& record, const char* name) {
  const auto found = record.find(name);
  return found != record.end() && found->is_number() ? found->get<double>() : kUnknown;
}

}  // namespace

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
  json record = result;
  record[field::kEvent] = event::kEnd;
  return record;
}

RunFolder::RunFolder(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}

RunFolder::RunFolder(RunFolder&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

RunFolder::~RunFolder() {
  if (lock_ >= 0) ::close(lock_);
}

bool RunFolder::exists(const std::filesystem::path& folder) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(folder / "manifest.json", ignored);
}

RunFolder RunFolder::create(const std::filesystem::path& root, const std::string& name) {
  require_plain_name(name);
  const std::filesystem::path folder = root / name;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw IoError(folder.string() + ": cannot make the folder: " + error.message());
  RunFolder run(folder, lock_folder(folder));
  if (exists(folder)) {
    throw ConfigError(folder.string() +
                      ": a run of this name exists, resume it or choose another run.name");
  }
  return run;
}

RunFolder RunFolder::open(const std::filesystem::path& folder) {
  if (!exists(folder)) throw IoError(folder.string() + ": no run here, expected a manifest.json");
  RunFolder run(folder, lock_folder(folder));
  const std::filesystem::path metrics = run.metrics_path();
  if (std::filesystem::exists(metrics)) {
    const std::string text = models::read_file(metrics, kLargestMetricsBytes);
    const std::string_view whole = whole_lines(text);
    if (whole.size() != text.size()) models::write_file_atomically(metrics, whole);
  }
  return run;
}

std::filesystem::path RunFolder::config_path() const { return path_ / "config.toml"; }
std::filesystem::path RunFolder::manifest_path() const { return path_ / "manifest.json"; }
std::filesystem::path RunFolder::metrics_path() const { return path_ / "metrics.jsonl"; }
std::filesystem::path RunFolder::edits_path() const { return path_ / "edits.log"; }
std::filesystem::path RunFolder::checkpoints_path() const { return path_ / "checkpoints"; }

void RunFolder::write_config(const RunConfig& config) const {
  models::write_file_atomically(config_path(), to_toml(config));
}

void RunFolder::write_manifest(const Manifest& manifest) const {
  const json value = manifest;
  models::write_file_atomically(manifest_path(),
                                value.dump(2, ' ', false, json::error_handler_t::replace) + '\n');
}

RunConfig RunFolder::read_config() const { return load_run_config(config_path()); }
Manifest RunFolder::read_manifest() const { return read_manifest_file(manifest_path()); }

void RunFolder::append_metrics(const json& record) const {
  const std::string path = metrics_path().string();
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) throw IoError(path + ": cannot open: " + std::strerror(errno));
  const std::string line = to_line(record);
  const ssize_t written = ::write(file, line.data(), line.size());
  const int reason = errno;
  ::close(file);
  if (written != static_cast<ssize_t>(line.size())) {
    throw IoError(path + ": cannot append: " +
                  (written < 0 ? std::strerror(reason) : "no space for the whole record"));
  }
}

void RunFolder::cut_metrics(Index step) const {
  const std::filesystem::path path = metrics_path();
  if (!std::filesystem::exists(path)) return;
  const std::string text = models::read_file(path, kLargestMetricsBytes);
  std::string kept;
  for_each_record(text, path.string(), [&](const json& record, std::string_view line) {
    const bool later = number_or_unknown(record, field::kStep) > static_cast<double>(step);
    if (later || is_event(record, event::kEnd)) return;
    kept.append(line);
    kept += '\n';
  });
  if (kept != text) models::write_file_atomically(path, kept);
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

std::vector<json> read_metrics(const std::filesystem::path& path) {
  std::vector<json> records;
  for_each_record(models::read_file(path, kLargestMetricsBytes), path.string(),
                  [&](json record, std::string_view) { records.push_back(std::move(record)); });
  return records;
}

namespace {

using Slot = std::variant<std::string*, Index*, double*>;

struct Column {
  const char* name;
  Slot (*slot)(RunSummary&);
  bool required = true;  ///< false: came later, older files lack it
};

// The one list of the columns of a summary file.
#define ESPALIER_ANY_COLUMN(member, required)                               \
  Column {                                                                  \
#member, [](RunSummary & run) -> Slot { return &run.member; }, required \
  }
#define ESPALIER_COLUMN(member) ESPALIER_ANY_COLUMN(member, true)
#define ESPALIER_LATER_COLUMN(member) ESPALIER_ANY_COLUMN(member, false)
constexpr std::array kColumns = {
    ESPALIER_COLUMN(name),
    ESPALIER_COLUMN(folder),
    ESPALIER_COLUMN(status),
    ESPALIER_COLUMN(mode),
    ESPALIER_COLUMN(model),
    ESPALIER_COLUMN(density),
    ESPALIER_COLUMN(block),
    ESPALIER_COLUMN(seed),
    ESPALIER_COLUMN(learning_rate),
    ESPALIER_COLUMN(steps),
    ESPALIER_COLUMN(sequences),
    ESPALIER_COLUMN(tokens),
    ESPALIER_COLUMN(encoder_flops_per_sequence),
    ESPALIER_COLUMN(encoder_training_flops),
    ESPALIER_COLUMN(total_training_flops),
    ESPALIER_COLUMN(parameters),
    ESPALIER_COLUMN(validation_loss),
    ESPALIER_COLUMN(unigram_entropy),
    ESPALIER_COLUMN(explored),
    ESPALIER_COLUMN(seconds),
    ESPALIER_COLUMN(settings_hash),
    ESPALIER_COLUMN(corpus_hash),
    ESPALIER_COLUMN(vocabulary_hash),
    ESPALIER_COLUMN(revision),
    ESPALIER_COLUMN(processor),
    ESPALIER_COLUMN(threads),
    ESPALIER_LATER_COLUMN(task),
    ESPALIER_LATER_COLUMN(accuracy),
    ESPALIER_LATER_COLUMN(update_flops),
    ESPALIER_LATER_COLUMN(peak_bytes),
};
#undef ESPALIER_LATER_COLUMN
#undef ESPALIER_COLUMN
#undef ESPALIER_ANY_COLUMN

std::string cell_text(const Slot& slot) {
  struct Writer {
    std::string operator()(const std::string* text) const { return *text; }
    std::string operator()(const Index* count) const { return std::to_string(*count); }
    std::string operator()(const double* number) const {
      return std::isfinite(*number) ? fmt::format("{}", *number) : std::string();
    }
  };
  return std::visit(Writer{}, slot);
}

void parse_cell(const std::string& text, const Slot& slot, const std::string& where) {
  const auto parse_number = [&](auto* number) {
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, *number);
    if (error != std::errc() || stop != end) {
      throw FormatError(where + ": \"" + printable(text) + "\", expected a number");
    }
  };
  if (auto* const* string = std::get_if<std::string*>(&slot)) {
    **string = text;
  } else if (auto* const* count = std::get_if<Index*>(&slot)) {
    parse_number(*count);
  } else if (auto* const* number = std::get_if<double*>(&slot)) {
    if (text.empty()) {
      **number = kUnknown;
    } else {
      parse_number(*number);
    }
  }
}

/// The columns that the first row of a summary names.
std::vector<const Column*> summary_columns(const std::vector<std::string>& names,
                                           const std::string& file) {
  std::vector<const Column*> columns;
  for (const std::string& name : names) {
    const auto* column =
        std::ranges::find_if(kColumns, [&](const Column& known) { return name == known.name; });
    if (column == kColumns.end()) {
      throw FormatError(file + ":1: unknown column \"" + printable(name) + '"');
    }
    columns.push_back(column);
  }
  for (const Column& column : kColumns) {
    const auto found = std::ranges::count(columns, &column);
    if (found == 1 || (found == 0 && !column.required)) continue;
    throw FormatError(
        fmt::format("{}:1: {} columns \"{}\", expected one", file, found, column.name));
  }
  return columns;
}

void fill_image_flops(RunSummary& run, const RunResult& result) {
  run.encoder_training_flops = result.training_flops;
  run.encoder_flops_per_sequence = result.training_flops / static_cast<double>(result.sequences);
  run.parameters = result.parameters;
  run.total_training_flops =
      result.training_flops + result.update_flops +
      static_cast<double>(result.steps) * models::adamw_flops(result.parameters);
}

void fill_mlm_flops(RunSummary& run, const RunConfig& config, const RunResult& result) {
  models::ModelConfig model = model_config(config);
  if (result.vocabulary > 0) model.vocabulary = result.vocabulary;
  const models::EncoderDensity density(result.attention_density, result.feed_forward_density);
  const double sequences = static_cast<double>(result.sequences);
  const Index length = config.data.sequence;
  const double encoder = models::training_flops(model, density, length);
  const double all = models::count_flops(model, density, length, result.masked_per_sequence,
                                         models::Pass::kTraining, config.training.batch)
                         .total();
  // Older results have no sum over the steps; their densities were the same at each.
  run.encoder_training_flops =
      std::isfinite(result.training_flops) ? result.training_flops : encoder * sequences;
  run.encoder_flops_per_sequence =
      std::isfinite(result.training_flops) ? result.training_flops / sequences : encoder;
  run.total_training_flops =
      run.encoder_training_flops + sequences * (all - encoder) + result.update_flops;
  run.parameters = models::count_parameters(model, density).total();
}

/// The end record, or what the last validation tells of a run that is not done.
RunResult result_of(const std::vector<json>& records, const RunConfig& config,
                    const std::string& where) {
  RunResult result;
  result.attention_density = result.feed_forward_density = config.model.density;
  for (const json& record : records) {
    if (is_event(record, event::kEnd)) result = from_object<RunResult>(record, where);
    if (!is_event(record, event::kValidation)) continue;
    result.validation_loss = number_or_unknown(record, field::kLoss);
    result.accuracy = number_or_unknown(record, field::kAccuracy);
    const double steps = number_or_unknown(record, field::kStep);
    if (!(steps >= 0 && steps <= 1e15)) throw FormatError(where + ": a validation without a step");
    result.steps = static_cast<Index>(steps);
    result.sequences = result.steps * config.training.batch;
    result.tokens = trains_on_images(config) ? 0 : result.sequences * config.data.sequence;
  }
  return result;
}

}  // namespace

RunSummary summarise_run(const std::filesystem::path& folder) {
  const Manifest manifest = read_manifest_file(folder / "manifest.json");
  const RunConfig config = load_run_config(folder / "config.toml");
  const std::filesystem::path metrics = folder / "metrics.jsonl";
  std::vector<json> records;
  if (std::filesystem::exists(metrics)) records = read_metrics(metrics);
  const RunResult result = result_of(records, config, metrics.string());

  RunSummary run;
  run.name = manifest.name;
  run.folder = folder.string();
  run.status = to_string(manifest.status);
  run.mode = config.topology.policy;
  run.model = model_name(config);
  run.density = config.model.density;
  run.block = config.topology.policy == "dense" ? 1 : config.model.block;
  run.seed = manifest.seed;
  run.learning_rate = std::isfinite(result.peak_learning_rate) ? result.peak_learning_rate
                                                               : config.training.learning_rate;
  run.steps = result.steps;
  run.sequences = result.sequences;
  run.tokens = result.tokens;
  try {
    if (trains_on_images(config))
      fill_image_flops(run, result);
    else
      fill_mlm_flops(run, config, result);
  } catch (const ConfigError& error) {
    throw FormatError(metrics.string() + ": " + error.what());
  }
  run.validation_loss = result.validation_loss;
  run.accuracy = result.accuracy;
  run.update_flops = result.update_flops;
  run.peak_bytes = result.peak_bytes;
  run.task = config.run.task;
  run.unigram_entropy = result.unigram_entropy;
  run.explored = result.explored;
  run.seconds = result.seconds;
  run.settings_hash = settings_hash(config);
  run.corpus_hash = manifest.corpus_hash;
  run.vocabulary_hash = manifest.vocabulary_hash;
  run.revision = manifest.revision + (manifest.dirty ? "-dirty" : "");
  run.processor = manifest.processor;
  run.threads = manifest.threads;
  return run;
}

std::vector<std::filesystem::path> run_folders(const std::filesystem::path& path) {
  if (RunFolder::exists(path)) return {path};
  std::error_code error;
  std::vector<std::filesystem::path> folders;
  for (std::filesystem::directory_iterator it(path, error), end; !error && it != end;
       it.increment(error)) {
    if (RunFolder::exists(it->path())) folders.push_back(it->path());
  }
  if (error) throw IoError(path.string() + ": cannot read: " + error.message());
  if (folders.empty()) {
    throw IoError(path.string() + ": no runs here, expected a run, a folder of runs or a .csv");
  }
  std::ranges::sort(folders);
  return folders;
}

std::vector<RunSummary> read_runs(const std::vector<std::filesystem::path>& paths) {
  std::vector<RunSummary> runs;
  for (const std::filesystem::path& path : paths) {
    if (std::filesystem::is_regular_file(path)) {
      for (RunSummary& run : read_summary(path)) runs.push_back(std::move(run));
      continue;
    }
    for (const std::filesystem::path& folder : run_folders(path))
      runs.push_back(summarise_run(folder));
  }
  return runs;
}

void write_summary(const std::filesystem::path& path, const std::vector<RunSummary>& runs) {
  std::vector<std::string> cells;
  cells.reserve(std::size(kColumns));
  for (const Column& column : kColumns) cells.emplace_back(column.name);
  std::string text = csv_line(cells);
  for (RunSummary run : runs) {
    cells.clear();
    for (const Column& column : kColumns) cells.push_back(cell_text(column.slot(run)));
    text += csv_line(cells);
  }
  models::write_file_atomically(path, text);
}

std::vector<RunSummary> read_summary(const std::filesystem::path& path) {
  const std::string file = path.string();
  std::vector<const Column*> columns;
  std::vector<RunSummary> runs;
  for_each_csv_row(models::read_file(path, kLargestSummaryBytes), file, [&](const CsvRow& row) {
    if (columns.empty()) {
      columns = summary_columns(row.cells, file);
      return;
    }
    if (row.cells.size() != columns.size()) {
      throw FormatError(fmt::format("{}:{}: {} cells, expected {}", file, row.line,
                                    row.cells.size(), columns.size()));
    }
    RunSummary& run = runs.emplace_back();
    for (std::size_t c = 0; c < columns.size(); ++c) {
      parse_cell(row.cells[c], columns[c]->slot(run),
                 fmt::format("{}:{}: {}", file, row.line, columns[c]->name));
    }
  });
  if (columns.empty()) summary_columns({}, file);
  return runs;
}

}  // namespace espalier::experiments
