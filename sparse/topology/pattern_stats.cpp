// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/topology/pattern_stats.h>

#include <span>
#include <string>

#include <espalier/sparse/core/error.h>

namespace espalier::sparse {
namespace {

/// Entries of an offset array that equal the next one: lines without a block.
Index empty_lines(std::span<const Index> offsets) {
  Index count = 0;
  for (std::size_t i = 1; i < offsets.size(); ++i) count += offsets[i] == offsets[i - 1] ? 1 : 0;
  return count;
}

std::string shape_text(const BlockPattern& pattern) {
  return std::to_string(pattern.rows()) + "x" + std::to_string(pattern.cols()) + " in blocks of " +
         std::to_string(pattern.block().rows) + "x" + std::to_string(pattern.block().cols);
}

}  // namespace

Index dead_rows(const BlockPattern& pattern) { return empty_lines(pattern.row_offsets()); }

Index dead_cols(const BlockPattern& pattern) { return empty_lines(pattern.column_offsets()); }

Index common_blocks(const BlockPattern& a, const BlockPattern& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols() || a.block() != b.block())
    throw ShapeError("overlap: the second pattern is " + shape_text(b) + "; expected " +
                     shape_text(a));
  Index common = 0;
  for (Index r = 0; r < a.grid_rows(); ++r) {
    const auto columns = [r](const BlockPattern& p) {
      const Index first = p.row_offsets()[r];
      return p.columns().subspan(first, p.row_offsets()[r + 1] - first);
    };
    const auto of_a = columns(a), of_b = columns(b);
    for (auto i = of_a.begin(), j = of_b.begin(); i != of_a.end() && j != of_b.end();) {
      common += *i == *j ? 1 : 0;
      const bool step_i = *i <= *j, step_j = *j <= *i;
      i += step_i ? 1 : 0;
      j += step_j ? 1 : 0;
    }
  }
  return common;
}

double overlap(const BlockPattern& a, const BlockPattern& b) {
  const Index common = common_blocks(a, b);
  return a.blocks() == 0 ? 1.0 : static_cast<double>(common) / static_cast<double>(a.blocks());
}

}  // namespace espalier::sparse
