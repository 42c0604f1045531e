// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include <espalier/files/append_log.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/loop/run_clock.h>
#include <espalier/training/loop/tally.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/runs/metrics_file.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/topology_record.h>

namespace espalier::training {

/// The records of a session: metrics.jsonl, edits.log and clock.log, and the counts from one record
/// to the next. A checkpoint keeps where the files ended, so that the next session continues there
/// and the records are those of a run that was never stopped.
class RunRecords {
 public:
  /// Records of a run that starts now: `trainer` holds its first patterns. All arguments must
  /// outlive this object.
  RunRecords(const RunConfig& config, const Trainer& trainer, RunClock& clock);

  /// Continues the records in `folder` from where `checkpoint` saw them end. The trainer was
  /// restored from that checkpoint, and `kept` is what it keeps for the records; it is null in
  /// earlier versions, and then the records tell what they can. If the user `named` the checkpoint,
  /// they may be gone, or may begin with it, as those of a folder whose first session went on after
  /// `first_step`. Changes no file. Throws FormatError, which says what to do, if they are not what
  /// the checkpoint saw.
  void go_on(const nlohmann::json& kept, const std::filesystem::path& checkpoint,
             const RunFolder& folder, bool named, Index first_step);
  /// Begins new records, with the counts that a checkpoint of another run keeps.
  void branch(const nlohmann::json& kept, const std::filesystem::path& checkpoint);

  /// Opens the files and cuts off what comes after the checkpoint. Takes the clock's readings from
  /// clock.log if the run `replays` another one.
  void open(const RunFolder& folder, bool replays);

  /// What a checkpoint keeps after so many seconds of training. Call `mark` first.
  nlohmann::json kept(double seconds) const;
  /// Flushes all files to the disk, and notes where they end. So a checkpoint never knows more than
  /// the disk has beside it.
  void mark();
  /// The same for the manifest when a session ends.
  void end(Manifest& manifest);

  /// Adds a step to the means of the present interval.
  void note(const TrainingStep& step);
  void add_training(const TrainingStep& step);
  void add_update(const schedules::UpdateReport& update);
  void add_validation(Validation validation);
  void add_end(const RunResult& result) { metrics_->append(end_record(result)); }

  const Tally& tally() const { return tally_; }
  /// The number of the share of the held-out data that comes next.
  Index take_share() { return tally_.shares++; }
  /// Did an earlier version begin the run, one that masked a token where chance had masked none?
  bool forced_masks() const { return forced_masks_; }

 private:
  struct Marks {
    files::LogMark metrics, edits;
    std::optional<files::LogMark> clock = files::LogMark();  ///< nothing: no record was kept
  };

  void sync();
  void take(const nlohmann::json& kept, const std::filesystem::path& checkpoint);
  void take_from_record(const nlohmann::json& record);
  void require_marks(const RunFolder& folder) const;
  void open_clock(const std::filesystem::path& path, bool replays);
  void begin_branch(const std::filesystem::path& start);
  void resume_recorder(const std::filesystem::path& metrics);

  const std::vector<Metric>& metrics() const { return task_->info().metrics; }
  const std::string& unit() const { return task_->info().unit; }
  Index units_per_step() const { return config_.training.batch * task_->units_per_sample(config_); }

  const RunConfig& config_;
  const Trainer& trainer_;
  RunClock& clock_;
  const TaskDeclarationPtr task_;
  TopologyRecorder recorder_;
  Tally tally_;
  /// Where the records of the present state end; nothing if the checkpoint does not tell.
  std::optional<Marks> marks_ = Marks();
  bool forced_masks_ = false;
  std::unique_ptr<MetricsLog> metrics_;
  std::unique_ptr<files::AppendLog> edits_;
};

}  // namespace espalier::training
