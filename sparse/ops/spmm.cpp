// SPDX-License-Identifier: Apache-2.0
#include "sparse/ops/spmm.h"

#include "sparse/kernels/kernel_table.h"
#include "sparse/ops/operand_check.h"

namespace espalier::sparse {
namespace {

kernels::BlockLines forward_lines(const ProductPlan& plan) {
  const BlockPattern& p = *plan.pattern;
  return {.block = p.block().rows,
          .offsets = p.row_offsets().data(),
          .inputs = p.columns().data(),
          .positions = nullptr,
          .order = plan.row_order.data(),
          .lines = p.grid_rows(),
          .input_lines = p.grid_cols(),
          .transposed = false};
}

kernels::BlockLines transposed_lines(const ProductPlan& plan) {
  const BlockPattern& p = *plan.pattern;
  return {.block = p.block().rows,
          .offsets = p.column_offsets().data(),
          .inputs = p.column_rows().data(),
          .positions = p.column_blocks().data(),
          .order = plan.column_order.data(),
          .lines = p.grid_cols(),
          .input_lines = p.grid_rows(),
          .transposed = true};
}

/// Runs a product panel by panel. With fewer panels than threads a panel is cut into parts: each
/// output row is one task's own, so the cut does not show in the result.
void run(const kernels::BlockLines& lines, std::span<const float> values, const Activations& input,
         Activations& output, const ProductStart& start, const Context& context) {
  const kernels::KernelTable table = kernels::kernel_table(context.kernel());
  const Index panels = input.panels();
  if (panels == 0) return;
  const Index parts = std::clamp<Index>((context.threads() + panels - 1) / panels, 1,
                                        std::max<Index>(lines.lines, 1));
  context.parallel_for(panels * parts, [&](Index i) {
    const Index panel = i / parts;
    const Index part = i % parts;
    const bool prefetch = parts == 1 && panel + 1 < panels;
    table.panel_product({.blocks = lines,
                         .values = values.data(),
                         .input = input.panel(panel),
                         .next_input = prefetch ? input.panel(panel + 1) : nullptr,
                         .output = output.panel(panel),
                         .panel_width = input.panel_width(),
                         .first = lines.lines * part / parts,
                         .last = lines.lines * (part + 1) / parts,
                         .bias = start.bias.empty() ? nullptr : start.bias.data(),
                         .accumulate = start.accumulate});
  });
  output.clear_padding();
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
  run(forward_lines(plan), values, x, y, start, context);
}

void spmm_transposed(const ProductPlan& plan, std::span<const float> values, const Activations& dy,
                     Activations& dx, const ProductStart& start, const Context& context) {
  const Index in = plan.pattern == nullptr ? 0 : plan.pattern->cols();
  const Index out = plan.pattern == nullptr ? 0 : plan.pattern->rows();
  check("spmm_transposed", plan, values, {"spmm_transposed", "dy", dy, out, "dx", dx, in}, start,
        in);
  run(transposed_lines(plan), values, dy, dx, start, context);
}

}  // namespace espalier::sparse
