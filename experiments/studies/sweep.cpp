// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/studies/sweep.h>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <new>
#include <thread>
#include <utility>

#include <espalier/drawing/progress.h>
#include <espalier/experiments/studies/sweep_check.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/file_lock.h>
#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/models/checkpoints/checkpoint_folder.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/system_call.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/sessions/run_branch.h>
#include <espalier/training/sessions/run_state.h>
#include <espalier/training/sessions/start_decision.h>
#include <espalier/training/sessions/training_run.h>
#include <espalier/training/tasks/task.h>

namespace espalier::experiments {
namespace {

using Clock = std::chrono::steady_clock;

enum class State {
  kOpen,     ///< not done, as far as is known
  kRunning,  ///< in a process of ours
  kDone,
  kFailed,
};

/// A run of the sweep.
struct Entry {
  training::RunConfig config;
  State state = State::kOpen;
  std::string failure = {};
  double loss = training::kUnknown;  ///< by the metric, to be small
  double flops = 0, seconds = 0;
  double share = 0;              ///< of it that is over, when it was last looked at
  std::streamoff log_begin = 0;  ///< length of its log before the last attempt of ours

  bool settled() const { return state == State::kDone || state == State::kFailed; }
};

/// A run's process.
struct Child {
  std::size_t run;
  pid_t process;
};

class SweepRunner {
 public:
  SweepRunner(const Sweep& sweep, const SweepOptions& options)
      : sweep_(sweep), options_(options), workers_(workers_asked_for(options.workers)) {
    check_sweep(sweep_, options_.overwrite, options_.quiet);
    files::create_folders(sweep_.folder / training::sweep_file::kLogs);
  }

  SweepOutcome run() {
    list_runs();
    limit_workers();
    drawing::Progress progress = start_progress();
    auto look_again = Clock::now();
    bool all_settled = false;
    while (true) {
      if (options_.stop != nullptr && *options_.stop) stop_children();
      if (outcome_.stopped && children_.empty()) break;
      if (!outcome_.stopped && children_.size() < workers_ && Clock::now() >= look_again) {
        const std::optional<Claim> claim = next_claim();
        if (claim) {
          start(*claim);
          continue;
        }
        all_settled = std::ranges::all_of(entries_, &Entry::settled);
        // Others hold the rest.
        constexpr auto kRest = std::chrono::milliseconds(250);
        look_again = Clock::now() + kRest;
      }
      if (children_.empty() && (all_settled || (is_spent() && !others_train_))) break;
      constexpr auto kPause = std::chrono::milliseconds(20);  // little beside a run of seconds
      if (collect())
        look_again = Clock::now();
      else
        std::this_thread::sleep_for(kPause);
      look_at_running();
      progress.update(progress_units(), note(), units_under_way());
    }
    // The last look may have found what others have done.
    progress.update(progress_units(), {}, units_under_way());
    progress.finish(outcome_.stopped ? "stopped; the same command goes on" : ending());
    fill_outcome();
    return outcome_;
  }

 private:
  /// A run and its log, locked.
  struct Claim {
    std::size_t run;
    int log;
  };

  // What there is to train.

  void list_runs() {
    for (const std::filesystem::path& log :
         files::list_folder(sweep_.folder / training::sweep_file::kLogs))
      if (log.extension() == ".log")
        earlier_logs_[log.stem().string()] =
            static_cast<std::streamoff>(std::filesystem::file_size(log));
    for (const training::RunConfig& config : sweep_.runs) {
      Entry entry = {.config = config};
      if (is_done(config))
        settle_done(entry);
      else
        entry.share = share_of(config);
      entries_.push_back(std::move(entry));
    }
  }

  /// Runs that start together would all be killed if their sum is too much.
  void limit_workers() {
    std::vector<training::RunConfig> open;
    for (const Entry& entry : entries_)
      if (!entry.settled()) open.push_back(entry.config);
    const std::size_t wanted = workers_;
    workers_ = workers_that_fit(open, wanted);
    if (workers_ < wanted && !options_.quiet)
      std::cerr << fmt::format(
          "note: {} of these runs at a time may need more memory than the {:.3g} GB that are "
          "there; training {} at a time\n",
          std::min(wanted, open.size()), training::available_memory_bytes() / kGiga, workers_);
  }

  /// The done runs have used all of the budget, or leave nothing to be wished for.
  bool is_spent() const {
    const SweepBudget& budget = sweep_.budget;
    return target_is_met_ || (budget.flops > 0 && spent_flops_ >= budget.flops) ||
           (budget.hours > 0 && spent_seconds_ >= budget.hours * kHour);
  }

  // Claims.

  /// A run that nobody trains, or nothing.
  std::optional<Claim> next_claim() {
    others_train_ = false;
    for (std::size_t i = 0; i < entries_.size(); ++i)
      if (const auto claim = claimed(i)) return claim;
    return std::nullopt;
  }

  std::optional<Claim> claimed(std::size_t run) {
    Entry& entry = entries_[run];
    if (entry.state != State::kOpen) return std::nullopt;
    // What has begun is ended, whatever the budget.
    const bool begun = has_begun(entry.config);
    if (is_spent() && !begun) return std::nullopt;
    if (!begun && waits_for_its_origin(entry)) return std::nullopt;
    const int log = open_log(entry.config);
    try {
      if (!files::try_lock(log, log_path(entry.config))) {
        ::close(log);
        others_train_ = true;
        return std::nullopt;
      }
    } catch (const IoError&) {
      ::close(log);
      throw;
    }
    // Another may have ended it since this was looked at.
    settle(entry);
    if (entry.state == State::kOpen) {
      entry.log_begin = std::max<std::streamoff>(0, ::lseek(log, 0, SEEK_END));
      return Claim{.run = run, .log = log};
    }
    ::close(log);
    return std::nullopt;
  }

  /// Is a run to come to the checkpoint that this one goes on from?
  bool waits_for_its_origin(const Entry& entry) const {
    const auto origin = sweep_.origins.find(entry.config.run.name);
    if (origin == sweep_.origins.end()) return false;
    const RunOrigin& from = origin->second;
    const auto other =
        std::ranges::find(entries_, from.run, [](const Entry& e) { return e.config.run.name; });
    if (other == entries_.end() || other->settled()) return false;
    if (!has_begun(other->config)) return true;
    const std::filesystem::path checkpoints =
        sweep_.folder / from.run / training::run_file::kCheckpoints;
    if (!std::filesystem::exists(checkpoints)) return true;
    const auto written = models::checkpoints_in(checkpoints);
    return std::ranges::none_of(written,
                                [&](const auto& found) { return found.first == from.step; });
  }

  void settle(Entry& entry) {
    if (is_done(entry.config)) return settle_done(entry);
    // What failed before this call is tried once more.
    const auto earlier = earlier_logs_.find(entry.config.run.name);
    const std::string last =
        last_line(entry.config, earlier == earlier_logs_.end() ? 0 : earlier->second);
    if (!last.starts_with(kFailure)) return;
    entry.state = State::kFailed;
    entry.failure = last.substr(std::strlen(kFailure));
  }

  void settle_done(Entry& entry) {
    entry.state = State::kDone;
    try {
      const training::RunSummary summary = training::summarise_run(folder_of(entry.config));
      if (std::isfinite(summary.total_training_flops)) entry.flops = summary.total_training_flops;
      if (std::isfinite(summary.seconds)) entry.seconds = summary.seconds;
      const auto value =
          files::number_in<double>(summary_value(summary, sweep_.metric.name).value_or(""));
      if (value) entry.loss = sweep_.metric.maximize ? -*value : *value;
    } catch (const Error&) {
      // A damaged run has no result; `espalier runs` says what is wrong with it.
    }
    target_is_met_ = target_is_met_ || meets_target(entry.loss);
    spent_flops_ += entry.flops;
    spent_seconds_ += entry.seconds;
  }

  bool meets_target(double loss) const {
    const SweepMetric& metric = sweep_.metric;
    return metric.target && loss <= (metric.maximize ? -*metric.target : *metric.target);
  }

  std::filesystem::path folder_of(const training::RunConfig& config) const {
    return sweep_.folder / config.run.name;
  }

  training::TrainingRunOptions start_options_of(const training::RunConfig& config) const {
    return start_options(sweep_, config, options_.overwrite);
  }

  training::Start start_of(const training::RunConfig& config,
                           const training::RunState& state) const {
    return decide(state, config, start_options_of(config)).start;
  }

  bool has_begun(const training::RunConfig& config) const {
    const training::RunState state = read_run_state(folder_of(config), config);
    return state.has_trained && start_of(config, state) != training::Start::kReplace;
  }

  /// A damaged run is not done: its own process will say what is wrong with it.
  bool is_done(const training::RunConfig& config) const {
    try {
      return start_of(config, read_run_state(folder_of(config), config)) == training::Start::kDone;
    } catch (const Error&) {
      return false;
    }
  }

  // Data and processes.

  /// What `shared_` calls the data of a run; empty if the run reads its own.
  static std::string shared_name(const training::RunConfig& config) {
    const std::string name = task_of(config)->shared_data(config);
    return name.empty() ? name : config.run.task + ':' + name;
  }

  void load_shared_data(const training::RunConfig& config) {
    const std::string name = shared_name(config);
    if (name.empty() || shared_.contains(name)) return;
    try {
      shared_[name] = task_of(config)->load(config, [](const std::string&) {});
    } catch (const Error&) {
      // Its runs will fail by themselves and say why.
    }
  }

  std::filesystem::path log_path(const training::RunConfig& config) const {
    return sweep_.folder / training::sweep_file::kLogs / (config.run.name + ".log");
  }

  /// Opens a run's log behind what earlier attempts wrote.
  int open_log(const training::RunConfig& config) const {
    const std::string path = log_path(config).string();
    const int log = uninterrupted(
        [&] { return ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666); });
    if (log < 0) throw IoError(path + ": cannot open: " + std::strerror(errno));
    return log;
  }

  void start(const Claim& claim) {
    Entry& entry = entries_[claim.run];
    load_shared_data(entry.config);
    const std::string heading = kHeading + training::utc_now() + '\n';
    // A log that cannot be written keeps no run from training.
    static_cast<void>(
        uninterrupted([&] { return ::write(claim.log, heading.data(), heading.size()); }));
    std::cout.flush();
    const pid_t parent = ::getpid();
    const pid_t process = ::fork();
    if (process == 0) {
      // Whatever ends the sweep ends its runs, with a checkpoint.
      ::prctl(PR_SET_PDEATHSIG, SIGTERM);
      if (::getppid() != parent) ::_exit(1);
      for (const int output : {STDOUT_FILENO, STDERR_FILENO})
        if (uninterrupted([&] { return ::dup2(claim.log, output); }) < 0) ::_exit(1);
      ::_exit(train(entry.config));
    }
    ::close(claim.log);  // the run's process keeps it locked
    if (process < 0) throw IoError(std::string("cannot start a process: ") + std::strerror(errno));
    entry.state = State::kRunning;
    children_.push_back({claim.run, process});
  }

  /// In the process of its own; what it returns is that process's exit code.
  int train(const training::RunConfig& config) const noexcept {
    try {
      training::TrainingRunOptions options = start_options_of(config);
      options.stop = options_.stop;
      const auto data = shared_.find(shared_name(config));
      if (data != shared_.end()) options.data = data->second;
      const auto origin = sweep_.origins.find(config.run.name);
      if (origin != sweep_.origins.end() && !has_begun(config))
        options.branch =
            training::branch_of(fmt::format("{}@{}", (sweep_.folder / origin->second.run).string(),
                                            origin->second.step),
                                "from");
      return run_training(config, options).status == training::RunStatus::kDone
                 ? 0
                 : training::kStoppedExitCode;
    } catch (const std::bad_alloc&) {
      std::cerr << kFailure << "out of memory\n";
      return 1;
    } catch (const std::exception& error) {
      std::cerr << kFailure << files::without_controls(error.what()) << '\n';
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
    bool stopped = false;
    std::erase_if(children_, [&](const Child& child) {
      int status = 0;
      const pid_t ended = uninterrupted([&] { return ::waitpid(child.process, &status, WNOHANG); });
      if (ended == 0) return false;
      Entry& entry = entries_[child.run];
      entry.state = State::kOpen;
      if (ended < 0)
        fail(entry, std::string("its process is lost: ") + std::strerror(errno));
      else
        stopped |= note_end(entry, status);
      return true;
    });
    if (stopped) stop_children();  // the signal may have reached the run first
    return children_.size() < before;
  }

  static void fail(Entry& entry, std::string why) {
    entry.state = State::kFailed;
    entry.failure = std::move(why);
  }

  /// Whether the run was stopped and can go on.
  bool note_end(Entry& entry, int status) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == training::kStoppedExitCode) return true;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
      settle_done(entry);
    } else if (WIFSIGNALED(status)) {
      if (!outcome_.stopped)
        fail(entry, fmt::format("ended by signal {} ({})", WTERMSIG(status),
                                ::strsignal(WTERMSIG(status))));
    } else {
      const std::string last = last_line(entry.config, entry.log_begin);
      if (last.empty() || last.starts_with(kHeading))
        fail(entry, fmt::format("exit code {}, without a word in {}; is the disk full?",
                                WEXITSTATUS(status), log_path(entry.config).string()));
      else
        fail(entry, last.starts_with(kFailure) ? last.substr(std::strlen(kFailure)) : last);
    }
    return false;
  }

  /// The run's last words behind so many bytes of its log; empty: there are none.
  std::string last_line(const training::RunConfig& config, std::streamoff begin) const {
    std::ifstream log(log_path(config), std::ios::binary);
    std::string line, last;
    // Errors are lines of some hundred bytes.
    constexpr std::streamoff kTail = 1 << 16;
    log.seekg(0, std::ios::end);
    log.seekg(std::max<std::streamoff>(begin, log.tellg() - std::streampos(kTail)));
    while (std::getline(log, line))
      if (!line.empty()) last = line;
    return files::without_controls(last);
  }

  // What people see.

  /// A budget may be any finite number, as for no limit, and so may what records say was spent.
  static Index whole_units(double units) {
    constexpr double kMost = 0x1p53;  // up to which a double has every integer
    return static_cast<Index>(std::min(units, kMost));
  }

  /// Counts the runs, or what a budget of time or FLOPs is made of.
  drawing::Progress start_progress() {
    drawing::Progress::Options style = drawing::progress_options(options_.quiet);
    style.clock = options_.clock;
    const SweepBudget& budget = sweep_.budget;
    auto total = static_cast<Index>(sweep_.runs.size());
    style.unit = "runs";
    unit_ = Unit::kRuns;
    if (budget.hours > 0) {
      style.unit = "minutes";
      style.fractions = true;
      unit_ = Unit::kMinutes;
      total = whole_units(std::ceil(budget.hours * kHour / kMinute));
    } else if (budget.flops > 0) {
      style.unit = "GFLOP";
      style.fractions = true;
      unit_ = Unit::kGigaflops;
      total = whole_units(std::ceil(budget.flops / kGiga));
    }
    style.under_way = units_under_way();
    return {std::cerr, sweep_.kind, total, progress_units(), style};
  }

  /// Of a budget of time or FLOPs what the done runs have used, in its units.
  double spent() const {
    return unit_ == Unit::kMinutes ? spent_seconds_ / kMinute : spent_flops_ / kGiga;
  }

  Index progress_units() const {
    if (unit_ != Unit::kRuns) return whole_units(spent());
    return std::ranges::count_if(entries_, &Entry::settled);
  }

  /// Of the runs that are not done, so that a few long ones tell the time left before one ends; of
  /// what is spent, the fraction.
  double units_under_way() const {
    if (unit_ != Unit::kRuns) return spent() - std::floor(spent());
    double units = 0;
    for (const Entry& entry : entries_)
      if (!entry.settled()) units += entry.share;
    return units;
  }

  /// How much of a run its records tell of.
  double share_of(const training::RunConfig& config) const {
    if (!has_begun(config)) return 0;
    try {
      const double share = training::share_done(training::summarise_run(folder_of(config)));
      return std::isfinite(share) ? share : 0;
    } catch (const Error&) {
      return 0;  // Its own process will say what is wrong with it.
    }
  }

  void look_at_running() {
    // Often enough for people, and a hundredth of the time at most: records are read from the
    // start.
    constexpr auto kInterval = std::chrono::seconds(5);
    constexpr int kRest = 100;
    const auto begin = Clock::now();
    if (options_.quiet || begin < look_at_running_) return;
    for (const Child& child : children_)
      entries_[child.run].share = share_of(entries_[child.run].config);
    const auto end = Clock::now();
    look_at_running_ = end + std::max<Clock::duration>(kInterval, kRest * (end - begin));
  }

  Index failed() const { return std::ranges::count(entries_, State::kFailed, &Entry::state); }

  std::string ending() const {
    const auto best = best_run();
    const std::string text = fmt::format("{} failed", failed());
    return best ? fmt::format("{}, best {} {:.6g}", text, best->name, best->value) : text;
  }

  std::string note() const {
    return fmt::format("{} running{}, {}", children_.size(),
                       others_train_ ? ", others elsewhere" : "", ending());
  }

  std::optional<SweepOutcome::Best> best_run() const {
    const Entry* best = nullptr;
    for (const Entry& entry : entries_)
      if (std::isfinite(entry.loss) && (best == nullptr || entry.loss < best->loss)) best = &entry;
    if (best == nullptr) return std::nullopt;
    return SweepOutcome::Best{.name = best->config.run.name,
                              .value = sweep_.metric.maximize ? -best->loss : best->loss};
  }

  void fill_outcome() {
    outcome_.done = std::ranges::count(entries_, State::kDone, &Entry::state);
    for (const Entry& entry : entries_)
      if (entry.state == State::kFailed)
        outcome_.failures.push_back(entry.config.run.name + ": " + entry.failure);
    outcome_.best = best_run();
  }

  enum class Unit { kRuns, kMinutes, kGigaflops };

  static constexpr const char* kHeading = "--- started ";
  static constexpr const char* kFailure = "--- failed: ";
  static constexpr double kMinute = 60, kHour = 3600, kGiga = 1e9;

  const Sweep& sweep_;
  const SweepOptions& options_;
  std::size_t workers_;
  std::map<std::string, std::streamoff> earlier_logs_;  ///< their lengths when this began
  std::vector<Entry> entries_;
  bool others_train_ = false;  ///< held a run when it was last looked
  bool target_is_met_ = false;
  double spent_flops_ = 0, spent_seconds_ = 0;
  Unit unit_ = Unit::kRuns;
  Clock::time_point look_at_running_;
  std::map<std::string, std::shared_ptr<const training::TaskData>> shared_;
  std::vector<Child> children_;
  SweepOutcome outcome_;
};

}  // namespace

SweepOutcome run_sweep(const Sweep& sweep, const SweepOptions& options) {
  return SweepRunner(sweep, options).run();
}

}  // namespace espalier::experiments
