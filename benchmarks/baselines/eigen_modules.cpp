// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include <string>

#include <espalier/benchmarks/baselines/eigen_module.h>

namespace espalier::benchmarks {
namespace {

/// Of the modules the one for this processor, by the levels of the x86-64 ABI, or for the SIMD
/// target that is forced.
const char* module_for_this_processor() {
  if (const char* const forced = forced_target_of_peer("v4", "v3", "any")) return forced;
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                  __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
  if (v4) return "v4";
  if (v3) return "v3";
#endif
  return "any";
}

}  // namespace

std::vector<Implementation> eigen_implementations(std::span<const std::filesystem::path> folders) {
  const std::string file =
      std::string("espalier_bench_eigen_") + module_for_this_processor() + ".so";
  std::string faults;
  for (const std::filesystem::path& folder : folders) {
    // Never closed: what it makes is used to the end.
    void* const module = ::dlopen((folder / file).c_str(), RTLD_NOW | RTLD_LOCAL);
    void* const entry = module == nullptr ? nullptr : ::dlsym(module, "espalier_bench_eigen");
    if (entry != nullptr) {
      std::vector<Implementation> all;
      reinterpret_cast<decltype(&espalier_bench_eigen)>(entry)(&all);
      return all;
    }
    faults += (faults.empty() ? "" : "; ") + std::string(::dlerror());
  }
  return {
      {"eigen", "left out: " + faults, [](const Shape&, Product, int) { return false; }, nullptr}};
}

}  // namespace espalier::benchmarks
