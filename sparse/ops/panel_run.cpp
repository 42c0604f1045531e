// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/panel_run.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace espalier::sparse {
namespace {

/// Copies blocks [first, last) of the column-wise traversal. kSize: values in a block, or 0 if they
/// are many; a copy of known size is a few instructions.
template <std::size_t kSize>
void copy_blocks(std::span<const Index> blocks, Index first, Index last, std::size_t size,
                 const float* values, float* out) {
  if (kSize > 0) size = kSize;
  for (Index e = first; e < last; ++e)
    std::memcpy(out + static_cast<std::size_t>(e) * size,
                values + static_cast<std::size_t>(blocks[e]) * size, size * sizeof(float));
}

/// Of a pattern without blocks: kernels add the place within a block to the address of the values,
/// which must be that of an array, before they see that there are none.
constexpr std::array<float, 16 * 16> kNoValues = {};

/// What a pass is the first to touch on panel `panel`: inputs that passes over other outputs have
/// not read, outputs that no pass has started.
NextMemory new_to(const ProductPass& pass, const Activations& input, const Activations& output,
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

PanelPair panel_of(const Activations& input, Activations& output, Index panel) {
  return {input.panel(panel), output.panel(panel), input.panel_width()};
}

}  // namespace

ProductDirection forward_direction(const ProductPlan& plan, std::span<const float> values) {
  return {plan.passes().forward, plan.passes().forward_inputs,
          values.empty() ? kNoValues.data() : values.data(), plan.pattern()->block().rows, false};
}

ProductDirection transposed_direction(const ProductPlan& plan, const float* by_column) {
  return {plan.passes().transposed, plan.passes().transposed_inputs,
          plan.pattern()->blocks() == 0 ? kNoValues.data() : by_column,
          plan.pattern()->block().rows, true};
}

std::unique_ptr<float[]> column_wise(const BlockPattern& pattern, std::span<const float> values,
                                     const Context& context) {
  const auto size = static_cast<std::size_t>(pattern.block().size());
  auto out = std::make_unique_for_overwrite<float[]>(values.size());
  const auto copy = size == 1 ? &copy_blocks<1> : size == 4 ? &copy_blocks<4> : &copy_blocks<0>;
  constexpr Index kBlocksPerTask = 4096;
  const Index count = pattern.blocks();
  context.parallel_for((count + kBlocksPerTask - 1) / kBlocksPerTask, [&](Index task) {
    copy(pattern.column_blocks(), task * kBlocksPerTask,
         std::min(count, (task + 1) * kBlocksPerTask), size, values.data(), out.get());
  });
  return out;
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
  const auto visits = part_of(std::span(pass.sweeps[sweep]), part, parts);
  const bool starts = pass.starts() && sweep == 0;
  table_.panel_product({.block = direction_.block,
                        .transposed = direction_.transposed,
                        .visits = visits.data(),
                        .visit_count = static_cast<Index>(visits.size()),
                        .inputs = direction_.inputs.data(),
                        .values = direction_.values,
                        .input = panel.input + pass.first_input * panel.width,
                        .output = panel.output,
                        .panel_width = panel.width,
                        .bias = !starts || start_.bias.empty() ? nullptr : start_.bias.data(),
                        .accumulate = !starts || start_.accumulate,
                        .prefetch_input = next.input.data(),
                        .prefetch_input_count = static_cast<Index>(next.input.size()),
                        .prefetch_output = next.output.data(),
                        .prefetch_output_count = static_cast<Index>(next.output.size())});
}

void run_product(const PanelRun& run, const Activations& input, Activations& output,
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

}  // namespace espalier::sparse
