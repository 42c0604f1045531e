// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/rules/criteria.h>

#include <cmath>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/random_pattern.h>
#include <espalier/sparse/topology/select.h>

namespace espalier::schedules {
namespace {

/// Coordinates of positions that are not stored, given by their ranks among these in row order.
/// `ranks` ascends.
std::vector<sparse::BlockCoordinate> coordinates_of_ranks(const sparse::BlockPattern& pattern,
                                                          const std::vector<Index>& ranks) {
  std::vector<sparse::BlockCoordinate> coordinates;
  coordinates.reserve(ranks.size());
  auto rank = ranks.begin();
  Index free_before = 0;  // positions not stored in the block rows above
  for (Index r = 0; r < pattern.grid_rows() && rank != ranks.end(); ++r) {
    const Index row_end = pattern.row_offsets()[r + 1];
    Index stored = pattern.row_offsets()[r];
    const Index free_in_row = pattern.grid_cols() - (row_end - stored);
    // The column of a free position is its rank within the row plus the stored columns before it.
    for (Index shift = 0; rank != ranks.end() && *rank < free_before + free_in_row; ++rank) {
      while (stored < row_end && pattern.columns()[stored] <= *rank - free_before + shift) {
        ++stored;
        ++shift;
      }
      coordinates.push_back(
          {static_cast<BlockIndex>(r), static_cast<BlockIndex>(*rank - free_before + shift)});
    }
    free_before += free_in_row;
  }
  return coordinates;
}

}  // namespace

std::vector<Index> smallest_blocks(const sparse::WeightView& weight, Index count,
                                   sparse::BlockNorm norm) {
  return sparse::smallest(sparse::block_norms(weight.pattern(), weight.values(), norm), count);
}

double mean_momentum(const sparse::WeightView& weight, std::span<const float> momentum) {
  const sparse::BlockPattern& pattern = weight.pattern();
  if (static_cast<Index>(momentum.size()) != pattern.rows() * pattern.cols())
    throw ConfigError("mean momentum of weight " + weight.name() + ": " +
                      std::to_string(momentum.size()) + " values; expected " +
                      std::to_string(pattern.rows() * pattern.cols()));
  const auto [rows, cols] = pattern.block();
  double sum = 0;
  for (const sparse::BlockCoordinate c : pattern.coordinates())
    for (Index i = c.row * rows; i < (c.row + 1) * rows; ++i)
      for (Index j = c.col * cols; j < (c.col + 1) * cols; ++j)
        sum += std::abs(double{momentum[static_cast<std::size_t>(i * pattern.cols() + j)]});
  return pattern.values() == 0 ? 0 : sum / static_cast<double>(pattern.values());
}

std::vector<sparse::BlockCoordinate> random_unstored(const sparse::BlockPattern& pattern,
                                                     Index count, const Random& random) {
  const Index free = pattern.grid_size() - pattern.blocks();
  return coordinates_of_ranks(pattern, sparse::sample_without_replacement(free, count, random));
}

}  // namespace espalier::schedules
