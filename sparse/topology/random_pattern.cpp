// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/topology/random_pattern.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_set>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/number_text.h>

namespace espalier::sparse {

Index ceil_of_fraction(double fraction, Index total) {
  if (!(fraction >= 0 && fraction <= 1))
    throw ConfigError("fraction " + number_text(fraction) + ": expected a value from 0 to 1");
  if (total < 0)
    throw ShapeError("fraction of " + std::to_string(total) + " blocks: expected at least 0");
  // The error of a fraction that was computed, such as 1 - 0.9 or a cosine: a few units in the last
  // place of 1.
  constexpr double kFractionError = 0x1.0p-50;
  const double product = fraction * static_cast<double>(total);
  const double nearest = std::round(product);
  const bool integer = std::abs(product - nearest) <= kFractionError * static_cast<double>(total);
  return static_cast<Index>(integer ? nearest : std::ceil(product));
}

Index blocks_for_density(Index grid_size, double density) {
  if (!(density > 0 && density <= 1))
    throw ConfigError("density " + number_text(density) + ": expected a value in (0, 1]");
  const Index blocks = ceil_of_fraction(density, grid_size);
  return grid_size == 0 ? 0 : std::max<Index>(blocks, 1);
}

std::vector<Index> sample_without_replacement(Index population, Index count, const Random& random) {
  if (count < 0 || count > population)
    throw ShapeError("sample of " + std::to_string(count) + " from " + std::to_string(population) +
                     ": expected a count from 0 to the population");
  std::unordered_set<Index> chosen;
  chosen.reserve(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) {
    const Index last = population - count + i;
    const auto drawn = static_cast<Index>(
        random.below(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(last) + 1));
    if (!chosen.insert(drawn).second) chosen.insert(last);
  }
  std::vector<Index> sample(chosen.begin(), chosen.end());
  std::sort(sample.begin(), sample.end());
  return sample;
}

PatternPtr random_pattern(Index rows, Index cols, BlockShape block, double density,
                          const Random& random) {
  // The empty pattern checks extents and block shape before they are divided.
  const PatternPtr empty = BlockPattern::from_coordinates(rows, cols, block, {});
  const Index grid_cols = empty->grid_cols();
  std::vector<BlockCoordinate> coordinates;
  for (const Index position : sample_without_replacement(
           empty->grid_size(), blocks_for_density(empty->grid_size(), density), random))
    coordinates.push_back({static_cast<BlockIndex>(position / grid_cols),
                           static_cast<BlockIndex>(position % grid_cols)});
  return BlockPattern::from_coordinates(rows, cols, block, std::move(coordinates));
}

}  // namespace espalier::sparse
