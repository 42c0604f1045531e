// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/measure/estimate.h>

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <vector>

#include <espalier/drawing/progress.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/profile.h>
#include <espalier/sparse/core/spread.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/time_budget.h>
#include <espalier/training/loop/run_clock.h>
#include <espalier/training/loop/timetable.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/loop/training_memory.h>
#include <espalier/training/tasks/task.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {
namespace {

/// Long enough for a median that another program on the machine does not move.
constexpr double kMeasuredSeconds = 3;
constexpr Index kMostSteps = 50;

template <typename Work>
double seconds_of(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double peak_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024;  // Linux counts kibibytes
}

/// How many validations there will be, and steps where hours end the run: what validations take of
/// these is theirs. Of the hours `first_seconds` have passed.
void plan(const RunConfig& config, double first_seconds, TrainingEstimate& estimate) {
  const TimeBudget budget = time_budget(config);
  const double step_seconds = std::max(estimate.step_seconds, 1e-9);
  // One at the end in any case, and no more than steps.
  const auto by_clock = [&](double seconds) {
    const double due =
        budget.validations_by(first_seconds + seconds) - budget.validations_by(first_seconds);
    return static_cast<Index>(std::clamp(due, 1.0, static_cast<double>(estimate.steps)));
  };
  const bool validates_by_clock = budget.validation_seconds > 0;
  const Index interval = validation_interval(config);
  const double seconds_left = std::max(0.0, budget.seconds - first_seconds);
  if (budget.seconds > 0) {
    double left = seconds_left, each = step_seconds;
    if (validates_by_clock)
      left -= static_cast<double>(by_clock(seconds_left)) * estimate.validation_seconds;
    else
      each += estimate.validation_seconds / static_cast<double>(interval);
    const double most = std::max(1.0, std::ceil(left / each));
    if (most < static_cast<double>(estimate.steps)) estimate.steps = static_cast<Index>(most);
  }
  if (validates_by_clock) {
    estimate.validations = by_clock(static_cast<double>(estimate.steps) * step_seconds);
    if (budget.seconds > 0) estimate.validations = by_clock(seconds_left);
  } else {
    estimate.validations = (estimate.steps + interval - 1) / interval;
  }
}

}  // namespace

TrainingEstimate estimate_training(const RunConfig& config,
                                   const std::function<void(const std::string&)>& say,
                                   Index first_step, double first_seconds) {
  require_memory(config);
  TrainingEstimate estimate;
  estimate.steps = std::max<Index>(1, steps(config) - first_step);
  estimate.least_bytes = least_training_bytes(config);
  estimate.available_bytes = available_memory_bytes();

  const TaskPtr kind = task_of(config);
  const std::shared_ptr<const TaskData> data = kind->load(config, say);
  Profile profile;
  ContextOptions options = context_options(config);
  options.profile = &profile;
  const Context context(options);
  const std::unique_ptr<TrainingTask> task = kind->make(config, *data, context);
  estimate.step_flops = task->sample_flops() * static_cast<double>(config.training.batch);
  estimate.threads = context.threads();
  Trainer trainer(config, *task, context, stopwatch());
  say("measuring");
  // The first step asks for memory: it counts only where it is the whole run.
  const double first = seconds_of([&] { trainer.step(); });
  profile.clear();
  std::vector<double> measured;
  double total = 0;
  const Index most = std::min(kMostSteps, estimate.steps - 1);
  while (std::ssize(measured) < most && total < kMeasuredSeconds) {
    measured.push_back(seconds_of([&] { trainer.step(); }));
    total += measured.back();
  }
  if (measured.empty()) measured.push_back(first);
  estimate.step_seconds = spread_of(measured).median;
  estimate.measured_steps = std::ssize(measured);
  for (const auto& [part, time] : profile.parts())
    if (part.pass == "update" && time.calls > 0)
      estimate.optimizer_seconds += time.seconds / static_cast<double>(time.calls);
  estimate.validation_seconds = seconds_of([&] { task->validate(); });
  plan(config, first_seconds, estimate);
  estimate.peak_bytes = peak_bytes();
  return estimate;
}

std::string to_text(const TrainingEstimate& estimate) {
  constexpr double kGigabyte = 1e9;
  return fmt::format(
      "memory  {:.3g} GB while measuring, with the data, and {:.3g} GB at the very least, of "
      "{:.3g}\n"
      "FLOPs   {:.4g}: {} steps of {:.4g} in products, with what the model stores at its start\n"
      "time    about {}: {:.3g} s a step (of {}), {} validations of {:.3g} s, on {} thread{}\n",
      estimate.peak_bytes / kGigabyte, estimate.least_bytes / kGigabyte,
      estimate.available_bytes / kGigabyte, estimate.flops(), estimate.steps, estimate.step_flops,
      drawing::format_duration(estimate.seconds()), estimate.step_seconds, estimate.measured_steps,
      estimate.validations, estimate.validation_seconds, estimate.threads,
      estimate.threads == 1 ? "" : "s");
}

}  // namespace espalier::training
