// SPDX-License-Identifier: Apache-2.0
#include "sparse/ops/product_plan.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "sparse/core/error.h"

namespace espalier::sparse {
namespace {

constexpr std::array<Index, 5> kBlockSizes = {1, 2, 4, 8, 16};

/// Lines ordered by their number of entries; lines of equal number keep their order, so that the
/// result is a function of the offsets alone.
std::vector<BlockIndex> order_by_count(std::span<const Index> offsets) {
  std::vector<BlockIndex> order(offsets.size() - 1);
  std::iota(order.begin(), order.end(), 0);
  const auto count = [&](BlockIndex line) { return offsets[line + 1] - offsets[line]; };
  std::stable_sort(order.begin(), order.end(),
                   [&](BlockIndex a, BlockIndex b) { return count(a) < count(b); });
  return order;
}

}  // namespace

ProductPlan make_plan(PatternPtr pattern, const Context&) {
  if (pattern == nullptr) throw ShapeError("product plan: the pattern is null");
  const BlockShape block = pattern->block();
  if (block.rows != block.cols ||
      std::find(kBlockSizes.begin(), kBlockSizes.end(), block.rows) == kBlockSizes.end())
    throw ShapeError("product plan: block " + std::to_string(block.rows) + "x" +
                     std::to_string(block.cols) +
                     "; expected square blocks of size 1, 2, 4, 8 or 16");
  ProductPlan plan;
  plan.row_order = order_by_count(pattern->row_offsets());
  plan.column_order = order_by_count(pattern->column_offsets());
  plan.pattern = std::move(pattern);
  return plan;
}

}  // namespace espalier::sparse
