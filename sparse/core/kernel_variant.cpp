// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/kernel_variant.h>

#include <cstdlib>

#include <espalier/sparse/core/error.h>

namespace espalier {

std::vector<std::string> kernel_names() {
  std::vector<std::string> names;
  for (const KernelVariant* variant : kernel_variants()) names.emplace_back(variant->name);
  return names;
}

const KernelVariant& resolve_kernel(const std::string& requested) {
  const char* environment = std::getenv("ESPALIER_KERNEL");
  const bool from_environment = requested.empty() && environment != nullptr && *environment != '\0';
  if (requested.empty() && !from_environment) return *kernel_variants().front();
  const std::string name = from_environment ? environment : requested;
  std::string choices;
  for (const KernelVariant* variant : kernel_variants()) {
    if (variant->name == name) return *variant;
    choices += (choices.empty() ? "" : ", ") + std::string(variant->name);
  }
  throw ConfigError(std::string(from_environment ? "ESPALIER_KERNEL" : "kernel") + ": '" + name +
                    "' is not a kernel variant; expected one of: " + choices);
}

}  // namespace espalier
