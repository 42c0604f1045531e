// SPDX-License-Identifier: Apache-2.0
#include "sparse/ops/spmm.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "sparse/kernels/kernel_table.h"
#include "sparse/ops/operand_check.h"

namespace espalier::sparse {
namespace {

/// One direction of a product: its traversal of the blocks, and the values in that order.
struct Direction {
  const std::vector<ProductPass>& passes;
  std::span<const std::uint16_t> inputs;
  const float* values;
  Index block;
  bool transposed;
};

/// Part `part` of `parts` of `items`.
template <typename T>
std::span<const T> part_of(std::span<const T> items, Index part, Index parts) {
  const auto count = static_cast<Index>(items.size());
  const Index first = count * part / parts;
  return items.subspan(static_cast<std::size_t>(first),
                       static_cast<std::size_t>(count * (part + 1) / parts - first));
}

/// A product on panels. Each output row of a panel belongs to one task at a time and is one sum in
/// a fixed order, so that neither the number of threads nor the division shows in the result.
class Run {
 public:
  Run(const Direction& direction, const Activations& input, Activations& output,
      const ProductStart& start, const Context& context)
      : direction_(direction),
        input_(input),
        output_(output),
        start_(start),
        context_(context),
        table_(kernels::kernel_table(context.kernel())) {}

  void operator()() const {
    const Index panels = input_.panels(), threads = context_.threads();
    if (panels >= threads) {
      context_.parallel_for(panels, [&](Index panel) { run_panel(panel); });
    } else if (panels > 0) {
      // Too few panels: cut each pass into parts. A pass goes on from what the last one wrote,
      // under another division, so each waits for the one before.
      const Index parts = (threads + panels - 1) / panels;
      for (const ProductPass& pass : direction_.passes)
        for (std::size_t sweep = 0; sweep < pass.sweeps.size(); ++sweep)
          context_.parallel_for(panels * parts, [&](Index i) {
            const Visits visits = pass.sweeps[sweep];
            run_visits(pass, sweep, part_of(visits, i % parts, parts), i / parts, {});
          });
    }
    output_.clear_padding();
  }

 private:
  using Visits = std::span<const kernels::LineVisit>;

  /// Memory that the thread needs next.
  struct Next {
    std::span<const float> input, output;
  };

  void run_panel(Index panel) const {
    const std::size_t passes = direction_.passes.size();
    for (std::size_t p = 0; p < passes; ++p) {
      Next next;
      if (p + 1 < passes)
        next = new_to(direction_.passes[p + 1], panel);
      else if (panel + 1 < input_.panels())  // which this thread is likely to take next
        next = new_to(direction_.passes[0], panel + 1);
      run_pass(direction_.passes[p], panel, next);
    }
  }

  /// Each sweep fetches its share of what comes next.
  void run_pass(const ProductPass& pass, Index panel, const Next& next) const {
    const auto sweeps = static_cast<Index>(pass.sweeps.size());
    for (Index s = 0; s < sweeps; ++s) {
      const auto sweep = static_cast<std::size_t>(s);
      run_visits(pass, sweep, pass.sweeps[sweep], panel,
                 {part_of(next.input, s, sweeps), part_of(next.output, s, sweeps)});
    }
  }

  /// What a pass is the first to touch on a panel: inputs that passes over other outputs have not
  /// read, outputs that no pass has started.
  Next new_to(const ProductPass& pass, Index panel) const {
    const Index width = input_.panel_width();
    Next next;
    if (pass.first_output == 0)
      next.input = {input_.row(panel, pass.first_input),
                    static_cast<std::size_t>(pass.inputs * width)};
    if (pass.starts())
      next.output = {output_.row(panel, pass.first_output),
                     static_cast<std::size_t>(pass.outputs * width)};
    return next;
  }

  void run_visits(const ProductPass& pass, std::size_t sweep, Visits visits, Index panel,
                  const Next& next) const {
    const bool starts = pass.starts() && sweep == 0;
    table_.panel_product({.block = direction_.block,
                          .transposed = direction_.transposed,
                          .visits = visits.data(),
                          .visit_count = static_cast<Index>(visits.size()),
                          .inputs = direction_.inputs.data(),
                          .values = direction_.values,
                          .input = input_.row(panel, pass.first_input),
                          .output = output_.panel(panel),
                          .panel_width = input_.panel_width(),
                          .bias = !starts || start_.bias.empty() ? nullptr : start_.bias.data(),
                          .accumulate = !starts || start_.accumulate,
                          .prefetch_input = next.input.data(),
                          .prefetch_input_count = static_cast<Index>(next.input.size()),
                          .prefetch_output = next.output.data(),
                          .prefetch_output_count = static_cast<Index>(next.output.size())});
  }

  const Direction& direction_;
  const Activations& input_;
  Activations& output_;
  const ProductStart& start_;
  const Context& context_;
  kernels::KernelTable table_;
};

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

/// The values in the order of the column-wise traversal. Reading them in order is worth more to the
/// product than this copy costs: one pass over the values, not one for each panel.
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
  const BlockPattern& pattern = *plan.pattern;
  const Direction direction = {plan.forward, plan.forward_inputs, values.data(),
                               pattern.block().rows, false};
  Run(direction, x, y, start, context)();
}

void spmm_transposed(const ProductPlan& plan, std::span<const float> values, const Activations& dy,
                     Activations& dx, const ProductStart& start, const Context& context) {
  const Index in = plan.pattern == nullptr ? 0 : plan.pattern->cols();
  const Index out = plan.pattern == nullptr ? 0 : plan.pattern->rows();
  check("spmm_transposed", plan, values, {"spmm_transposed", "dy", dy, out, "dx", dx, in}, start,
        in);
  const BlockPattern& pattern = *plan.pattern;
  const std::unique_ptr<float[]> by_column = column_wise(pattern, values, context);
  const Direction direction = {plan.transposed, plan.transposed_inputs, by_column.get(),
                               pattern.block().rows, true};
  Run(direction, dy, dx, start, context)();
}

}  // namespace espalier::sparse
