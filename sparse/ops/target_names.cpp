// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/target_names.h>

#include <dnnl.h>

#include <cstdlib>

#include <espalier/sparse/kernels/kernel_table.h>
#include <espalier/sparse/kernels/simd_target_choice.h>
#include <espalier/sparse/ops/onednn_isa.h>

namespace espalier::sparse {

std::string simd_target_name(const Context& context) {
  return context.variant().table().of_float.simd_target;
}

std::string bf16_simd_target_name(const Context& context) {
  return context.variant().table().of_bf16.simd_target;
}

std::vector<std::string> simd_targets() { return kernels::simd_target_choice().available; }

std::vector<std::string> usable_simd_targets() { return kernels::usable_simd_targets(); }

void use_simd_target(const std::string& name) { kernels::use_simd_target(name); }

std::string forced_simd_target() { return kernels::simd_target_choice().forced; }

std::string dense_library_name(const Context& context) {
  if (!context.variant().vectorised) return "plain loops";
  const dnnl_version_t* version = dnnl_version();
  const std::string name = "oneDNN " + std::to_string(version->major) + "." +
                           std::to_string(version->minor) + "." + std::to_string(version->patch);
  return dense_target_limit().empty() ? name : name + " (" + onednn_isa_name() + ")";
}

std::string dense_target_name(const Context& context) {
  return context.variant().vectorised ? onednn_isa_name() : "scalar";
}

std::string dense_target_limit() {
  // The order in which oneDNN asks; the first that is set counts.
  if (std::getenv("ONEDNN_MAX_CPU_ISA") != nullptr) return "ONEDNN_MAX_CPU_ISA";
  if (std::getenv("DNNL_MAX_CPU_ISA") != nullptr) return "DNNL_MAX_CPU_ISA";
  return forced_simd_target().empty() ? "" : "ESPALIER_SIMD_TARGET";
}

bool dense_multiplies_bf16(const Context& context) {
  return context.variant().vectorised && onednn_has_bf16();
}

bool sparse_multiplies_bf16(const Context& context) {
  return context.variant().vectorised &&
         context.variant().table().of_bf16.panel_product.run != nullptr;
}

}  // namespace espalier::sparse
