// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/training_memory.h>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include <espalier/sparse/core/control_group.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/loss_scale_keys.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/config/shards.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/tasks/topology_setup.h>

namespace espalier::training {
namespace {

constexpr double kFloat = sizeof(float);
constexpr double kBytesPerBlock = sizeof(BlockIndex);
/// Whoever has more machines knows how to plan; the search takes time for each.
constexpr Index kMostMachinesNamed = 64;

/// The configuration of a process that has one of so many parts of each batch.
RunConfig part_of_batch(RunConfig config, Index parts) {
  config.training.batch = (config.training.batch + parts - 1) / parts;
  return config;
}

struct Extents {
  double values = 0;    ///< positions of all weights
  double blocks = 0;    ///< the same, in blocks
  double largest = 0;   ///< of the largest one
  double features = 0;  ///< inputs and outputs of all weights
};

Extents extents_of(const std::vector<schedules::WeightShape>& weights) {
  Extents extents;
  for (const schedules::WeightShape& weight : weights) {
    const auto rows = static_cast<double>(weight.rows), cols = static_cast<double>(weight.cols);
    extents.values += rows * cols;
    extents.blocks += static_cast<double>(weight.grid_size());
    extents.largest = std::max(extents.largest, rows * cols);
    extents.features += rows + cols;
  }
  return extents;
}

/// What a policy that scores positions that are not stored makes a process keep.
double dense_gradient_values(const RunConfig& config, Index ranks) {
  const schedules::PolicyNeeds needs = topology_policy(config)->needs();
  if (!needs.growth_gradients && needs.momentum == 0) return 0;
  const Extents extents = extents_of(movable_weights(config));
  const Index tokens = part_of_batch(config, ranks).training.batch *
                       task_declaration(config)->tokens_per_sample(config);
  const double operands = static_cast<double>(tokens) * extents.features;
  if (needs.momentum == 0) return operands;
  const auto formed = static_cast<double>(1 + spare_gradients(config, ranks));
  return operands + extents.values + formed * extents.largest;
}

double resource_limit(int resource, double otherwise) {
  rlimit limit{};
  if (::getrlimit(static_cast<__rlimit_resource_t>(resource), &limit) != 0 ||
      limit.rlim_cur == RLIM_INFINITY)
    return otherwise;
  return std::min(otherwise, static_cast<double>(limit.rlim_cur));
}

/// Of a rank that needs so much for a shard, trains a part in `parts` of each batch, keeps `state`
/// of what the optimizer does, and of gradients that a policy scores this share.
TrainingMemory memory_of(const RunConfig& config, const MemoryNeed& need, Index parts, double state,
                         double scored) {
  const double block = static_cast<double>(config.model.block * config.model.block);
  const double places = config.topology.policy == "dense" ? 0 : kBytesPerBlock / block;
  const double values = need.weights * kFloat;
  return {.weights = values,
          .gradients = values,
          .spare_gradients = values * static_cast<double>(spare_gradients(config, parts)),
          .optimizer_state = values * optimizer_state_per_value(config) * state,
          .patterns = need.weights * places,
          .activations = need.activations * kFloat,
          .dense_gradients = dense_gradient_values(config, parts) * scored * kFloat};
}

/// Of the rank of a pipeline that holds most.
TrainingMemory least_stage_memory(const RunConfig& config, Index ranks) {
  require_stages_for(ranks, config);
  const TaskDeclarationPtr task = task_declaration(config);
  const RunConfig shard = part_of_batch(config, shards(config));
  const double whole = task->least_memory(shard).weights;
  const std::vector<MemoryNeed> needs = task->least_stage_memory(shard, ranks);
  std::vector<TrainingMemory> of_ranks;
  of_ranks.reserve(needs.size());
  for (const MemoryNeed& need : needs)
    of_ranks.push_back(memory_of(config, need, 1, 1, need.weights / whole));
  of_ranks.front().patterns *= 1 + whole / needs.front().weights;  // it has all patterns too
  return *std::ranges::max_element(of_ranks, {}, &TrainingMemory::bytes);
}

}  // namespace

TrainingMemory least_training_memory(const RunConfig& config, Index ranks, StateOfRank state) {
  if (state == StateOfRank::kStage && ranks > 1) return least_stage_memory(config, ranks);
  const RunConfig shard = part_of_batch(config, std::max(ranks, shards(config)));
  return memory_of(config, task_declaration(config)->least_memory(shard), ranks,
                   1.0 / static_cast<double>(state == StateOfRank::kSlice ? ranks : 1), 1);
}

double least_training_bytes(const RunConfig& config, Index ranks, StateOfRank state) {
  if (state == StateOfRank::kStage) return least_training_memory(config, ranks, state).bytes();
  const TrainingMemory whole = least_training_memory(config, ranks);
  const double at_begin = whole.weights + whole.gradients + whole.optimizer_state + whole.patterns;
  return std::max(least_training_memory(config, ranks, state).bytes(), at_begin);
}

double dense_values_a_step(const RunConfig& config) {
  if (topology_policy(config)->needs().momentum == 0) return 0;
  return extents_of(movable_weights(config)).values;
}

double scored_values_a_step(const RunConfig& config) {
  const schedules::PolicyPtr policy = topology_policy(config);
  const schedules::PolicyNeeds needs = policy->needs();
  if (!needs.growth_gradients) return 0;
  const auto updates = static_cast<double>(policy->cadence().count());
  const auto times = static_cast<double>(needs.dense_gradients);
  const Extents extents = extents_of(movable_weights(config));
  return times * updates / static_cast<double>(steps(config)) * (extents.values + extents.blocks);
}

double zero1_bytes_a_step(const RunConfig& config) {
  const schedules::PolicyPtr policy = topology_policy(config);
  const schedules::PolicyNeeds needs = policy->needs();
  const schedules::Cadence& cadence = policy->cadence();
  const double updates = static_cast<double>(cadence.count()) / static_cast<double>(steps(config));
  // Where the optimizer does nothing, sums of gradients travel in place of new values.
  double reading = needs.before_optimizer() && !needs.skips_optimizer ? updates : 0;
  if (needs.movement || needs.momentum > 0 || loss_scaler_options(config)) reading = 1;
  const double edited = extents_of(movable_weights(config)).values * config.model.density;
  return kFloat * (reading * task_declaration(config)->least_memory(config).weights +
                   updates * optimizer_state_per_value(config) * edited);
}

double available_memory_bytes() {
  double bytes =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  bytes = memory_within(bytes, control_groups("memory"));
  bytes = resource_limit(RLIMIT_AS, bytes);
  return resource_limit(RLIMIT_DATA, bytes);
}

void require_memory(const RunConfig& config, double available, Index ranks, StateOfRank state) {
  const double needed = least_training_bytes(config, ranks, state);
  if (needed <= available) return;
  const TaskDeclarationPtr task = task_declaration(config);
  constexpr double kGigabyte = 1e9;
  std::string message = fmt::format(
      "training this model needs at least {:.3g} GB of memory and {:.3g} GB are there; lower {}",
      needed / kGigabyte, available / kGigabyte, task->least_memory(config).remedy);
  const Index most = std::min(task->most_stages(config), kMostMachinesNamed);
  for (Index more = ranks + 1; more <= most; ++more)
    if (least_stage_memory(config, more).bytes() <= available) {
      message += fmt::format(", or train it on {} machines with --pipeline", more);
      break;
    }
  throw ConfigError(message);
}

}  // namespace espalier::training
