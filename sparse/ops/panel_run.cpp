// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/panel_run.h>

namespace espalier::sparse {
namespace {

/// What a pass is the first to touch on panel `panel`: inputs that passes over other outputs have
/// not read, outputs that no pass has started.
NextMemory new_to(const ProductPass& pass, const Panels<float>& input, const Panels<float>& output,
                  Index panel) {
  const Index width = input.panel_width();
  NextMemory next;
  if (pass.first_output == 0)
    next.input = {input.row(panel, pass.first_input),
                  static_cast<std::size_t>(pass.inputs * width)};
  if (pass.starts())
    next.output = {output.row(panel, pass.first_output),
                   static_cast<std::size_t>(pass.outputs * width)};
  return next;
}

PanelPair panel_of(const Panels<float>& input, Panels<float>& output, Index panel) {
  return {input.panel(panel), output.panel(panel), input.panel_width()};
}

}  // namespace

ProductDirection direction_of(const ProductPlan& plan, const float* values, bool transposed) {
  const PlanPasses& passes = plan.passes();
  return {transposed ? passes.transposed : passes.forward,
          transposed ? passes.transposed_inputs : passes.forward_inputs, values,
          plan.pattern()->block().rows, transposed};
}

void PanelRun::run_pass(const ProductPass& pass, const PanelPair& panel,
                        const NextMemory& next) const {
  const auto sweeps = static_cast<Index>(pass.sweeps.size());
  for (Index s = 0; s < sweeps; ++s)
    run_part(pass, static_cast<std::size_t>(s), 0, 1, panel,
             {part_of(next.input, s, sweeps), part_of(next.output, s, sweeps)});
}

void PanelRun::run_part(const ProductPass& pass, std::size_t sweep, Index part, Index parts,
                        const PanelPair& panel, const NextMemory& next) const {
  const ProductSweep& of = pass.sweeps[sweep];
  const auto visits = part_of(std::span(of.visits), part, parts);
  const bool starts = pass.starts() && sweep == 0;
  kernels_.panel_product({.block = direction_.block,
                          .transposed = direction_.transposed,
                          .visits = visits.data(),
                          .visit_count = static_cast<Index>(visits.size()),
                          .inputs = direction_.inputs.data(),
                          .values = direction_.values,
                          .input = panel.input + of.first_input * panel.width,
                          .input_rows = of.inputs,
                          .output = panel.output,
                          .panel_width = panel.width,
                          .bias = !starts || start_.bias.empty() ? nullptr : start_.bias.data(),
                          .accumulate = !starts || start_.accumulate,
                          .prefetch_input = next.input.data(),
                          .prefetch_input_count = static_cast<Index>(next.input.size()),
                          .prefetch_output = next.output.data(),
                          .prefetch_output_count = static_cast<Index>(next.output.size())});
}

void run_on_panels(const PanelRun& run, const Panels<float>& input, Panels<float>& output,
                   const Context& context) {
  const std::vector<ProductPass>& passes = run.passes();
  const Index panels = input.panels(), threads = context.threads();
  if (panels >= threads) {
    context.parallel_for(panels, [&](Index panel) {
      for (std::size_t p = 0; p < passes.size(); ++p) {
        NextMemory next;
        if (p + 1 < passes.size())
          next = new_to(passes[p + 1], input, output, panel);
        else if (panel + 1 < panels)  // which this thread is likely to take next
          next = new_to(passes[0], input, output, panel + 1);
        run.run_pass(passes[p], panel_of(input, output, panel), next);
      }
    });
  } else if (panels > 0) {
    // Too few panels: share out the lines of each sweep.
    const Index parts = (threads + panels - 1) / panels;
    for (const ProductPass& pass : passes)
      for (std::size_t sweep = 0; sweep < pass.sweeps.size(); ++sweep)
        context.parallel_for(panels * parts, [&](Index i) {
          run.run_part(pass, sweep, i % parts, parts, panel_of(input, output, i / parts), {});
        });
  }
  output.clear_padding();
}

void run_product(const ProductPlan& plan, const OrderedWeights<float>& weights,
                 const Panels<float>& input, Panels<float>& output, const ProductStart& start,
                 const Context& context) {
  run_on_panels(
      PanelRun(direction_of(plan, weights.values(), weights.transposed()), start, context), input,
      output, context);
}

}  // namespace espalier::sparse
