// SPDX-License-Identifier: Apache-2.0
#include "sparse/ops/product_plan.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "sparse/core/error.h"

namespace espalier::sparse {
namespace {

constexpr std::array<Index, 5> kBlockSizes = {1, 2, 4, 8, 16};

/// Input features that one pass reads: 768 features of 128 tokens are 384 KiB, which stay in a
/// second-level cache of 1 MiB beside the output and the panel that is prefetched. Longer
/// contractions gain up to a quarter; shorter passes cost more traffic of the output than they
/// save.
constexpr Index kFeaturesPerPass = 768;

/// Splits the traversal (offsets, inputs) into passes over ranges of `lines_per_pass` input lines.
/// The first pass visits every line, to start its sum; later ones only those with entries there.
std::vector<ProductPass> make_passes(std::span<const Index> offsets,
                                     std::span<const BlockIndex> inputs, Index input_lines,
                                     Index lines_per_pass) {
  const Index passes = std::max<Index>(1, (input_lines + lines_per_pass - 1) / lines_per_pass);
  std::vector<ProductPass> result(static_cast<std::size_t>(passes));
  std::vector<Index> next(offsets.begin(), offsets.end() - 1);
  for (Index p = 0; p < passes; ++p) {
    ProductPass& pass = result[static_cast<std::size_t>(p)];
    const Index end_input = p + 1 == passes ? input_lines : (p + 1) * lines_per_pass;
    for (std::size_t line = 0; line < next.size(); ++line) {
      const Index first = next[line];
      while (next[line] < offsets[line + 1] && inputs[next[line]] < end_input) ++next[line];
      const auto count = static_cast<BlockIndex>(next[line] - first);
      if (count > 0 || p == 0) pass.push_back({first, count, static_cast<BlockIndex>(line)});
    }
    // Stable: lines of equal length keep their order, so that the plan is a function of the
    // pattern.
    std::stable_sort(pass.begin(), pass.end(),
                     [](const auto& a, const auto& b) { return a.count < b.count; });
  }
  return result;
}

}  // namespace

ProductPlan make_plan(PatternPtr pattern, const Context& context) {
  if (pattern == nullptr) throw ShapeError("product plan: the pattern is null");
  const BlockShape block = pattern->block();
  if (block.rows != block.cols ||
      std::find(kBlockSizes.begin(), kBlockSizes.end(), block.rows) == kBlockSizes.end())
    throw ShapeError("product plan: block " + std::to_string(block.rows) + "x" +
                     std::to_string(block.cols) +
                     "; expected square blocks of size 1, 2, 4, 8 or 16");
  ProductPlan plan;
  // One pass for the reference: between passes a sum is rounded to float, and it sums in double.
  const Index features_per_pass = context.kernel() == "reference"
                                      ? std::max<Index>({1, pattern->rows(), pattern->cols()})
                                      : kFeaturesPerPass;
  const Index lines_per_pass = std::max<Index>(1, features_per_pass / block.rows);
  plan.forward =
      make_passes(pattern->row_offsets(), pattern->columns(), pattern->grid_cols(), lines_per_pass);
  plan.transposed = make_passes(pattern->column_offsets(), pattern->column_rows(),
                                pattern->grid_rows(), lines_per_pass);
  plan.pattern = std::move(pattern);
  return plan;
}

}  // namespace espalier::sparse
