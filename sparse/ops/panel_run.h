// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/panels.h>
#include <espalier/sparse/kernels/kernel_table.h>
#include <espalier/sparse/ops/plan_passes.h>
#include <espalier/sparse/ops/prepared_weights.h>
#include <espalier/sparse/ops/product_plan.h>
#include <espalier/sparse/ops/product_start.h>

namespace espalier::sparse {

// Private to the products, which have checked the operands.

/// Part `part` of `parts` of `items`.
template <typename T>
std::span<const T> part_of(std::span<const T> items, Index part, Index parts) {
  const auto count = static_cast<Index>(items.size());
  const Index first = count * part / parts;
  return items.subspan(static_cast<std::size_t>(first),
                       static_cast<std::size_t>(count * (part + 1) / parts - first));
}

/// The weights in the order of one direction, for one call: the next one takes its memory.
template <typename T, typename OrderedWeights<T>::Direction kDirection>
struct OrderedForCall : OrderedWeights<T> {
  OrderedForCall() : OrderedWeights<T>(kDirection) {}
};

/// A product in one direction, on any panel: activations of type T, weights of type Weight and
/// results of type Out. Each output row of a panel is one sum in a fixed order, so that neither the
/// number of threads nor the division into tasks shows in the result.
template <typename T, typename Weight = T, typename Out = T>
class PanelRun {
 public:
  /// Memory that a thread needs next, and fetches while it works on something else.
  struct Next {
    std::span<const T> input;
    std::span<const Out> output;
  };

  /// A panel of the input and the panel of the output that belongs to it, of equal width.
  struct Pair {
    const T* input;
    Out* output;
    Index width;
  };

  /// `values` are in the order of the direction's entries.
  PanelRun(const ProductPlan& plan, const Weight* values, bool transposed,
           const ProductStart& start, const Context& context);

  const std::vector<ProductPass>& passes() const { return passes_; }

  /// A pass over a panel, on the calling thread. Passes are run in order. Each sweep fetches its
  /// share of what comes next.
  void run_pass(const ProductPass& pass, const Pair& panel, const Next& next) const;

  /// The product on every panel, on the threads of `context`.
  void run_on_panels(const Panels<T>& input, Panels<Out>& output, const Context& context) const;

 private:
  /// Part `part` of `parts` of a sweep of a pass. A sweep goes on from what the last one wrote,
  /// under another division, so it must wait for all parts of the one before.
  void run_part(const ProductPass& pass, std::size_t sweep, Index part, Index parts,
                const Pair& panel, const Next& next) const;

  Index block_;
  bool transposed_;
  const std::vector<ProductPass>& passes_;
  const kernels::InputLine<T>* inputs_;
  const Weight* values_;
  ProductStart start_;
  void (*kernel_)(const kernels::PanelProduct<T, Weight, Out>& task) noexcept;
};

/// The product on every panel, from weights in the order of a direction. Of bfloat16 operands the
/// result may be of floats.
template <typename T, typename Out>
void run_product(const ProductPlan& plan, const OrderedWeights<T>& weights, const Panels<T>& input,
                 Panels<Out>& output, const ProductStart& start, const Context& context);

}  // namespace espalier::sparse
