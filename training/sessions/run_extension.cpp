// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/sessions/run_extension.h>

#include <fmt/format.h>

#include <limits>
#include <utility>
#include <vector>

#include <espalier/schedules/policies/topology_policy.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/time_budget.h>
#include <espalier/training/loop/timetable.h>

namespace espalier::training {
namespace {

/// What follows from a configuration at each step of training.
struct Course {
  explicit Course(const RunConfig& of) : timetable(of), policy(topology_policy(of)), config(&of) {}

  /// The number of the update that follows a step; where the clock decides, 1 if there may be one.
  std::optional<Index> update_after(Index step) const {
    return policy->cadence().due(step, 0, std::numeric_limits<double>::infinity());
  }

  Timetable timetable;
  schedules::PolicyPtr policy;
  const RunConfig* config;
};

/// Why the rate of a step that begins at a reading of the clock follows the length of the run.
std::string rate_reason(const Course& run, Index step, double begin) {
  const auto& training = run.config->training;
  const TimeBudget& budget = run.timetable.budget();
  const bool by_hours = budget.seconds > 0;
  const bool warms_up = by_hours ? budget.position(begin) < training.warmup_fraction
                                 : step <= run.timetable.warmup_steps();
  if (warms_up || training.decay_power == 0)
    return fmt::format(
        "the learning rate of step {} rises over training.warmup_fraction of the run; {}without a "
        "warm-up it would not",
        step, by_hours ? "" : "over training.warmup_steps, or ");
  return fmt::format(
      "the learning rate of step {} falls towards 0 at the end of the run; with "
      "training.decay_power=0 it would not",
      step);
}

/// How updates of the topology after a step differ, if they do.
std::optional<std::string> update_difference(const Course& run, const Course& longer, Index step) {
  const std::optional<Index> update = run.update_after(step);
  if (update != longer.update_after(step))
    return fmt::format(
        "whether the topology is updated after step {} follows the length of the run, by "
        "topology.updates, .once_at or .end; with topology.every_steps before the end it would not",
        step);
  if (!update) return std::nullopt;
  const auto numbers = run.policy->course(*update, step);
  if (!numbers)
    return fmt::format("topology policy {} does not say what it takes from the length of the run",
                       run.policy->name());
  if (numbers != longer.policy->course(*update, step))
    return fmt::format(
        "the update of the topology after step {} follows the length of the run, by "
        "topology.drop_schedule or .density_start; with topology.drop_schedule=constant and a "
        "constant density it would not",
        step);
  return std::nullopt;
}

/// Where one run has a record or a validation and the other has none.
std::string interval_reason(const char* what, const char* key, bool by_hours, Index every) {
  if (by_hours)
    return fmt::format("{} follow the hours of the run; of training.{} steps they would not", what,
                       key);
  return fmt::format(
      "{} follow the length of the run; --set training.{}={} keeps them as they were", what, key,
      every);
}

}  // namespace

std::optional<Parting> parting(const RunConfig& run, const RunConfig& longer, Index steps,
                               std::span<const StepReadings> clock) {
  const Course a(run), b(longer);
  const bool by_hours = a.timetable.budget().seconds > 0;
  const bool shares = validation_share().of(run) > 0;
  double before = 0;
  for (Index step = 1; step <= steps; ++step) {
    double begin = 0, end = 0;
    if (!clock.empty()) {
      const StepReadings& readings = clock[static_cast<std::size_t>(step - 1)];
      begin = seconds_of(readings.begin);
      end = seconds_of(readings.end);
    }
    if (a.timetable.learning_rate(step, begin) != b.timetable.learning_rate(step, begin))
      return Parting{step, rate_reason(a, step, begin)};
    if (auto reason = update_difference(a, b, step)) return Parting{step, *std::move(reason)};
    const bool over = a.timetable.is_over(step, end);
    if ((over || a.timetable.record_is_due(step, before, end)) !=
        b.timetable.record_is_due(step, before, end))
      return Parting{
          step, interval_reason("train records", "record_every", by_hours, record_interval(run))};
    if ((over || a.timetable.validation_is_due(step, before, end)) !=
            b.timetable.validation_is_due(step, before, end) ||
        (over && shares))
      return Parting{step, interval_reason("validations", "validate_every", by_hours,
                                           validation_interval(run))};
    before = end;
  }
  return std::nullopt;
}

bool updates_differ(const RunConfig& run, const RunConfig& other, Index steps) try {
  const Course a(run), b(other);
  for (Index step = 1; step <= steps; ++step)
    if (update_difference(a, b, step)) return true;
  return false;
} catch (const ConfigError&) {
  return true;
}

Index last_common_step(const RunState& state, const RunConfig& longer) {
  const std::string path = state.folder.string();
  const RunConfig& run = state.config.get();
  const auto refuse = [&](const std::string& reason, bool may_branch = true) {
    const std::string branch = fmt::format(
        "go on from it as another run, with --from {} --set {} --name NAME (with "
        "--next-phase its schedules begin anew), or ",
        path, budget_setting(longer));
    throw ConfigError(fmt::format(
        "{}: a run of {}, which cannot become one of {}, since {}; {}train anew with --overwrite",
        path, budget_text(run), budget_text(longer), reason, may_branch ? branch : ""));
  };
  const std::vector<Index>& checkpoints = state.checkpoints.get();
  if (checkpoints.empty()) refuse("it has no checkpoint", false);
  const Index completed = checkpoints.front();
  std::span<const StepReadings> clock;
  if (follows_clock(run)) {
    const Manifest& manifest = state.manifest.get();
    if (!manifest.replayed_from.empty()) refuse("it is a replay of " + manifest.replayed_from);
    clock = state.clock.get();
    if (static_cast<Index>(clock.size()) < completed)
      refuse("no clock.log says what its clock said in all of its steps");
  }
  const double now = clock.empty() || completed == 0
                         ? 0
                         : seconds_of(clock[static_cast<std::size_t>(completed) - 1].end);
  if (Timetable(longer).is_over(completed, now))
    refuse(fmt::format("it has trained {} steps already", completed), false);
  const std::optional<Parting> parted = parting(run, longer, completed, clock);
  if (!parted) return completed;
  // Only where it ends does a run do what it would not have done if it had gone on.
  if (parted->step < completed || !Timetable(run).is_over(completed, now)) refuse(parted->reason);
  if (checkpoints.back() == completed)
    refuse(parted->reason + ", and it has no checkpoint of an earlier step");
  return completed - 1;
}

}  // namespace espalier::training
