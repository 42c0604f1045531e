// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/sddmm.h>

#include <algorithm>

#include <espalier/sparse/kernels/kernel_table.h>
#include <espalier/sparse/ops/operand_check.h>
#include <espalier/sparse/ops/plan_passes.h>

namespace espalier::sparse {
namespace {

using Visits = std::span<const kernels::LineVisit>;

/// Parts of a pass for each thread: enough to level out unequal speeds, few enough that the inputs,
/// which each part reads in full, are not read too often.
constexpr Index kPartsPerThread = 1;

/// Part `part` of `parts` of the visits of a pass, with about equal numbers of blocks.
Visits part_of(Visits all, Index part, Index parts) {
  Index blocks = 0;
  for (const kernels::LineVisit& visit : all) blocks += visit.count;
  std::size_t begin = 0, end = 0;
  Index before = 0;
  for (; end < all.size() && before < blocks * (part + 1) / parts; ++end) {
    if (before < blocks * part / parts) begin = end + 1;
    before += all[end].count;
  }
  begin = std::min(begin, end);
  return all.subspan(begin, end - begin);
}

}  // namespace

void sddmm(const ProductPlan& plan, const Activations& dy, const Activations& x,
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
  const kernels::KernelTable table = kernels::kernel_table(context.kernel());
  const Index parts = context.threads() == 1 ? 1 : kPartsPerThread * context.threads();
  const auto passes = static_cast<Index>(plan.passes().gradient.size());
  context.parallel_for(passes * parts, [&](Index i) {
    const ProductPass& pass = plan.passes().gradient[static_cast<std::size_t>(i / parts)];
    const Visits visits = part_of(pass.sweeps.front(), i % parts, parts);
    table.block_gradient({.block = pattern.block().rows,
                          .visits = visits.data(),
                          .visit_count = static_cast<Index>(visits.size()),
                          .columns = pattern.columns().data(),
                          .entries = pattern.blocks(),
                          .dy = dy.panel(0),
                          .x = x.panel(0),
                          .dy_panel_stride = dy.panel_stride(),
                          .x_panel_stride = x.panel_stride(),
                          .panels = dy.panels(),
                          .panel_width = dy.panel_width(),
                          .first_input = pass.first_input,
                          .inputs = pass.inputs,
                          .gradient = gradient.data(),
                          .accumulate = accumulate});
  });
}

}  // namespace espalier::sparse
