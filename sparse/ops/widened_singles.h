// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/panels.h>
#include <espalier/sparse/ops/product_plan.h>
#include <espalier/sparse/ops/product_start.h>

namespace espalier::sparse {

// Products of bfloat16 operands with blocks of 1, of which an entry uses one feature of a pair:
// converting at each use would cost more than the product, and a dot product of pairs would
// multiply the neighbour by zero, which is not zero if the neighbour is infinite. So groups of
// panels are widened once, multiplied by the products of floats, and rounded. For kernels with
// `no_singles`. Private to the products, which have checked the operands.

/// `values` are those of OrderedWeights::wide, in the order of the direction.
void product_of_widened(const ProductPlan& plan, const float* values, bool transposed,
                        const Panels<BFloat16>& input, Panels<BFloat16>& output,
                        const ProductStart& start, const Context& context);
/// All panels at once, since nothing else limits the memory to that of a group.
void product_of_widened(const ProductPlan& plan, const float* values, bool transposed,
                        const Panels<BFloat16>& input, Panels<float>& output,
                        const ProductStart& start, const Context& context);

void gradient_of_widened(const ProductPlan& plan, const Panels<BFloat16>& dy,
                         const Panels<BFloat16>& x, std::span<float> gradient, bool accumulate,
                         const Context& context);

}  // namespace espalier::sparse
