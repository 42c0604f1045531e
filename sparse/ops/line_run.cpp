// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/line_run.h>

#include <algorithm>
#include <span>
#include <type_traits>

#include <espalier/sparse/kernels/kernel_table.h>
#include <espalier/sparse/ops/plan_passes.h>
#include <espalier/sparse/ops/widened_singles.h>

namespace espalier::sparse {
namespace {

/// A product in one direction, on any panel.
template <typename Out>
class LineRun {
 public:
  LineRun(const ProductPlan& plan, const OrderedWeights<BFloat16>& weights,
          const kernels::ProductKernels<BFloat16>& kernels, const Panels<BFloat16>& input,
          Panels<Out>& output, const ProductStart& start)
      : plan_(plan),
        weights_(weights),
        kernels_(kernels),
        input_(input),
        output_(output),
        start_(start),
        lines_(weights.transposed() ? plan.passes().transposed_lines
                                    : plan.passes().forward_lines) {}

  void operator()(const Context& context) const {
    const Index panels = input_.panels();
    // Where there are fewer panels than threads, output lines are shared out too.
    const Index parts =
        std::max<Index>(1, panels == 0 ? 0 : (context.threads() + panels - 1) / panels);
    const auto count = static_cast<Index>(lines_.size());
    context.parallel_for(panels * parts, [&](Index task) {
      const Index part = task % parts;
      const auto first = static_cast<std::size_t>(count * part / parts);
      const auto last = static_cast<std::size_t>(count * (part + 1) / parts);
      run_lines(task / parts, lines_.subspan(first, last - first), parts == 1);
    });
    output_.clear_padding();
  }

 private:
  void run_lines(Index panel, std::span<const BlockIndex> lines, bool whole_panel) const {
    const BlockPattern& pattern = *plan_.pattern();
    const bool transposed = weights_.transposed();
    // The panel that this thread is likely to take next.
    const bool prefetch = whole_panel && panel + 1 < input_.panels();
    BFloat16* output = nullptr;
    float* wide_output = nullptr;
    if constexpr (std::is_same_v<Out, float>)
      wide_output = output_.panel(panel);
    else
      output = output_.panel(panel);
    kernels_.panel_product(
        {.block = pattern.block().rows,
         .transposed = transposed,
         .lines = lines.data(),
         .line_count = static_cast<Index>(lines.size()),
         .output_features = output_.features(),
         .offsets = (transposed ? pattern.column_offsets() : pattern.row_offsets()).data(),
         .inputs = (transposed ? pattern.column_rows() : pattern.columns()).data(),
         .wide_values = weights_.wide(),
         .values = weights_.values(),
         .input = input_.panel(panel),
         .output = output,
         .wide_output = wide_output,
         .panel_width = input_.panel_width(),
         .bias = start_.bias.empty() ? nullptr : start_.bias.data(),
         .accumulate = start_.accumulate,
         .prefetch = prefetch ? input_.panel(panel + 1) : nullptr,
         .prefetch_count = prefetch ? input_.panel_stride() : 0});
  }

  const ProductPlan& plan_;
  const OrderedWeights<BFloat16>& weights_;
  const kernels::ProductKernels<BFloat16>& kernels_;
  const Panels<BFloat16>& input_;
  Panels<Out>& output_;
  const ProductStart& start_;
  std::span<const BlockIndex> lines_;
};

}  // namespace

template <typename Out>
void run_product(const ProductPlan& plan, const OrderedWeights<BFloat16>& weights,
                 const Panels<BFloat16>& input, Panels<Out>& output, const ProductStart& start,
                 const Context& context) {
  const kernels::KernelTable table = context.variant().table();
  if (plan.pattern()->block().rows == 1 && !table.of_bf16.singles)
    return product_of_widened(plan, weights.wide(), weights.transposed(), input, output, start,
                              context);
  LineRun<Out>(plan, weights, table.of_bf16, input, output, start)(context);
}

template void run_product(const ProductPlan&, const OrderedWeights<BFloat16>&,
                          const Panels<BFloat16>&, Panels<BFloat16>&, const ProductStart&,
                          const Context&);
template void run_product(const ProductPlan&, const OrderedWeights<BFloat16>&,
                          const Panels<BFloat16>&, Panels<float>&, const ProductStart&,
                          const Context&);

}  // namespace espalier::sparse
