// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/panels.h>
#include <espalier/sparse/kernels/kernel_table.h>
#include <espalier/sparse/ops/plan_passes.h>
#include <espalier/sparse/ops/prepared_weights.h>
#include <espalier/sparse/ops/product_plan.h>
#include <espalier/sparse/ops/product_start.h>

namespace espalier::sparse {

// Private to the products.

/// One direction of a product: its passes over the blocks, and the values in the order of their
/// entries.
struct ProductDirection {
  const std::vector<ProductPass>& passes;
  std::span<const std::uint16_t> inputs;
  const float* values;
  Index block;
  bool transposed;
};

/// `values` are in pattern order, or in that of the column-wise traversal if `transposed`.
ProductDirection direction_of(const ProductPlan& plan, const float* values, bool transposed);

/// Memory that a thread needs next, and fetches while it works on something else.
struct NextMemory {
  std::span<const float> input, output;
};

/// A panel of the input and the panel of the output that belongs to it, of equal width.
struct PanelPair {
  const float* input;
  float* output;
  Index width;
};

/// Part `part` of `parts` of `items`.
template <typename T>
std::span<const T> part_of(std::span<const T> items, Index part, Index parts) {
  const auto count = static_cast<Index>(items.size());
  const Index first = count * part / parts;
  return items.subspan(static_cast<std::size_t>(first),
                       static_cast<std::size_t>(count * (part + 1) / parts - first));
}

/// A product in one direction, on any panel. Each output row of a panel is one sum in a fixed
/// order, so that neither the number of threads nor the division into tasks shows in the result.
/// Runs on the calling thread.
class PanelRun {
 public:
  PanelRun(const ProductDirection& direction, const ProductStart& start, const Context& context)
      : direction_(direction), start_(start), kernels_(context.variant().table().of_float) {}

  const std::vector<ProductPass>& passes() const { return direction_.passes; }

  /// A pass over a panel. Passes are run in order. Each sweep fetches its share of what comes next.
  void run_pass(const ProductPass& pass, const PanelPair& panel, const NextMemory& next) const;

  /// Part `part` of `parts` of a sweep of a pass. A sweep goes on from what the last one wrote,
  /// under another division, so it must wait for all parts of the one before.
  void run_part(const ProductPass& pass, std::size_t sweep, Index part, Index parts,
                const PanelPair& panel, const NextMemory& next) const;

 private:
  ProductDirection direction_;
  ProductStart start_;
  kernels::ProductKernels<float> kernels_;
};

/// The product on every panel, on the threads of `context`.
void run_on_panels(const PanelRun& run, const Panels<float>& input, Panels<float>& output,
                   const Context& context);

/// The same from weights in the order of a direction.
void run_product(const ProductPlan& plan, const OrderedWeights<float>& weights,
                 const Panels<float>& input, Panels<float>& output, const ProductStart& start,
                 const Context& context);

}  // namespace espalier::sparse
