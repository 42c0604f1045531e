// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/rules/density_distribution.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/number_text.h>
#include <espalier/sparse/topology/random_pattern.h>

namespace espalier::schedules {
namespace {

constexpr std::array<std::string_view, 3> kDistributionNames = {"uniform", "er", "erk"};

void check_weight(const WeightShape& weight) {
  if (weight.rows < 1 || weight.cols < 1 || weight.block.rows < 1 || weight.block.cols < 1 ||
      weight.rows % weight.block.rows != 0 || weight.cols % weight.block.cols != 0)
    throw ShapeError("density of " + weight.name + ": " + std::to_string(weight.rows) + "x" +
                     std::to_string(weight.cols) + " values in blocks of " +
                     std::to_string(weight.block.rows) + "x" + std::to_string(weight.block.cols) +
                     "; expected positive extents that the block divides");
}

void check_density(double density, const std::string& what) {
  if (!(density > 0 && density <= 1))
    throw ConfigError("density of " + what + " is " + number_text(density) +
                      "; expected a value in (0, 1]");
}

void check_options(std::span<const WeightShape> weights, const DensityOptions& options) {
  if (std::find(kDistributionNames.begin(), kDistributionNames.end(), options.distribution) ==
      kDistributionNames.end())
    throw ConfigError("density distribution '" + options.distribution +
                      "': expected uniform, er or erk");
  check_density(options.density, "the model");
  // Up to 10 no probability of a matrix with fewer than 2^63 positions underflows.
  if (!(options.erk_power >= 0 && options.erk_power <= 10))
    throw ConfigError("power of erk is " + number_text(options.erk_power) +
                      "; expected a value from 0 to 10");
  for (const DensityOverride& layer : options.layers) {
    check_density(layer.density, "'" + layer.glob + "'");
    if (std::none_of(weights.begin(), weights.end(),
                     [&](const WeightShape& w) { return glob_matches(layer.glob, w.name); }))
      throw ConfigError("density of '" + layer.glob + "': matches none of the " +
                        std::to_string(weights.size()) + " sparse weights");
  }
}

const DensityOverride* override_of(const WeightShape& weight, const DensityOptions& options) {
  const auto found =
      std::find_if(options.layers.rbegin(), options.layers.rend(),
                   [&](const DensityOverride& o) { return glob_matches(o.glob, weight.name); });
  return found == options.layers.rend() ? nullptr : &*found;
}

Index total_grid(std::span<const WeightShape> weights) {
  return std::accumulate(
      weights.begin(), weights.end(), Index{0},
      [](Index sum, const WeightShape& weight) { return sum + weight.grid_size(); });
}

/// Real numbers of blocks, in proportion to p_l and never above the grid, that sum to `budget`.
std::vector<double> erk_quotas(std::span<const WeightShape> weights, Index budget, double power) {
  std::vector<double> probability;
  for (const WeightShape& weight : weights) {
    const auto rows = static_cast<double>(weight.rows);
    const auto cols = static_cast<double>(weight.cols);
    probability.push_back(std::pow((rows + cols) / (rows * cols), power));
  }
  std::vector<char> dense(weights.size(), 0);
  for (;;) {
    auto rest = static_cast<double>(budget);
    double divisor = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const auto grid = static_cast<double>(weights[i].grid_size());
      if (dense[i] != 0)
        rest -= grid;
      else
        divisor += probability[i] * grid;
    }
    bool changed = false;
    std::vector<double> quotas;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const auto grid = static_cast<double>(weights[i].grid_size());
      const double density = dense[i] != 0 ? 1 : rest / divisor * probability[i];
      if (density > 1) dense[i] = changed = true;
      quotas.push_back(density * grid);
    }
    if (!changed) return quotas;
  }
}

/// Whole numbers near the quotas that sum to `budget`, each from 1 to the grid of its weight.
std::vector<Index> rounded(std::span<const WeightShape> weights, std::vector<double> quotas,
                           Index budget) {
  std::vector<Index> counts;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    // So that rounding errors of the quotas decide no tie: far above their size, far below a block.
    quotas[i] = std::round(quotas[i] * 0x1p20) * 0x1p-20;
    counts.push_back(std::clamp<Index>(static_cast<Index>(quotas[i]), 1, weights[i].grid_size()));
  }
  const auto shortage = [&](std::size_t i) { return quotas[i] - static_cast<double>(counts[i]); };
  for (Index missing = budget - std::accumulate(counts.begin(), counts.end(), Index{0});
       missing != 0;) {
    const Index step = missing > 0 ? 1 : -1;
    std::size_t best = weights.size();
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (step > 0 ? counts[i] == weights[i].grid_size() : counts[i] == 1) continue;
      if (best == weights.size() ||
          static_cast<double>(step) * shortage(i) > static_cast<double>(step) * shortage(best))
        best = i;
    }
    counts[best] += step;
    missing -= step;
  }
  return counts;
}

/// Blocks of the weights without an override, whose density together is `density`.
std::vector<Index> distributed(std::span<const WeightShape> weights, double density,
                               const DensityOptions& options) {
  if (options.distribution == "uniform") {
    std::vector<Index> counts;
    for (const WeightShape& weight : weights)
      counts.push_back(sparse::blocks_for_density(weight.grid_size(), density));
    return counts;
  }
  check_same_block(weights, "distribution 'uniform'");
  const Index budget = sparse::blocks_for_density(total_grid(weights), density);
  if (budget < static_cast<Index>(weights.size()))
    throw ConfigError("density " + number_text(density) + " is " + std::to_string(budget) +
                      " blocks for " + std::to_string(weights.size()) +
                      " weights; expected at least one for each");
  const double power = options.distribution == "erk" ? options.erk_power : 1.0;
  return rounded(weights, erk_quotas(weights, budget, power), budget);
}

/// Density that is left to `open` if `weights` are to have `density` and some of them already have
/// `spent` blocks.
double density_left(std::span<const WeightShape> weights, std::span<const WeightShape> open,
                    double density, Index spent) {
  check_same_block(weights, "no overrides_in_budget");
  const Index left = sparse::blocks_for_density(total_grid(weights), density) - spent;
  const Index grid = total_grid(open);
  if (left < 1 || left > grid)
    throw ConfigError("density " + number_text(density) + " of the model leaves " +
                      std::to_string(left) + " blocks to the weights without a density of their " +
                      "own; expected a number from 1 to " + std::to_string(grid));
  return static_cast<double>(left) / static_cast<double>(grid);
}

}  // namespace

std::vector<std::string_view> distribution_names() {
  return {kDistributionNames.begin(), kDistributionNames.end()};
}

void check_same_block(std::span<const WeightShape> weights, const std::string& apart) {
  for (const WeightShape& weight : weights)
    if (weight.block.size() != weights.front().block.size())
      throw ConfigError("blocks of " + weight.name + " have " +
                        std::to_string(weight.block.size()) + " values and those of " +
                        weights.front().name + " " + std::to_string(weights.front().block.size()) +
                        "; expected one size where weights share a budget, which counts blocks: "
                        "give them blocks of one size, or each its own budget (" +
                        apart + ")");
}

bool glob_matches(std::string_view glob, std::string_view name) {
  // After a mismatch the last star takes one more character.
  std::size_t g = 0, n = 0, star = std::string_view::npos, star_name = 0;
  while (n < name.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      star_name = n;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == name[n])) {
      ++g;
      ++n;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      n = ++star_name;
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', g) == std::string_view::npos;
}

std::vector<Index> stored_blocks(std::span<const WeightShape> weights,
                                 const DensityOptions& options) {
  std::for_each(weights.begin(), weights.end(), check_weight);
  check_options(weights, options);
  std::vector<Index> counts(weights.size(), 0);
  std::vector<WeightShape> open;
  Index spent = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (const DensityOverride* const layer = override_of(weights[i], options))
      spent += counts[i] = sparse::blocks_for_density(weights[i].grid_size(), layer->density);
    else
      open.push_back(weights[i]);
  }
  if (open.empty()) return counts;
  const double density = options.overrides_in_budget
                             ? density_left(weights, open, options.density, spent)
                             : options.density;
  const std::vector<Index> shared = distributed(open, density, options);
  auto next = shared.begin();
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (override_of(weights[i], options) == nullptr) counts[i] = *next++;
  return counts;
}

}  // namespace espalier::schedules
