// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/kernels/product_kernels.h>

namespace espalier::sparse::kernels {

/// Products by the dot product of bfloat16 pairs, vdpbf16ps. Blocks of 2 and above. Only where
/// the variant is supported: the processor has the instructions and the build the unit.
///
/// The instruction adds the two products of a pair to a float in two fused steps, rounds to nearest
/// and treats subnormal inputs and results as zero whatever the mode of the thread, so that results
/// may differ from those of the conversion in the last bits.
ProductKernels<BFloat16> avx512_bf16_products();

}  // namespace espalier::sparse::kernels
