// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <espalier/experiments/tasks/training_task.h>
#include <espalier/sparse/core/types.h>

namespace espalier::experiments {

/// What a sitting has counted since its last record; a checkpoint keeps it, so that a run that was
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

/// For a checkpoint, and back; throws what nlohmann::json does for anything else, and FormatError
/// for numbers that cannot be.
nlohmann::json to_record(const Tally& tally);
Tally tally_of(const nlohmann::json& json);

/// Seconds of training. Throws as `tally_of`.
double seconds_in(const nlohmann::json& json, const char* key);

/// Adds what a validation says of the next sentence, if anything, to a record.
void add_next_sentence(const Validation& validation, nlohmann::json& record);

}  // namespace espalier::experiments
