// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/sessions/training_run.h>

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>
#include <optional>
#include <string>
#include <system_error>

#include <espalier/files/atomic_file.h>
#include <espalier/files/checked_call.h>
#include <espalier/files/folder_lock.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/loop/training_memory.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/sessions/job.h>
#include <espalier/training/sessions/training_session.h>
#include <espalier/training/tasks/task.h>

namespace espalier::training {
namespace {

/// Removes a run that was put aside. It first gets a name that marks it as rubbish: so files that
/// remain, after a kill or because they cannot be removed, do no harm.
void discard(const std::filesystem::path& aside) {
  const std::filesystem::path rubbish = aside.string() + ".removed";
  std::error_code ignored;
  std::filesystem::remove_all(rubbish, ignored);
  std::filesystem::rename(aside, rubbish, ignored);
  std::filesystem::remove_all(rubbish, ignored);
}

/// The folder that a run of this configuration has. Throws as `run_name`.
std::filesystem::path folder_of(const RunConfig& config) {
  return std::filesystem::path(config.run.folder) / run_name(config);
}

/// Throws ConfigError if the folder of a run is to be made in what is no folder, and IoError if it,
/// or where it is to be made, cannot be written.
void require_writable(const std::filesystem::path& folder) {
  std::filesystem::path there = std::filesystem::absolute(folder);
  std::error_code ignored;
  while (there.has_relative_path() && !std::filesystem::exists(there, ignored))
    there = there.parent_path();
  if (!std::filesystem::is_directory(there, ignored))
    throw ConfigError("run.folder: " + there.string() + " is no folder; name one for runs");
  if (::access(there.c_str(), W_OK | X_OK) != 0)
    throw IoError(there.string() + ": cannot be written: " + std::strerror(errno));
}

Index ranks_of(const TrainingRunOptions& options) { return Job(options.machines).ranks(); }

/// Throws ConfigError if no step is left or the memory is too small. Loads nothing.
void require_room(const RunConfig& config, const TrainingRunOptions& options) {
  if (options.branch) require_step_left(*options.branch, config);
  require_memory(config, available_memory_bytes(), ranks_of(options), options.state_of_rank);
}

/// Throws ConfigError if the run in `folder`, which makes way, is what the new one begins with.
void require_other_origin(const std::filesystem::path& folder, const TrainingRunOptions& options) {
  std::filesystem::path origin;
  if (options.branch) origin = options.branch->checkpoint.parent_path().parent_path();
  if (options.replay) origin = options.replay->clock.parent_path();
  std::error_code ignored;  // what is not there is another one
  if (!origin.empty() && std::filesystem::equivalent(origin, folder, ignored))
    throw ConfigError(folder.string() +
                      ": a run cannot take the place of the one that it begins with; choose "
                      "another run.name");
}

/// The state of a run's folder, and the decision that follows from it.
struct Beginning {
  Beginning(const RunConfig& config, const TrainingRunOptions& options)
      : state(read_run_state(folder_of(config), config)), decision(decide(state, config, options)) {
    decision.require_start();
    if (decision.start == Start::kReplace) require_other_origin(state.folder, options);
  }
  /// The same for an empty folder, after the old run has been put aside.
  void begin_anew(const RunConfig& config, const TrainingRunOptions& options) {
    state = {.folder = state.folder};
    decision = decide(state, config, options);
  }

  RunState state;
  StartDecision decision;
};

/// Trains a run in place of the one in its folder. The lock of that one is held to the end, so that
/// no other process continues it.
RunStatus replace_run(Session& session, Beginning beginning, const RunConfig& config,
                      const TrainingRunOptions& options) {
  const std::filesystem::path path = beginning.state.folder;
  const std::filesystem::path aside = replaced_path(path);
  files::rename_path(path, aside);
  std::optional<RunFolder> folder;
  bool begun = false;
  try {
    folder.emplace(RunFolder::create(config.run.folder, run_name(config)));
    beginning.begin_anew(config, options);
    const auto begin = [&] {
      begun = true;
      discard(aside);
    };
    const RunStatus status = session.run(*folder, beginning.state, beginning.decision, begin);
    // Stopped before that, the old run stays aside, as after a kill.
    if (!begun && status == RunStatus::kDone) begin();
    return status;
  } catch (...) {
    if (!begun) {
      std::error_code ignored;  // what failed first is what matters
      if (folder) std::filesystem::remove_all(path, ignored);
      std::filesystem::rename(aside, path, ignored);  // over an empty folder, or none
    }
    throw;
  }
}

TrainingRunOutcome train_run(const RunConfig& config, const TrainingRunOptions& options) try {
  const std::filesystem::path path = folder_of(config);
  // Refuses at once what it can. Makes the folder only when nothing but training can still fail.
  std::optional<RunFolder> folder;
  const auto claim = [&] { folder.emplace(RunFolder::claim(config.run.folder, run_name(config))); };
  if (files::is_there(path))
    claim();
  else
    require_writable(path);
  Beginning beginning(config, options);
  Session session(config, options);
  if (beginning.decision.start != Start::kDone) {
    require_room(config, options);
    session.prepare();
    if (!folder) {
      session.check_start(beginning.state, beginning.decision);
      claim();
      beginning = Beginning(config, options);  // another process may have been faster
    }
  }
  if (beginning.decision.start == Start::kMove)
    session.move(*folder, beginning.state, beginning.decision);
  if (beginning.decision.start == Start::kDone || beginning.decision.start == Start::kMove) {
    static_cast<void>(summarise_run(path));  // throws if its records are not there any more
    return {.status = RunStatus::kDone, .folder = path, .result = {}};
  }
  const RunStatus status = beginning.decision.start == Start::kReplace
                               ? replace_run(session, beginning, config, options)
                               : session.run(*folder, beginning.state, beginning.decision);
  return {.status = status, .folder = path, .result = session.result()};
} catch (const StoppedInPreparation&) {
  return {.status = RunStatus::kStopped, .folder = folder_of(config), .result = {}};
}

}  // namespace

TrainingRunOutcome run_training(const RunConfig& config, const TrainingRunOptions& options) {
  Job job(options.machines);
  require_ranks(ranks_of(options), options.state_of_rank, config);
  TrainingRunOutcome outcome = train_run(config, options);
  job.end(outcome.status == RunStatus::kStopped ? kStoppedExitCode : 0);
  return outcome;
}

Start check_start(const RunConfig& config, const TrainingRunOptions& options) {
  require_writable(folder_of(config));
  return Beginning(config, options).decision.start;
}

bool check_training(const RunConfig& config, const TrainingRunOptions& options) try {
  require_ranks(ranks_of(options), options.state_of_rank, config);
  const std::filesystem::path path = folder_of(config);
  if (files::FolderLock::held(path))
    throw IoError(path.string() + ": another process is writing this run; wait until it ends");
  require_writable(path);
  Beginning beginning(config, options);
  if (beginning.decision.start == Start::kDone) return true;
  if (beginning.decision.start == Start::kReplace) beginning.begin_anew(config, options);
  require_room(config, options);
  TrainingRunOptions own = options;
  const TaskPtr task = task_of(config);
  own.data = task->preview(config);
  if (!own.data) return false;
  if (ranks_of(options) > 1 && options.state_of_rank == StateOfRank::kStage) {
    task->require_fit(config, *own.data);  // no process has the whole model
  } else {
    own.quiet = true;
    own.machines = nullptr;  // the others are not asked
    Session session(config, own);
    session.prepare();
    session.check_start(beginning.state, beginning.decision);
  }
  if (!options.quiet)
    for (const std::string& note : own.data->notes)
      std::cerr << run_name(config) << ": " << files::without_controls(note) << '\n';
  return true;
} catch (const Error& error) {
  throw ConfigError(error.what());
}

}  // namespace espalier::training
