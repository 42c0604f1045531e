// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations_bf16.h>
#include <espalier/sparse/ops/product_plan.h>
#include <espalier/sparse/ops/product_start.h>

namespace espalier::sparse {

/// Products of bfloat16 operands with blocks of 1, of which an entry uses one feature of a pair:
/// converting at each use would cost more than the product, and a dot product of pairs would
/// multiply the neighbour by zero, which is not zero if the neighbour is infinite. So groups of
/// panels are widened once, multiplied by the products of floats, and rounded. Private to the
/// products, which have checked the operands.

/// Whether the kernels of `context` leave blocks of 1 to these functions.
bool widens_singles(const Context& context);

void spmm_singles(const ProductPlan& plan, std::span<const BFloat16> values,
                  const ActivationsBf16& x, ActivationsBf16& y, const ProductStart& start,
                  const Context& context);
void spmm_transposed_singles(const ProductPlan& plan, std::span<const BFloat16> values,
                             const ActivationsBf16& dy, ActivationsBf16& dx,
                             const ProductStart& start, const Context& context);
void sddmm_singles(const ProductPlan& plan, const ActivationsBf16& dy, const ActivationsBf16& x,
                   std::span<float> gradient, bool accumulate, const Context& context);

}  // namespace espalier::sparse
