// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>

#include <espalier/sparse/core/types.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {

/// What a session has counted since its last record; a checkpoint keeps it, so that a run that was
/// stopped anywhere writes the records of one that was not.
struct Tally {
  double interval_loss = 0;
  Index interval_steps = 0;
  Index interval_idle = 0;    ///< of these steps, those with nothing to predict, and so no loss
  double interval_begin = 0;  ///< seconds of training at the last train record
  double train_loss = kUnknown;
  Validation validation;
  Index validated_step = -1;
  Index skipped_steps = 0;  ///< of the whole run
  Index last_skipped = 0;   ///< number of the last one, from 1
  Index shares = 0;         ///< of the held-out data that validations have seen
};

/// For a checkpoint of a task with these metrics, and back; throws what nlohmann::json does for
/// anything else, and FormatError for numbers that cannot be.
nlohmann::json to_record(const Tally& tally, std::span<const Metric> metrics);
Tally tally_of(const nlohmann::json& json, std::span<const Metric> metrics);

/// Seconds of training. Throws as `tally_of`.
double seconds_in(const nlohmann::json& json, const char* key);

/// Adds what a validation measured to its record: null for what is not known, unless it is
/// optional.
void add_metrics(const Validation& validation, std::span<const Metric> metrics,
                 nlohmann::json& record);

/// Throws Error naming a metric that a validation has and its task does not declare.
void require_declared(const Validation& validation, std::span<const Metric> metrics);

}  // namespace espalier::training
