// SPDX-License-Identifier: Apache-2.0
// The verb train: one run.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include <espalier/experiments/program/commands.h>
#include <espalier/experiments/program/run_reports.h>
#include <espalier/experiments/program/stop_signal.h>
#include <espalier/experiments/studies/study.h>
#include <espalier/files/plain_text.h>
#include <espalier/machines/launcher.h>
#include <espalier/machines/mpi.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/validation.h>
#include <espalier/training/loop/training_memory.h>
#include <espalier/training/measure/estimate.h>
#include <espalier/training/measure/memory_use.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/sessions/follower.h>
#include <espalier/training/sessions/job_messages.h>
#include <espalier/training/sessions/replicas.h>
#include <espalier/training/sessions/run_replay.h>
#include <espalier/training/sessions/training_run.h>

namespace espalier::experiments {
namespace {

struct TrainArguments {
  std::string config;
  std::string from;
  std::string replay;
  std::string run;
  std::vector<std::string> overrides;
  std::string resume = "auto";
  std::string seed, threads, folder, name;
  bool quiet = false;
  bool dry_run = false;
  bool estimate = false;
  bool overwrite = false;
  bool extend = false;
  bool memory = false;
  bool zero1 = false;
  bool pipeline = false;
  Index rank_timeout =
      std::chrono::floor<std::chrono::seconds>(machines::MpiOptions().patience).count();
  training::BranchStart start = training::BranchStart::kThere;
};

training::RunConfig resolve(const TrainArguments& arguments) {
  std::vector<std::string> overrides = arguments.overrides;
  const auto add = [&](const char* option, const std::string& key, const std::string& value) {
    if (value.empty()) return;
    if (const std::string* text = training::override_of(arguments.overrides, key))
      throw ConfigError(fmt::format("{} and --set {} are both given; leave one out", option,
                                    files::printable(*text)));
    overrides.push_back(key + '=' + value);
    training::RunConfig alone;  // so that no error speaks of --set
    training::apply_override(overrides.back(), option, alone);
  };
  // Quoted, a text that could be a number or a date is none.
  const auto quoted = [](std::string text) {
    return text.empty() ? text : training::toml_text(text);
  };
  add("--seed", "run.seed", arguments.seed);
  add("--threads", "run.threads", arguments.threads);
  add("--out", "run.folder", quoted(arguments.folder));
  add("--name", "run.name", quoted(arguments.name));
  if (!arguments.from.empty()) return branch_config(arguments.from, overrides, arguments.start);
  if (!arguments.replay.empty()) return training::replay_config(arguments.replay, overrides);
  if (arguments.run.empty()) return training::load_run_config(arguments.config, overrides);
  return load_study_run(arguments.config, arguments.run, overrides);
}

/// Is the configuration that of the run in its own folder, which goes on however it began?
bool is_own(const std::string& file, const training::RunConfig& config) {
  std::error_code ignored;
  return std::filesystem::equivalent(
      file,
      std::filesystem::path(config.run.folder) / run_name(config) / training::run_file::kConfig,
      ignored);
}

/// Throws IoError, before the data are read, unless the folder could be a checkpoint.
void require_checkpoint(const std::filesystem::path& folder) try {
  static_cast<void>(models::trainer_state(folder));
} catch (const Error& error) {
  throw IoError("--resume " + files::printable(folder.string()) + ": " + error.what() +
                "; name a checkpoint, RUN/checkpoints/step_N");
}

/// `machines`: the processes of the job, of which this is rank 0; null: this one is alone.
training::TrainingRunOptions options_of(const TrainArguments& arguments,
                                        const training::RunConfig& config,
                                        machines::Machines* machines) {
  training::TrainingRunOptions options;
  options.machines = machines;
  if (arguments.zero1) options.state_of_rank = training::StateOfRank::kSlice;
  if (arguments.pipeline) options.state_of_rank = training::StateOfRank::kStage;
  options.quiet = arguments.quiet;
  if (arguments.overwrite)
    options.resume = training::Resume::kReplace;
  else if (arguments.extend)
    options.resume = training::Resume::kExtend;
  else if (arguments.resume == "never")
    options.resume = training::Resume::kNever;
  else if (arguments.resume != "auto") {
    require_checkpoint(arguments.resume);
    options.checkpoint = arguments.resume;
  }
  if (!arguments.from.empty()) {
    options.branch = training::branch_of(arguments.from);
    options.branch->start = arguments.start;
  }
  if (!arguments.replay.empty()) options.replay = training::replay_of(arguments.replay);
  options.began_by_itself = !arguments.config.empty() && !is_own(arguments.config, config);
  return options;
}

/// The least memory of each of several processes.
std::string memory_of_ranks(const training::RunConfig& config, Index ranks) {
  const auto gigabytes = [&](training::StateOfRank state) {
    return least_training_bytes(config, ranks, state) / 1e9;
  };
  std::string text = fmt::format(
      "ranks   {:.3g} GB at the very least in each of {} processes, {:.3g} with --zero1",
      gigabytes(training::StateOfRank::kAll), ranks, gigabytes(training::StateOfRank::kSlice));
  if (ranks <= training::task_declaration(config)->most_stages(config))
    text += fmt::format(", {:.3g} with --pipeline", gigabytes(training::StateOfRank::kStage));
  return text + '\n';
}

int run_train_verb(const TrainArguments& arguments, machines::Machines* machines) {
  const training::RunConfig config = resolve(arguments);
  training::TrainingRunOptions options = options_of(arguments, config, machines);
  if (arguments.dry_run) {
    std::cout << to_toml(config) << std::flush;
    for (const std::string& line : changes_without_effect(config)) std::cerr << line << '\n';
    note_check(check_training(config, options));
    return kExitDone;
  }
  if (arguments.estimate || arguments.memory) {
    const auto say = [&](const std::string& text) {
      if (!arguments.quiet) std::cerr << text << '\n';
    };
    // Memory first: what another measurement leaves to be used again would not be asked for.
    if (arguments.memory) std::cout << to_text(measure_memory(config, say));
    if (arguments.estimate) {
      // Before what this process measures, for which the model may be too large.
      if (machines != nullptr)
        std::cout << memory_of_ranks(config, machines->ranks()) << std::flush;
      const auto& branch = options.branch;
      std::cout << to_text(estimate_training(config, say, branch ? branch->first_step() : 0,
                                             branch ? branch->first_seconds() : 0));
    }
    return kExitDone;
  }
  options.stop = &stop_on_signals();
  const training::TrainingRunOutcome outcome = run_training(config, options);
  std::cout << outcome.folder.string() << '\n';
  return outcome.status == training::RunStatus::kStopped ? kExitStopped : kExitDone;
}

/// `machines` as in `options_of`.
int train(const TrainArguments& arguments, machines::Machines* machines = nullptr) {
  return run_verb([&] { return run_train_verb(arguments, machines); }, arguments.dry_run);
}

bool only_asks(const TrainArguments& arguments) {
  return arguments.dry_run || arguments.estimate || arguments.memory;
}

/// Tells of options of several processes, which one has no use for. No error: scripts that try
/// numbers of processes begin with one.
void note_options_of_ranks(const CLI::App& command) {
  for (const char* option : {"--zero1", "--pipeline", "--rank-timeout"})
    if (command.count(option) > 0)
      note(std::string(option) +
           ": without effect, since this is one process; mpirun -n N starts several");
}

/// As one of the processes that mpirun has started. Only rank 0 reads the arguments and speaks.
int train_as_rank(const TrainArguments& arguments) {
  if (!machines::has_mpi()) {
    if (machines::launched_rank() > 0) return kExitUsage;
    throw ConfigError(
        "started as one of several processes, but this build has no MPI; start it alone, or build "
        "with -DESPALIER_MPI=ON");
  }
  machines::MpiOptions options;
  options.patience = std::chrono::seconds(arguments.rank_timeout);
  const std::unique_ptr<machines::Machines> machines = machines::over_mpi(options);
  const auto abort = [&](int exit_code, const std::string& message) {
    machines->abort(exit_code, "espalier: " + files::without_controls(message));
  };
  const auto of_rank = [&](const char* message) {
    return machines->rank() == 0 ? std::string(message)
                                 : "rank " + std::to_string(machines->rank()) + ": " + message;
  };
  try {
    training::agree_on_build(*machines);
    if (machines->rank() == 0) return train(arguments, machines.get());
    if (only_asks(arguments)) return kExitDone;
    static_cast<void>(stop_on_signals());  // the launcher passes them on to all
    return training::follow_training(*machines);
  } catch (const ConfigError& error) {
    abort(kExitUsage, of_rank(error.what()));
  } catch (const std::bad_alloc&) {
    abort(kExitFailed, of_rank("out of memory"));
  } catch (const machines::LostRankError& error) {
    abort(machines::kLostRankExitCode, error.what());
  } catch (const std::exception& error) {
    abort(kExitFailed, of_rank(error.what()));
  }
  return kExitFailed;
}

}  // namespace

void add_train_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("train", "Train one model");
  auto arguments = std::make_shared<TrainArguments>();
  auto* source = command->add_option_group("configuration", "What to train:");
  auto* config = source->add_option("--config", arguments->config, "TOML file of the run");
  auto* from = source->add_option(
      "--from", arguments->from,
      "RUN or RUN@STEP: go on as another run from the newest checkpoint of the "
      "run in folder RUN, or from that of STEP, with the keys that --set changes. "
      "training.keep_checkpoints of that run says how many it keeps");
  source->add_option(
      "--replay", arguments->replay,
      "Folder of a run that followed the clock: train it again by its record, to the "
      "same bits at any pace");
  source->require_option(1);
  command
      ->add_option("--run", arguments->run,
                   "If the file is a study: the row or run of it to train. A run goes into the "
                   "study's folder, where the study finds it done; if --set changes it, give --out "
                   "too, or the study refuses to start. A row goes into run.folder")
      ->needs(config);
  command
      ->add_flag_function(
          "--next-phase",
          [arguments](std::int64_t) { arguments->start = training::BranchStart::kNextPhase; },
          "Begin again at step 0 there, with schedules, batch and length of sequence of its own")
      ->needs(from);
  command->add_option("--set", arguments->overrides,
                      "Override a key: table.key=value (repeatable)");
  auto* resume = command->add_option(
      "--resume", arguments->resume,
      "auto: continue the run if there is one; never: refuse to; or the path of a "
      "checkpoint");
  resume->capture_default_str();
  auto* overwrite =
      command
          ->add_flag("--overwrite", arguments->overwrite,
                     "Train anew, in place of the run of this name, which is removed after the "
                     "first step. Refused while that run trains")
          ->excludes(resume);
  command
      ->add_flag(
          "--extend", arguments->extend,
          "Train the run of this name further, to another training.steps, .tokens, .epochs or "
          ".hours. Refused if a run of that length would have done something else so far")
      ->needs(config)
      ->excludes(resume)
      ->excludes(overwrite);
  command->add_option("--seed", arguments->seed, "The same as --set run.seed=N");
  command->add_option("--threads", arguments->threads, "The same as --set run.threads=N");
  command->add_option("--out", arguments->folder,
                      "Folder of runs; the same as --set run.folder=DIR");
  command->add_option("--name", arguments->name,
                      "Name of the run; the same as --set run.name=NAME");
  auto* const zero1 = command->add_flag(
      "--zero1", arguments->zero1,
      "Of the processes that mpirun has started, each keeps the optimizer's state of a slice of "
      "the values (ZeRO-1): less memory, the same weights");
  command
      ->add_flag("--pipeline", arguments->pipeline,
                 "Of the processes that mpirun has started, each has some of the layers, through "
                 "which groups of sequences (training.panel_group) pass one behind the other: "
                 "trains a model that is too large for one, to the same weights")
      ->excludes(zero1);
  command
      ->add_option(
          "--rank-timeout", arguments->rank_timeout,
          "Of the processes that mpirun has started: seconds in which nothing moves, after "
          "which the others give up on one that hangs or cannot be reached, and the job "
          "exits with 75. More than writing a checkpoint takes; reading the data may take longer")
      ->transform(whole_number())
      ->check(CLI::Range(training::kTouchSeconds + 1, Index{86400}))
      ->capture_default_str();
  command->add_flag("--quiet", arguments->quiet, "No progress");
  auto* const dry_run = command->add_flag(
      "--dry-run", arguments->dry_run,
      "Print the resolved configuration, and make the checks of a start, in seconds: settings, the "
      "run that has this name, data, vocabulary, memory, model. Writes nothing; exits with 2 and "
      "one line if the run could not start");
  command
      ->add_flag("--estimate", arguments->estimate,
                 "Train some steps, write nothing, and print the memory, FLOPs and time that "
                 "the run would take, but for updates of the topology and checkpoints")
      ->excludes(dry_run);
  command
      ->add_flag("--memory", arguments->memory,
                 "Train two steps, write nothing, and print the memory by kind: data, "
                 "weights, gradients, moments, patterns, activations")
      ->excludes(dry_run);
  command->footer([] {
    return "Prints the run's folder. Ctrl-C (or SIGTERM, SIGHUP, SIGUSR1) makes a checkpoint and "
           "exits with 75;\nthe same command goes on, without --overwrite or --resume never if it "
           "had that. "
           "While a long\ntext is prepared it ends that soon, and there is none. A second Ctrl-C "
           "ends at once.\n"
           "\nStarted by mpirun, all processes train the one run, each its part of the "
           "training.shards:\n\n  mpirun -n 4 --bind-to none espalier train --config run.toml "
           "--set training.shards=4\n"
           "\nA branch sees the batches that its run sees: the two differ in the change "
           "alone:\n\n  espalier train --from runs/fixed@2000 --set topology.policy=dynamic --name "
           "moves\n  espalier runs diff runs/fixed runs/moves\n"
           "\nA next phase keeps weights, patterns and the optimizer's state. If its sequences "
           "are longer, set\nmodel.positions to their length in the first phase already:\n\n  "
           "espalier train --from runs/short "
           "--next-phase --set data.sequence=512 --set training.batch=16 --name long\n"
           "\n--extend needs a run whose steps do not depend on its length: set "
           "training.warmup_steps,\ndecay_power = 0, record_every, validate_every and "
           "topology.every_steps in run.toml:\n\n"
           "  espalier train --config run.toml --name flat --set training.steps=20000 --extend\n"
           "\nKeys of the configuration and their defaults:\n\n" +
           training::config_help();
  });
  command->callback([arguments, command, &exit_code] {
    if (machines::is_under_mpirun()) {
      exit_code = train_as_rank(*arguments);
    } else {
      if (!arguments->quiet) note_options_of_ranks(*command);
      exit_code = train(*arguments);
    }
  });
}

}  // namespace espalier::experiments
