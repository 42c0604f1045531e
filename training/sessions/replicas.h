// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include <espalier/machines/machines.h>
#include <espalier/sparse/core/context.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/loop/state_of_rank.h>
#include <espalier/training/tasks/task.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {

/// What the ranks of a job must have alike, so that each computes the same replica.

/// Throws ConfigError on rank 0 if another rank is another build of the program. Then has all ranks
/// compute on the best SIMD target that all have, as if ESPALIER_SIMD_TARGET had named it. Must
/// come before anything that asks for kernels. Collective.
void agree_on_build(machines::Machines& machines);

/// What this rank trains with: hashes of configuration and data, and what computes the products.
nlohmann::json report_of(const RunConfig& config, const Context& context, const TrainingTask& task);
/// Of a rank that cannot train: the error that is being handled. To be called in a handler.
nlohmann::json report_of_failure();

/// The task of this rank, as `Task::make` and `Task::make_stage` make it. `machines`, the job, must
/// outlive it; null: this process is alone.
std::unique_ptr<TrainingTask> task_of_rank(const Task& task, const RunConfig& config,
                                           const TaskData& data, const Context& context,
                                           machines::Machines* machines, StateOfRank state);

/// Throws an error of the first rank whose report tells of one, ConfigError if it was one, and
/// ConfigError if a rank has something else than rank 0. `reports` are those of all ranks.
void require_alike(const std::vector<std::string>& reports);

}  // namespace espalier::training
// Tested by tests/training/sessions/job_test.cpp
