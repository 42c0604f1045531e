// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/format/grouped_pattern.h>

#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/extent.h>

namespace espalier::sparse {

PatternPtr ungrouped(const PatternPtr& pattern, Index groups) {
  if (pattern == nullptr) throw ShapeError("ungrouped: no pattern; expected one");
  if (groups < 1 || pattern->grid_rows() % groups != 0)
    throw ShapeError("ungrouped: groups is " + std::to_string(groups) + "; expected a divisor of " +
                     std::to_string(pattern->grid_rows()) + " block rows");
  if (groups == 1) return pattern;
  const Index cols = checked_product("ungrouped: columns", {pattern->cols(), groups});
  // Before columns are shifted, which have 32 bits.
  if (pattern->grid_cols() > std::numeric_limits<BlockIndex>::max() / groups)
    throw ShapeError("ungrouped: " + std::to_string(pattern->grid_cols()) +
                     " block columns in each of " + std::to_string(groups) +
                     " groups; expected at most 2^31 - 1 in all");
  const auto offsets = pattern->row_offsets();
  std::vector<BlockIndex> columns(pattern->columns().begin(), pattern->columns().end());
  const Index group_rows = pattern->grid_rows() / groups;
  for (Index row = 0; row < pattern->grid_rows(); ++row)
    for (Index i = offsets[row]; i < offsets[row + 1]; ++i)
      columns[i] += static_cast<BlockIndex>(row / group_rows * pattern->grid_cols());
  return std::make_shared<const BlockPattern>(pattern->rows(), cols, pattern->block(),
                                              std::vector<Index>(offsets.begin(), offsets.end()),
                                              std::move(columns));
}

}  // namespace espalier::sparse
