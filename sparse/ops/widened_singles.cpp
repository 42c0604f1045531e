// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/widened_singles.h>

#include <algorithm>

#include <espalier/sparse/core/reused.h>
#include <espalier/sparse/ops/panel_conversion.h>
#include <espalier/sparse/ops/panel_run.h>
#include <espalier/sparse/ops/sddmm.h>

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

}  // namespace

void product_of_widened(const ProductPlan& plan, const float* values, bool transposed,
                        const Panels<BFloat16>& input, Panels<BFloat16>& output,
                        const ProductStart& start, const Context& context) {
  const PanelRun<float> run(plan, values, transposed, start, context);
  const Index width = input.panel_width();
  const Reused<Panels<float>> wide_input, wide_output;
  // Panels are independent here, so that a group may be as large as suits the threads.
  const Index group = std::max<Index>(panels_of_group(width), context.threads());
  for_each_group(input.panels(), group, [&](Index first, Index panels) {
    wide_input->reshape_for_overwrite(panels * width, input.features(), width);
    wide_output->reshape_for_overwrite(panels * width, output.features(), width);
    widen_panels(input, first, *wide_input, context);
    if (start.accumulate) widen_panels(output, first, *wide_output, context);
    run.run_on_panels(*wide_input, *wide_output, context);
    narrow_panels(*wide_output, output, first, context);
  });
  output.clear_padding();
}

void product_of_widened(const ProductPlan& plan, const float* values, bool transposed,
                        const Panels<BFloat16>& input, Panels<float>& output,
                        const ProductStart& start, const Context& context) {
  const Reused<Panels<float>> wide_input;
  wide_input->reshape_for_overwrite(input.tokens(), input.features(), input.panel_width());
  widen_panels(input, 0, *wide_input, context);
  PanelRun<float>(plan, values, transposed, start, context)
      .run_on_panels(*wide_input, output, context);
}

void gradient_of_widened(const ProductPlan& plan, const Panels<BFloat16>& dy,
                         const Panels<BFloat16>& x, std::span<float> gradient, bool accumulate,
                         const Context& context) {
  const Index width = x.panel_width();
  const Reused<Panels<float>> wide_dy, wide_x;
  for_each_group(x.panels(), panels_of_group(width), [&](Index first, Index panels) {
    wide_dy->reshape_for_overwrite(panels * width, dy.features(), width);
    wide_x->reshape_for_overwrite(panels * width, x.features(), width);
    widen_panels(dy, first, *wide_dy, context);
    widen_panels(x, first, *wide_x, context);
    sddmm(plan, *wide_dy, *wide_x, gradient, accumulate || first > 0, context);
  });
}

}  // namespace espalier::sparse
