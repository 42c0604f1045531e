// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/topology_setup.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <span>

#include <espalier/files/content_hash.h>
#include <espalier/schedules/policies/starting_pattern.h>
#include <espalier/schedules/rules/policy_option_list.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/tasks/task.h>

namespace espalier::training {
namespace {

bool is_dense(const schedules::TopologyPolicy& policy) {
  return policy.cost() == schedules::PolicyCost::kDense;
}

/// Whether weights end with another density than they start with.
bool leads_density(const schedules::TopologyPolicy& policy, const RunConfig& config) {
  return policy.initial_density(config.model.density) != config.model.density;
}

/// Every weight that may be sparse, and how many blocks it stores in the end.
struct PlannedWeight {
  schedules::WeightShape shape;
  Index target_blocks = 0;
  bool kept_dense = false;  ///< by topology.dense_attention or topology.layers
};

schedules::WeightShape shape_of(const models::LinearWeight& weight, Index block) {
  return {.name = weight.name,
          .rows = weight.rows,
          .cols = weight.cols,
          .block = {.rows = block, .cols = block}};
}

std::vector<models::LinearWeight> weights_that_may_be_sparse(const RunConfig& config) {
  std::vector<models::LinearWeight> weights = declared_model(config).weights;
  std::erase_if(weights, [](const models::LinearWeight& weight) { return !weight.may_be_sparse; });
  return weights;
}

std::vector<PlannedWeight> planned_weights(const RunConfig& config) {
  std::vector<schedules::WeightShape> shapes;
  std::vector<schedules::DensityOverride> layers;  // of several the last counts: topology.layers
  for (const models::LinearWeight& weight : weights_that_may_be_sparse(config)) {
    shapes.push_back(shape_of(weight, config.model.block));
    if (config.topology.dense_attention && belongs_to_attention(weight.kind))
      layers.push_back({.glob = weight.name, .density = 1});
  }
  for (const schedules::DensityOverride& layer : layer_densities(config)) layers.push_back(layer);
  const std::vector<Index> targets =
      schedules::stored_blocks(shapes, {.distribution = config.topology.distribution,
                                        .density = config.model.density,
                                        .layers = layers,
                                        .erk_power = config.topology.erk_power});
  std::vector<PlannedWeight> weights;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const bool kept_dense =
        targets[i] == shapes[i].grid_size() &&
        std::any_of(layers.begin(), layers.end(), [&](const schedules::DensityOverride& layer) {
          return schedules::glob_matches(layer.glob, shapes[i].name);
        });
    weights.push_back({shapes[i], targets[i], kept_dense});
  }
  return weights;
}

schedules::StartingPattern starting_pattern(const schedules::TopologyPolicy& policy,
                                            const PlannedWeight& planned,
                                            const RunConfig& config) try {
  return schedules::starting_pattern_of_blocks(
      policy, planned.shape, planned.target_blocks, static_cast<std::uint64_t>(config.run.seed),
      {.group = config.topology.group, .rewire = config.topology.rewire});
} catch (const IoError& error) {  // of a file that the key names
  throw IoError(std::string("topology.pattern: ") + error.what());
}

/// A given pattern. Throws ConfigError unless it has the blocks of the configuration.
sparse::PatternPtr with_block(const sparse::PatternPtr& pattern,
                              const schedules::WeightShape& shape) {
  if (pattern->block() == shape.block) return pattern;
  throw ConfigError("model.block is " + std::to_string(shape.block.rows) + ", expected " +
                    std::to_string(pattern->block().rows) + ", which " + shape.name +
                    " starts from");
}

}  // namespace

models::PatternSource InitialTopology::source() const {
  std::map<std::string, sparse::PatternPtr> patterns;
  for (const InitialWeight& weight : weights) patterns[weight.shape.name] = weight.pattern;
  return [patterns](const std::string& weight, Index, Index) -> sparse::PatternPtr {
    const auto found = patterns.find(weight);
    return found == patterns.end() ? nullptr : found->second;
  };
}

std::map<std::string, Index> InitialTopology::targets() const {
  std::map<std::string, Index> targets;
  for (const InitialWeight& weight : weights)
    if (weight.pattern != nullptr) targets[weight.shape.name] = weight.target_blocks;
  return targets;
}

std::vector<DataHash> InitialTopology::data_hashes() const {
  if (file_hash.empty()) return {};
  return {{.key = "topology_pattern_hash",
           .what = "a topology.pattern of hash",
           .value = file_hash,
           .of_model = true}};
}

std::string pattern_hash(const sparse::BlockPattern& pattern) {
  files::ContentHash hash;
  const auto add = [&](auto values) {
    const auto bytes = std::as_bytes(std::span(values));
    hash.update_field({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  };
  add(pattern.row_offsets());
  add(pattern.columns());
  return files::hex(hash.value());
}

models::ModelDeclaration declared_model(const RunConfig& config) {
  return task_of(config)->declare_model(config);
}

std::vector<schedules::WeightShape> movable_weights(const RunConfig& config) {
  std::vector<schedules::WeightShape> movable;
  if (is_dense(*topology_policy(config))) return movable;
  for (const PlannedWeight& weight : planned_weights(config))
    if (!weight.kept_dense) movable.push_back(weight.shape);
  return movable;
}

InitialTopology initial_topology(const RunConfig& config) {
  std::map<std::string, sparse::PatternPtr> given;
  if (!is_dense(*topology_policy(config))) given = task_of(config)->starting_patterns(config);
  return initial_topology(config, given);
}

InitialTopology initial_topology(const RunConfig& config,
                                 const std::map<std::string, sparse::PatternPtr>& given) {
  const schedules::PolicyPtr policy = topology_policy(config);
  InitialTopology topology;
  if (is_dense(*policy)) {
    for (const models::LinearWeight& weight : weights_that_may_be_sparse(config)) {
      const schedules::WeightShape shape = shape_of(weight, 1);  // a dense weight has no blocks
      topology.weights.push_back({shape, shape.grid_size(), nullptr});
    }
    return topology;
  }
  const bool of_files = policy->initial_pattern().starts_with(schedules::kPatternFilePrefix);
  files::ContentHash from_files;
  for (const PlannedWeight& planned : planned_weights(config)) {
    InitialWeight weight = {planned.shape, planned.target_blocks, nullptr};
    if (const auto found = given.find(planned.shape.name); found != given.end()) {
      weight.pattern = with_block(found->second, planned.shape);
      const Index stored = weight.pattern->blocks();
      weight.target_blocks =
          leads_density(*policy, config) ? std::min(planned.target_blocks, stored) : stored;
    } else if (!planned.kept_dense) {
      const schedules::StartingPattern start = starting_pattern(*policy, planned, config);
      weight.pattern = start.pattern;
      weight.target_blocks = start.target_blocks;
      if (of_files)
        from_files.update_field(planned.shape.name).update_field(pattern_hash(*start.pattern));
    }
    topology.weights.push_back(std::move(weight));
  }
  if (of_files) topology.file_hash = files::hex(from_files.value());
  return topology;
}

void require_density(const RunConfig& config, const InitialTopology& topology,
                     const std::string& where) {
  const schedules::PolicyPtr policy = topology_policy(config);
  if (is_dense(*policy) || leads_density(*policy, config)) return;
  const std::vector<PlannedWeight> planned = planned_weights(config);
  Index weights = 0, expected = 0, stored = 0, positions = 0;
  for (std::size_t i = 0; i < planned.size(); ++i) {
    const sparse::PatternPtr& pattern = topology.weights[i].pattern;
    if (planned[i].kept_dense || pattern == nullptr) continue;
    ++weights;
    expected += planned[i].target_blocks;
    stored += pattern->blocks();
    positions += pattern->grid_size();
  }
  // Distributions round to whole blocks, each weight by itself or all together.
  if (std::abs(stored - expected) <= weights) return;
  const double density = static_cast<double>(stored) / static_cast<double>(positions);
  throw ConfigError(fmt::format(
      "{}: stores {} of {} blocks, expected {} by a model.density of {}, since policy {} keeps "
      "what is stored; set model.density = {:.6g}{}, or a topology.policy that lowers the density, "
      "such as gmp. A run that has lowered it cannot be branched to one that keeps it: name its "
      "checkpoint as model.encoder of a new run",
      where, stored, positions, expected, config.model.density, config.topology.policy, density,
      config.topology.layers.empty() ? "" : " and topology.layers to what is there"));
}

}  // namespace espalier::training
