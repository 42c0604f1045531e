// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/sddmm.h>

#include <algorithm>
#include <type_traits>

#include <espalier/sparse/core/reused.h>
#include <espalier/sparse/kernels/kernel_table.h>
#include <espalier/sparse/ops/operand_check.h>
#include <espalier/sparse/ops/plan_passes.h>
#include <espalier/sparse/ops/visit_parts.h>
#include <espalier/sparse/ops/widened_singles.h>

namespace espalier::sparse {
namespace {

/// Parts of a pass, or of all lines, where each thread gets so many: more level out unequal speeds,
/// fewer read the inputs, which each part reads in full, less often.
Index parts_for(Index per_thread, const Context& context) {
  return context.threads() == 1 ? 1 : per_thread * context.threads();
}

/// What a gradient reads: the panels themselves or, for kernels that want the features of pairs
/// singly, a copy that is made once, where each block would do it for itself.
template <typename T>
class GradientInput {
 public:
  GradientInput(const Panels<T>& x, const kernels::ProductKernels<T>& kernels,
                const Context& context)
      : values_(x.values().data()) {
    if (kernels.split_pairs == nullptr) return;
    if (split_->size() < x.values().size()) split_->resize(x.values().size());
    T* const to = split_->data();
    const Index width = x.panel_width();
    context.parallel_for(x.panels(), [&](Index p) {
      for (Index r = 0; r < x.rows(); ++r) {
        T* const first = to + p * x.panel_stride() + 2 * r * width;
        kernels.split_pairs(x.row(p, r), width, first, first + width);
      }
    });
    values_ = to;
  }
  const T* values() const { return values_; }

 private:
  Reused<AlignedVector<T>> split_;
  const T* values_;
};

/// Pass after pass. Of bfloat16 whole block rows, since the sums of blocks of 2 depend on which of
/// a visit are summed together.
template <typename T>
void run_gradient(const ProductPlan& plan, const Panels<T>& dy, const Panels<T>& x,
                  std::span<float> gradient, bool accumulate, const Context& context) {
  constexpr bool kWholeRows = !std::is_same_v<T, float>;
  const BlockPattern& pattern = *plan.pattern();
  const auto kernels = kernels::products_of<T>(context.variant());
  if constexpr (kWholeRows)
    if (pattern.block().rows == 1 && kernels.no_singles)
      return gradient_of_widened(plan, dy, x, gradient, accumulate, context);
  const std::vector<ProductPass>& passes =
      kWholeRows ? plan.passes().whole_gradient : plan.passes().gradient;
  constexpr Index kPartsPerThread = kWholeRows ? 2 : 1;  // passes that follow each other level out
  const Index parts = parts_for(kPartsPerThread, context);
  const GradientInput<T> of_dy(dy, kernels, context), of_x(x, kernels, context);
  context.parallel_for(static_cast<Index>(passes.size()) * parts, [&](Index i) {
    const ProductPass& pass = passes[static_cast<std::size_t>(i / parts)];
    const auto visits = part_of_work(pass.sweeps.front().visits, i % parts, parts);
    kernels.block_gradient({.block = pattern.block().rows,
                            .visits = visits.data(),
                            .visit_count = static_cast<Index>(visits.size()),
                            .columns = pattern.columns().data(),
                            .entries = pattern.blocks(),
                            .dy = of_dy.values(),
                            .x = of_x.values(),
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

}  // namespace

template <typename T>
void sddmm(const ProductPlan& plan, const Panels<T>& dy, const Panels<T>& x,
           std::span<float> gradient, bool accumulate, const Context& context) {
  const BlockPattern& pattern = checked_pattern("sddmm", plan);
  PanelOperands{"sddmm", "dy", dy.shape(), pattern.rows(), "x", x.shape(), pattern.cols()}.check();
  expect_equal("sddmm", "number of gradient values", static_cast<Index>(gradient.size()),
               pattern.values());
  expect_apart("sddmm", {"the gradient", gradient}, {{"dy", dy}, {"x", x}});
  if (dy.panels() > 0) return run_gradient(plan, dy, x, gradient, accumulate, context);
  if (!accumulate) std::fill(gradient.begin(), gradient.end(), 0.0f);
}

template void sddmm(const ProductPlan&, const Panels<float>&, const Panels<float>&,
                    std::span<float>, bool, const Context&);
template void sddmm(const ProductPlan&, const Panels<BFloat16>&, const Panels<BFloat16>&,
                    std::span<float>, bool, const Context&);

}  // namespace espalier::sparse
