// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/sessions/training_session.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <new>
#include <system_error>
#include <utility>
#include <vector>

#include <espalier/files/append_log.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/checked_call.h>
#include <espalier/files/json_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/machines/launcher.h>
#include <espalier/models/checkpoints/checkpoint_folder.h>
#include <espalier/sparse/core/allowed_cores.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/ops/target_names.h>
#include <espalier/training/config/loss_scale_keys.h>
#include <espalier/training/config/shards.h>
#include <espalier/training/config/time_budget.h>
#include <espalier/training/config/validation.h>
#include <espalier/training/loop/memory_reserve.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/runs/sealed_summary.h>
#include <espalier/training/sessions/replicas.h>
#include <espalier/training/sessions/run_extension.h>
#include <espalier/training/sessions/run_state.h>
#include <espalier/training/tasks/encoder_start.h>

namespace espalier::training {
namespace {

/// Of a record of a clock; one of 10^8 steps has some 10^9.
constexpr std::size_t kLargestClockBytes = std::size_t{1} << 34;

std::string fixed(double value, int digits) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", digits, value);
  return text.data();
}

SessionFacts facts_of(const Manifest& manifest) {
  return {.started = manifest.started,
          .first_step = 0,
          .version = manifest.version,
          .revision = manifest.revision,
          .processor = manifest.processor,
          .kernel = manifest.kernel,
          .dense_library = manifest.dense_library,
          .threads = manifest.threads};
}

/// Throws ConfigError if a file that the other run began with, such as one of topology.pattern, has
/// changed.
void require_files_of(const RunReplay& replay, const std::vector<DataHash>& hashes) {
  if (const DataHash* changed = first_changed(replay.hashes, hashes))
    throw ConfigError("--replay: made with " + changed->what + ' ' +
                      files::printable(replay.hashes.at(changed->key)) + "; this one has " +
                      changed->value + "; put back what has changed");
}

/// What computed the sessions that a manifest tells of; one of an earlier version had one.
std::vector<SessionFacts> sessions_of(const Manifest& manifest) {
  return manifest.sittings.empty() ? std::vector{facts_of(manifest)} : manifest.sittings;
}

}  // namespace

Session::Session(const RunConfig& config, const TrainingRunOptions& options)
    : config_(config),
      options_(options),
      job_(options.machines),
      manifest_(new_manifest(config)),
      kind_(task_of(config)),
      timetable_(config),
      clock_(options.clock ? options.clock : stopwatch()) {}

void Session::say(const std::string& text) const {
  if (!options_.quiet) std::cerr << manifest_.name << ": " << files::without_controls(text) << '\n';
}

/// Prints a warning, even if `quiet`.
void Session::warn(const std::string& text) const {
  std::cerr << manifest_.name << ": warning: " << files::without_controls(text) << '\n';
}

// Before anything is written.

void Session::prepare() {
  // Whoever asked before this wants a step, from which the run goes on.
  const bool may_stop = !is_asked_to_stop();
  job_.prepare(config_, options_.state_of_rank);
  context_ = std::make_unique<Context>(context_options(config_));
  note_widening();
  note_ranks();
  const auto make_trainer = [this](const AsksToStop& stop) {
    prepare_task(stop);
    trainer_ = std::make_unique<Trainer>(
        config_, *task_, *context_, [this] { return clock_.now(); }, options_.machines,
        options_.state_of_rank);
  };
  try {
    job_.keep_in_touch(make_trainer, [&] { return may_stop && is_asked_to_stop(); });
  } catch (const StoppedInPreparation&) {
    say("stopped while its data were prepared; the same command goes on");
    throw;
  }
  job_.require_alike(config_, *context_, *task_);
  trainer_->join();
  records_ = std::make_unique<RunRecords>(config_, *trainer_, clock_);
  manifest_.threads = context_->threads();
  const bool is_forced = context_->variant().vectorised && !sparse::forced_simd_target().empty();
  manifest_.kernel = context_->kernel() + " (" + sparse::simd_target_name(*context_) +
                     (is_forced ? ", forced)" : ")");
  manifest_.dense_library = sparse::dense_library_name(*context_);
}

/// Whoever chose bfloat16 for its speed should know where it has none.
void Session::note_widening() const {
  if (context_->precision() != Precision::kBFloat16 || !context_->variant().vectorised ||
      sparse::sparse_multiplies_bf16(*context_) || sparse::dense_multiplies_bf16(*context_))
    return;
  say("training.precision is 'bfloat16', for whose products this processor, used as " +
      sparse::simd_target_name(*context_) +
      ", has no instructions: operands are rounded, then widened to float32; a step takes longer "
      "than with 'float32'");
}

void Session::note_ranks() const {
  if (job_.ranks() == 1) return;
  if (options_.state_of_rank == StateOfRank::kStage)
    say(std::to_string(job_.ranks()) + " processes have some of the layers each");
  else
    say(std::to_string(job_.ranks()) + " processes share each batch, " +
        std::to_string(shards(config_) / job_.ranks()) + " of its shards each");
  if (const auto warning =
          machines::binding_warning(static_cast<int>(config_.run.threads), bound_cores(),
                                    machine_cores(), machines::is_under_mpirun()))
    warn(*warning);
}

void Session::note_sum_times() const {
  const SumTimes times = trainer_->sum_times();
  if (times.seconds > 0)
    say("gradients took " + fixed(times.seconds, 1) + " s to be summed over the processes, " +
        fixed(times.hidden, 1) + " s of them while others were computed");
}

void Session::prepare_task(const AsksToStop& stop) {
  const auto say_line = [&](const std::string& text) {
    say(text);
    if (stop()) throw StoppedInPreparation();
  };
  data_ = options_.data ? options_.data : kind_->load(config_, say_line);
  for (const std::string& note : data_->notes) say(note);
  for (const std::string& warning : data_->warnings) warn(warning);
  for (const std::string& note : changes_without_effect(config_)) say(note);
  manifest_.corpus_hash = data_->corpus_hash;
  manifest_.vocabulary_hash = data_->vocabulary_hash;
  if (options_.replay && (options_.replay->corpus_hash != manifest_.corpus_hash ||
                          options_.replay->vocabulary_hash != manifest_.vocabulary_hash))
    throw ConfigError("--replay: made with corpus " + options_.replay->corpus_hash +
                      " and vocabulary " + options_.replay->vocabulary_hash + "; this one has " +
                      manifest_.corpus_hash + " and " + manifest_.vocabulary_hash);
  task_ =
      task_of_rank(*kind_, config_, *data_, *context_, options_.machines, options_.state_of_rank);
  const std::vector<DataHash> hashes = task_->data_hashes();
  if (options_.replay) require_files_of(*options_.replay, hashes);
  const auto encoder = std::ranges::find(hashes, kEncoderHashKey, &DataHash::key);
  if (encoder == hashes.end()) return;
  manifest_.encoder = encoder->origin;
  manifest_.encoder_hash = encoder->value;
}

void Session::check_start(const RunState& state, const StartDecision& decision) {
  take_origin(state, decision);
  if (decision.start == Start::kBranch)
    branched_ = take_branch(*options_.branch);
  else if (decision.start == Start::kResume && options_.checkpoint)
    trainer_->restore(*options_.checkpoint, manifest_.extensions);
  else if (decision.start == Start::kResume || decision.start == Start::kExtend ||
           decision.start == Start::kMove)
    trainer_->restore(*newest_checkpoint(state, decision).path, manifest_.extensions);
}

/// What a run is by how it began and how it went, which every session hands on.
void Session::take_origin(const RunState& state, const StartDecision& decision) {
  earlier_ = state.manifest.value;
  if (!earlier_) return;
  manifest_.branched_from = earlier_->branched_from;
  manifest_.branched_from_hash = earlier_->branched_from_hash;
  manifest_.replayed_from = earlier_->replayed_from;
  manifest_.extensions = earlier_->extensions;
  if (decision.start == Start::kExtend || decision.start == Start::kMove)
    manifest_.extensions.push_back({.step = decision.last_common_step,
                                    .budget = budget_text(state.config.get()),
                                    .config_hash = earlier_->config_hash,
                                    .places = decision.former_places});
  if (earlier_->replayed_from.empty()) return;
  const auto mark = earlier_->files.find(run_file::kClock);
  if (mark == earlier_->files.end())
    throw FormatError((state.folder / run_file::kManifest).string() + ": a replay of " +
                      earlier_->replayed_from + " without the checksum of " + run_file::kClock);
  check_clock(state.folder, *earlier_);
  manifest_.files.insert(*mark);
}

// The state that it goes on from.

/// The newest usable checkpoint, of the run itself or what a branch began with. Changes nothing.
/// Throws FormatError if none can be used.
models::LatestCheckpoint Session::newest_checkpoint(const RunState& state,
                                                    const StartDecision& decision) const {
  const Index last_step =
      decision.start == Start::kExtend ? decision.last_common_step : models::kLargestStep;
  std::filesystem::path folder = state.folder / run_file::kCheckpoints;
  models::LatestCheckpoint latest = models::latest_checkpoint(folder, last_step);
  // A branch that has not come to one of its own.
  if (!latest.path && latest.skipped.empty() && earlier_ && !earlier_->branched_from.empty()) {
    folder = state.folder / run_file::kStart;
    latest = models::latest_checkpoint(folder);
  }
  if (latest.path) return latest;
  std::string all;
  for (const std::string& line : latest.skipped) all += (all.empty() ? ": " : "; ") + line;
  throw FormatError(folder.string() + ": no checkpoint can be used" + all +
                    "; restore one from a copy, or name one with --resume, or choose another "
                    "run.name; nothing was changed");
}

void Session::set_damaged_aside(const models::LatestCheckpoint& latest) const {
  if (latest.skipped.empty()) return;
  for (const std::string& line : latest.skipped) warn("damaged: " + line);
  std::string names;
  for (const std::filesystem::path& kept : models::set_aside_damaged(latest))
    names.append(" ").append(kept.filename());
  warn("goes on from " + latest.path->string() + "; what is damaged was set aside as" + names);
}

/// Removes what the run did at the end that it had before it was extended, where it went on from
/// an earlier step.
void Session::remove_left_behind(const Manifest& manifest) const {
  const std::filesystem::path folder = folder_->checkpoints_path();
  if (manifest.extensions.empty() || !std::filesystem::exists(folder)) return;
  models::sweep_unfinished_saves(folder);
  for (const auto& [step, path] : models::checkpoints_in(folder)) {
    if (step <= manifest.extensions.back().step) break;  // newest first
    try {
      const nlohmann::json state =
          files::parse_json_object(models::trainer_state(path), path.string());
      if (!is_of_run(state, manifest.config_hash, manifest.extensions))
        models::remove_checkpoint(folder, step);
    } catch (const FormatError&) {
      // A damaged one is set aside like any other.
    }
  }
}

/// Removes what another run that was killed before it trained has left, and this one may not
/// replace: readers would take it for its own.
void Session::remove_untrained() const {
  if (!RunFolder::exists(folder_->path())) return;  // what is there may be of no run
  for (const char* name : {run_file::kStart, run_file::kTokenizer, run_file::kLabels}) {
    const std::filesystem::path path = folder_->path() / name;
    files::checked(path, "remove", [&](std::error_code& error) {
      return std::filesystem::remove_all(path, error);
    });
  }
}

/// Restores the state that the run goes on from, and compares the records with what it says of
/// them.
void Session::load(const RunState& state, const StartDecision& decision) {
  take_origin(state, decision);
  if (!options_.checkpoint) {
    files::remove_partial_files(folder_->path());
    if (earlier_) remove_left_behind(*earlier_);
  }
  if (decision.start == Start::kFresh || decision.start == Start::kReplay) remove_untrained();
  if (decision.start == Start::kBranch) begin_branch(*options_.branch);
  if (decision.start == Start::kReplay) begin_replay(*options_.replay);
  if (decision.start == Start::kResume || decision.start == Start::kExtend) resume(state, decision);
}

void Session::resume(const RunState& state, const StartDecision& decision) {
  std::optional<std::filesystem::path> checkpoint = options_.checkpoint;
  if (!checkpoint) {
    models::sweep_unfinished_saves(folder_->checkpoints_path());
    models::sweep_unfinished_saves(folder_->start_path());
    const models::LatestCheckpoint latest = newest_checkpoint(state, decision);
    set_damaged_aside(latest);
    checkpoint = latest.path;
  }
  const nlohmann::json kept = trainer_->restore(*checkpoint, manifest_.extensions);
  job_.hand_over(*trainer_, {.checkpoint = *checkpoint, .extensions = manifest_.extensions});
  // What is behind this step the run has not done, whatever its budget was then.
  for (Extension& extension : manifest_.extensions)
    extension.step = std::min(extension.step, trainer_->completed_steps());
  records_->go_on(kept, *checkpoint, *folder_, options_.checkpoint.has_value(),
                  earlier_ ? sessions_of(*earlier_).front().first_step : 0);
  say("resumed at step " + std::to_string(trainer_->completed_steps()) + " of " +
      std::to_string(trainer_->total_steps()));
  note_places(decision);
}

void Session::note_places(const StartDecision& decision) const {
  if (!decision.former_places.empty())
    say("its files are the same in another place; before, " + decision.former_places);
}

/// Takes the state of another run, and returns what its session has kept there. Throws if the
/// branch cannot go on from it.
nlohmann::json Session::take_branch(const RunBranch& branch) {
  nlohmann::json kept = trainer_->branch(branch.checkpoint, branch.start);
  require_time_left(branch, kept.is_null() ? 0 : seconds_in(kept, field::kSeconds), config_);
  return kept;
}

/// Keeps the state of another run before anything else is written: from here on the branch needs
/// that run no more. Its own records begin with this step.
void Session::begin_branch(const RunBranch& branch) {
  const nlohmann::json kept = branched_ ? *branched_ : take_branch(branch);
  job_.hand_over(*trainer_, {.checkpoint = branch.checkpoint, .branch = branch.start});
  records_->branch(branch.start == BranchStart::kThere ? kept : nlohmann::json(),
                   branch.checkpoint);
  manifest_.branched_from = branch.name;
  if (!branch.config_hashes.empty()) manifest_.branched_from_hash = branch.config_hashes.front();
  remove_untrained();
  // Without a manifest too: the later of two steps would be what it goes on from.
  std::filesystem::remove_all(folder_->start_path());
  job_.lend_state(*trainer_);
  trainer_->save(folder_->start_path(), records_->kept(clock_.earlier_seconds()));
  say((branch.start == BranchStart::kNextPhase ? "next phase of " : "branched from ") +
      branch.name + ", " + std::to_string(trainer_->total_steps()) + " steps in all");
}

/// Takes the record of another run's clock over: from here on the replay needs that run no more.
void Session::begin_replay(const RunReplay& replay) {
  files::write_file_atomically(folder_->clock_path(),
                               files::read_file(replay.clock, kLargestClockBytes));
  manifest_.replayed_from = replay.name;
  manifest_.files[run_file::kClock] = replay.mark;
  check_clock(folder_->path(), manifest_);
  say("follows the clock of " + replay.name);
}

// The folder.

void Session::move(const RunFolder& folder, const RunState& state, const StartDecision& decision) {
  folder_ = &folder;
  check_start(state, decision);  // compares the hashes
  // The rest is of the sessions that have trained it.
  Manifest moved = *earlier_;
  moved.config_hash = manifest_.config_hash;
  moved.extensions = manifest_.extensions;
  moved.encoder = manifest_.encoder;
  moved.encoder_hash = manifest_.encoder_hash;
  manifest_ = std::move(moved);
  folder_->replace(config_, manifest_);
  write_ended_manifest();  // with its summary
  note_places(decision);
}

RunStatus Session::run(const RunFolder& folder, const RunState& state,
                       const StartDecision& decision, std::function<void()> begun) {
  folder_ = &folder;
  begun_ = std::move(begun);
  if (state.replaced_there && !state.has_trained)
    warn(replaced_path(state.folder).string() +
         ": an earlier run of this name, which a replacement that was killed has left, stays "
         "there; remove it if nobody wants it");
  load(state, decision);  // if it fails, no record, checkpoint or manifest has changed
  note_session();
  // One or the other of two runs is there; neither has failed if this does.
  if (decision.start == Start::kExtend) folder_->replace(config_, manifest_);
  try {
    open_folder();
    const RunStatus status = train();
    note_sum_times();
    if (status == RunStatus::kDone) result_ = finish();
    end(status);
    return status;
  } catch (const std::bad_alloc&) {
    fail("out of memory");
    throw;
  } catch (const std::exception& error) {
    fail(error.what());
    throw;
  }
}

void Session::note_session() {
  if (earlier_) manifest_.sittings = sessions_of(*earlier_);
  // One whose every step is done again has no part in the result.
  std::erase_if(manifest_.sittings, [this](const SessionFacts& session) {
    return session.first_step >= trainer_->completed_steps();
  });
  // A clean program that goes on does not make clean what another has trained.
  if (!manifest_.sittings.empty() && earlier_->dirty) manifest_.dirty = true;
  manifest_.sittings.push_back(facts_of(manifest_));
  manifest_.sittings.back().first_step = trainer_->completed_steps();
}

/// From here on the folder is that of the session, and the manifest says so before any record goes.
void Session::open_folder() {
  folder_->write_config(config_);
  // What a checkpoint reads text by, whatever becomes of the text that it was learnt from.
  if (!data_->vocabulary.empty())
    files::write_file_atomically(folder_->path() / run_file::kVocabulary, data_->vocabulary);
  if (!data_->tokenizer_config.empty())
    files::write_file_atomically(folder_->path() / run_file::kTokenizer, data_->tokenizer_config);
  if (!data_->labels.empty())
    files::write_file_atomically(folder_->path() / run_file::kLabels,
                                 nlohmann::json{{"labels", data_->labels}}.dump(1) + '\n');
  folder_->write_manifest(manifest_);
  // Its records are cut behind the checkpoint that was named. First, since those of a former budget
  // that come after it would be removed.
  if (options_.checkpoint)
    models::set_aside_later(folder_->checkpoints_path(), trainer_->completed_steps());
  remove_left_behind(manifest_);
  const std::string changed = what_changed(manifest_.sittings);
  if (!changed.empty())
    warn(
        "not all of this run is computed alike, and its last bits may differ from those of one "
        "that is; manifest.json lists its sessions (\"sittings\"), which differ in: " +
        changed);
  records_->open(*folder_, !manifest_.replayed_from.empty());
}

/// The records are on the disk before the manifest says that the session has ended.
void Session::end(RunStatus status) {
  records_->end(manifest_);
  manifest_.status = status;
  manifest_.ended = utc_now();
  write_ended_manifest();
}

/// The summary first: nothing is left to do once the manifest says that the session has ended.
void Session::write_ended_manifest() const {
  try {
    write_sealed_summary(folder_->path(), manifest_text(manifest_));
  } catch (const std::exception&) {
    // Lists take longer without it, and are the same.
  }
  folder_->write_manifest(manifest_);
}

/// Best effort: what went wrong first is what matters.
void Session::fail(const std::string& message) noexcept {
  try {
    manifest_.message = message;
    manifest_.status = RunStatus::kFailed;
    manifest_.ended = utc_now();
    write_ended_manifest();
  } catch (const std::exception&) {
  }
}

// Training.

RunStatus Session::train() {
  clock_.begin();
  drawing::Progress::Options options = drawing::progress_options(options_.quiet);
  if (by_hours()) options.unit = "seconds";
  drawing::Progress progress(std::cerr, manifest_.name,
                             amount(budget().seconds, trainer_->total_steps()),
                             amount(clock_.now(), trainer_->completed_steps()), options);
  bool checkpoint_is_due = false;  // waits while steps are skipped
  const bool is_trained = trainer_->is_over();
  for (bool over = is_trained; !over;) {
    require_memory_left();
    const double before = clock_.now();
    clock_.begin_step();
    job_.step(clock_.now());
    const TrainingStep step = trainer_->step();
    clock_.end_step();
    const Index done = trainer_->completed_steps();
    const double now = clock_.now();
    over = trainer_->is_over();
    require_sound_batch(step);
    tell_of_vanished_gradients(step);
    records_->note(step);
    if (step.applied && begun_) std::exchange(begun_, {})();
    if (step.update) records_->add_update(*step.update);
    if (over || timetable_.record_is_due(done, before, now)) records_->add_training(step);
    const bool validated = over || timetable_.validation_is_due(done, before, now);
    if (validated) validate(progress, over);
    if (over) require_finite_end();
    const bool too_large = validated && loss_is_too_large();
    const bool stop = is_asked_to_stop() && !over;
    checkpoint_is_due = checkpoint_is_due || timetable_.checkpoint_is_due(done, validated);
    // Of a model that has diverged there would be nothing but checkpoints soon.
    const bool sound = trainer_->skipped_in_a_row() == 0;
    if (stop || over || too_large || (checkpoint_is_due && sound)) {
      save_checkpoint();
      checkpoint_is_due = false;
    }
    progress.update(amount(now, done), "loss " + fixed(step.batch.loss, 3));
    if (too_large) throw_too_large();
    if (stop) {
      progress.finish("stopped; the same command " + option_to_leave_out() + "goes on");
      return RunStatus::kStopped;
    }
  }
  // Killed after its last checkpoint, a run has no step left.
  if (records_->tally().validated_step != trainer_->completed_steps()) validate(progress, true);
  require_finite_end();
  // Nor has one that failed by its last validation, which that checkpoint keeps.
  if (is_trained && loss_is_too_large()) throw_too_large();
  progress.finish("validation loss " + fixed(records_->tally().validation.loss(), 4));
  tell_of_postponed_updates();
  if (by_hours()) tell_of_missing_updates();
  if (by_hours() && clock_.now() < budget().seconds)
    say("ended by training.steps, " + std::to_string(trainer_->total_steps()) + ", after " +
        fixed(clock_.now() / 3600, 2) + " of " + budget_text(config_));
  return RunStatus::kDone;
}

/// A policy has its course over training.steps, of which a run by the hour may come to few.
void Session::tell_of_missing_updates() const {
  const schedules::Cadence& cadence = trainer_->topology().policy().cadence();
  const Index made = cadence.updates_by(trainer_->completed_steps());
  if (cadence.by_time() || made == cadence.count()) return;
  // Updates that a run of the right length would have made too are not worth a word; none at all
  // are.
  RunConfig right = config_;
  right.training.tokens = 0;
  right.training.epochs = 0;
  right.training.steps = trainer_->completed_steps();
  if (made > 0 && !updates_differ(config_, right, right.training.steps - 1)) return;
  warn("ended after " + std::to_string(trainer_->completed_steps()) + " of " +
       steps_setting(config_) + ", over which topology.policy " + config_.topology.policy +
       " has its course: " + std::to_string(made) + " of " + std::to_string(cadence.count()) +
       " updates were made; set it to the steps that the hours allow");
}

/// One that a skipped step puts off follows the next step, and the last step has none.
void Session::tell_of_postponed_updates() {
  const Index postponed = trainer_->topology().state().postponed;
  if (postponed == 0) return;
  const std::string text = "updates of topology.policy " + config_.topology.policy +
                           " not made, since skipped steps put them off until the run was over: " +
                           std::to_string(postponed) + " of " +
                           std::to_string(trainer_->topology().policy().cadence().count());
  warn(text);
  manifest_.message += (manifest_.message.empty() ? "" : "; ") + text;
}

/// What the same command must do without to go on with the run that it has begun; empty: nothing.
std::string Session::option_to_leave_out() const {
  if (options_.resume == Resume::kReplace) return "without --overwrite ";
  return options_.checkpoint || options_.resume == Resume::kNever ? "without --resume " : "";
}

/// What progress is counted in: seconds of a run by the hour, else steps.
Index Session::amount(double seconds, Index steps) const {
  return by_hours() ? static_cast<Index>(std::min(seconds, budget().seconds)) : steps;
}

bool Session::loss_is_too_large() const {
  return budget().stop_seconds > 0 && clock_.now() >= budget().stop_seconds &&
         !(records_->tally().validation.loss() <= budget().stop_loss);
}

void Session::throw_too_large() const {
  throw Error("stopped after " + fixed(clock_.seconds() / 3600, 2) +
              " hours: the validation loss is " + fixed(records_->tally().validation.loss(), 4) +
              ", above training.stop_above_loss; there is a checkpoint of step " +
              std::to_string(trainer_->completed_steps()));
}

void Session::require_memory_left() const {
  if (memory_reserve_is_spent())
    throw Error("out of memory after step " + std::to_string(trainer_->completed_steps()) +
                "; a smaller model, training.batch or training.panel_group needs less");
}

/// A run that has diverged in its last steps has no result.
void Session::require_finite_end() {
  const Tally& tally = records_->tally();
  if (!std::isfinite(tally.validation.loss()))
    throw Error("the validation loss after the last step, " +
                std::to_string(trainer_->completed_steps()) +
                ", is not finite: the model has diverged; a smaller training.learning_rate may "
                "help");
  if (tally.last_skipped == trainer_->completed_steps())
    manifest_.message = "the last step was skipped: its gradient was not finite";
}

void Session::save_checkpoint() {
  records_->mark();
  job_.lend_state(*trainer_);
  trainer_->save(folder_->checkpoints_path(), records_->kept(clock_.seconds()));
}

void Session::require_sound_batch(const TrainingStep& step) const {
  if (step.batch.predictions == 0 && records_->forced_masks())
    throw Error("step " + std::to_string(trainer_->completed_steps()) +
                ": nothing of its batch is masked, where the version of Espalier that began this "
                "run would have masked a token; go on with that version, or train the run anew "
                "with --overwrite");
}

/// So small a scale leaves nothing of a gradient, and weight decay alone would train. A batch in
/// which nothing is masked has none.
void Session::tell_of_vanished_gradients(const TrainingStep& step) {
  if (told_of_gradients_ || step.gradient_norm != 0 || step.batch.predictions == 0) return;
  const auto scale = loss_scaler_options(config_);
  if (!scale) return;
  told_of_gradients_ = true;
  warn("step " + std::to_string(trainer_->completed_steps()) +
       ": all gradients are 0 in float16; a larger training." +
       (scale->dynamic ? "initial_loss_scale" : "loss_scale") + " may help");
}

/// A run of an earlier version goes on with validations that leave its forced masks out.
void Session::tell_of_forced_masks() {
  const auto has_none = [](const models::PredictionLoss& group) { return group.count == 0; };
  if (!records_->forced_masks() || told_of_masks_ ||
      std::ranges::none_of(records_->tally().validation.groups, has_none))
    return;
  told_of_masks_ = true;
  warn(
      "validations from here on are of fewer masked tokens than those before: the version of "
      "Espalier that began this run masked a token where a group of sequences had none");
}

/// On the next share of the held-out data if the run asks for that, but for the last one, which is
/// to be compared with that of other runs.
void Session::validate(drawing::Progress& progress, bool last) {
  const double share = validation_share().of(config_);
  const Index piece = share > 0 && !last ? records_->take_share() : -1;
  job_.validate(piece);
  records_->add_validation(piece < 0 ? task_->validate() : task_->validate_share(piece, share));
  tell_of_forced_masks();
  if (options_.quiet) return;
  const Validation& validation = records_->tally().validation;
  progress.message(manifest_.name + ": step " + std::to_string(trainer_->completed_steps()) +
                   ", validation loss " + fixed(validation.loss(), 4) + ", " +
                   task_->comment(validation));
}

RunResult Session::finish() {
  const std::vector<Metric>& metrics = kind_->info().metrics;
  const Tally& tally = records_->tally();
  RunResult result = trainer_->result();
  result.train_loss = tally.train_loss;
  job_.test();
  const Validation test = task_->test().value_or(Validation());
  require_declared(test, metrics);
  for (const ResultMetric& found : results_of(metrics)) {
    const std::string& name = found.metric.name;
    if (found.measured == Measured::kByValidation)
      result.metrics.set(found.name, tally.validation.metrics.value(name));
    else if (found.measured == Measured::kByTest)
      result.metrics.set(found.name, test.metrics.value(name));
  }
  result.skipped_steps = tally.skipped_steps;
  result.seconds = clock_.seconds();
  records_->add_end(result);
  return result;
}

}  // namespace espalier::training
