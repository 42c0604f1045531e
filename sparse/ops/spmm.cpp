// SPDX-License-Identifier: Apache-2.0
#include "sparse/ops/spmm.h"

#include <algorithm>
#include <memory>

#include "sparse/kernels/kernel_table.h"
#include "sparse/ops/operand_check.h"

namespace espalier::sparse {
namespace {

/// One direction of a product: its traversal of the blocks, and the values in that order.
struct Direction {
  const std::vector<ProductPass>& passes;
  std::span<const BlockIndex> inputs;
  const float* values;
  Index block;
  bool transposed;
};

/// Part `part` of `parts` of `items`.
template <typename T>
std::span<const T> part_of(std::span<const T> items, Index part, Index parts) {
  const auto count = static_cast<Index>(items.size());
  const Index first = count * part / parts;
  return items.subspan(static_cast<std::size_t>(first),
                       static_cast<std::size_t>(count * (part + 1) / parts - first));
}

/// A product on panels. Each output row of a panel belongs to one task at a time and is one sum in
/// a fixed order, so that neither the number of threads nor the division shows in the result.
class Run {
 public:
  Run(const Direction& direction, const Activations& input, Activations& output,
      const ProductStart& start, const Context& context)
      : direction_(direction),
        input_(input),
        output_(output),
        start_(start),
        context_(context),
        table_(kernels::kernel_table(context.kernel())) {}

  void operator()() const {
    const Index panels = input_.panels();
    const auto passes = static_cast<Index>(direction_.passes.size());
    if (panels >= context_.threads()) {
      context_.parallel_for(panels, [&](Index panel) {
        for (Index p = 0; p < passes; ++p) run_pass(panel, p, 0, 1);
      });
    } else if (panels > 0) {
      // Too few panels: cut each pass into parts. A pass goes on from what the last one wrote,
      // under another division, so each waits for the one before.
      const Index parts = (context_.threads() + panels - 1) / panels;
      for (Index p = 0; p < passes; ++p)
        context_.parallel_for(panels * parts,
                              [&](Index i) { run_pass(i / parts, p, i % parts, parts); });
    }
    output_.clear_padding();
  }

 private:
  void run_pass(Index panel, Index p, Index part, Index parts) const {
    const std::span<const kernels::LineVisit> pass = direction_.passes[static_cast<std::size_t>(p)];
    const std::span<const kernels::LineVisit> visits = part_of(pass, part, parts);
    // The panel that this thread is likely to take next; each pass fetches its share.
    std::span<const float> next;
    if (parts == 1 && panel + 1 < input_.panels())
      next = part_of(std::span<const float>(input_.panel(panel + 1),
                                            static_cast<std::size_t>(input_.panel_stride())),
                     p, static_cast<Index>(direction_.passes.size()));
    table_.panel_product({.block = direction_.block,
                          .transposed = direction_.transposed,
                          .visits = visits.data(),
                          .visit_count = static_cast<Index>(visits.size()),
                          .inputs = direction_.inputs.data(),
                          .values = direction_.values,
                          .input = input_.panel(panel),
                          .output = output_.panel(panel),
                          .panel_width = input_.panel_width(),
                          .bias = p > 0 || start_.bias.empty() ? nullptr : start_.bias.data(),
                          .accumulate = p > 0 || start_.accumulate,
                          .prefetch = next.data(),
                          .prefetch_count = static_cast<Index>(next.size())});
  }

  const Direction& direction_;
  const Activations& input_;
  Activations& output_;
  const ProductStart& start_;
  const Context& context_;
  kernels::KernelTable table_;
};

/// The values in the order of the column-wise traversal. Reading them in order is worth more to the
/// product than this copy costs: one pass over the values, not one for each panel.
std::unique_ptr<float[]> column_wise(const BlockPattern& pattern, std::span<const float> values,
                                     const Context& context) {
  const auto size = static_cast<std::size_t>(pattern.block().size());
  auto out = std::make_unique_for_overwrite<float[]>(values.size());
  const std::span<const Index> blocks = pattern.column_blocks();
  constexpr Index kBlocksPerTask = 4096;
  const Index count = pattern.blocks();
  context.parallel_for((count + kBlocksPerTask - 1) / kBlocksPerTask, [&](Index task) {
    const Index last = std::min(count, (task + 1) * kBlocksPerTask);
    for (Index e = task * kBlocksPerTask; e < last; ++e)
      std::copy_n(values.data() + static_cast<std::size_t>(blocks[e]) * size, size,
                  out.get() + static_cast<std::size_t>(e) * size);
  });
  return out;
}

void check(const char* product, const ProductPlan& plan, std::span<const float> values,
           const PanelOperands& operands, const ProductStart& start, Index outputs) {
  if (plan.pattern == nullptr) throw ShapeError(std::string(product) + ": the plan has no pattern");
  expect_equal(product, "number of values", static_cast<Index>(values.size()),
               plan.pattern->values());
  operands.check();
  check_start(product, start, outputs);
}

}  // namespace

void spmm(const ProductPlan& plan, std::span<const float> values, const Activations& x,
          Activations& y, const ProductStart& start, const Context& context) {
  const Index in = plan.pattern == nullptr ? 0 : plan.pattern->cols();
  const Index out = plan.pattern == nullptr ? 0 : plan.pattern->rows();
  check("spmm", plan, values, {"spmm", "x", x, in, "y", y, out}, start, out);
  const BlockPattern& pattern = *plan.pattern;
  const Direction direction = {plan.forward, pattern.columns(), values.data(), pattern.block().rows,
                               false};
  Run(direction, x, y, start, context)();
}

void spmm_transposed(const ProductPlan& plan, std::span<const float> values, const Activations& dy,
                     Activations& dx, const ProductStart& start, const Context& context) {
  const Index in = plan.pattern == nullptr ? 0 : plan.pattern->cols();
  const Index out = plan.pattern == nullptr ? 0 : plan.pattern->rows();
  check("spmm_transposed", plan, values, {"spmm_transposed", "dy", dy, out, "dx", dx, in}, start,
        in);
  const BlockPattern& pattern = *plan.pattern;
  const std::unique_ptr<float[]> by_column = column_wise(pattern, values, context);
  const Direction direction = {plan.transposed, pattern.column_rows(), by_column.get(),
                               pattern.block().rows, true};
  Run(direction, dy, dx, start, context)();
}

}  // namespace espalier::sparse
