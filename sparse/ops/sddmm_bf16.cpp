// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/sddmm_bf16.h>

#include <algorithm>

#include <espalier/sparse/kernels/bf16_kernels.h>
#include <espalier/sparse/ops/operand_check.h>
#include <espalier/sparse/ops/singles_bf16.h>

namespace espalier::sparse {
namespace {

/// First block row of part `part` of `parts` with about equal numbers of blocks.
Index first_row_of_part(std::span<const Index> row_offsets, Index part, Index parts) {
  if (part == parts) return static_cast<Index>(row_offsets.size()) - 1;
  const Index target = row_offsets.back() * part / parts;
  return std::lower_bound(row_offsets.begin(), row_offsets.end() - 1, target) - row_offsets.begin();
}

/// Parts for each thread: enough to level out unequal speeds, few enough that the panels, which
/// each part reads in full, are not read too often.
constexpr Index kPartsPerThread = 2;

}  // namespace

void sddmm(const ProductPlan& plan, const ActivationsBf16& dy, const ActivationsBf16& x,
           std::span<float> gradient, bool accumulate, const Context& context) {
  if (plan.pattern() == nullptr) throw ShapeError("sddmm: the plan has no pattern");
  const BlockPattern& pattern = *plan.pattern();
  PanelOperands{"sddmm", "dy", dy, pattern.rows(), "x", x, pattern.cols()}.check();
  expect_equal("sddmm", "number of gradient values", static_cast<Index>(gradient.size()),
               pattern.values());
  expect_apart("sddmm", {"the gradient", gradient}, {{"dy", dy}, {"x", x}});
  if (dy.panels() == 0) {
    if (!accumulate) std::fill(gradient.begin(), gradient.end(), 0.0f);
    return;
  }
  if (pattern.block().rows == 1 && widens_singles(context))
    return sddmm_singles(plan, dy, x, gradient, accumulate, context);
  const kernels::Bf16KernelTable table = kernels::bf16_kernel_table(context.kernel());
  const std::span<const Index> offsets = pattern.row_offsets();
  const Index parts = context.threads() == 1 ? 1 : kPartsPerThread * context.threads();
  context.parallel_for(parts, [&](Index part) {
    table.block_gradient({.block = pattern.block().rows,
                          .row_offsets = offsets.data(),
                          .columns = pattern.columns().data(),
                          .dy = dy.panel(0),
                          .x = x.panel(0),
                          .dy_panel_stride = dy.panel_stride(),
                          .x_panel_stride = x.panel_stride(),
                          .panels = dy.panels(),
                          .panel_width = dy.panel_width(),
                          .first_row = first_row_of_part(offsets, part, parts),
                          .last_row = first_row_of_part(offsets, part + 1, parts),
                          .gradient = gradient.data(),
                          .accumulate = accumulate});
  });
}

}  // namespace espalier::sparse
