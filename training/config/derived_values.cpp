// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/derived_values.h>

#include <algorithm>
#include <cmath>

#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/training/config/task_declaration.h>

namespace espalier::training {

Index steps(const RunConfig& config) {
  const auto& training = config.training;
  if (training.epochs > 0) {
    const auto samples = static_cast<double>(task_declaration(config)->epoch_samples(config));
    return static_cast<Index>(
        std::ceil(training.epochs * samples / static_cast<double>(training.batch)));
  }
  if (training.tokens == 0) return training.steps;
  const Index step_tokens = training.batch * config.data.sequence;
  return (training.tokens + step_tokens - 1) / step_tokens;
}

Index panel_groups(const RunConfig& config) {
  return (config.training.batch + config.training.panel_group - 1) / config.training.panel_group;
}

std::string model_name(const RunConfig& config) {
  return task_declaration(config)->model_name(config);
}

schedules::PolicyPtr topology_policy(const RunConfig& config) {
  schedules::PolicyOptions options = config.topology;
  options.steps = steps(config);
  return schedules::make_topology_policy(config.topology.policy, options);
}

}  // namespace espalier::training
