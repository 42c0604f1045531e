// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/spmm_bf16.h>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <vector>

#include <espalier/sparse/kernels/bf16_kernels.h>
#include <espalier/sparse/ops/operand_check.h>
#include <espalier/sparse/ops/singles_bf16.h>

namespace espalier::sparse {
namespace {

/// One direction of a product: its traversal of the blocks.
struct Direction {
  std::span<const Index> offsets;
  std::span<const BlockIndex> inputs;
  std::span<const Index> blocks;  ///< positions in pattern order; empty: that order itself
  Index block;
  bool transposed;
};

/// Output lines by the number of their entries: lines of equal length follow each other, so that
/// trip counts are constant in runs. Each of `rows_per_line` block lines.
std::vector<BlockIndex> lines_by_length(std::span<const Index> offsets, Index rows_per_line) {
  const auto rows = static_cast<Index>(offsets.size()) - 1;
  const auto length = [&](BlockIndex line) {
    const Index first = line * rows_per_line;
    return offsets[static_cast<std::size_t>(std::min(rows, first + rows_per_line))] -
           offsets[static_cast<std::size_t>(first)];
  };
  std::vector<BlockIndex> lines(
      static_cast<std::size_t>((rows + rows_per_line - 1) / rows_per_line));
  std::iota(lines.begin(), lines.end(), 0);
  std::stable_sort(lines.begin(), lines.end(),
                   [&](BlockIndex a, BlockIndex b) { return length(a) < length(b); });
  return lines;
}

/// Copies every block of a traversal, each by `copy_block(from, to)`.
template <typename T, typename CopyBlock>
std::unique_ptr<T[]> copy_blocks(const Direction& direction, std::span<const BFloat16> values,
                                 const Context& context, const CopyBlock& copy_block) {
  auto out = std::make_unique_for_overwrite<T[]>(values.size());
  const Index size = direction.block * direction.block;
  const auto count = static_cast<Index>(direction.inputs.size());
  const Index blocks_per_task = std::max<Index>(1, (1 << 16) / size);
  context.parallel_for((count + blocks_per_task - 1) / blocks_per_task, [&](Index task) {
    const Index last = std::min(count, (task + 1) * blocks_per_task);
    for (Index e = task * blocks_per_task; e < last; ++e) {
      const Index from =
          direction.blocks.empty() ? e : direction.blocks[static_cast<std::size_t>(e)];
      copy_block(values.data() + from * size, out.get() + e * size);
    }
  });
  return out;
}

template <int kBlock>
void widen_block(const BFloat16* from, float* to) {
  for (int i = 0; i < kBlock * kBlock; ++i) to[i] = static_cast<float>(from[i]);
}

/// [kBlock][kBlock] to [kBlock / 2][kBlock][2]: two rows become one row of pairs.
template <int kBlock>
void pair_rows(const BFloat16* from, BFloat16* to) {
  for (int i = 0; i < kBlock; i += 2) {
    for (int j = 0; j < kBlock; ++j) {
      to[i * kBlock + 2 * j] = from[i * kBlock + j];
      to[i * kBlock + 2 * j + 1] = from[(i + 1) * kBlock + j];
    }
  }
}

/// Of a pattern without blocks: kernels add the place within a block to the address of the values,
/// which must be that of an array, before they see that there are none.
const std::array<BFloat16, 16 * 16> kNoValues = {};

/// The values in the form and order that the kernels want them.
struct Weights {
  std::unique_ptr<float[]> wide;
  std::unique_ptr<BFloat16[]> paired;
  const BFloat16* values = nullptr;
};

template <int kBlock>
Weights weights_of_block(const Direction& direction, std::span<const BFloat16> values, bool wide,
                         const Context& context) {
  Weights w;
  if (wide) {
    w.wide = copy_blocks<float>(direction, values, context, &widen_block<kBlock>);
  } else if (!direction.transposed) {
    w.values = values.data();
  } else if constexpr (kBlock == 1) {
    w.paired = copy_blocks<BFloat16>(direction, values, context,
                                     [](const BFloat16* from, BFloat16* to) { *to = *from; });
  } else {
    w.paired = copy_blocks<BFloat16>(direction, values, context, &pair_rows<kBlock>);
  }
  if (w.paired != nullptr) w.values = w.paired.get();
  if (values.empty()) w.values = kNoValues.data();
  return w;
}

Weights make_weights(const Direction& direction, std::span<const BFloat16> values, bool wide,
                     const Context& context) {
  switch (direction.block) {
    case 1:
      return weights_of_block<1>(direction, values, wide, context);
    case 2:
      return weights_of_block<2>(direction, values, wide, context);
    case 4:
      return weights_of_block<4>(direction, values, wide, context);
    case 8:
      return weights_of_block<8>(direction, values, wide, context);
    default:
      return weights_of_block<16>(direction, values, wide, context);
  }
}

/// A product on panels. Each output is one sum in a fixed order, so that neither the number of
/// threads nor the division into tasks shows in the result.
class Run {
 public:
  Run(const Direction& direction, const ActivationsBf16& input, ActivationsBf16& output,
      const ProductStart& start, const Context& context)
      : direction_(direction),
        input_(input),
        output_(output),
        start_(start),
        context_(context),
        table_(kernels::bf16_kernel_table(context.kernel())),
        lines_(lines_by_length(direction.offsets, direction.block == 1 ? 2 : 1)) {}

  void operator()(std::span<const BFloat16> values) const {
    const Weights weights = make_weights(direction_, values, table_.wide_weights, context_);
    const Index panels = input_.panels();
    // Where there are fewer panels than threads, output lines are shared out too.
    const Index parts =
        std::max<Index>(1, panels == 0 ? 0 : (context_.threads() + panels - 1) / panels);
    const auto count = static_cast<Index>(lines_.size());
    context_.parallel_for(panels * parts, [&](Index task) {
      const Index part = task % parts;
      const auto first = static_cast<std::size_t>(count * part / parts);
      const auto last = static_cast<std::size_t>(count * (part + 1) / parts);
      run_lines(weights, task / parts, std::span(lines_).subspan(first, last - first), parts == 1);
    });
    output_.clear_padding();
  }

 private:
  void run_lines(const Weights& weights, Index panel, std::span<const BlockIndex> lines,
                 bool whole_panel) const {
    // The panel that this thread is likely to take next.
    const bool prefetch = whole_panel && panel + 1 < input_.panels();
    table_.panel_product({.block = direction_.block,
                          .transposed = direction_.transposed,
                          .lines = lines.data(),
                          .line_count = static_cast<Index>(lines.size()),
                          .output_features = output_.features(),
                          .offsets = direction_.offsets.data(),
                          .inputs = direction_.inputs.data(),
                          .wide_values = weights.wide.get(),
                          .values = weights.values,
                          .input = input_.panel(panel),
                          .output = output_.panel(panel),
                          .panel_width = input_.panel_width(),
                          .bias = start_.bias.empty() ? nullptr : start_.bias.data(),
                          .accumulate = start_.accumulate,
                          .prefetch = prefetch ? input_.panel(panel + 1) : nullptr,
                          .prefetch_count = prefetch ? input_.panel_stride() : 0});
  }

  const Direction& direction_;
  const ActivationsBf16& input_;
  ActivationsBf16& output_;
  const ProductStart& start_;
  const Context& context_;
  kernels::Bf16KernelTable table_;
  std::vector<BlockIndex> lines_;
};

void check(const char* product, const ProductPlan& plan, std::span<const BFloat16> values,
           const PanelOperands& operands, const ProductStart& start, Index outputs) {
  if (plan.pattern() == nullptr)
    throw ShapeError(std::string(product) + ": the plan has no pattern");
  expect_equal(product, "number of values", static_cast<Index>(values.size()),
               plan.pattern()->values());
  operands.check();
  check_start(product, start, outputs);
}

}  // namespace

void spmm(const ProductPlan& plan, std::span<const BFloat16> values, const ActivationsBf16& x,
          ActivationsBf16& y, const ProductStart& start, const Context& context) {
  const Index in = plan.pattern() == nullptr ? 0 : plan.pattern()->cols();
  const Index out = plan.pattern() == nullptr ? 0 : plan.pattern()->rows();
  check("spmm", plan, values, {"spmm", "x", x, in, "y", y, out}, start, out);
  expect_apart("spmm", {"y", y}, {{"x", x}, {"the values", values}, {"the bias", start.bias}});
  const BlockPattern& pattern = *plan.pattern();
  if (pattern.block().rows == 1 && widens_singles(context))
    return spmm_singles(plan, values, x, y, start, context);
  const Direction direction = {
      pattern.row_offsets(), pattern.columns(), {}, pattern.block().rows, false};
  Run(direction, x, y, start, context)(values);
}

void spmm_transposed(const ProductPlan& plan, std::span<const BFloat16> values,
                     const ActivationsBf16& dy, ActivationsBf16& dx, const ProductStart& start,
                     const Context& context) {
  const Index in = plan.pattern() == nullptr ? 0 : plan.pattern()->cols();
  const Index out = plan.pattern() == nullptr ? 0 : plan.pattern()->rows();
  check("spmm_transposed", plan, values, {"spmm_transposed", "dy", dy, out, "dx", dx, in}, start,
        in);
  expect_apart("spmm_transposed", {"dx", dx},
               {{"dy", dy}, {"the values", values}, {"the bias", start.bias}});
  const BlockPattern& pattern = *plan.pattern();
  if (pattern.block().rows == 1 && widens_singles(context))
    return spmm_transposed_singles(plan, values, dy, dx, start, context);
  const Direction direction = {pattern.column_offsets(), pattern.column_rows(),
                               pattern.column_blocks(), pattern.block().rows, true};
  Run(direction, dy, dx, start, context)(values);
}

}  // namespace espalier::sparse
