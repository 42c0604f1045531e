// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/panels.h>
#include <espalier/sparse/ops/prepared_weights.h>
#include <espalier/sparse/ops/product_plan.h>
#include <espalier/sparse/ops/product_start.h>

namespace espalier::sparse {

// Private to the products, which have checked the operands.

/// A product of bfloat16 operands on every panel, on the threads of `context`: each output line in
/// one visit. Each output is one sum in a fixed order, so that neither the number of threads nor
/// the division into tasks shows in the result. `Out` is BFloat16 or float.
template <typename Out>
void run_product(const ProductPlan& plan, const OrderedWeights<BFloat16>& weights,
                 const Panels<BFloat16>& input, Panels<Out>& output, const ProductStart& start,
                 const Context& context);

}  // namespace espalier::sparse
