// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/sessions/run_records.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/checkpoints/checkpoint_folder.h>
#include <espalier/schedules/update/edit_log.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/loss_scale_keys.h>
#include <espalier/training/config/time_budget.h>
#include <espalier/training/runs/clock_record.h>
#include <espalier/training/runs/run_files.h>

namespace espalier::training {
namespace {

constexpr const char* kMetricsKey = "metrics";
constexpr const char* kEditsKey = "edits";
constexpr const char* kClockKey = "clock";
/// Earlier versions wrote none, and masked a token of a batch, or of a group of validation, that
/// had no masked one.
constexpr const char* kMaskingKey = "masking";
constexpr const char* kMaskingBySequence = "by sequence";

[[noreturn]] void refuse(const std::filesystem::path& checkpoint, const std::exception& error) {
  throw FormatError((checkpoint / "trainer_state.json").string() + ": " + kSessionKey + ": " +
                    error.what());
}

bool has_records(const RunFolder& folder) {
  return files::mark_of(folder.metrics_path()).bytes > 0 ||
         files::mark_of(folder.edits_path()).bytes > 0;
}

}  // namespace

RunRecords::RunRecords(const RunConfig& config, const Trainer& trainer, RunClock& clock)
    : config_(config),
      trainer_(trainer),
      clock_(clock),
      task_(task_declaration(config)),
      recorder_(trainer.topology(), [&trainer] { return trainer.patterns(); }) {}

void RunRecords::go_on(const nlohmann::json& kept, const std::filesystem::path& checkpoint,
                       const RunFolder& folder, bool named, Index first_step) {
  forced_masks_ = !kept.is_object() || !kept.contains(kMaskingKey);
  if (kept.is_null()) {
    marks_.reset();
    return;
  }
  take(kept, checkpoint);
  // A checkpoint of another folder begins a run whose records begin with it.
  if (named && (!has_records(folder) || trainer_.completed_steps() == first_step)) marks_ = Marks();
  require_marks(folder);
}

void RunRecords::branch(const nlohmann::json& kept, const std::filesystem::path& checkpoint) {
  if (!kept.is_null()) take(kept, checkpoint);
  marks_ = Marks();
}

void RunRecords::take(const nlohmann::json& kept, const std::filesystem::path& checkpoint) {
  try {
    tally_ = tally_of(kept, metrics(), trainer_.completed_steps());
    clock_.go_on_after(seconds_in(kept, field::kSeconds));
    marks_ = Marks{kept.at(kMetricsKey).get<files::LogMark>(),
                   kept.at(kEditsKey).get<files::LogMark>(), std::nullopt};
    if (kept.contains(kClockKey)) marks_->clock = kept.at(kClockKey).get<files::LogMark>();
  } catch (const nlohmann::json::exception& error) {
    refuse(checkpoint, error);
  } catch (const FormatError& error) {
    refuse(checkpoint, error);
  }
}

void RunRecords::require_marks(const RunFolder& folder) const {
  try {
    files::require_mark(folder.metrics_path(), marks_->metrics);
    files::require_mark(folder.edits_path(), marks_->edits);
    if (marks_->clock) files::require_mark(folder.clock_path(), *marks_->clock);
  } catch (const FormatError& error) {
    throw FormatError(
        std::string(error.what()) +
        ", as when the checkpoint was made; restore a copy of it, or move metrics.jsonl, "
        "edits.log and clock.log away and name the checkpoint with --resume to go on without "
        "them");
  }
}

void RunRecords::open(const RunFolder& folder, bool replays) {
  edits_ = std::make_unique<files::AppendLog>(folder.edits_path());
  if (marks_) {
    metrics_ = std::make_unique<MetricsLog>(folder.metrics_path(), marks_->metrics);
    edits_->cut(marks_->edits);
  } else {
    cut_metrics(folder.metrics_path(), trainer_.completed_steps());
    metrics_ = std::make_unique<MetricsLog>(folder.metrics_path());
  }
  open_clock(folder.clock_path(), replays);
  begin_branch(folder.start_path());
  resume_recorder(folder.metrics_path());
}

/// A branch began with the patterns that its folder keeps, which are not those that its
/// configuration would make. Where they cannot be read, the present ones stand for them.
void RunRecords::begin_branch(const std::filesystem::path& start) {
  if (!std::filesystem::exists(start)) return;
  const auto checkpoints = models::checkpoints_in(start);
  if (checkpoints.empty()) return;
  std::map<std::string, sparse::PatternPtr> patterns;
  try {
    for (models::ParameterSummary& parameter :
         models::inspect_checkpoint(checkpoints.front().second))
      patterns[parameter.name] = std::move(parameter.pattern);
  } catch (const Error&) {
    patterns.clear();
  }
  recorder_.branch(patterns, trainer_.explored_shares());
}

/// A replay follows the record that it was given; another run that follows the clock keeps one,
/// unless it has gone on from a checkpoint of an earlier version, which kept none.
void RunRecords::open_clock(const std::filesystem::path& path, bool replays) {
  if (replays) return clock_.replay(read_clock(path), trainer_.completed_steps(), path);
  if (follows_clock(config_) && marks_ && marks_->clock) clock_.record(path, *marks_->clock);
}

void RunRecords::resume_recorder(const std::filesystem::path& metrics) {
  nlohmann::json last_update;
  for_each_record(metrics, Seals::kRequired, [&](nlohmann::json record, const auto&) {
    if (!marks_) take_from_record(record);
    if (is_event(record, event::kTopology)) last_update = std::move(record);
  });
  const std::span<const nlohmann::json> updates(&last_update, last_update.is_null() ? 0 : 1);
  recorder_.resume(updates);
}

/// Checkpoints of earlier versions know nothing of records, which then tell what they can.
void RunRecords::take_from_record(const nlohmann::json& record) {
  const double seconds = number_or_unknown(record, field::kSeconds);
  if (std::isfinite(seconds)) {
    tally_.interval_begin = seconds;
    clock_.go_on_after(seconds);
  }
  if (is_event(record, event::kTrain)) tally_.train_loss = number_or_unknown(record, field::kLoss);
  if (!is_event(record, event::kValidation)) return;
  tally_.validation = {};
  for (const Metric& metric : metrics())
    if (metric.of_validation)
      tally_.validation.metrics.set(metric.name, number_or_unknown(record, metric.name.c_str()));
  const double step = number_or_unknown(record, field::kStep);
  const bool whole = step >= 0 && step <= static_cast<double>(trainer_.total_steps());
  tally_.validated_step = whole ? static_cast<Index>(step) : -1;
}

nlohmann::json RunRecords::kept(double seconds) const {
  nlohmann::json kept = to_record(tally_, metrics());
  kept[kMetricsKey] = marks_->metrics;
  kept[kEditsKey] = marks_->edits;
  if (marks_->clock && follows_clock(config_)) kept[kClockKey] = *marks_->clock;
  kept[field::kSeconds] = seconds;
  if (!forced_masks_) kept[kMaskingKey] = kMaskingBySequence;
  return kept;
}

void RunRecords::sync() {
  metrics_->sync();
  edits_->sync();
  clock_.sync();
}

void RunRecords::mark() {
  sync();
  marks_ = Marks{metrics_->mark(), edits_->mark(), clock_.mark()};
}

void RunRecords::end(Manifest& manifest) {
  sync();
  manifest.files[run_file::kMetrics] = metrics_->mark();
  manifest.files[run_file::kEdits] = edits_->mark();
  if (const auto mark = clock_.mark()) manifest.files[run_file::kClock] = *mark;
}

void RunRecords::note(const TrainingStep& step) {
  tally_.interval_loss += step.batch.loss;
  ++tally_.interval_steps;
  // The gradient of the predictions was zero: the step counts like any other, its loss does not.
  if (step.batch.predictions == 0) ++tally_.interval_idle;
  if (step.applied) return;
  ++tally_.skipped_steps;
  tally_.last_skipped = trainer_.completed_steps();
}

void RunRecords::add_training(const TrainingStep& step) {
  const Index done = trainer_.completed_steps();
  const double now = clock_.seconds();
  const double units = static_cast<double>(tally_.interval_steps * units_per_step());
  // Of the steps that have a loss; where none has, it is not known.
  tally_.train_loss =
      tally_.interval_loss / static_cast<double>(tally_.interval_steps - tally_.interval_idle);
  nlohmann::json record = {
      {field::kEvent, event::kTrain},
      {field::kStep, done},
      {field::kLoss, tally_.train_loss},
      {field::kLearningRate, step.learning_rate},
      {field::kGradientNorm, step.gradient_norm},
      {unit(), done * units_per_step()},
      {unit() + field::kPerSecond, units / std::max(1e-9, now - tally_.interval_begin)},
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

void RunRecords::add_update(const schedules::UpdateReport& update) {
  nlohmann::json record = recorder_.record(update);
  record[field::kSeconds] = clock_.seconds();
  metrics_->append(record);
  edits_->append(schedules::format_edits(update));
}

void RunRecords::add_validation(Validation validation) {
  require_declared(validation, metrics());
  const Index done = trainer_.completed_steps();
  tally_.validation = std::move(validation);
  tally_.validated_step = done;
  nlohmann::json record = {{field::kEvent, event::kValidation},
                           {field::kStep, done},
                           {"predictions", tally_.validation.predictions},
                           {unit(), done * units_per_step()},
                           {field::kNorms, trainer_.norms()},
                           {field::kSeconds, clock_.seconds()}};
  // A run that does not come to its end has a summary too.
  const nlohmann::json so_far = end_record(trainer_.result());
  for (const char* name : kCostFields) record[name] = so_far.at(name);
  add_metrics(tally_.validation, metrics(), record);
  metrics_->append(record);
}

}  // namespace espalier::training
