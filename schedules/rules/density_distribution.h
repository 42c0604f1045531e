// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/sparse/format/block_pattern.h>

namespace espalier::schedules {

/// Name, extents and block shape of one sparse weight, as a density distribution needs them.
struct WeightShape {
  std::string name;
  Index rows = 0;
  Index cols = 0;
  sparse::BlockShape block = {};

  Index grid_size() const { return rows / block.rows * (cols / block.cols); }
};

/// Gives the weights whose name matches `glob` a density of their own; 1 keeps them dense. In a
/// glob `*` stands for any characters and `?` for any single one.
struct DensityOverride {
  std::string glob;
  double density = 1;
};

/// How stored blocks are spread over the weights of a model.
struct DensityOptions {
  /// One of `distribution_names`.
  std::string distribution = "uniform";
  /// Density of the weights without an override, taken together.
  double density = 1;
  /// If several match a weight, the last one counts.
  std::vector<DensityOverride> layers = {};
  /// Whether `density` is that of all weights together, so that overrides leave less, or more, to
  /// the others.
  bool overrides_in_budget = false;
  /// Power of the weights' probabilities for erk; below 1 is nearer to uniform.
  double erk_power = 1;
};

/// uniform, er, erk.
std::vector<std::string_view> distribution_names();

/// Whether a glob as in `DensityOverride` matches the whole of `name`.
bool glob_matches(std::string_view glob, std::string_view name);

/// Throws ConfigError unless the blocks of all weights have one size in values, as a budget of
/// blocks that they share needs it. `apart` says with which setting each has a budget of its own.
void check_same_block(std::span<const WeightShape> weights, const std::string& apart);

/// The number of blocks that each weight stores, in the order of `weights`. A weight with an
/// override stores `sparse::blocks_for_density` of it. The others, by distribution:
///   uniform  each has the same density: `sparse::blocks_for_density`
///   er, erk  density_l = min(1, eps p_l), p_l = (rows + cols) / (rows * cols), for erk to the
///            power `erk_power`; eps such that the budget is met exactly. Whatever would exceed 1
///            is dense and eps is found again for the rest. For matrices er is erk with power 1.
/// The budget of er and erk is `sparse::blocks_for_density` of all weights that share it, taken
/// together. Quotas are rounded to whole blocks by largest remainder, at least one block each; ties
/// go to the weight that comes first.
/// Throws ConfigError on an unknown distribution, a density outside (0, 1], a power outside [0,
/// 10], a glob that matches no weight, a budget that the overrides exhaust, that gives not every
/// weight a block or that exceeds the weights, and where blocks of different sizes would share a
/// budget; ShapeError if a weight is empty or its block does not divide it. Deterministic. Cost:
/// O(weights^2).
/// Source: Mocanu et al. 2018, "Scalable training of artificial neural networks with adaptive
/// sparse connectivity" (ER); Evci et al. 2020, "Rigging the Lottery", section 3 (ERK) and the
/// authors' code (dense layers, budget, power); Dietrich et al. 2021, section 2 (uniform).
std::vector<Index> stored_blocks(std::span<const WeightShape> weights,
                                 const DensityOptions& options);

}  // namespace espalier::schedules
