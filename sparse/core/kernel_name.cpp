// SPDX-License-Identifier: Apache-2.0
#include "sparse/core/kernel_name.h"

#include <algorithm>
#include <cstdlib>

#include "sparse/core/error.h"

namespace espalier {

std::vector<std::string> kernel_names() { return {"highway", "reference"}; }

std::string resolve_kernel_name(const std::string& requested) {
  const char* environment = std::getenv("ESPALIER_KERNEL");
  const bool from_environment = requested.empty() && environment != nullptr && *environment != '\0';
  const std::vector<std::string> names = kernel_names();
  if (requested.empty() && !from_environment) return names.front();
  const std::string name = from_environment ? environment : requested;
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    std::string choices;
    for (const std::string& n : names) choices += (choices.empty() ? "" : ", ") + n;
    throw ConfigError(std::string(from_environment ? "ESPALIER_KERNEL" : "kernel") + ": '" + name +
                      "' is not a kernel variant; expected one of: " + choices);
  }
  return name;
}

}  // namespace espalier
