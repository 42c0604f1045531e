// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <string>
#include <utility>
#include <vector>

#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/schedules/update/topology_updater.h>
#include <espalier/sparse/topology/pattern_generators.h>
#include "tests/schedules/policies/dense_weight.h"

/// Weights of one row, on which a policy's update can be worked out by hand.
namespace espalier::schedules::one_row {

using sparse::DenseWeight;
using sparse::PatternPtr;

/// One row of `cols` positions, or blocks of `block`, of which some are stored.
inline PatternPtr row(Index cols, const std::vector<BlockIndex>& stored,
                      sparse::BlockShape block = {}) {
  std::vector<sparse::BlockCoordinate> coordinates;
  for (const BlockIndex c : stored) coordinates.push_back({0, c});
  return sparse::BlockPattern::from_coordinates(block.rows, cols * block.cols, block, coordinates);
}

/// The preset of a policy for a run of `steps`, with a drop fraction that does not fall.
inline PolicyOptions constant(const char* name, double drop_fraction, Index steps = 400) {
  PolicyOptions options = policy_preset(name);
  options.steps = steps;
  options.every_steps = 100;
  options.drop_fraction = drop_fraction;
  options.drop_schedule = ScheduleShape::kConstant;
  return options;
}

/// Some weights and one update of them.
struct Problem {
  std::list<DenseWeight> weights = {};
  std::vector<WeightHistory> history = {};
  std::vector<sparse::WeightView> views = {};

  DenseWeight& add(PatternPtr pattern, const std::vector<float>& values,
                   const std::vector<float>& gradient = {}, const WeightHistory& known = {}) {
    DenseWeight& weight = weights.emplace_back(std::move(pattern), values);
    weight.operands.want(true);
    if (!gradient.empty()) weight.backward(gradient);
    WeightHistory entry = known;
    const Index blocks = weight.owned.pattern->blocks();
    if (entry.initial_blocks == 0) entry.initial_blocks = blocks;
    if (entry.target_blocks == 0) entry.target_blocks = blocks;
    history.push_back(entry);
    views.push_back(weight.view("w" + std::to_string(views.size())));
    return weight;
  }

  std::vector<sparse::TopologyEdit> propose(const char* name, const PolicyOptions& options,
                                            Index completed, Index update = 1) const {
    return make_topology_policy(name, options)
        ->propose(views, {.update = update,
                          .completed_steps = completed,
                          .total_steps = options.steps,
                          .seed = 3,
                          .context = nullptr,
                          .history = history});
  }
};

/// Columns of a one-row pattern after an edit.
inline std::vector<BlockIndex> columns_after(const DenseWeight& weight,
                                             const sparse::TopologyEdit& edit) {
  const PatternPtr pattern = sparse::apply_edit(*weight.owned.pattern, edit).pattern;
  return {pattern->columns().begin(), pattern->columns().end()};
}

/// A full row whose k-th value is k + 1.
inline std::vector<float> ascending(Index count) {
  std::vector<float> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i + 1);
  return values;
}

}  // namespace espalier::schedules::one_row
