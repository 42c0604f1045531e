// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/narrow_run.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

#include <espalier/sparse/core/reused.h>
#include <espalier/sparse/kernels/kernel_table.h>
#include <espalier/sparse/ops/plan_passes.h>
#include <espalier/sparse/ops/visit_parts.h>

namespace espalier::sparse {
namespace {

/// Multiply-adds for which one more thread is woken, which takes some tens of microseconds.
constexpr Index kWorkPerThread = Index{1} << 18;

std::span<const kernels::LineVisit> lines_of(const std::vector<ProductPass>& whole) {
  if (whole.empty()) return {};
  return whole.front().sweeps.front().visits;
}

/// All lines of a direction. Those of small blocks run side by side, so that they are ordered by
/// length; large ones keep the order in which their values lie in memory.
std::span<const kernels::LineVisit> lines_of(const ProductPlan& plan, bool transposed) {
  const PlanPasses& passes = plan.passes();
  if (transposed) return lines_of(passes.whole_transposed);
  return lines_of(plan.pattern()->block().rows <= 4 ? passes.whole_forward : passes.whole_gradient);
}

/// Of each row the entries in block columns [first, last).
void restrict_to_columns(const BlockPattern& pattern, Index first, Index last,
                         std::vector<kernels::LineVisit>& visits) {
  visits.clear();
  const BlockIndex* const columns = pattern.columns().data();
  for (Index row = 0; row < pattern.grid_rows(); ++row) {
    const BlockIndex* const begin = columns + pattern.row_offsets()[row];
    const BlockIndex* const end = columns + pattern.row_offsets()[row + 1];
    const BlockIndex* const from = std::lower_bound(begin, end, first);
    const BlockIndex* const to = std::lower_bound(from, end, last);
    visits.push_back(
        {from - columns, static_cast<BlockIndex>(to - from), static_cast<BlockIndex>(row)});
  }
}

/// Writes what the sums of output features [first, last) start from.
void start_sums(const NarrowActivations& x, const ProductStart& start, Index first, Index last) {
  if (start.accumulate) return;
  for (Index f = first; f < last; ++f)
    std::fill_n(x.output + f * x.stride, x.lanes,
                start.bias.empty() ? 0.0f : start.bias[static_cast<std::size_t>(f)]);
}

/// The input gradient, row by row of the weight: each part has columns of its own.
void run_scatter(const ProductPlan& plan, const float* values, const NarrowActivations& x,
                 const ProductStart& start, Index parts, const Context& context) {
  const BlockPattern& pattern = *plan.pattern();
  const auto kernel = context.variant().table().narrow.scatter;
  context.parallel_for(parts, [&](Index part) {
    const Index b = pattern.block().rows, columns = pattern.grid_cols();
    const Index first = columns * part / parts, last = columns * (part + 1) / parts;
    start_sums(x, start, first * b, last * b);
    const Reused<std::vector<kernels::LineVisit>> restricted;
    std::span<const kernels::LineVisit> visits = lines_of(plan.passes().whole_gradient);
    if (parts > 1) {
      restrict_to_columns(pattern, first, last, *restricted);
      visits = *restricted;
    }
    kernel({.block = b,
            .visits = visits.data(),
            .visit_count = static_cast<Index>(visits.size()),
            .outputs = pattern.columns().data(),
            .values = values,
            .input = x.input,
            .output = x.output,
            .stride = x.stride,
            .lanes = x.lanes});
  });
}

}  // namespace

Index narrow_lanes(Index tokens) {
  return *std::lower_bound(std::begin(kernels::kNarrowLanes), std::end(kernels::kNarrowLanes),
                           tokens);
}

void run_narrow(const ProductPlan& plan, const NarrowWeights& weights, const NarrowActivations& x,
                const ProductStart& start, const Context& context) {
  const BlockPattern& pattern = *plan.pattern();
  const bool transposed = weights.transposed;
  const Index parts =
      std::clamp<Index>(pattern.values() * x.lanes / kWorkPerThread, 1, context.threads());
  if (transposed && context.variant().table().narrow.scatter != nullptr)
    return run_scatter(plan, weights.values, x, start, parts, context);
  const auto kernel = context.variant().table().narrow.product;
  const std::span<const kernels::LineVisit> all = lines_of(plan, transposed);
  context.parallel_for(parts, [&](Index part) {
    const std::span<const kernels::LineVisit> visits =
        parts == 1 ? all : part_of_work(all, part, parts);
    kernel({.block = pattern.block().rows,
            .transposed = transposed,
            .visits = visits.data(),
            .visit_count = static_cast<Index>(visits.size()),
            .inputs = (transposed ? pattern.column_rows() : pattern.columns()).data(),
            .blocks = transposed ? pattern.column_blocks().data() : nullptr,
            .values = weights.values,
            .input = x.input,
            .output = x.output,
            .stride = x.stride,
            .lanes = x.lanes,
            .bias = start.bias.empty() ? nullptr : start.bias.data(),
            .accumulate = start.accumulate});
  });
}

void run_narrow(const ProductPlan& plan, const NarrowWeights& weights, const Panels<float>& input,
                Panels<float>& output, const ProductStart& start, const Context& context) {
  const Index width = input.panel_width();
  for_each_narrow_group(input.tokens(), [&](Index first, Index tokens) {
    const Index panel = first / width, lane = first % width;
    // A row of a panel is never shorter than four lanes.
    run_narrow(plan, weights,
               {input.panel(panel) + lane, output.panel(panel) + lane, width,
                std::max<Index>(4, narrow_lanes(tokens))},
               start, context);
  });
  output.clear_padding();
}

}  // namespace espalier::sparse
