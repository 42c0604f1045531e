// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/training/sweep.h>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <thread>
#include <utility>

#include <espalier/experiments/config/config_hash.h>
#include <espalier/experiments/config/config_table.h>
#include <espalier/experiments/config/grid.h>
#include <espalier/experiments/config/task.h>
#include <espalier/experiments/config/toml_text.h>
#include <espalier/experiments/runs/run_store.h>
#include <espalier/experiments/training/progress.h>
#include <espalier/experiments/training/training_run.h>
#include <espalier/files/folder_lock.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/system_call.h>

namespace espalier::experiments {
namespace {

[[noreturn]] void fail(const std::string& where, const std::string& what) {
  throw ConfigError(where + ": " + what);
}

std::string text_of(const toml::table& table, const char* key, const std::string& source) {
  const auto value = table[key].value_exact<std::string>();
  if (!value || value->empty())
    fail(source, fmt::format("sweep.{}: missing or empty, expected a string", key));
  return *value;
}

/// A run's process.
struct Child {
  std::size_t run;
  pid_t process;
};

class SweepRunner {
 public:
  SweepRunner(const Sweep& sweep, const SweepOptions& options)
      : sweep_(sweep),
        options_(options),
        workers_(options.workers > 0
                     ? static_cast<std::size_t>(options.workers)
                     : std::max<std::size_t>(1, std::thread::hardware_concurrency())) {}

  SweepOutcome run() {
    make_logs_folder();
    // Held by the children too: until the last of them has ended, the runs are not free.
    const files::FolderLock lock(sweep_.folder / kLogs,
                                 "another sweep is training runs in " + sweep_.folder.string());
    find_pending();
    load_shared_data();
    Progress::Options style = progress_options(options_.quiet);
    style.unit = "runs";
    Progress progress(std::cerr, "sweep", static_cast<Index>(sweep_.runs.size()), outcome_.done,
                      style);
    std::size_t next = 0;
    while (next < pending_.size() || !children_.empty()) {
      if (options_.stop != nullptr && *options_.stop) stop_children();
      if (outcome_.stopped && children_.empty()) break;
      while (!outcome_.stopped && next < pending_.size() && children_.size() < workers_)
        start(pending_[next++]);
      constexpr auto kPause = std::chrono::milliseconds(20);  // little beside a run of seconds
      if (!collect()) std::this_thread::sleep_for(kPause);
      progress.update(ended(),
                      fmt::format("{} running, {} failed", children_.size(), failed_.size()));
    }
    progress.finish(outcome_.stopped ? "stopped; the same command goes on"
                                     : fmt::format("{} failed", failed_.size()));
    for (const auto& [index, why] : failed_)
      outcome_.failures.push_back(sweep_.runs[index].run.name + ": " + why);
    return outcome_;
  }

 private:
  Index ended() const { return outcome_.done + static_cast<Index>(failed_.size()); }

  void find_pending() {
    for (std::size_t i = 0; i < sweep_.runs.size(); ++i) {
      if (is_done(sweep_.runs[i]))
        ++outcome_.done;
      else
        pending_.push_back(i);
    }
  }

  /// A damaged run is not done: its own process will say what is wrong with it.
  bool is_done(const RunConfig& config) const {
    const std::filesystem::path folder = sweep_.folder / config.run.name;
    if (!RunFolder::exists(folder)) return false;
    try {
      const Manifest manifest = read_manifest(folder);
      return manifest.status == RunStatus::kDone && manifest.config_hash == config_hash(config);
    } catch (const Error&) {
      return false;
    }
  }

  /// What `shared_` calls the data of a run; empty if the run reads its own.
  static std::string shared_name(const RunConfig& config) {
    const std::string name = task_of(config)->shared_data(config);
    return name.empty() ? name : config.run.task + ':' + name;
  }

  void load_shared_data() {
    for (const std::size_t i : pending_) {
      const RunConfig& config = sweep_.runs[i];
      const std::string name = shared_name(config);
      if (name.empty() || shared_.contains(name)) continue;
      try {
        shared_[name] = task_of(config)->load(config, [](const std::string&) {});
      } catch (const Error&) {
        // Its runs will fail by themselves and say why.
      }
    }
  }

  void make_logs_folder() const {
    std::error_code error;
    std::filesystem::create_directories(sweep_.folder / kLogs, error);
    if (error)
      throw IoError((sweep_.folder / kLogs).string() + ": cannot make: " + error.message());
  }

  std::filesystem::path log_path(std::size_t run) const {
    return sweep_.folder / kLogs / (sweep_.runs[run].run.name + ".log");
  }

  /// Opens a run's log behind what earlier attempts wrote.
  int open_log(std::size_t run) const {
    const std::string path = log_path(run).string();
    const int log = uninterrupted(
        [&] { return ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666); });
    if (log < 0) throw IoError(path + ": cannot open: " + std::strerror(errno));
    const std::string heading = kHeading + utc_now() + '\n';
    // A log that cannot be written keeps no run from training.
    static_cast<void>(uninterrupted([&] { return ::write(log, heading.data(), heading.size()); }));
    return log;
  }

  void start(std::size_t run) {
    const int log = open_log(run);
    std::cout.flush();
    const pid_t parent = ::getpid();
    const pid_t process = ::fork();
    if (process == 0) {
      // Whatever ends the sweep ends its runs, with a checkpoint.
      ::prctl(PR_SET_PDEATHSIG, SIGTERM);
      if (::getppid() != parent) ::_exit(1);
      for (const int output : {STDOUT_FILENO, STDERR_FILENO})
        if (uninterrupted([&] { return ::dup2(log, output); }) < 0) ::_exit(1);
      ::_exit(train(sweep_.runs[run]));
    }
    ::close(log);
    if (process < 0) throw IoError(std::string("cannot start a process: ") + std::strerror(errno));
    children_.push_back({run, process});
  }

  /// In the process of its own; what it returns is that process's exit code.
  int train(const RunConfig& config) const noexcept {
    try {
      TrainingRunOptions options;
      options.stop = options_.stop;
      const auto data = shared_.find(shared_name(config));
      if (data != shared_.end()) options.data = data->second;
      return run_training(config, options).status == RunStatus::kDone ? 0 : kStoppedExitCode;
    } catch (const std::bad_alloc&) {
      std::cerr << "out of memory\n";
      return 1;
    } catch (const std::exception& error) {
      std::cerr << files::without_controls(error.what()) << '\n';
      return 1;
    }
  }

  void stop_children() {
    if (outcome_.stopped) return;
    outcome_.stopped = true;
    for (const Child& child : children_) ::kill(child.process, SIGTERM);
  }

  /// Takes the children that have ended from the list; whether there was one.
  bool collect() {
    const std::size_t before = children_.size();
    std::erase_if(children_, [this](const Child& child) {
      int status = 0;
      const pid_t ended = uninterrupted([&] { return ::waitpid(child.process, &status, WNOHANG); });
      if (ended == 0) return false;
      if (ended < 0)
        failed_[child.run] = std::string("its process is lost: ") + std::strerror(errno);
      else
        note_end(child.run, status);
      return true;
    });
    return children_.size() < before;
  }

  void note_end(std::size_t run, int status) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
      ++outcome_.done;
    } else if (WIFEXITED(status) && WEXITSTATUS(status) == kStoppedExitCode) {
      stop_children();  // the signal may have reached the run first
    } else if (WIFSIGNALED(status)) {
      if (!outcome_.stopped)
        failed_[run] =
            fmt::format("ended by signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
    } else {
      failed_[run] = last_line(run);
      if (failed_[run].starts_with(kHeading))
        failed_[run] = fmt::format("exit code {}, without a word", WEXITSTATUS(status));
    }
  }

  /// The run's last words.
  std::string last_line(std::size_t run) const {
    std::ifstream log(log_path(run), std::ios::binary);
    std::string line, last;
    // Errors are lines of some hundred bytes.
    constexpr std::streamoff kTail = 1 << 16;
    log.seekg(0, std::ios::end);
    log.seekg(std::max<std::streamoff>(0, log.tellg() - std::streampos(kTail)));
    while (std::getline(log, line))
      if (!line.empty()) last = line;
    return files::without_controls(last);
  }

  static constexpr const char* kLogs = "logs";  // the folder beside those of the runs
  static constexpr const char* kHeading = "--- started ";

  const Sweep& sweep_;
  const SweepOptions& options_;
  std::size_t workers_;
  std::vector<std::size_t> pending_;
  std::map<std::string, std::shared_ptr<const TaskData>> shared_;
  std::vector<Child> children_;
  std::map<std::size_t, std::string> failed_;  // by run
  SweepOutcome outcome_;
};

}  // namespace

Sweep load_sweep(const std::filesystem::path& path, const std::vector<std::string>& overrides,
                 const std::filesystem::path& folder) {
  const std::string source = path.string();
  const toml::table file = read_toml(path);
  for (const auto& [key, node] : file)
    if (key.str() != "sweep" && key.str() != "grid")
      fail(source, files::printable(key.str()) + ": unknown, expected [sweep] and [grid]");
  const toml::table* head = file["sweep"].as_table();
  if (head == nullptr) fail(source, "no table [sweep] with base and folder");
  for (const auto& [key, node] : *head)
    if (key.str() != "base" && key.str() != "folder")
      fail(source, "sweep." + files::printable(key.str()) + ": unknown, expected base and folder");

  Sweep sweep;
  sweep.folder = folder.empty() ? std::filesystem::path(text_of(*head, "folder", source)) : folder;
  const std::filesystem::path base_path = path.parent_path() / text_of(*head, "base", source);
  const toml::table base = read_toml(base_path);
  std::vector<std::vector<Axis>> grids;
  if (const toml::table* grid = file["grid"].as_table()) grids.push_back(read_axes(*grid, source));
  if (const toml::array* list = file["grid"].as_array())
    for (const toml::node& node : *list)
      if (const toml::table* grid = node.as_table()) grids.push_back(read_axes(*grid, source));

  std::set<std::string> names;
  for (const std::vector<Axis>& axes : grids) {
    for (const GridRun& run : grid_runs(axes, source, kMostRuns - sweep.runs.size())) {
      std::vector<std::string> all = overrides;
      std::ranges::move(overrides_of(run), std::back_inserter(all));
      RunConfig config = run_config_of({&base}, base_path.string(), all);
      config.run.folder = sweep.folder.string();
      if (!names.insert(run_name(config)).second)
        fail(source, "two runs have the name " + files::printable(config.run.name));
      sweep.runs.push_back(std::move(config));
    }
  }
  if (sweep.runs.empty()) fail(source, "no runs, expected a [grid] of keys with lists of values");
  return sweep;
}

SweepOutcome run_sweep(const Sweep& sweep, const SweepOptions& options) {
  return SweepRunner(sweep, options).run();
}

}  // namespace espalier::experiments
