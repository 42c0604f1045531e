// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include <espalier/machines/machines.h>
#include <espalier/models/optimizers/loss_scaler.h>
#include <espalier/models/optimizers/optimizer.h>
#include <espalier/schedules/update/topology_updater.h>
#include <espalier/sparse/core/context.h>
#include <espalier/training/config/metric.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/loop/gradient_tree.h>
#include <espalier/training/loop/overlapped_sum.h>
#include <espalier/training/loop/rank_sum.h>
#include <espalier/training/loop/stage.h>
#include <espalier/training/loop/state_of_rank.h>
#include <espalier/training/loop/timetable.h>
#include <espalier/training/loop/zero1.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {

/// The context with the threads, the seed and the kernels that a run asks for.
ContextOptions context_options(const RunConfig& config);

/// The outcome of one optimizer step.
struct TrainingStep {
  BatchResult batch;  ///< loss of the batch before the step
  double learning_rate = 0;
  /// Before clipping; not known where an update takes the place of the optimizer's step.
  double gradient_norm = kUnknown;
  double loss_scale = 1;  ///< by which the loss was multiplied
  bool applied = true;    ///< false: the gradient was not finite and the step was skipped
  std::optional<schedules::UpdateReport> update;  ///< if the topology had one
};

/// The first step of training that continues from another run.
enum class BranchStart {
  kThere,     ///< the one after the checkpoint: schedules and batches are those of one long run
  kNextPhase  ///< the first of a phase of its own: schedules and counts begin anew
};

/// The counters of a trainer. Part of a checkpoint.
struct TrainingProgress {
  Index completed_steps = 0;
  Index predictions = 0;
  /// Steps so far whose gradient was not finite, except those that lowered the loss scale.
  Index skipped_in_a_row = 0;
  double peak_bytes = 0;      ///< of weights that may be sparse and what belongs to them
  double training_flops = 0;  ///< sum over the steps, each with the weights stored then
  double update_flops = 0;    ///< of scoring positions that are not stored
  Index earlier_steps = 0;    ///< optimizer steps of earlier phases
};

/// A task's model with its optimizer and its topology: the part of a training run that decides the
/// weights. It knows no folders and no clocks.
///
/// Step i is a pure function of the configuration, the data and the state after step i - 1, and,
/// where hours decide, of the clock: batches, masks and edits are functions of (seed, step). So the
/// weights do not depend on the number of threads, and training that is resumed from a checkpoint
/// equals training that was never interrupted, bit for bit.
///
/// The ranks of a job each have a trainer of the same configuration and data. Each trains its
/// shards of a batch (training.shards), the gradients are added by one tree over all shards, some
/// of them while others are still computed (`OverlappedSum`; not where ranks keep slices), and each
/// does the optimizer's step, or that of its slice, and the update: the weights do not depend
/// on the number of ranks. After each update, and every `kReplicaCheckSteps`, they compare their
/// replicas. Or each has a stage of the layers (`StateOfRank::kStage`), as its task does, through
/// which whole batches pass: then nothing is summed but norms (`Stage`).
class Trainer {
 public:
  /// `task` and `context` must outlive the trainer. `seconds` returns the seconds of training over
  /// all sessions. Only topology.every_seconds, which needs it, and training.hours use it; without
  /// it, training.hours sees a time that stands still; all ranks must see the same. `machines`, the
  /// other ranks, must outlive it too; null: none. All ranks keep the same of the `state`, which
  /// changes nothing where there are none. Throws ConfigError if the policy refuses its settings,
  /// the ranks cannot share the shards evenly, or, with stages, as
  /// `Stage::require_edits_by_weight`.
  Trainer(const RunConfig& config, TrainingTask& task, const Context& context,
          std::function<double()> seconds = {}, machines::Machines* machines = nullptr,
          StateOfRank state = StateOfRank::kAll);
  Trainer(const RunConfig& config, TrainingTask& task, const Context&& context,
          std::function<double()> seconds = {}, machines::Machines* machines = nullptr,
          StateOfRank state = StateOfRank::kAll) = delete;

  /// With stages, tells rank 0 what the others have: to be called when all have made their
  /// trainers, and when all have restored a state. Collective then; does nothing else.
  void join();

  /// Performs the next step: forward and backward on the batch, optimizer, topology update. A step
  /// whose gradients overflow in float16 is skipped as a whole: its batch is lost, only the loss
  /// scale has changed, and an update that was due follows the next step. Throws Error after
  /// `kMaxSkippedSteps` consecutive steps whose gradient was not finite, or after
  /// `kMaxStepsAtSmallestScale` at the smallest loss scale, or if the replicas of the ranks differ:
  /// on rank 0, which speaks for all. Collective; throws IoError if a rank is lost.
  TrainingStep step();
  /// Number of completed steps.
  Index completed_steps() const { return progress_.completed_steps; }
  /// Number of steps so far whose gradient was not finite, except those that lowered the loss
  /// scale.
  Index skipped_in_a_row() const { return progress_.skipped_in_a_row; }
  /// The largest number of steps.
  Index total_steps() const { return timetable_.total_steps(); }
  /// Whether training is over: no step is left, or no time.
  bool is_over() const { return timetable_.is_over(progress_.completed_steps, seconds_()); }

  /// Writes a checkpoint into `folder` and keeps the last `config.training.keep_checkpoints`. It
  /// includes `session`, a JSON object that belongs to the writer of the run's records. After steps
  /// that were not applied, the checkpoints from before these steps stay too. Throws IoError, or
  /// Error naming the parameter if a value is not finite; a failed save leaves the others as they
  /// were. Where each rank keeps a part, the others must call `lend_state` meanwhile, and memory
  /// holds one whole buffer at a time.
  void save(const std::filesystem::path& folder, const nlohmann::json& session = nullptr);
  /// Whether each rank keeps a part: with stages, or a slice of the optimizer's state from the
  /// first step on that follows construction or `restore`, which bring the whole state, so that
  /// rank 0 alone can save until then.
  bool keeps_part() const { return stage_ || (zero1_ && zero1_->begun()); }
  /// Gives rank 0 what it saves. Does nothing where each rank keeps all.
  void lend_state();
  /// Continues from a checkpoint directory, which may be older than the `extensions` of its run.
  /// Throws FormatError or IoError naming the file, or ConfigError if the checkpoint belongs to
  /// another configuration or other data. Nothing has changed then, unless a file changes or fails
  /// during its second reading (see models::load_checkpoint: the model is then not usable). Returns
  /// the `session` of `save`; null if there was none, as in earlier versions.
  nlohmann::json restore(const std::filesystem::path& checkpoint,
                         const std::vector<Extension>& extensions = {});
  /// Continues from a checkpoint of another configuration, whose model has the same parameters and
  /// whose data are the same, with this policy, learning rate and number of steps. A next phase
  /// takes over weights, patterns, what was explored, and the optimizer's state with its number of
  /// steps. Throws and returns as `restore`.
  nlohmann::json branch(const std::filesystem::path& checkpoint,
                        BranchStart start = BranchStart::kThere);

  /// Of the weights that are here.
  const schedules::TopologyUpdater& topology() const { return topology_; }
  /// The patterns of all weights that the policy may move, on rank 0, as of the last update or
  /// `join`.
  std::vector<NamedPattern> patterns() const;
  /// What has been explored of them, in their order.
  std::vector<schedules::ExploredShare> explored_shares() const;
  /// As `training::norm_records` of all these weights, on rank 0. Where each rank has a stage, the
  /// others must call `lend_norms` meanwhile.
  nlohmann::json norms() const;
  /// Gives rank 0 what `norms` tells of the weights here. Does nothing without stages.
  void lend_norms() const;
  /// Peak learning rate, after any scaling for density.
  double peak_learning_rate() const { return timetable_.peak_learning_rate(); }
  /// How long gradients took to be summed over the ranks; zeros where that does not overlap.
  SumTimes sum_times() const { return overlapped_sum_ ? overlapped_sum_->times() : SumTimes(); }
  /// The result of the run, except losses and seconds, which its sessions know.
  RunResult result() const;

 private:
  enum class Origin { kSameRun, kOtherRun, kEarlierPhase };
  BatchResult train_batch(double loss_scale);
  void apply(TrainingStep& step);
  void leave_out(TrainingStep& step);
  void require_sound_steps() const;
  void require_equal_replicas() const;
  double sum_over_ranks(double loss);
  bool speaks() const { return machines_ == nullptr || machines_->rank() == 0; }
  void write(const std::filesystem::path& folder, const models::SavedModel& model,
             const schedules::TopologyState& topology, const nlohmann::json& session) const;
  nlohmann::json load(const std::filesystem::path& checkpoint, Origin origin,
                      const std::vector<Extension>& extensions = {});

  RunConfig config_;
  TrainingTask* task_;
  const Context* context_;
  Timetable timetable_;
  std::function<double()> seconds_;
  std::unique_ptr<models::Optimizer> optimizer_;
  machines::Machines* machines_;     // null: this process is alone
  std::optional<Stage> stage_;       // if ranks have stages
  std::optional<RankSum> rank_sum_;  // if they share batches
  std::optional<Zero1> zero1_;       // if they keep slices
  schedules::TopologyUpdater topology_;
  std::optional<models::LossScaler> scaler_;  // in float16
  GradientTree gradients_;
  TrainingProgress progress_;
  std::optional<OverlappedSum> overlapped_sum_;  // where ranks share a batch and keep all
};

/// Does a checkpoint with this trainer state belong to a run whose configuration has this hash and
/// which has had these extensions?
bool is_of_run(const nlohmann::json& state, const std::string& config_hash,
               const std::vector<Extension>& extensions);

/// Seconds of training up to a checkpoint, as its run has noted them; 0 if it has not. Throws
/// FormatError or IoError that begins with its file.
double training_seconds(const std::filesystem::path& checkpoint);

/// So many consecutive steps may have a gradient that is not finite. A single bad batch is skipped;
/// a model that has diverged is not trained further.
inline constexpr Index kMaxSkippedSteps = 10;

/// Steps after which ranks compare their replicas, if no update came before: often enough to lose
/// little, seldom enough that a pass over the weights costs nothing beside them.
inline constexpr Index kReplicaCheckSteps = 100;

/// So many steps may follow at the smallest loss scale. Gradients that float16 can hold are not to
/// be expected after that. Source: Izsak et al. 2021, "How to train BERT with an academic budget",
/// whose runs end the same way.
inline constexpr Index kMaxStepsAtSmallestScale = 100;

/// The name in checkpoints of what a session keeps there. Sessions were once called so, and old
/// checkpoints must load.
inline constexpr const char* kSessionKey = "sitting";

/// Prefix of the name that a weight's explored positions have in checkpoints.
inline constexpr const char* kExploredPrefix = "explored:";

}  // namespace espalier::training
