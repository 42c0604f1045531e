// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <espalier/sparse/core/context.h>

namespace espalier::sparse {

/// Name of the instruction set that the sparse products of `context` run on, as the kernels
/// themselves report it: "scalar" for the reference variant, else Highway's name for the target
/// chosen at run time, such as "AVX3" or "NEON". For manifests and benchmark contexts.
std::string simd_target_name(const Context& context);

/// As above for products of bfloat16 operands with blocks larger than 1: Highway's name, or
/// "AVX512_BF16" where they use the dot product of pairs.
std::string bf16_simd_target_name(const Context& context);

/// Names of the SIMD targets that this build has and this processor runs, best first. The
/// environment variable ESPALIER_SIMD_TARGET chooses among them. Throws ConfigError if it cannot.
std::vector<std::string> simd_targets();

/// Those of them that are left to choose from, best first, before anything has asked for kernels;
/// and the choice of one, as if ESPALIER_SIMD_TARGET named it. For processes on several machines,
/// which must compute alike.
std::vector<std::string> usable_simd_targets();
void use_simd_target(const std::string& name);

/// The target that ESPALIER_SIMD_TARGET forces, if that is not the best; else empty.
std::string forced_simd_target();

/// Name and version of the library that the dense products of `context` use, such as
/// "oneDNN 2.6.3", with its instruction set where an environment variable limits that, as in
/// "oneDNN 2.6.3 (AVX2)"; "plain loops" for the reference variant. For manifests and benchmark
/// contexts.
std::string dense_library_name(const Context& context);

/// Name of the instruction set that the dense products of `context` run on, as oneDNN's
/// ONEDNN_MAX_CPU_ISA spells it; "scalar" for the reference variant, empty where oneDNN has none.
std::string dense_target_name(const Context& context);

/// The environment variable that limits oneDNN's instruction set; empty if none does.
std::string dense_target_limit();

/// Whether the dense products of `context` multiply bfloat16 by instructions made for it, and
/// whether the sparse ones do. If not, operands are widened to float, which saves no time.
bool dense_multiplies_bf16(const Context& context);
bool sparse_multiplies_bf16(const Context& context);

}  // namespace espalier::sparse
// Tested by tests/sparse/kernels/kernel_variant_test.cpp
