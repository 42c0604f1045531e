// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/runs/run_index.h>

#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include <espalier/files/atomic_file.h>
#include <espalier/files/content_hash.h>
#include <espalier/files/json_text.h>
#include <espalier/models/optimizers/optimizer_registry.h>
#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/schedules/rules/criterion.h>
#include <espalier/sparse/core/build_info.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/task.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/summary_columns.h>

namespace espalier::training {
namespace {

/// "ESPI", where SQLite keeps what program a file is of, and the present layout.
constexpr int kApplication = 0x45535049;
constexpr int kLayout = 1;
/// Tables, views, indices and triggers together; that of a primary key has no statement of its own.
constexpr const char* kTables = "SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'";
/// Where the header of an SQLite file has that number, most significant byte first.
constexpr std::size_t kApplicationAt = 68, kHeaderBytes = 100;
constexpr std::string_view kMagic = std::string_view("SQLite format 3\0", 16);
/// Settings and metrics of a run take a few KB: far beyond any real value.
constexpr int kLargestValueBytes = 1 << 22;
/// How long to wait for another process that is writing.
constexpr int kPatienceMilliseconds = 1000;
/// A file that changed so lately may change again without a new time.
constexpr std::time_t kSettledSeconds = 2;

/// What SQLite says of a call that failed.
class IndexError : public Error {
 public:
  IndexError(int code, const std::string& message) : Error(message), code_(code) {}
  bool damaged() const { return code_ == SQLITE_CORRUPT || code_ == SQLITE_NOTADB; }

 private:
  int code_;
};

/// Names and times of the files that a summary is made of; nothing if they may still change.
std::optional<std::string> stamp_of(const std::filesystem::path& folder) {
  std::string stamp;
  const std::time_t settled = std::time(nullptr) - kSettledSeconds;
  for (const char* name : {run_file::kManifest, run_file::kConfig, run_file::kMetrics}) {
    struct stat facts {};
    if (::stat((folder / name).c_str(), &facts) != 0) {
      stamp += "none ";
      continue;
    }
    if (facts.st_mtim.tv_sec > settled) return std::nullopt;
    stamp += fmt::format("{}:{}.{}:{}.{} ", facts.st_size, facts.st_mtim.tv_sec,
                         facts.st_mtim.tv_nsec, facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec);
  }
  return stamp;
}

/// What a summary depends on besides files: this program, and what plug-ins have added to it.
std::string program_mark() {
  files::ContentHash hash;
  hash.update_field(build_info().version).update_field(build_info().revision);
  struct stat facts {};
  if (::stat("/proc/self/exe", &facts) == 0)
    hash.update_field(
        fmt::format("{} {} {}", facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec));
  for (const TaskPtr& task : tasks()) hash.update_field(task->info().name);
  for (const auto& policy : schedules::topology_policies()) hash.update_field(policy.name);
  for (const auto& criterion : schedules::drop_criteria()) hash.update_field(criterion.name);
  for (const auto& criterion : schedules::grow_criteria()) hash.update_field(criterion.name);
  for (const auto& optimizer : models::optimizers()) hash.update_field(optimizer.name);
  return files::hex(hash.value());
}

double number_in(const SummarySlot& slot) {
  if (auto* const* number = std::get_if<double*>(&slot)) return **number;
  const auto& [metrics, name] = std::get<MetricSlot>(slot);
  return metrics->value(name);
}

/// Every value of a row and what it depends on.
std::string seal_of(const std::string& program, const std::string& folder, const std::string& stamp,
                    RunSummary& run, const std::string& settings, const std::string& metrics) {
  files::ContentHash hash;
  hash.update_field(program).update_field(folder).update_field(stamp);
  for (const SummaryColumn& column : summary_column_list()) {
    const SummarySlot slot = column.slot(run);
    if (auto* const* text = std::get_if<std::string*>(&slot))
      hash.update_field(**text);
    else if (auto* const* count = std::get_if<Index*>(&slot))
      hash.update_field(std::to_string(**count));
    else
      hash.update_field(fmt::format("{}", number_in(slot)));
  }
  return files::hex(hash.update_field(settings).update_field(metrics).value());
}

std::string create_statement() {
  std::string text = "CREATE TABLE runs (run TEXT PRIMARY KEY, stamp TEXT, program TEXT";
  RunSummary none;
  for (const SummaryColumn& column : summary_column_list()) {
    constexpr std::array kTypes = {"TEXT", "INTEGER", "REAL", "REAL"};
    text += fmt::format(", {} {}", column.name, kTypes.at(column.slot(none).index()));
  }
  return text + ", settings TEXT, metrics TEXT, xxh3 TEXT) WITHOUT ROWID";
}

/// Is what lies there an index, or nothing?
bool is_index_or_nothing(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return !error;
  try {
    const files::InputFile file(path);
    if (file.size() == 0) return true;
    std::array<char, kHeaderBytes> header{};
    if (file.read(0, header) < kHeaderBytes ||
        !std::string_view(header.data(), 16).starts_with(kMagic))
      return false;
    int application = 0;
    for (std::size_t i = 0; i < 4; ++i)
      application = application << 8 | static_cast<unsigned char>(header[kApplicationAt + i]);
    return application == kApplication;
  } catch (const IoError&) {
    return false;
  }
}

/// The user's cache, for the index of a folder that cannot hold it; empty: there is none.
std::filesystem::path cache_path(const std::filesystem::path& runs) {
  std::filesystem::path cache;
  if (const char* folder = std::getenv("XDG_CACHE_HOME"); folder != nullptr && folder[0] == '/')
    cache = folder;
  else if (const char* home = std::getenv("HOME"); home != nullptr && home[0] == '/')
    cache = std::filesystem::path(home) / ".cache";
  if (cache.empty()) return {};
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::canonical(runs, error);
  if (error) return {};
  return cache / "espalier" /
         ("runs-" + files::hex(files::content_hash(whole.string())) + ".sqlite");
}

}  // namespace

/// An open file. Throws IndexError.
class RunIndex::Database {
 public:
  explicit Database(const std::filesystem::path& path) : path_(path) {
    // The handle has to be closed even if opening fails.
    const int code = sqlite3_open_v2(path.c_str(), &handle_,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    if (code != SQLITE_OK) {
      const IndexError error(code, message(code));
      sqlite3_close(handle_);
      throw error;
    }
    // The file may be anyone's: no trigger, view or function of it is trusted.
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_limit(handle_, SQLITE_LIMIT_LENGTH, kLargestValueBytes);
    sqlite3_busy_timeout(handle_, kPatienceMilliseconds);
  }
  ~Database() { sqlite3_close(handle_); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// Makes the table, or finds it as this program makes it; anything else counts as damage.
  void prepare() {
    if (number(kTables) == 0) {
      // Before there is a log beside the file: its first bytes say from the start whose it is.
      run(fmt::format("PRAGMA application_id = {}", kApplication));
      run("PRAGMA journal_mode = WAL");
      run("BEGIN IMMEDIATE");
      if (number(kTables) == 0) {  // or another process was first
        run(create_statement());
        run(fmt::format("PRAGMA user_version = {}", kLayout));
      }
      run("COMMIT");
    }
    // It can be made again, so that its last rows need not outlive a power cut.
    run("PRAGMA synchronous = OFF");
    bool known = number("PRAGMA user_version") == kLayout && number(kTables) == 1;
    for_each("SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'",
             [&](sqlite3_stmt* row) { known = known && text(row, 0) == create_statement(); });
    if (!known) throw IndexError(SQLITE_CORRUPT, "another layout");
  }

  /// Empties the file, whatever is in it, without harm to those who have it open.
  void reset() {
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_RESET_DATABASE, 1, nullptr);
    const int code = sqlite3_exec(handle_, "VACUUM", nullptr, nullptr, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_RESET_DATABASE, 0, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    check(code);
  }

  /// The rows of this program whose checksum holds, by folder.
  std::map<std::string, Row> rows() {
    std::map<std::string, Row> rows;
    for_each("SELECT * FROM runs", [&](sqlite3_stmt* statement) {
      int at = 0;
      const auto next = [&] { return text(statement, at++); };
      const std::string folder = next();
      Row row;
      row.stamp = next();
      if (next() != program_) return;
      for (const SummaryColumn& column : summary_column_list()) {
        const SummarySlot slot = column.slot(row.summary);
        if (auto* const* value = std::get_if<std::string*>(&slot)) {
          **value = text(statement, at);
        } else if (auto* const* count = std::get_if<Index*>(&slot)) {
          **count = sqlite3_column_int64(statement, at);
        } else {
          const bool unknown = sqlite3_column_type(statement, at) == SQLITE_NULL;
          const double found = unknown ? kUnknown : sqlite3_column_double(statement, at);
          if (auto* const* number = std::get_if<double*>(&slot))
            **number = found;
          else if (const auto* metric = std::get_if<MetricSlot>(&slot))
            metric->metrics->set(metric->name, found);
        }
        ++at;
      }
      const std::string settings = next(), metrics = next();
      if (next() != seal_of(program_, folder, row.stamp, row.summary, settings, metrics)) return;
      try {
        files::parse_json_object(settings, folder).get_to(row.summary.settings);
        const nlohmann::json numbers = files::parse_json_object(metrics, folder);
        for (const auto& [name, value] : numbers.items())
          row.summary.metrics.set(name, value.get<double>());
      } catch (const nlohmann::json::exception&) {
        return;
      } catch (const FormatError&) {
        return;
      }
      rows.emplace(folder, std::move(row));
    });
    return rows;
  }

  void write(const std::map<std::string, Row>& rows, const std::vector<std::string>& changed,
             const std::set<std::string>& present) {
    run("BEGIN IMMEDIATE");
    try {
      std::string places = "?,?,?";
      for (std::size_t i = 0; i < summary_column_list().size(); ++i) places += ",?";
      sqlite3_stmt* insert = statement("REPLACE INTO runs VALUES (" + places + ",?,?,?)");
      for (const std::string& folder : changed) put(insert, folder, rows.at(folder));
      sqlite3_finalize(insert);
      std::vector<std::string> gone;
      for_each("SELECT run FROM runs", [&](sqlite3_stmt* row) {
        if (std::string folder = text(row, 0); !present.contains(folder))
          gone.push_back(std::move(folder));
      });
      sqlite3_stmt* remove = statement("DELETE FROM runs WHERE run = ?");
      for (const std::string& folder : gone) {
        bind(remove, 1, folder);
        step(remove);
      }
      sqlite3_finalize(remove);
      run("COMMIT");
    } catch (const IndexError&) {
      sqlite3_exec(handle_, "ROLLBACK", nullptr, nullptr, nullptr);
      throw;
    }
  }

 private:
  std::string message(int code) const {
    return path_.string() + ": " +
           (handle_ != nullptr ? sqlite3_errmsg(handle_) : sqlite3_errstr(code));
  }
  void check(int code) const {
    if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW)
      throw IndexError(code & 0xff, message(code));
  }
  void run(const std::string& sql) {
    check(sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr));
  }
  sqlite3_stmt* statement(const std::string& sql) {
    sqlite3_stmt* result = nullptr;
    check(sqlite3_prepare_v2(handle_, sql.c_str(), -1, &result, nullptr));
    return result;
  }
  void step(sqlite3_stmt* statement) {
    const int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    if (code == SQLITE_DONE) return;
    const IndexError error(code & 0xff, message(code));
    sqlite3_finalize(statement);
    throw error;
  }
  template <typename Visit>
  void for_each(const std::string& sql, const Visit& visit) {
    sqlite3_stmt* rows = statement(sql);
    int code = SQLITE_ROW;
    try {
      while ((code = sqlite3_step(rows)) == SQLITE_ROW) visit(rows);
    } catch (...) {
      sqlite3_finalize(rows);
      throw;
    }
    sqlite3_finalize(rows);
    check(code);
  }
  Index number(const std::string& sql) {
    Index value = 0;
    for_each(sql, [&](sqlite3_stmt* row) { value = sqlite3_column_int64(row, 0); });
    return value;
  }
  static std::string text(sqlite3_stmt* row, int column) {
    const unsigned char* bytes = sqlite3_column_text(row, column);
    const int size = sqlite3_column_bytes(row, column);
    if (bytes == nullptr) return {};
    return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)};
  }
  static void bind(sqlite3_stmt* statement, int at, const std::string& text) {
    sqlite3_bind_text(statement, at, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
  }
  void put(sqlite3_stmt* insert, const std::string& folder, const Row& row) {
    RunSummary run = row.summary;
    const std::string settings = nlohmann::json(run.settings).dump();
    nlohmann::json numbers = nlohmann::json::object();
    for (const auto& [name, value] : run.metrics) numbers[name] = value;
    const std::string metrics = numbers.dump();
    int at = 1;
    for (const std::string& text : {folder, row.stamp, program_}) bind(insert, at++, text);
    for (const SummaryColumn& column : summary_column_list()) {
      const SummarySlot slot = column.slot(run);
      if (auto* const* value = std::get_if<std::string*>(&slot))
        bind(insert, at++, **value);
      else if (auto* const* count = std::get_if<Index*>(&slot))
        sqlite3_bind_int64(insert, at++, **count);
      else
        sqlite3_bind_double(insert, at++, number_in(slot));  // NaN becomes NULL
    }
    bind(insert, at++, settings);
    bind(insert, at++, metrics);
    bind(insert, at++, seal_of(program_, folder, row.stamp, run, settings, metrics));
    step(insert);
  }

  std::filesystem::path path_;
  sqlite3* handle_ = nullptr;
  std::string program_ = program_mark();
};

RunIndex::RunIndex(const std::filesystem::path& path, Make make) : folders_(run_folders(path)) {
  if (RunFolder::exists(path)) return;
  std::filesystem::path file = path / "index.sqlite";
  const bool ours = is_index_or_nothing(file);
  if (!ours) notes_.push_back(file.string() + ": no index of runs, so it is left alone");
  if (!ours || ::access(path.c_str(), W_OK) != 0) file = cache_path(path);
  if (file.empty() || !is_index_or_nothing(file)) return;
  if (make == Make::kIfMany && folders_.size() < kManyRuns && !std::filesystem::exists(file))
    return;
  try {
    files::create_folders(file.parent_path());
    open(file, make == Make::kAnew);
  } catch (const Error& error) {
    database_.reset();
    notes_.push_back("index not used: " + std::string(error.what()));
  }
}

RunIndex::~RunIndex() = default;

void RunIndex::open(const std::filesystem::path& path, bool anew) {
  database_ = std::make_unique<Database>(path);
  try {
    if (anew) database_->reset();
    database_->prepare();
    rows_ = database_->rows();
  } catch (const IndexError& error) {
    if (!error.damaged()) throw;
    notes_.push_back(path.string() + ": damaged, so it is made anew");
    database_->reset();
    database_->prepare();
  }
  file_ = path;
}

RunSummary RunIndex::summarise(const std::filesystem::path& folder) {
  if (database_ == nullptr) return summarise_run(folder);
  // Before reading: what changes meanwhile makes the row old.
  const std::optional<std::string> stamp = stamp_of(folder);
  const std::string name = folder.filename().string();
  if (const auto found = rows_.find(name);
      stamp && found != rows_.end() && found->second.stamp == *stamp) {
    ++known_;
    RunSummary run = found->second.summary;
    run.folder = folder.string();
    return run;
  }
  RunSummary run = summarise_run(folder);
  if (stamp && run.status != to_string(RunStatus::kRunning)) {
    Row& row = rows_[name] = {.stamp = *stamp, .summary = run};
    row.summary.folder = name;
    read_.push_back(name);
  }
  return run;
}

void RunIndex::save() {
  if (database_ == nullptr) return;
  std::set<std::string> present;
  for (const std::filesystem::path& folder : folders_) present.insert(folder.filename().string());
  bool gone = false;
  for (const auto& [name, row] : rows_) gone = gone || !present.contains(name);
  if (read_.empty() && !gone) return;
  try {
    database_->write(rows_, read_, present);
  } catch (const IndexError& error) {
    notes_.push_back("index not written: " + std::string(error.what()));
  }
  read_.clear();
}

}  // namespace espalier::training
