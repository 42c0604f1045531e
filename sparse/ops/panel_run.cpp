// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/panel_run.h>

#include <type_traits>

#include <espalier/sparse/ops/widened_singles.h>

namespace espalier::sparse {
namespace {

template <typename Weight, typename Out, typename T>
auto kernel_of(const kernels::ProductKernels<T>& kernels) {
  const auto& of_weight = [&]() -> const kernels::PanelKernels<T, Weight>& {
    if constexpr (std::is_same_v<Weight, T>)
      return kernels.panel_product;
    else
      return kernels.panel_product_of_wide;
  }();
  if constexpr (std::is_same_v<Out, T>)
    return of_weight.run;
  else
    return of_weight.run_to_float;
}

template <typename T>
const kernels::InputLine<T>* inputs_of(const ProductPlan& plan, bool transposed) {
  if constexpr (std::is_same_v<T, float>) {
    return (transposed ? plan.passes().transposed_inputs : plan.passes().forward_inputs).data();
  } else {
    const BlockPattern& pattern = *plan.pattern();
    return (transposed ? pattern.column_rows() : pattern.columns()).data();
  }
}

/// A sum of floats may rest in the output between visits of its line. Others are rounded there, so
/// that each line has one visit.
template <typename T>
const std::vector<ProductPass>& passes_of(const PlanPasses& passes, bool transposed) {
  if constexpr (std::is_same_v<T, float>)
    return transposed ? passes.transposed : passes.forward;
  else
    return transposed ? passes.whole_transposed : passes.whole_forward;
}

/// What a pass is the first to touch on panel `panel`: inputs that passes over other outputs have
/// not read, outputs that no pass has started.
template <typename Next, typename T, typename Out>
Next new_to(const ProductPass& pass, const Panels<T>& input, const Panels<Out>& output,
            Index panel) {
  const Index width = input.panel_width();
  Next next;
  if (pass.first_output == 0)
    next.input = {input.panel(panel) + pass.first_input * width,
                  static_cast<std::size_t>(pass.inputs * width)};
  if (pass.starts())
    next.output = {output.panel(panel) + pass.first_output * width,
                   static_cast<std::size_t>(pass.outputs * width)};
  return next;
}

}  // namespace

template <typename T, typename Weight, typename Out>
PanelRun<T, Weight, Out>::PanelRun(const ProductPlan& plan, const Weight* values, bool transposed,
                                   const ProductStart& start, const Context& context)
    : block_(plan.pattern()->block().rows),
      transposed_(transposed),
      passes_(passes_of<T>(plan.passes(), transposed)),
      inputs_(inputs_of<T>(plan, transposed)),
      values_(values),
      start_(start),
      kernel_(kernel_of<Weight, Out>(kernels::products_of<T>(context.variant()))) {}

template <typename T, typename Weight, typename Out>
void PanelRun<T, Weight, Out>::run_pass(const ProductPass& pass, const Pair& panel,
                                        const Next& next) const {
  const auto sweeps = static_cast<Index>(pass.sweeps.size());
  for (Index s = 0; s < sweeps; ++s)
    run_part(pass, static_cast<std::size_t>(s), 0, 1, panel,
             {part_of(next.input, s, sweeps), part_of(next.output, s, sweeps)});
}

template <typename T, typename Weight, typename Out>
void PanelRun<T, Weight, Out>::run_part(const ProductPass& pass, std::size_t sweep, Index part,
                                        Index parts, const Pair& panel, const Next& next) const {
  const ProductSweep& of = pass.sweeps[sweep];
  const auto visits = part_of(std::span(of.visits), part, parts);
  const bool starts = pass.starts() && sweep == 0;
  kernel_({.block = block_,
           .transposed = transposed_,
           .visits = visits.data(),
           .visit_count = static_cast<Index>(visits.size()),
           .inputs = inputs_,
           .values = values_,
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

template <typename T, typename Weight, typename Out>
void PanelRun<T, Weight, Out>::run_on_panels(const Panels<T>& input, Panels<Out>& output,
                                             const Context& context) const {
  const Index panels = input.panels(), threads = context.threads();
  const auto panel_of = [&](Index p) {
    return Pair{input.panel(p), output.panel(p), input.panel_width()};
  };
  if (panels >= threads) {
    context.parallel_for(panels, [&](Index panel) {
      for (std::size_t p = 0; p < passes_.size(); ++p) {
        Next next;
        if (p + 1 < passes_.size())
          next = new_to<Next>(passes_[p + 1], input, output, panel);
        else if (panel + 1 < panels)  // which this thread is likely to take next
          next = new_to<Next>(passes_[0], input, output, panel + 1);
        run_pass(passes_[p], panel_of(panel), next);
      }
    });
  } else if (panels > 0) {
    // Too few panels: share out the lines of each sweep.
    const Index parts = (threads + panels - 1) / panels;
    for (const ProductPass& pass : passes_)
      for (std::size_t sweep = 0; sweep < pass.sweeps.size(); ++sweep)
        context.parallel_for(panels * parts, [&](Index i) {
          run_part(pass, sweep, i % parts, parts, panel_of(i / parts), {});
        });
  }
  output.clear_padding();
}

template <typename T, typename Out>
void run_product(const ProductPlan& plan, const OrderedWeights<T>& weights, const Panels<T>& input,
                 Panels<Out>& output, const ProductStart& start, const Context& context) {
  if (weights.values() != nullptr)
    return PanelRun<T, T, Out>(plan, weights.values(), weights.transposed(), start, context)
        .run_on_panels(input, output, context);
  if constexpr (!std::is_same_v<T, float>) {
    if (plan.pattern()->block().rows == 1)
      return product_of_widened(plan, weights.wide(), weights.transposed(), input, output, start,
                                context);
    PanelRun<T, float, Out>(plan, weights.wide(), weights.transposed(), start, context)
        .run_on_panels(input, output, context);
  }
}

template class PanelRun<float>;

template void run_product(const ProductPlan&, const OrderedWeights<float>&, const Panels<float>&,
                          Panels<float>&, const ProductStart&, const Context&);
template void run_product(const ProductPlan&, const OrderedWeights<BFloat16>&,
                          const Panels<BFloat16>&, Panels<BFloat16>&, const ProductStart&,
                          const Context&);
template void run_product(const ProductPlan&, const OrderedWeights<BFloat16>&,
                          const Panels<BFloat16>&, Panels<float>&, const ProductStart&,
                          const Context&);

}  // namespace espalier::sparse
