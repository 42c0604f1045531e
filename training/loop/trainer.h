// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include <espalier/models/optimizers/loss_scaler.h>
#include <espalier/models/optimizers/optimizer.h>
#include <espalier/schedules/update/topology_updater.h>
#include <espalier/sparse/core/context.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/loop/timetable.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {

/// The threads, the seed and the kernels that a run asks for.
ContextOptions context_options(const RunConfig& config);

/// What one optimizer step did.
struct TrainingStep {
  BatchResult batch;  ///< before the step
  double learning_rate = 0;
  double gradient_norm = 0;  ///< before clipping
  double loss_scale = 1;     ///< that the gradients were computed with
  bool applied = true;       ///< false: the gradient was not finite and the step was skipped
  std::optional<schedules::UpdateReport> update;  ///< of the topology, if one fell due
};

/// Which step training begins with that goes on from another run.
enum class BranchStart {
  kThere,     ///< the one after the checkpoint: schedules and batches are those of one long run
  kNextPhase  ///< the first of a phase of its own: schedules and counts begin anew
};

/// What a trainer counts. Part of a checkpoint.
struct TrainingProgress {
  Index completed_steps = 0;
  Index predictions = 0;
  /// Steps whose gradient was not finite, up to now; without those that had the loss scale fall.
  Index skipped_in_a_row = 0;
  double peak_bytes = 0;      ///< of weights that may be sparse and what belongs to them
  double training_flops = 0;  ///< sum over the steps, each with what was stored then
  double update_flops = 0;    ///< of scoring positions that are not stored
  Index earlier_steps = 0;    ///< of the optimizer, in the phases before this one
};

/// A task's model with its optimizer and its topology: everything of a training run that decides
/// the weights, and nothing else (no folders, no clocks).
///
/// Step i is a pure function of the configuration, the data and the state after step i - 1, and,
/// where hours decide, of the clock: batches, masks and edits are functions of (seed, step). So the
/// weights do not depend on the number of threads, and training that is resumed from a checkpoint
/// equals training that was never interrupted, bit for bit.
class Trainer {
 public:
  /// `task` and `context` must outlive the trainer. `seconds` of training so far, over all
  /// sessions, matter to topology.every_seconds and training.hours only, of which the latter takes
  /// the time to stand still if there is no clock. Throws ConfigError if the policy refuses its
  /// settings.
  Trainer(const RunConfig& config, TrainingTask& task, const Context& context,
          std::function<double()> seconds = {});
  Trainer(const RunConfig& config, TrainingTask& task, const Context&& context,
          std::function<double()> seconds = {}) = delete;

  /// Performs the next step: forward and backward on the batch, the optimizer, topology update. One
  /// whose gradients overflow in float16 is skipped as a whole: the batch is gone, nothing but the
  /// loss scale has changed, and an update that fell due follows the next step. Throws Error after
  /// `kMaxSkippedSteps` steps in a row whose gradient was not finite, or `kMaxStepsAtSmallestScale`
  /// with a loss scale that fell as far as it may.
  TrainingStep step();
  /// Steps done.
  Index completed_steps() const { return progress_.completed_steps; }
  /// Steps up to now whose gradient was not finite; without those that had the loss scale fall.
  Index skipped_in_a_row() const { return progress_.skipped_in_a_row; }
  /// At most.
  Index total_steps() const { return timetable_.total_steps(); }
  /// Whether no step is left, or no time.
  bool is_over() const { return timetable_.is_over(progress_.completed_steps, seconds_()); }

  /// Writes a checkpoint into `folder`, keeping the last `config.training.keep_checkpoints`, with
  /// `session`, a JSON object, for whoever keeps the run's records. After steps that were not
  /// applied, those from before them stay too. Throws IoError, or Error naming the parameter if a
  /// value is not finite; a failed save leaves the others as they were.
  void save(const std::filesystem::path& folder, const nlohmann::json& session = nullptr) const;
  /// Continues from a checkpoint directory, also one from before the `extensions` of its run.
  /// Throws FormatError or IoError naming the file, or ConfigError if it was made by another
  /// configuration or on other data; nothing has changed then, unless a file changes or fails while
  /// it is read for the second time (see models::load_checkpoint: the model is then not usable).
  /// Returns what `save` was given for the records; null if it was nothing, as in earlier versions.
  nlohmann::json restore(const std::filesystem::path& checkpoint,
                         const std::vector<Extension>& extensions = {});
  /// Continues from a checkpoint that was made by another configuration, of a model of the same
  /// parameters on the same data: with this policy, learning rate and number of steps. A next phase
  /// takes over weights, patterns, what was explored, and the optimizer's state with its number of
  /// steps. Throws and returns as `restore`.
  nlohmann::json branch(const std::filesystem::path& checkpoint,
                        BranchStart start = BranchStart::kThere);

  const schedules::TopologyUpdater& topology() const { return topology_; }
  /// Peak learning rate, after any scaling for density.
  double peak_learning_rate() const { return timetable_.peak_learning_rate(); }
  /// What the run reports at its end, except losses and seconds, which its sessions know.
  RunResult result() const;

 private:
  enum class Origin { kSameRun, kOtherRun, kEarlierPhase };
  void apply(TrainingStep& step);
  void leave_out(TrainingStep& step);
  void require_sound_steps() const;
  nlohmann::json load(const std::filesystem::path& checkpoint, Origin origin,
                      const std::vector<Extension>& extensions = {});

  RunConfig config_;
  TrainingTask* task_;
  const Context* context_;
  Timetable timetable_;
  std::function<double()> seconds_;
  std::unique_ptr<models::Optimizer> optimizer_;
  schedules::TopologyUpdater topology_;
  std::optional<models::LossScaler> scaler_;  // in float16
  TrainingProgress progress_;
};

/// Is a checkpoint of this trainer state one of the run whose configuration has this hash, and
/// which was extended so?
bool is_of_run(const nlohmann::json& state, const std::string& config_hash,
               const std::vector<Extension>& extensions);

/// Steps with a gradient that is not finite that a run survives in a row: a single bad batch is
/// skipped, a model that has diverged is not trained on.
inline constexpr Index kMaxSkippedSteps = 10;

/// Steps that a run goes on for with a loss scale that fell to its minimum, after which gradients
/// that float16 can hold are not to be expected. Source: Izsak et al. 2021, "How to train BERT with
/// an academic budget", whose runs end so.
inline constexpr Index kMaxStepsAtSmallestScale = 100;

/// What a checkpoint calls what a session keeps in it; that was the word for a session once, and
/// old checkpoints are to load.
inline constexpr const char* kSessionKey = "sitting";

/// In checkpoints the name of a weight's explored positions starts with this.
inline constexpr const char* kExploredPrefix = "explored:";

}  // namespace espalier::training
