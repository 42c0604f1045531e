// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>

#include <espalier/sparse/core/types.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {

/// What a session counts between two records. A checkpoint keeps it, so that a stopped run
/// continues with the records of a run that was never stopped.
struct Tally {
  double interval_loss = 0;
  Index interval_steps = 0;
  Index interval_idle = 0;    ///< those of these steps that had nothing to predict, and so no loss
  double interval_begin = 0;  ///< seconds of training at the last train record
  double train_loss = kUnknown;
  Validation validation;
  Index validated_step = -1;
  Index skipped_steps = 0;  ///< of the whole run
  Index last_skipped = 0;   ///< number of the last one, from 1
  Index shares = 0;         ///< shares of the held-out data that validations have seen
};

/// To and from JSON, for checkpoints of a task with these metrics, after `completed_steps`. Reading
/// throws FormatError for impossible numbers, and what nlohmann::json throws for anything else.
nlohmann::json to_record(const Tally& tally, std::span<const Metric> metrics);
Tally tally_of(const nlohmann::json& json, std::span<const Metric> metrics, Index completed_steps);

/// Reads the seconds of training. Throws as `tally_of`.
double seconds_in(const nlohmann::json& json, const char* key);

/// Adds the results of a validation to its record. A metric that is not known is null, or left out
/// if it is optional.
void add_metrics(const Validation& validation, std::span<const Metric> metrics,
                 nlohmann::json& record);

/// Throws Error that names a metric which a validation has and its task does not declare.
void require_declared(const Validation& validation, std::span<const Metric> metrics);

}  // namespace espalier::training
