// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <espalier/sparse/core/context.h>

namespace espalier::sparse {

/// Name of the instruction set that the sparse products of `context` run on, as the kernels
/// themselves report it: "scalar" for the reference variant, else Highway's name for the target
/// chosen at run time, such as "AVX3" or "NEON". For manifests and benchmark contexts.
std::string simd_target_name(const Context& context);

/// As above for products of bfloat16 operands with blocks larger than 1: Highway's name, or
/// "AVX512_BF16" where they use the dot product of pairs.
std::string bf16_simd_target_name(const Context& context);

/// Name and version of the library that the dense products of `context` use, such as
/// "oneDNN 2.6.3"; "plain loops" for the reference variant. For manifests and benchmark contexts.
std::string dense_library_name(const Context& context);

}  // namespace espalier::sparse
