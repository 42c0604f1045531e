// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/product_plan.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/kernels/kernel_table.h>
#include <espalier/sparse/ops/plan_passes.h>

namespace espalier::sparse {
namespace {

constexpr std::array<Index, 5> kBlockSizes = {1, 2, 4, 8, 16};

/// Features of the inputs and of the outputs of a pass: 768 features of 64 tokens are 192 KiB,
/// which stay in the second-level cache beside the outputs, the panels that come next, and the
/// weights of the rectangle, 236 KB at a tenth stored. Shorter passes would load and store the
/// outputs more often.
constexpr Index kFeaturesPerPass = 768;

/// Input features of a sweep.
Index features_per_sweep(Index block, const kernels::ProductTiling& tiling) {
  if (block == 1) return tiling.singles_per_sweep;
  if (block == 2) return tiling.pairs_per_sweep;
  return kFeaturesPerPass;
}

/// A direction of a product: the traversal of its blocks, in block lines.
struct Traversal {
  std::span<const Index> offsets;
  std::span<const BlockIndex> inputs;
  Index block;
  Index input_lines;
};

/// Lines of a pass and of a sweep, and whether the lines of a sweep are ordered by length.
struct Extent {
  Index outputs, inputs, inputs_per_sweep;
  bool sorted;
};

/// Counting sort by the number of entries, by which visits of equal length keep their order, so
/// that the plan is a function of the pattern.
void sort_by_length(std::vector<kernels::LineVisit>& visits) {
  BlockIndex longest = 0;
  for (const kernels::LineVisit& visit : visits) longest = std::max(longest, visit.count);
  std::vector<std::size_t> next(static_cast<std::size_t>(longest) + 2);
  for (const kernels::LineVisit& visit : visits) ++next[static_cast<std::size_t>(visit.count) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<kernels::LineVisit> ordered(visits.size());
  for (const kernels::LineVisit& visit : visits)
    ordered[next[static_cast<std::size_t>(visit.count)]++] = visit;
  visits.swap(ordered);
}

/// The visits of a sweep, and the first input line of an entry that is left to later sweeps:
/// `input_lines` where none is.
struct Taken {
  std::vector<kernels::LineVisit> visits;
  Index left;
};

/// The visits of output lines [first, last) that lie before input line `end_input`. `next` holds
/// where each line goes on. With `every_line` also those of no entries.
Taken take_visits(const Traversal& t, Index first, Index last, Index end_input, bool every_line,
                  bool sorted, std::span<Index> next) {
  Taken taken{{}, t.input_lines};
  if (every_line) taken.visits.reserve(static_cast<std::size_t>(last - first));
  for (Index line = first; line < last; ++line) {
    Index& at = next[static_cast<std::size_t>(line - first)];
    const Index begin = at;
    const Index end = t.offsets[line + 1];
    if (end_input == t.input_lines)
      at = end;
    else
      while (at < end && t.inputs[at] < end_input) ++at;
    if (at < end) taken.left = std::min<Index>(taken.left, t.inputs[at]);
    const auto count = static_cast<BlockIndex>(at - begin);
    if (count > 0 || every_line)
      taken.visits.push_back({begin, count, static_cast<BlockIndex>(line)});
  }
  if (sorted) sort_by_length(taken.visits);
  return taken;
}

/// Sets the inputs of the entries from `begin` to `end` of each line, counted from input line
/// `first`, if they are wanted.
void set_inputs(const Traversal& t, std::span<const Index> begin, std::span<const Index> end,
                Index first, std::span<std::uint16_t> inputs) {
  if (inputs.empty()) return;
  const BlockIndex* const from = t.inputs.data();
  std::uint16_t* const to = inputs.data();
  for (std::size_t line = 0; line < begin.size(); ++line)
    for (Index e = begin[line]; e < end[line]; ++e)
      to[e] = static_cast<std::uint16_t>(from[e] - static_cast<BlockIndex>(first));
}

/// The passes over a traversal, and the input of each entry in its sweep if `inputs` is not empty.
/// Rectangles and sweeps without an entry are left out, but for the first that an output has: a
/// plan grows with what is stored, not with the square of the sides.
std::vector<ProductPass> make_passes(const Traversal& t, const Extent& extent,
                                     std::span<std::uint16_t> inputs) {
  const auto lines = static_cast<Index>(t.offsets.size()) - 1;
  std::vector<ProductPass> result;
  for (Index first = 0; first < lines; first += extent.outputs) {
    const Index last = std::min(lines, first + extent.outputs);
    std::vector<Index> next(t.offsets.begin() + first, t.offsets.begin() + last);
    Index left = 0;  // the first input line of an entry that no sweep has taken
    do {
      const Index input = left / extent.inputs * extent.inputs;
      const Index end_input = std::min(t.input_lines, input + extent.inputs);
      ProductPass& pass = result.emplace_back();
      pass.first_input = input * t.block;
      pass.inputs = (end_input - input) * t.block;
      pass.first_output = first * t.block;
      pass.outputs = (last - first) * t.block;
      do {
        const Index at = input + (left - input) / extent.inputs_per_sweep * extent.inputs_per_sweep;
        const Index end = std::min(end_input, at + extent.inputs_per_sweep);
        const std::vector<Index> begin = next;
        Taken taken = take_visits(t, first, last, end, at == 0, extent.sorted, next);
        pass.sweeps.push_back({at * t.block, (end - at) * t.block, std::move(taken.visits)});
        set_inputs(t, begin, next, at, inputs);
        left = taken.left;
      } while (left < end_input);
    } while (left < t.input_lines);
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
  const auto passes = std::make_shared<PlanPasses>();
  // Where lines must be whole, one sweep, as far as 16 bits count.
  const Index b = block.rows;
  const Index all = std::numeric_limits<std::uint16_t>::max();
  const Index per_pass = kFeaturesPerPass / b;
  const auto kernels = kernels::products_of<float>(context.variant());
  const Extent extent =
      kernels.whole_lines
          ? Extent{all, all, all, false}
          : Extent{per_pass, per_pass, features_per_sweep(b, kernels.tiling) / b, b <= 2};
  // Blocks of 1 and 2 have so many entries in a row that its dy is read again at a price.
  const Index gradient_inputs =
      kernels.whole_lines || b <= 2 ? extent.inputs : kernels.tiling.gradient_inputs / b;
  const Traversal rows = {pattern->row_offsets(), pattern->columns(), b, pattern->grid_cols()};
  const Traversal columns = {pattern->column_offsets(), pattern->column_rows(), b,
                             pattern->grid_rows()};
  const auto blocks = static_cast<std::size_t>(pattern->blocks());
  passes->forward_inputs.resize(blocks);
  passes->transposed_inputs.resize(blocks);
  passes->forward = make_passes(rows, extent, passes->forward_inputs);
  passes->gradient =
      make_passes(rows, {extent.outputs, gradient_inputs, gradient_inputs, false}, {});
  passes->transposed = make_passes(columns, extent, passes->transposed_inputs);
  constexpr Index kAll = std::numeric_limits<Index>::max();
  passes->whole_forward = make_passes(rows, {kAll, kAll, kAll, true}, {});
  passes->whole_transposed = make_passes(columns, {kAll, kAll, kAll, true}, {});
  passes->whole_gradient = make_passes(rows, {kAll, kAll, kAll, false}, {});
  return {std::move(pattern), passes};
}

}  // namespace espalier::sparse
