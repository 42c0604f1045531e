// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/measure/step_timing.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include <espalier/sparse/core/build_info.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/spread.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/loop/run_clock.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/loop/training_memory.h>
#include <espalier/training/tasks/encoder_start.h>
#include <espalier/training/tasks/task.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {
namespace {

/// Of one run in one round: many steps of the smallest models, and some of those that take tens of
/// milliseconds.
constexpr double kRoundSeconds = 0.2;

using Clock = std::chrono::steady_clock;

/// A run that is trained a little in every round.
class TimedRun {
 public:
  TimedRun(const RunConfig& config, std::shared_ptr<const TaskData> data)
      : config_(config),
        data_(std::move(data)),
        context_(context_options(config_)),
        task_(task_of(config_)->make(config_, *data_, context_)),
        trainer_(config_, *task_, context_, stopwatch()),
        sample_flops_(task_->sample_flops()) {}

  const RunConfig& config() const { return config_; }
  const std::shared_ptr<const TaskData>& data() const { return data_; }

  /// The first steps ask for memory.
  void warm_up() {
    if (left() > 0) trainer_.step();
  }

  void train_a_round() {
    Index steps = 0;
    const Clock::time_point begin = Clock::now();
    std::chrono::duration<double> passed{0};
    while (left() > 0 && passed.count() < kRoundSeconds) {
      trainer_.step();
      ++steps;
      passed = Clock::now() - begin;
    }
    if (steps > 0) rounds_.push_back(passed.count() / static_cast<double>(steps));
  }

  StepTime time() const {
    if (rounds_.empty()) {
      throw ConfigError(fmt::format("{}: {} steps, expected enough to be measured",
                                    config_.run.name, steps(config_)));
    }
    const Spread found = spread_of(rounds_);
    return {.run = config_.run.name,
            .settings_hash = settings_hash(config_),
            .steps = steps(config_),
            .seconds = found.median,
            .lower = found.lower_quartile,
            .upper = found.upper_quartile,
            .rounds = static_cast<Index>(rounds_.size()),
            .sample_flops = sample_flops_,
            .processor = build_info().processor,
            .revision = shown_revision(build_info().revision, build_info().dirty)};
  }

 private:
  Index left() const { return steps(config_) - trainer_.completed_steps(); }

  RunConfig config_;
  std::shared_ptr<const TaskData> data_;
  Context context_;
  std::unique_ptr<TrainingTask> task_;
  Trainer trainer_;
  double sample_flops_;
  std::vector<double> rounds_;  ///< seconds of a step
};

/// Data may depend on all keys of [data] and [training] but the one that runs of a study differ in
/// most, and on what tasks bring along: texts, packing, an encoder with its vocabulary, which may
/// be that of the seed.
bool same_data(const RunConfig& a, RunConfig b) {
  b.training.learning_rate = a.training.learning_rate;
  return a.run.task == b.run.task && a.data == b.data && a.training == b.training &&
         a.own == b.own && vocabulary_of(a) == vocabulary_of(b);
}

}  // namespace

std::vector<StepTime> measure_step_times(const std::vector<RunConfig>& runs, Index rounds,
                                         const std::function<void(const std::string&)>& say) {
  std::vector<std::unique_ptr<TimedRun>> timed;
  std::vector<std::string> seen;
  for (RunConfig config : runs) {
    const std::string hash = settings_hash(config);
    if (std::ranges::find(seen, hash) != seen.end()) continue;
    seen.push_back(hash);
    config.run.threads = 1;
    require_memory(config);
    const auto like = std::ranges::find_if(
        timed, [&](const auto& other) { return same_data(other->config(), config); });
    say("preparing " + config.run.name);
    timed.push_back(std::make_unique<TimedRun>(
        config, like == timed.end() ? task_of(config)->load(config, say) : (*like)->data()));
  }
  for (const auto& run : timed) run->warm_up();
  for (Index round = 0; round < rounds; ++round) {
    say(fmt::format("round {} of {}", round + 1, rounds));
    for (const auto& run : timed) run->train_a_round();
  }
  std::vector<StepTime> times;
  times.reserve(timed.size());
  for (const auto& run : timed) times.push_back(run->time());
  return times;
}

}  // namespace espalier::training
