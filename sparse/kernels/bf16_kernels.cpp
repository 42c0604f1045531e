// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/kernels/bf16_kernels.h>

#include <espalier/sparse/kernels/avx512_bf16.h>
#include <espalier/sparse/kernels/highway_bf16.h>

namespace espalier::sparse::kernels {

Bf16KernelTable bf16_kernel_table(std::string_view name) {
  if (name == "reference") return reference_bf16_kernels();
  if (name == "avx512_bf16") return avx512_bf16_kernels();
  const HighwayBf16Product product = highway_bf16_product();
  return {.panel_product = product.run,
          .block_gradient = highway_bf16_gradient().run,
          .wide_weights = true,
          .simd_target = product.target};
}

Bf16Conversions bf16_conversions(std::string_view name) {
  return name == "reference" ? reference_bf16_conversions() : highway_bf16_conversions();
}

}  // namespace espalier::sparse::kernels
