// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/kernel_name.h>

#include <algorithm>
#include <cstdlib>

#include <espalier/sparse/core/error.h>

namespace espalier {

namespace {

bool has_avx512_bf16() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
         __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512bf16") != 0;
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

}  // namespace

std::vector<std::string> kernel_names() {
  if (!has_avx512_bf16()) return {"highway", "reference"};
  if (bf16_dot_is_fast()) return {"avx512_bf16", "highway", "reference"};
  return {"highway", "avx512_bf16", "reference"};
}

std::string resolve_kernel_name(const std::string& requested) {
  const char* environment = std::getenv("ESPALIER_KERNEL");
  const bool from_environment = requested.empty() && environment != nullptr && *environment != '\0';
  const std::vector<std::string> names = kernel_names();
  if (requested.empty() && !from_environment) return names.front();
  std::string name = from_environment ? environment : requested;
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    std::string choices;
    for (const std::string& n : names) choices += (choices.empty() ? "" : ", ") + n;
    throw ConfigError(std::string(from_environment ? "ESPALIER_KERNEL" : "kernel") + ": '" + name +
                      "' is not a kernel variant; expected one of: " + choices);
  }
  return name;
}

}  // namespace espalier
