// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/derived_values.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/task_declaration.h>

namespace espalier::training {

Index steps(const RunConfig& config) {
  const auto& training = config.training;
  if (training.epochs > 0) {
    // Of a decimal such as 0.27 the product may lie above the whole number that is meant.
    constexpr double kBelow = 1 - 1e-12;
    const auto samples = static_cast<double>(task_declaration(config)->epoch_samples(config));
    return static_cast<Index>(
        std::ceil(training.epochs * samples / static_cast<double>(training.batch) * kBelow));
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

std::vector<schedules::DensityOverride> layer_densities(const RunConfig& config) {
  const std::string& text = config.topology.layers;
  std::vector<schedules::DensityOverride> list;
  std::size_t begin = text.find_first_not_of(' ');
  while (begin != std::string::npos) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const std::size_t equals = part.find('=');
    const auto density = equals == std::string::npos
                             ? std::nullopt
                             : files::number_in<double>(std::string_view(part).substr(equals + 1));
    if (!density || equals == 0)
      throw ConfigError("topology.layers: '" + files::printable(part) +
                        "', expected glob=density with spaces between them");
    list.push_back({.glob = part.substr(0, equals), .density = *density});
    begin = text.find_first_not_of(' ', end);
  }
  return list;
}

schedules::PolicyPtr topology_policy(const RunConfig& config) {
  schedules::PolicyOptions options = config.topology;
  options.steps = steps(config);
  return schedules::make_topology_policy(config.topology.policy, options);
}

}  // namespace espalier::training
