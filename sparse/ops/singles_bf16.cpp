// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/singles_bf16.h>

#include <algorithm>
#include <memory>

#include <espalier/sparse/kernels/bf16_kernels.h>
#include <espalier/sparse/ops/convert_bf16.h>
#include <espalier/sparse/ops/panel_conversion.h>
#include <espalier/sparse/ops/sddmm.h>
#include <espalier/sparse/ops/spmm.h>

namespace espalier::sparse {
namespace {

/// Tokens of a group: its floats stay in a second-level cache of 2 MiB for 768 features. Fixed,
/// since the weight gradient adds group to group.
constexpr Index kGroupTokens = 256;

Index panels_of_group(Index panel_width) { return std::max<Index>(1, kGroupTokens / panel_width); }

/// Calls body(first panel, panels) for the groups of `panels` panels in order.
template <typename Body>
void for_each_group(Index panels, Index panels_per_group, const Body& body) {
  for (Index first = 0; first < panels; first += panels_per_group)
    body(first, std::min(panels_per_group, panels - first));
}

template <typename Product>
void product_of_singles(const Product& product, const ProductPlan& plan,
                        std::span<const BFloat16> values, const ActivationsBf16& input,
                        ActivationsBf16& output, const ProductStart& start,
                        const Context& context) {
  const auto wide_values = std::make_unique_for_overwrite<float[]>(values.size());
  convert(values, std::span(wide_values.get(), values.size()), context);
  const Index width = input.panel_width();
  Activations wide_input, wide_output;
  // Panels are independent here, so that a group may be as large as suits the threads.
  const Index group = std::max<Index>(panels_of_group(width), context.threads());
  for_each_group(input.panels(), group, [&](Index first, Index panels) {
    wide_input.reshape(panels * width, input.features(), width);
    wide_output.reshape(panels * width, output.features(), width);
    widen_panels(input, first, wide_input, context);
    if (start.accumulate) widen_panels(output, first, wide_output, context);
    product(plan, {wide_values.get(), values.size()}, wide_input, wide_output, start, context);
    narrow_panels(wide_output, output, first, context);
  });
  output.clear_padding();
}

}  // namespace

bool widens_singles(const Context& context) {
  return !kernels::bf16_kernel_table(context.kernel()).singles;
}

void spmm_singles(const ProductPlan& plan, std::span<const BFloat16> values,
                  const ActivationsBf16& x, ActivationsBf16& y, const ProductStart& start,
                  const Context& context) {
  void (*const product)(const ProductPlan&, std::span<const float>, const Activations&,
                        Activations&, const ProductStart&, const Context&) = &spmm;
  product_of_singles(product, plan, values, x, y, start, context);
}

void spmm_transposed_singles(const ProductPlan& plan, std::span<const BFloat16> values,
                             const ActivationsBf16& dy, ActivationsBf16& dx,
                             const ProductStart& start, const Context& context) {
  void (*const product)(const ProductPlan&, std::span<const float>, const Activations&,
                        Activations&, const ProductStart&, const Context&) = &spmm_transposed;
  product_of_singles(product, plan, values, dy, dx, start, context);
}

void sddmm_singles(const ProductPlan& plan, const ActivationsBf16& dy, const ActivationsBf16& x,
                   std::span<float> gradient, bool accumulate, const Context& context) {
  const Index width = x.panel_width();
  Activations wide_dy, wide_x;
  for_each_group(x.panels(), panels_of_group(width), [&](Index first, Index panels) {
    wide_dy.reshape(panels * width, dy.features(), width);
    wide_x.reshape(panels * width, x.features(), width);
    widen_panels(dy, first, wide_dy, context);
    widen_panels(x, first, wide_x, context);
    sddmm(plan, wide_dy, wide_x, gradient, accumulate || first > 0, context);
  });
}

}  // namespace espalier::sparse
