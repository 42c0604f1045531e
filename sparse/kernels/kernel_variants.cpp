// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/kernel_variant.h>

#include <vector>

#include <espalier/sparse/kernels/avx512_bf16.h>
#include <espalier/sparse/kernels/highway.h>
#include <espalier/sparse/kernels/kernel_table.h>
#include <espalier/sparse/kernels/simd_target_choice.h>

namespace espalier {
namespace {

namespace kernels = sparse::kernels;

bool anywhere() noexcept { return true; }

bool has_avx512_bf16() noexcept {
#if defined(__x86_64__)
  // No SIMD target below the best one includes them.
  return kernels::simd_target_choice().forced.empty() && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
         __builtin_cpu_supports("avx512bf16") != 0;
#else
  return false;
#endif
}

/// Whether a dot product of bfloat16 pairs does twice the work of a float multiply-add in the same
/// time. On AMD it does (Zen 5: 2.0 of vdpbf16ps and 2.0 of vfmadd231ps in a cycle, measured). On
/// Intel it takes four times as long (Emerald Rapids: 94 GFLOP/s against 186, measured), so that
/// conversion to float is faster. Decided by the vendor and not by a stopwatch: two runs on one
/// machine shall use the same kernels.
bool bf16_dot_is_fast() {
#if defined(__x86_64__)
  return __builtin_cpu_is("amd") != 0;
#else
  return false;
#endif
}

kernels::KernelTable reference_table() noexcept {
  return {kernels::reference_products<float>(),  kernels::reference_products<BFloat16>(),
          kernels::reference_bf16_conversions(), kernels::reference_transpositions(),
          kernels::reference_fp16_rounding(),    kernels::reference_narrow()};
}

template <typename T>
kernels::ProductKernels<T> highway_products() {
  kernels::ProductKernels<T> products = kernels::highway_panel_products<T>();
  products.block_gradient = kernels::highway_block_gradient<T>();
  return products;
}

/// For the widest instruction set that Highway finds.
kernels::KernelTable highway_table() noexcept {
  return {highway_products<float>(),           highway_products<BFloat16>(),
          kernels::highway_bf16_conversions(), kernels::highway_transpositions(),
          kernels::highway_fp16_rounding(),    kernels::highway_narrow()};
}

kernels::KernelTable avx512_bf16_table() noexcept {
  kernels::KernelTable table = highway_table();
  table.of_bf16 = kernels::avx512_bf16_products();
  return table;
}

constexpr KernelVariant kReference = {
    "reference", "plain loops, sums in double: the definition of everything that is computed",
    &anywhere, false, &reference_table};

constexpr KernelVariant kHighway = {"highway",
                                    "the widest SIMD instruction set that is found at run time",
                                    &anywhere, true, &highway_table};

constexpr KernelVariant kAvx512Bf16 = {
    "avx512_bf16",      "as highway, but bfloat16 operands meet in the dot product of pairs",
    &has_avx512_bf16,   true,
    &avx512_bf16_table, &kHighway};

}  // namespace

std::span<const KernelVariant* const> kernel_variants() {
  static const std::vector<const KernelVariant*> variants = [] {
    kernels::simd_target_choice();  // before anything asks Highway or oneDNN
    std::vector<const KernelVariant*> found;
    const auto add = [&](const KernelVariant& variant) {
      if (variant.supported()) found.push_back(&variant);
    };
    if (bf16_dot_is_fast()) add(kAvx512Bf16);
    add(kHighway);
    if (!bf16_dot_is_fast()) add(kAvx512Bf16);
    add(kReference);
    return found;
  }();
  return variants;
}

}  // namespace espalier
