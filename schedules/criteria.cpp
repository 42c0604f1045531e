// SPDX-License-Identifier: Apache-2.0
#include "schedules/criteria.h"

#include <array>
#include <string>

#include "sparse/core/error.h"
#include "sparse/topology/random_pattern.h"
#include "sparse/topology/select.h"

namespace espalier::schedules {
namespace {

constexpr std::array<std::string_view, 3> kNormNames = {"l1", "l2", "linf"};

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

std::vector<Index> smallest_blocks(const sparse::EvolvableWeight& weight, Index count,
                                   sparse::BlockNorm norm) {
  return sparse::smallest(sparse::block_norms(weight.pattern(), weight.values(), norm), count);
}

std::vector<sparse::BlockCoordinate> random_unstored(const sparse::BlockPattern& pattern,
                                                     Index count, const Random& random) {
  const Index free = pattern.grid_size() - pattern.blocks();
  return coordinates_of_ranks(pattern, sparse::sample_without_replacement(free, count, random));
}

sparse::BlockNorm block_norm(std::string_view name) {
  for (std::size_t i = 0; i < kNormNames.size(); ++i)
    if (kNormNames[i] == name) return static_cast<sparse::BlockNorm>(i);
  throw ConfigError("block norm '" + std::string(name) + "': expected l1, l2 or linf");
}

std::string_view block_norm_name(sparse::BlockNorm norm) {
  return kNormNames[static_cast<std::size_t>(norm)];
}

}  // namespace espalier::schedules
