// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/kernels/simd_target_choice.h>

#include <espalier/sparse/core/simd_targets.h>

#include <dnnl.h>
#include <hwy/targets.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include <espalier/sparse/core/error.h>

namespace espalier::sparse::kernels {
namespace {

std::string in_one_line(const std::vector<std::string>& names) {
  std::string line;
  for (const std::string& name : names) line += (line.empty() ? "" : ", ") + name;
  return line;
}

#if defined(__x86_64__)
/// What oneDNN may use beside a SIMD target. It has nothing below SSE4.1.
dnnl_cpu_isa_t isa_beside(std::int64_t target) {
  switch (target) {
    case HWY_AVX3_DL:
      return dnnl_cpu_isa_avx512_core_vnni;
    case HWY_AVX3:
      return dnnl_cpu_isa_avx512_core;
    case HWY_AVX2:
      return dnnl_cpu_isa_avx2;
    default:
      return dnnl_cpu_isa_sse41;
  }
}

/// oneDNN takes a limit once, before it is used.
void limit_onednn(std::int64_t target) {
  if (std::getenv("ONEDNN_MAX_CPU_ISA") != nullptr || std::getenv("DNNL_MAX_CPU_ISA") != nullptr)
    return;
  if (dnnl_set_max_cpu_isa(isa_beside(target)) == dnnl_success) return;
  throw ConfigError(std::string("ESPALIER_SIMD_TARGET: '") + hwy::TargetName(target) +
                    "' cannot limit oneDNN, which something else has used before; set "
                    "ONEDNN_MAX_CPU_ISA beside it");
}
#else
// Its other builds know no limits.
void limit_onednn(std::int64_t) {}
#endif

SimdTargetChoice choose() {
  SimdTargetChoice choice;
  const std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
  for (const std::int64_t target : targets) choice.available.emplace_back(hwy::TargetName(target));
  const char* const named = std::getenv("ESPALIER_SIMD_TARGET");
  if (named == nullptr || *named == '\0' || named == choice.available.front()) return choice;
  for (const std::int64_t target : targets) {
    if (std::string(named) != hwy::TargetName(target)) continue;
    limit_onednn(target);
    hwy::DisableTargets(target - 1);  // the better ones have the lower bits
    choice.forced = named;
    return choice;
  }
  throw ConfigError(
      std::string("ESPALIER_SIMD_TARGET: '") + named +
      "' is not a SIMD target of this machine; expected one of: " + in_one_line(choice.available));
}

}  // namespace

const SimdTargetChoice& simd_target_choice() {
  static const SimdTargetChoice choice = choose();
  return choice;
}

std::vector<std::string> usable_simd_targets() {
  std::vector<std::string> names;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets())
    names.emplace_back(hwy::TargetName(target));
  const char* const named = std::getenv("ESPALIER_SIMD_TARGET");
  const auto first = std::find(names.begin(), names.end(), named == nullptr ? "" : named);
  if (first != names.end()) names.erase(names.begin(), first);
  return names;
}

void use_simd_target(const std::string& name) { ::setenv("ESPALIER_SIMD_TARGET", name.c_str(), 1); }

}  // namespace espalier::sparse::kernels
