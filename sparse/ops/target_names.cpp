// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/target_names.h>

#include <dnnl.h>

#include <espalier/sparse/kernels/kernel_table.h>

namespace espalier::sparse {

std::string simd_target_name(const Context& context) {
  return context.variant().table().of_float.simd_target;
}

std::string bf16_simd_target_name(const Context& context) {
  return context.variant().table().of_bf16.simd_target;
}

std::string dense_library_name(const Context& context) {
  if (!context.variant().vectorised) return "plain loops";
  const dnnl_version_t* version = dnnl_version();
  return "oneDNN " + std::to_string(version->major) + "." + std::to_string(version->minor) + "." +
         std::to_string(version->patch);
}

}  // namespace espalier::sparse
