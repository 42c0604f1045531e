// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/time_budget.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <espalier/training/config/config_hash.h>
#include <espalier/training/config/derived_values.h>

namespace espalier::training {
namespace {

constexpr double kSecondsPerHour = 3600;
constexpr double kMostHours = 1e6;
// Shares of a run at its begin and its end that are validated more often (academic-budget-bert's
// recipe).
constexpr double kBegin = 0.05, kEnd = 0.01;

constexpr const char* kSteps = "steps";
constexpr const char* kHours = "hours";

const OwnKey<std::string>& schedule_by() {
  static const OwnKey<std::string> key = training_key<std::string>(
      "schedule_by", kSteps, Domain::one_of({kSteps, kHours}),
      "whether the learning rate follows steps or hours. A run by the hour "
      "also ends after training.steps; only train --replay repeats it");
  return key;
}

const OwnKey<double>& hours() {
  static const OwnKey<double> key =
      training_key("hours", 0.0, Domain::not_negative(kMostHours),
                   "budget in hours of training, with schedule_by \"hours\"");
  return key;
}

const OwnKey<double>& validate_every_hours() {
  static const OwnKey<double> key = training_key(
      "validate_every_hours", 0.0, Domain::not_negative(kMostHours),
      "hours between two validations; 0: training.validate_every, or in a run by the hour "
      "without it 20 validations",
      Decides::kOutput);
  return key;
}

const OwnKey<Index>& validate_denser() {
  static const OwnKey<Index> key =
      training_key("validate_denser", Index{1}, Domain::count_from(1, 1000),
                   "validate so many times as often in the first 5% and the last 1% of the hours",
                   Decides::kOutput);
  return key;
}

const OwnKey<double>& stop_after_hours() {
  static const OwnKey<double> key =
      training_key("stop_after_hours", 0.0, Domain::not_negative(kMostHours),
                   "end the run at the first validation after these hours whose loss is above "
                   "stop_above_loss; 0: never");
  return key;
}

const OwnKey<double>& stop_above_loss() {
  static const OwnKey<double> key =
      training_key("stop_above_loss", 0.0, Domain::not_negative(), "loss of stop_after_hours");
  return key;
}

void refuse(const std::string& source, const Key& key, const std::string& problem) {
  throw_config_error(source, key.path(), problem);
}

}  // namespace

const OwnKey<double>& validation_share() {
  static const OwnKey<double> key("training", "validation_share", 0.0, Domain::share("[0, 1]"),
                                  "each validation but the last uses this share of the held-out "
                                  "sequences, and the next one the next share; 0: the same "
                                  "validation_sequences each time",
                                  {.every_task = false, .absent_at_default = true});
  return key;
}

std::vector<Key> time_budget_keys() {
  return {schedule_by().key(),          hours().key(),
          validate_every_hours().key(), validate_denser().key(),
          stop_after_hours().key(),     stop_above_loss().key(),
          validation_share().key()};
}

TimeBudget time_budget(const RunConfig& config) {
  const bool by_hours = schedule_by().of(config) == kHours;
  const double seconds = by_hours ? hours().of(config) * kSecondsPerHour : 0;
  double validation_seconds = validate_every_hours().of(config) * kSecondsPerHour;
  // Twenty times a run, as runs by steps have it.
  if (validation_seconds == 0 && config.training.validate_every == 0)
    validation_seconds = seconds / 20;
  return {.seconds = seconds,
          .validation_seconds = validation_seconds,
          .denser = validate_denser().of(config),
          .stop_seconds = stop_after_hours().of(config) * kSecondsPerHour,
          .stop_loss = stop_above_loss().of(config)};
}

double TimeBudget::position(double now) const { return std::clamp(now / seconds, 0.0, 1.0); }

double TimeBudget::validations_by(double now) const {
  constexpr double kShortest = 1e-12;  // no clock tells less; quotients stay finite
  const double at = seconds > 0 ? std::clamp(now, 0.0, seconds) : std::max(now, 0.0);
  const double extra = static_cast<double>(denser - 1);
  const double dense =
      seconds > 0 ? std::min(at, kBegin * seconds) + std::max(0.0, at - (1 - kEnd) * seconds) : 0;
  return std::floor((at + extra * dense) / std::max(validation_seconds, kShortest));
}

bool follows_clock(const RunConfig& config) {
  const TimeBudget budget = time_budget(config);
  return budget.seconds > 0 || budget.validation_seconds > 0 ||
         topology_policy(config)->cadence().by_time();
}

bool differ_in_budget_only(const RunConfig& a, const RunConfig& b) {
  RunConfig same = a;
  same.training.steps = b.training.steps;
  same.training.tokens = b.training.tokens;
  same.training.epochs = b.training.epochs;
  same.own[hours().key().path()] = hours().of(b);
  return config_hash(same) == config_hash(b);
}

std::string budget_text(const RunConfig& config) {
  return time_budget(config).seconds > 0 ? fmt::format("{} hours", hours().of(config))
                                         : fmt::format("{} steps", steps(config));
}

std::string budget_setting(const RunConfig& config) {
  if (time_budget(config).seconds > 0)
    return fmt::format("{}={}", hours().key().path(), hours().of(config));
  return steps_setting(config);
}

std::string steps_setting(const RunConfig& config) {
  if (config.training.epochs > 0) return fmt::format("training.epochs={}", config.training.epochs);
  if (config.training.tokens > 0) return fmt::format("training.tokens={}", config.training.tokens);
  return fmt::format("training.steps={}", config.training.steps);
}

void check_time_budget(const RunConfig& config, const std::string& source) {
  const bool by_hours = schedule_by().of(config) == kHours;
  if (by_hours && hours().of(config) == 0)
    refuse(source, hours().key(),
           "0 with training.schedule_by \"hours\", expected a number above 0");
  if (!by_hours && hours().of(config) > 0)
    refuse(source, hours().key(),
           "without training.schedule_by \"hours\", which alone has use for it; expected 0");
  if (by_hours && config.training.warmup_steps > 0)
    throw_config_error(source, "training.warmup_steps",
                       fmt::format("{} with training.schedule_by \"hours\", of which "
                                   "training.warmup_fraction is a share; expected 0",
                                   config.training.warmup_steps));
  if (validate_denser().of(config) > 1 && !(by_hours && validate_every_hours().of(config) > 0))
    refuse(source, validate_denser().key(),
           "without training.hours and training.validate_every_hours; expected 1");
  if ((stop_after_hours().of(config) > 0) != (stop_above_loss().of(config) > 0))
    refuse(source, stop_after_hours().key(),
           "and training.stop_above_loss want each other; expected both or none");
}

}  // namespace espalier::training
