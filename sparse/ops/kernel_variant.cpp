// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/kernel_variant.h>

#include <dnnl.h>

#include <espalier/sparse/kernels/bf16_kernels.h>
#include <espalier/sparse/kernels/kernel_table.h>

namespace espalier::sparse {

std::string simd_target_name(const Context& context) {
  return kernels::kernel_table(context.kernel()).simd_target;
}

std::string bf16_simd_target_name(const Context& context) {
  return kernels::bf16_kernel_table(context.kernel()).simd_target;
}

std::string dense_library_name(const Context& context) {
  if (context.kernel() == "reference") return "plain loops";
  const dnnl_version_t* version = dnnl_version();
  return "oneDNN " + std::to_string(version->major) + "." + std::to_string(version->minor) + "." +
         std::to_string(version->patch);
}

}  // namespace espalier::sparse
