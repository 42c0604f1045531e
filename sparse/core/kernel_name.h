// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace espalier {

/// Names of the kernel variants that this build has and this processor can run, best first.
/// "highway" uses the widest SIMD target found at run time; "avx512_bf16", where the processor has
/// it, is the same but for products of bfloat16 operands, which use the dot product of pairs;
/// "reference" is plain loops with double accumulation, the definition of every product.
std::vector<std::string> kernel_names();

/// The variant to use: `requested` if not empty, else the environment variable ESPALIER_KERNEL,
/// else the best one. Throws ConfigError naming the choices if that variant does not exist.
std::string resolve_kernel_name(const std::string& requested);

}  // namespace espalier
