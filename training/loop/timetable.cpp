// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/timetable.h>

#include <algorithm>
#include <cmath>

#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/task_declaration.h>

namespace espalier::training {
namespace {

/// A run writes about this many train records, whatever its length.
constexpr Index kTrainRecords = 200;

schedules::LearningRateShape shape_of(const RunConfig& config) {
  return {config.training.warmup_power, config.training.decay_power};
}

schedules::LearningRate make_learning_rate(const RunConfig& config) {
  const double factor = config.training.scale_learning_rate
                            ? schedules::sparse_learning_rate_factor(config.model.density)
                            : 1.0;
  const Index total = steps(config);
  const auto share = static_cast<Index>(
      std::llround(config.training.warmup_fraction * static_cast<double>(total)));
  const Index warmup = config.training.warmup_steps > 0 ? config.training.warmup_steps : share;
  return {config.training.learning_rate * factor, std::min(warmup, total), total, shape_of(config)};
}

}  // namespace

Index record_interval(const RunConfig& config) {
  if (config.training.record_every > 0) return config.training.record_every;
  return std::max<Index>(1, steps(config) / kTrainRecords);
}

Index validation_interval(const RunConfig& config) {
  constexpr Index kValidationsPerRun = 20;
  const auto& training = config.training;
  if (training.validate_every > 0) return training.validate_every;
  if (training.epochs > 0)
    return (task_declaration(config)->epoch_samples(config) + training.batch - 1) / training.batch;
  return std::max<Index>(1, steps(config) / kValidationsPerRun);
}

Index checkpoint_interval(const RunConfig& config) {
  if (config.training.checkpoint_every > 0) return config.training.checkpoint_every;
  return task_declaration(config)->info().saves_at_end_only ? steps(config)
                                                            : validation_interval(config);
}

Timetable::Timetable(const RunConfig& config)
    : shape_(shape_of(config)),
      warmup_fraction_(config.training.warmup_fraction),
      learning_rate_(make_learning_rate(config)),
      budget_(time_budget(config)),
      record_interval_(budget_.seconds > 0 ? config.training.record_every
                                           : record_interval(config)),
      validation_interval_(validation_interval(config)),
      checkpoint_interval_(budget_.validation_seconds > 0 && config.training.checkpoint_every == 0
                               ? 0
                               : espalier::training::checkpoint_interval(config)) {}

double Timetable::learning_rate(Index step, double now) const {
  if (budget_.seconds == 0) return learning_rate_.at(step);
  return schedules::learning_rate_at(peak_learning_rate(), warmup_fraction_, budget_.position(now),
                                     shape_);
}

bool Timetable::record_is_due(Index completed_steps, double before, double now) const {
  if (record_interval_ > 0) return completed_steps % record_interval_ == 0;
  const auto records_by = [this](double time) {
    return std::floor(budget_.position(time) * static_cast<double>(kTrainRecords));
  };
  return records_by(now) > records_by(before);
}

bool Timetable::validation_is_due(Index completed_steps, double before, double now) const {
  if (budget_.validation_seconds > 0)
    return budget_.validations_by(now) > budget_.validations_by(before);
  return completed_steps % validation_interval_ == 0;
}

}  // namespace espalier::training
