// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/sessions/training_run.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iostream>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <espalier/drawing/progress.h>
#include <espalier/files/append_log.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/folder_lock.h>
#include <espalier/files/json_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/checkpoints/checkpoint_folder.h>
#include <espalier/schedules/update/edit_log.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/ops/target_names.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/loss_scale_keys.h>
#include <espalier/training/config/task.h>
#include <espalier/training/config/time_budget.h>
#include <espalier/training/config/validation.h>
#include <espalier/training/loop/memory_reserve.h>
#include <espalier/training/loop/run_clock.h>
#include <espalier/training/loop/tally.h>
#include <espalier/training/loop/timetable.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/loop/training_memory.h>
#include <espalier/training/runs/clock_record.h>
#include <espalier/training/runs/metrics_file.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/runs/sealed_summary.h>
#include <espalier/training/runs/summary_columns.h>
#include <espalier/training/runs/topology_record.h>
#include <espalier/training/sessions/run_claim.h>
#include <espalier/training/sessions/run_extension.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {
namespace {

/// Of a record of a clock; one of 10^8 steps has some 10^9.
constexpr std::size_t kLargestClockBytes = std::size_t{1} << 34;

std::string fixed(double value, int digits) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", digits, value);
  return text.data();
}

SittingFacts facts_of(const Manifest& manifest) {
  return {.started = manifest.started,
          .first_step = 0,
          .version = manifest.version,
          .revision = manifest.revision,
          .processor = manifest.processor,
          .kernel = manifest.kernel,
          .dense_library = manifest.dense_library,
          .threads = manifest.threads};
}

/// What computed the sittings that a manifest tells of; one of an earlier version had one.
std::vector<SittingFacts> sittings_of(const Manifest& manifest) {
  return manifest.sittings.empty() ? std::vector{facts_of(manifest)} : manifest.sittings;
}

/// One sitting of a run: from its folder's state to done, stopped or failed.
class Sitting {
 public:
  Sitting(const RunConfig& config, const TrainingRunOptions& options)
      : config_(config),
        options_(options),
        manifest_(new_manifest(config)),
        kind_(task_of(config)),
        timetable_(config),
        clock_(options.clock ? options.clock : stopwatch()) {}

  /// Reads the data and builds the model. Writes nothing: a start that fails here leaves no run.
  void prepare() {
    require_free_names(kind_->info());
    context_ = std::make_unique<Context>(context_options(config_));
    note_widening();
    prepare_task();
    trainer_ =
        std::make_unique<Trainer>(config_, *task_, *context_, [this] { return clock_.now(); });
    recorder_ = std::make_unique<TopologyRecorder>(trainer_->topology());
    manifest_.threads = context_->threads();
    const bool is_forced = context_->variant().vectorised && !sparse::forced_simd_target().empty();
    manifest_.kernel = context_->kernel() + " (" + sparse::simd_target_name(*context_) +
                       (is_forced ? ", forced)" : ")");
    manifest_.dense_library = sparse::dense_library_name(*context_);
  }

  /// Throws if what the run at `path` would go on from cannot be loaded.
  void check_start(const std::filesystem::path& path) {
    const bool anew = options_.resume == Resume::kReplace || !RunFolder::has_trained(path);
    if (options_.checkpoint) {
      trainer_->restore(*options_.checkpoint);
    } else if (anew) {
      if (options_.branch)
        branched_ = trainer_->branch(options_.branch->checkpoint, options_.branch->start);
    } else if (options_.resume != Resume::kExtend) {
      const auto newest = models::latest_checkpoint(path / run_file::kCheckpoints).path;
      if (newest) trainer_->restore(*newest, read_manifest(path).extensions);
    }
  }

  /// Trains in a folder that has been checked. Calls `begun`, unless it is empty, once a step has
  /// changed the weights.
  TrainingRunOutcome run(RunFolder& folder, std::function<void()> begun = {}) {
    folder_ = &folder;
    begun_ = std::move(begun);
    TrainingRunOutcome outcome = {
        .status = RunStatus::kDone, .folder = folder.path(), .result = {}};
    resume();  // if it fails, no record, checkpoint or manifest has changed
    note_sitting();
    // One or the other of two runs is there; neither has failed if this does.
    if (extends()) folder_->replace(config_, manifest_);
    try {
      open_records();
      outcome.status = train();
      if (outcome.status == RunStatus::kDone) outcome.result = finish();
      end(outcome.status);
    } catch (const std::bad_alloc&) {
      fail("out of memory");
      throw;
    } catch (const std::exception& error) {
      fail(error.what());
      throw;
    }
    return outcome;
  }

 private:
  void say(const std::string& text) const {
    if (!options_.quiet) std::cerr << manifest_.name << ": " << text << '\n';
  }
  /// What nobody may miss, quiet or not.
  void warn(const std::string& text) const {
    std::cerr << manifest_.name << ": warning: " << files::without_controls(text) << '\n';
  }

  /// The records are on the disk before the manifest says that the sitting has ended.
  void end(RunStatus status) {
    sync_records();
    manifest_.status = status;
    manifest_.ended = utc_now();
    manifest_.files[run_file::kMetrics] = metrics_->mark();
    manifest_.files[run_file::kEdits] = edits_->mark();
    if (const auto mark = clock_.mark()) manifest_.files[run_file::kClock] = *mark;
    write_ended_manifest();
  }

  /// The summary first: nothing is left to do once the manifest says that the sitting has ended.
  void write_ended_manifest() const {
    try {
      write_sealed_summary(folder_->path(), manifest_text(manifest_));
    } catch (const std::exception&) {
      // Lists take longer without it, and are the same.
    }
    folder_->write_manifest(manifest_);
  }

  /// Best effort: what went wrong first is what matters.
  void fail(const std::string& message) noexcept {
    try {
      manifest_.message = message;
      manifest_.status = RunStatus::kFailed;
      manifest_.ended = utc_now();
      write_ended_manifest();
    } catch (const std::exception&) {
    }
  }

  /// Whoever chose bfloat16 for its speed should know where it has none.
  void note_widening() const {
    if (context_->precision() != Precision::kBFloat16 || !context_->variant().vectorised ||
        sparse::sparse_multiplies_bf16(*context_) || sparse::dense_multiplies_bf16(*context_))
      return;
    say("training.precision is 'bfloat16', for whose products this processor, used as " +
        sparse::simd_target_name(*context_) +
        ", has no instructions: operands are rounded, then widened to float32; a step takes longer "
        "than with 'float32'");
  }

  void prepare_task() {
    const auto say_line = [this](const std::string& text) { say(text); };
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
    task_ = kind_->make(config_, *data_, *context_);
  }

  /// The checkpoint to go on from, if any. Throws if there are some but none can be used.
  std::optional<std::filesystem::path> find_checkpoint() const {
    if (options_.checkpoint) return options_.checkpoint;
    const Index last_step = extends() ? manifest_.extensions.back().step : models::kLargestStep;
    if (auto own = newest_in(folder_->checkpoints_path(), last_step)) return own;
    // A branch that has not come to one of its own.
    if (earlier_ && !earlier_->branched_from.empty()) return newest_in(folder_->start_path());
    return std::nullopt;
  }

  /// The newest usable checkpoint of a folder, if any; sets damaged ones aside.
  std::optional<std::filesystem::path> newest_in(const std::filesystem::path& folder,
                                                 Index last_step = models::kLargestStep) const {
    models::sweep_unfinished_saves(folder);
    const models::LatestCheckpoint latest = models::latest_checkpoint(folder, last_step);
    if (!latest.path && !latest.skipped.empty()) {
      std::string all;
      for (const std::string& line : latest.skipped) all += (all.empty() ? "" : "; ") + line;
      throw FormatError(folder.string() + ": no checkpoint can be used: " + all +
                        "; restore one from a copy, or name one with --resume, or choose another "
                        "run.name; nothing was changed");
    }
    if (latest.skipped.empty()) return latest.path;
    for (const std::string& line : latest.skipped) warn("damaged: " + line);
    std::string names;
    for (const std::filesystem::path& kept : models::set_aside_damaged(latest))
      names += " " + kept.filename().string();
    warn("goes on from " + latest.path->string() + "; what is damaged was set aside as" + names);
    return latest.path;
  }

  /// Does this sitting begin with a larger budget than the ones before it?
  bool extends() const {
    return options_.resume == Resume::kExtend && !options_.checkpoint && earlier_ &&
           earlier_->config_hash != manifest_.config_hash;
  }

  void note_extension() {
    const RunConfig earlier = folder_->read_config();
    manifest_.extensions.push_back({.step = last_common_step(folder_->path(), earlier, config_),
                                    .budget = budget_text(earlier),
                                    .config_hash = earlier_->config_hash});
  }

  /// Removes what the run did at the end that it had before it was extended, where it went on from
  /// an earlier step.
  void remove_left_behind(const Manifest& manifest) const {
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

  /// Restores the state of the newest checkpoint, and compares the records with what it says of
  /// them.
  void resume() {
    if (RunFolder::exists(folder_->path()) && RunFolder::has_trained(folder_->path()))
      earlier_ = folder_->read_manifest();
    if (earlier_) take_origin(*earlier_);
    if (!options_.checkpoint) {
      files::remove_partial_files(folder_->path());
      if (earlier_) remove_left_behind(*earlier_);
    }
    if (extends()) note_extension();
    const std::optional<std::filesystem::path> checkpoint = find_checkpoint();
    if (!checkpoint && options_.branch && !earlier_) return begin_branch(*options_.branch);
    if (!checkpoint && options_.replay && !earlier_) return begin_replay(*options_.replay);
    if (!checkpoint) {
      require_no_lost_checkpoint();
      return;
    }
    const nlohmann::json sitting = trainer_->restore(*checkpoint, manifest_.extensions);
    forced_masks_ = !sitting.is_object() || !sitting.contains(kMaskingKey);
    // What is behind this step the run has not done, whatever its budget was then.
    for (Extension& extension : manifest_.extensions)
      extension.step = std::min(extension.step, trainer_->completed_steps());
    if (!sitting.is_null()) {
      take_sitting(sitting, *checkpoint);
      // A checkpoint of another folder begins a run whose records begin with it.
      if (options_.checkpoint && !has_records()) records_ = RecordMarks();
      require_records_of_checkpoint();
    } else {
      records_.reset();
    }
    say("resumed at step " + std::to_string(trainer_->completed_steps()) + " of " +
        std::to_string(trainer_->total_steps()));
  }

  /// What a run is by how it began and how it went, which every sitting hands on.
  void take_origin(const Manifest& earlier) {
    manifest_.branched_from = earlier.branched_from;
    manifest_.branched_from_hash = earlier.branched_from_hash;
    manifest_.replayed_from = earlier.replayed_from;
    manifest_.extensions = earlier.extensions;
    if (earlier.replayed_from.empty()) return;
    const auto mark = earlier.files.find(run_file::kClock);
    if (mark == earlier.files.end())
      throw FormatError(folder_->manifest_path().string() + ": a replay of " +
                        earlier.replayed_from + " without the checksum of " + run_file::kClock);
    check_clock(folder_->path(), earlier);
    manifest_.files.insert(*mark);
  }

  /// What a checkpoint says of the sittings before it.
  void take_sitting(const nlohmann::json& sitting, const std::filesystem::path& checkpoint) {
    try {
      tally_ = tally_of(sitting, metrics());
      clock_.go_on_after(seconds_in(sitting, field::kSeconds));
      records_ = RecordMarks{sitting.at("metrics").get<files::LogMark>(),
                             sitting.at("edits").get<files::LogMark>(), std::nullopt};
      if (sitting.contains(kClockKey))
        records_->clock = sitting.at(kClockKey).get<files::LogMark>();
    } catch (const nlohmann::json::exception& error) {
      refuse_sitting(checkpoint, error);
    } catch (const FormatError& error) {
      refuse_sitting(checkpoint, error);
    }
  }
  [[noreturn]] static void refuse_sitting(const std::filesystem::path& checkpoint,
                                          const std::exception& error) {
    throw FormatError((checkpoint / "trainer_state.json").string() + ": sitting: " + error.what());
  }

  /// Takes the state of another run, and keeps it before anything else is written: from here on the
  /// branch needs that run no more. Its own records begin with this step.
  void begin_branch(const RunBranch& branch) {
    const nlohmann::json sitting =
        branched_ ? *branched_ : trainer_->branch(branch.checkpoint, branch.start);
    if (branch.start == BranchStart::kThere && !sitting.is_null())
      take_sitting(sitting, branch.checkpoint);
    records_ = RecordMarks();
    manifest_.branched_from = branch.name;
    if (!branch.config_hashes.empty()) manifest_.branched_from_hash = branch.config_hashes.front();
    // One that was killed before its first step may have begun elsewhere.
    std::filesystem::remove_all(folder_->start_path());
    save_state(folder_->start_path(), clock_.earlier_seconds());
    say((branch.start == BranchStart::kNextPhase ? "next phase of " : "branched from ") +
        branch.name + ", " + std::to_string(trainer_->total_steps()) + " steps in all");
  }

  /// Takes the record of another run's clock over: from here on the replay needs that run no more.
  void begin_replay(const RunReplay& replay) {
    files::write_file_atomically(folder_->clock_path(),
                                 files::read_file(replay.clock, kLargestClockBytes));
    manifest_.replayed_from = replay.name;
    manifest_.files[run_file::kClock] = replay.mark;
    check_clock(folder_->path(), manifest_);
    say("follows the clock of " + replay.name);
  }

  /// Throws FormatError, saying what to do, unless the records begin as the checkpoint found them.
  void require_records_of_checkpoint() const {
    try {
      files::require_mark(folder_->metrics_path(), records_->metrics);
      files::require_mark(folder_->edits_path(), records_->edits);
      if (records_->clock) files::require_mark(folder_->clock_path(), *records_->clock);
    } catch (const FormatError& error) {
      throw FormatError(
          std::string(error.what()) +
          ", as when the checkpoint was made; restore a copy of it, or move metrics.jsonl, "
          "edits.log and clock.log away and name the checkpoint with --resume to go on without "
          "them");
    }
  }

  bool has_records() const {
    return files::mark_of(folder_->metrics_path()).bytes > 0 ||
           files::mark_of(folder_->edits_path()).bytes > 0;
  }

  /// A run without checkpoints starts anew, and its records with it. That must not happen to one
  /// whose checkpoints were moved away.
  void require_no_lost_checkpoint() const {
    if (!earlier_ || !is_past_a_checkpoint(folder_->path(), *earlier_)) return;
    throw FormatError(folder_->checkpoints_path().string() +
                      ": no checkpoint, though metrics.jsonl has records that come after one; "
                      "restore one from a copy, or name one with --resume, or choose another "
                      "run.name; nothing was changed");
  }

  void note_sitting() {
    if (earlier_) manifest_.sittings = sittings_of(*earlier_);
    // One whose every step is done again has no part in the result.
    std::erase_if(manifest_.sittings, [this](const SittingFacts& sitting) {
      return sitting.first_step >= trainer_->completed_steps();
    });
    manifest_.sittings.push_back(facts_of(manifest_));
    manifest_.sittings.back().first_step = trainer_->completed_steps();
  }

  /// From here on the folder is that of this sitting. The manifest says so before any record goes.
  void open_records() {
    folder_->write_config(config_);
    // What a checkpoint reads text by, whatever becomes of the text that it was learnt from.
    if (!data_->vocabulary.empty())
      files::write_file_atomically(folder_->path() / run_file::kVocabulary, data_->vocabulary);
    folder_->write_manifest(manifest_);
    remove_left_behind(manifest_);
    // Its records are cut behind the checkpoint that was named.
    if (options_.checkpoint)
      models::set_aside_later(folder_->checkpoints_path(), trainer_->completed_steps());
    const std::string changed = what_changed(manifest_.sittings);
    if (!changed.empty())
      warn(
          "not all of this run is computed alike, and its last bits may differ from those of one "
          "that is; manifest.json lists its sittings, which differ in: " +
          changed);
    edits_ = std::make_unique<files::AppendLog>(folder_->edits_path());
    if (records_) {
      metrics_ = std::make_unique<MetricsLog>(folder_->metrics_path(), records_->metrics);
      edits_->cut(records_->edits);
    } else {
      cut_metrics(folder_->metrics_path(), trainer_->completed_steps());
      metrics_ = std::make_unique<MetricsLog>(folder_->metrics_path());
    }
    open_clock();
    resume_recorder();
  }

  /// A replay follows the record that it was given; another run that follows the clock keeps one,
  /// unless it has gone on from a checkpoint of an earlier version, which kept none.
  void open_clock() {
    const std::filesystem::path path = folder_->clock_path();
    if (!manifest_.replayed_from.empty())
      return clock_.replay(read_clock(path), trainer_->completed_steps(), path);
    if (follows_clock(config_) && records_ && records_->clock)
      clock_.record(path, *records_->clock);
  }

  void resume_recorder() {
    nlohmann::json last_update;
    for_each_record(folder_->metrics_path(), Seals::kRequired,
                    [&](nlohmann::json record, const auto&) {
                      if (!records_) take_from_record(record);
                      if (is_event(record, event::kTopology)) last_update = std::move(record);
                    });
    const std::span<const nlohmann::json> updates(&last_update, last_update.is_null() ? 0 : 1);
    recorder_->resume(updates);
  }

  /// Checkpoints of earlier versions know nothing of records, which then tell what they can.
  void take_from_record(const nlohmann::json& record) {
    const double seconds = number_or_unknown(record, field::kSeconds);
    if (std::isfinite(seconds)) {
      tally_.interval_begin = seconds;
      clock_.go_on_after(seconds);
    }
    if (is_event(record, event::kTrain))
      tally_.train_loss = number_or_unknown(record, field::kLoss);
    if (!is_event(record, event::kValidation)) return;
    tally_.validation = {};
    for (const Metric& metric : metrics())
      if (metric.of_validation)
        tally_.validation.metrics.set(metric.name, number_or_unknown(record, metric.name.c_str()));
    const double step = number_or_unknown(record, field::kStep);
    const bool whole = step >= 0 && step <= static_cast<double>(trainer_->total_steps());
    tally_.validated_step = whole ? static_cast<Index>(step) : -1;
  }

  RunStatus train() {
    clock_.begin();
    drawing::Progress::Options options = drawing::progress_options(options_.quiet);
    if (by_hours()) options.unit = "seconds";
    drawing::Progress progress(std::cerr, manifest_.name,
                               amount(budget().seconds, trainer_->total_steps()),
                               amount(clock_.now(), trainer_->completed_steps()), options);
    bool checkpoint_is_due = false;  // waits while steps are skipped
    for (bool over = trainer_->is_over(); !over;) {
      require_memory_left();
      const double before = clock_.now();
      clock_.begin_step();
      const TrainingStep step = trainer_->step();
      clock_.end_step();
      const Index done = trainer_->completed_steps();
      const double now = clock_.now();
      over = trainer_->is_over();
      note(step);
      if (step.applied && begun_) std::exchange(begun_, {})();
      if (step.update) record_update(*step.update);
      if (over || timetable_.record_is_due(done, before, now)) record_training(step);
      const bool validate = over || timetable_.validation_is_due(done, before, now);
      if (validate) record_validation(progress, over);
      if (over) require_finite_end();
      const bool too_large = validate && loss_is_too_large();
      const bool stop = options_.stop != nullptr && *options_.stop && !over;
      checkpoint_is_due = checkpoint_is_due || timetable_.checkpoint_is_due(done, validate);
      // Of a model that has diverged there would be nothing but checkpoints soon.
      const bool sound = trainer_->skipped_in_a_row() == 0;
      if (stop || over || too_large || (checkpoint_is_due && sound)) {
        save_checkpoint();
        checkpoint_is_due = false;
      }
      progress.update(amount(now, done), "loss " + fixed(step.batch.loss, 3));
      if (too_large) throw_too_large();
      if (stop) {
        progress.finish(options_.checkpoint ? "stopped; the same command without --resume goes on"
                                            : "stopped; the same command goes on");
        return RunStatus::kStopped;
      }
    }
    // Killed after its last checkpoint, a run has no step left.
    if (tally_.validated_step != trainer_->completed_steps()) record_validation(progress, true);
    require_finite_end();
    progress.finish("validation loss " + fixed(tally_.validation.loss(), 4));
    return RunStatus::kDone;
  }

  const TimeBudget& budget() const { return timetable_.budget(); }
  bool by_hours() const { return budget().seconds > 0; }

  /// What progress is counted in: seconds of a run by the hour, else steps.
  Index amount(double seconds, Index steps) const {
    return by_hours() ? static_cast<Index>(std::min(seconds, budget().seconds)) : steps;
  }

  bool loss_is_too_large() const {
    return budget().stop_seconds > 0 && clock_.now() >= budget().stop_seconds &&
           !(tally_.validation.loss() <= budget().stop_loss);
  }
  [[noreturn]] void throw_too_large() const {
    throw Error("stopped after " + fixed(seconds() / 3600, 2) + " hours: the validation loss is " +
                fixed(tally_.validation.loss(), 4) +
                ", above training.stop_above_loss; there is a checkpoint of step " +
                std::to_string(trainer_->completed_steps()));
  }

  void require_memory_left() const {
    if (memory_reserve_is_spent())
      throw Error("out of memory after step " + std::to_string(trainer_->completed_steps()) +
                  "; a smaller model, training.batch or training.panel_group needs less");
  }

  /// A run that has diverged in its last steps has no result.
  void require_finite_end() {
    if (!std::isfinite(tally_.validation.loss()))
      throw Error("the validation loss after the last step, " +
                  std::to_string(trainer_->completed_steps()) +
                  ", is not finite: the model has diverged; a smaller training.learning_rate may "
                  "help");
    if (tally_.last_skipped == trainer_->completed_steps())
      manifest_.message = "the last step was skipped: its gradient was not finite";
  }

  /// Records first: a checkpoint never knows more than what is on the disk beside it.
  void save_checkpoint() {
    sync_records();
    records_ = RecordMarks{metrics_->mark(), edits_->mark(), clock_.mark()};
    save_state(folder_->checkpoints_path(), seconds());
  }

  void save_state(const std::filesystem::path& folder, double seconds) const {
    nlohmann::json sitting = to_record(tally_, metrics());
    sitting["metrics"] = records_->metrics;
    sitting["edits"] = records_->edits;
    if (records_->clock && follows_clock(config_)) sitting[kClockKey] = *records_->clock;
    sitting[field::kSeconds] = seconds;
    if (!forced_masks_) sitting[kMaskingKey] = kMaskingBySequence;
    trainer_->save(folder, sitting);
  }

  void sync_records() {
    metrics_->sync();
    edits_->sync();
    clock_.sync();
  }

  double seconds() const { return clock_.seconds(); }

  /// Adds a step to the means of the present interval.
  void note(const TrainingStep& step) {
    tally_.interval_loss += step.batch.loss;
    ++tally_.interval_steps;
    if (step.batch.predictions == 0) note_idle();
    if (step.applied) return;
    ++tally_.skipped_steps;
    tally_.last_skipped = trainer_->completed_steps();
  }

  /// The gradient of the predictions was zero: the step counts like any other, its loss does not.
  void note_idle() {
    ++tally_.interval_idle;
    if (forced_masks_)
      throw Error("step " + std::to_string(trainer_->completed_steps()) +
                  ": nothing of its batch is masked, where the version of Espalier that began this "
                  "run would have masked a token; go on with that version, or train the run anew "
                  "with --overwrite");
  }

  /// A run of an earlier version goes on with validations that leave its forced masks out.
  void tell_of_forced_masks() {
    const auto has_none = [](const models::PredictionLoss& group) { return group.count == 0; };
    if (!forced_masks_ || told_of_masks_ ||
        std::ranges::none_of(tally_.validation.groups, has_none))
      return;
    told_of_masks_ = true;
    warn(
        "validations from here on are of fewer masked tokens than those before: the version of "
        "Espalier that began this run masked a token where a group of sequences had none");
  }

  void record_training(const TrainingStep& step) {
    const Index done = trainer_->completed_steps();
    const double now = seconds();
    const double units = static_cast<double>(tally_.interval_steps * units_per_step());
    // Of the steps that have a loss; where none has, it is not known.
    tally_.train_loss =
        tally_.interval_loss / static_cast<double>(tally_.interval_steps - tally_.interval_idle);
    nlohmann::json record = {{field::kEvent, event::kTrain},
                             {field::kStep, done},
                             {field::kLoss, tally_.train_loss},
                             {field::kLearningRate, step.learning_rate},
                             {field::kGradientNorm, step.gradient_norm},
                             {unit(), done * units_per_step()},
                             {unit_rate(), units / std::max(1e-9, now - tally_.interval_begin)},
                             {"applied", step.applied},
                             {field::kSeconds, now}};
    if (loss_scaler_options(config_)) {
      record["loss_scale"] = step.loss_scale;
      record["skipped_steps"] = tally_.skipped_steps;
    }
    metrics_->append(record);
    tally_.interval_begin = now;
    tally_.interval_loss = 0;
    tally_.interval_steps = 0;
    tally_.interval_idle = 0;
  }

  void record_update(const schedules::UpdateReport& update) {
    nlohmann::json record = recorder_->record(update);
    record[field::kSeconds] = seconds();
    metrics_->append(record);
    edits_->append(schedules::format_edits(update));
  }

  /// On the next share of the held-out data if the run asks for that, but for the last one, which
  /// is to be compared with that of other runs.
  void record_validation(drawing::Progress& progress, bool last) {
    const Index done = trainer_->completed_steps();
    const double share = validation_share().of(config_);
    tally_.validation =
        share > 0 && !last ? task_->validate_share(tally_.shares++, share) : task_->validate();
    tally_.validated_step = done;
    require_declared(tally_.validation, metrics());
    tell_of_forced_masks();
    const Validation& validation = tally_.validation;
    nlohmann::json record = {{field::kEvent, event::kValidation},
                             {field::kStep, done},
                             {"predictions", validation.predictions},
                             {unit(), done * units_per_step()},
                             {field::kNorms, norm_records(trainer_->topology().weights())},
                             {field::kSeconds, seconds()}};
    add_metrics(validation, metrics(), record);
    metrics_->append(record);
    if (options_.quiet) return;
    progress.message(manifest_.name + ": step " + std::to_string(done) + ", validation loss " +
                     fixed(validation.loss(), 4) + ", " + task_->comment(validation));
  }

  RunResult finish() {
    RunResult result = trainer_->result();
    result.train_loss = tally_.train_loss;
    const Validation test = task_->test().value_or(Validation());
    require_declared(test, metrics());
    for (const ResultMetric& found : results_of(metrics())) {
      const std::string& name = found.metric.name;
      if (found.measured == Measured::kByValidation)
        result.metrics.set(found.name, tally_.validation.metrics.value(name));
      else if (found.measured == Measured::kByTest)
        result.metrics.set(found.name, test.metrics.value(name));
    }
    result.skipped_steps = tally_.skipped_steps;
    result.seconds = seconds();
    metrics_->append(end_record(result));
    return result;
  }

  const std::string& unit() const { return kind_->info().unit; }
  const std::vector<Metric>& metrics() const { return kind_->info().metrics; }
  std::string unit_rate() const { return unit() + field::kPerSecond; }
  Index units_per_step() const { return config_.training.batch * kind_->units_per_sample(config_); }

  static constexpr const char* kClockKey = "clock";
  /// Earlier versions wrote none, and masked a token of a batch, or of a group of validation, that
  /// had no masked one.
  static constexpr const char* kMaskingKey = "masking";
  static constexpr const char* kMaskingBySequence = "by sequence";

  struct RecordMarks {
    files::LogMark metrics, edits;
    std::optional<files::LogMark> clock = files::LogMark();  ///< nothing: no record was kept
  };

  const RunConfig& config_;
  const TrainingRunOptions& options_;
  Manifest manifest_;
  const TaskPtr kind_;
  std::unique_ptr<Context> context_;
  std::shared_ptr<const TaskData> data_;
  std::unique_ptr<TrainingTask> task_;
  std::unique_ptr<Trainer> trainer_;
  std::unique_ptr<TopologyRecorder> recorder_;
  const RunFolder* folder_ = nullptr;
  std::function<void()> begun_;
  std::optional<nlohmann::json> branched_;  ///< what the branch's checkpoint said, once loaded
  std::optional<Manifest> earlier_;         ///< of the last sitting
  /// Where the records of the present state end; nothing: the checkpoint does not say.
  std::optional<RecordMarks> records_ = RecordMarks();
  std::unique_ptr<MetricsLog> metrics_;
  std::unique_ptr<files::AppendLog> edits_;
  const Timetable timetable_;
  RunClock clock_;
  Tally tally_;
  bool forced_masks_ = false;  ///< a version that forced masks began the run
  bool told_of_masks_ = false;
};

/// Removes a run that was put aside. Its name tells that it is rubbish from the first file on, so
/// that what a kill leaves of it is in nobody's way; nor is what cannot be removed.
void discard(const std::filesystem::path& aside) {
  const std::filesystem::path rubbish = aside.string() + ".removed";
  std::error_code ignored;
  std::filesystem::remove_all(rubbish, ignored);
  std::filesystem::rename(aside, rubbish, ignored);
  std::filesystem::remove_all(rubbish, ignored);
}

/// Throws ConfigError for what stands against a start before anything is loaded.
void require_start(const RunConfig& config, const TrainingRunOptions& options) {
  if (options.branch) require_step_left(*options.branch, config);
  require_memory(config);
}

/// Trains a run in place of the one in its folder, which is held to the end, so that nobody goes on
/// with what is to be replaced.
TrainingRunOutcome replace_run(const RunFolder& old, const RunConfig& config,
                               const TrainingRunOptions& options) {
  const std::filesystem::path& path = old.path();
  const std::filesystem::path aside = free_aside(path);
  require_start(config, options);
  Sitting sitting(config, options);
  sitting.prepare();
  files::rename_path(path, aside);
  std::optional<RunFolder> folder;
  bool begun = false;
  try {
    folder.emplace(RunFolder::create(config.run.folder, run_name(config)));
    const auto begin = [&] {
      begun = true;
      discard(aside);
    };
    TrainingRunOutcome outcome = sitting.run(*folder, begin);
    if (!begun) begin();
    return outcome;
  } catch (...) {
    if (!begun) {
      std::error_code ignored;  // what failed first is what matters
      if (folder) std::filesystem::remove_all(path, ignored);
      std::filesystem::rename(aside, path, ignored);  // over an empty folder, or none
    }
    throw;
  }
}

}  // namespace

TrainingRunOutcome run_training(const RunConfig& config, const TrainingRunOptions& options) {
  const std::filesystem::path path = std::filesystem::path(config.run.folder) / run_name(config);
  // What can be refused at once is; a folder is made once nothing but training is left to fail.
  std::optional<RunFolder> folder;
  if (std::filesystem::exists(path) || options.resume == Resume::kExtend)
    folder.emplace(claim_run(config, options));
  if (folder && makes_way(path, config, options)) return replace_run(*folder, config, options);
  if (folder && is_done(path, config)) {
    static_cast<void>(summarise_run(path));  // throws if its records are not there any more
    return {.status = RunStatus::kDone, .folder = path, .result = {}};
  }
  require_start(config, options);
  Sitting sitting(config, options);
  sitting.prepare();
  if (!folder) {
    sitting.check_start(path);
    folder.emplace(claim_run(config, options));
  }
  return sitting.run(*folder);
}

bool check_training(const RunConfig& config, const TrainingRunOptions& options) try {
  const std::filesystem::path path = std::filesystem::path(config.run.folder) / run_name(config);
  if (files::FolderLock::held(path))
    throw IoError(path.string() + ": another process is writing this run; wait until it ends");
  check_claim(config, options);
  if (options.resume != Resume::kReplace && is_done(path, config)) return true;
  require_start(config, options);
  TrainingRunOptions own = options;
  own.data = task_of(config)->preview(config);
  if (!own.data) return false;
  own.quiet = true;
  Sitting sitting(config, own);
  sitting.prepare();
  sitting.check_start(path);
  if (!options.quiet)
    for (const std::string& note : own.data->notes)
      std::cerr << run_name(config) << ": " << files::without_controls(note) << '\n';
  return true;
} catch (const Error& error) {
  throw ConfigError(error.what());
}

}  // namespace espalier::training
