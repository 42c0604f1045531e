// SPDX-License-Identifier: Apache-2.0
// ESPALIER_SIMD_TARGET chooses for a whole process, once. So each case is a process of its own: a
// death test that runs this program anew, and in which nobody may have asked before.
#include <espalier/sparse/core/simd_targets.h>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdlib>
#include <iostream>
#include <string>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/kernel_variant.h>
#include <espalier/sparse/ops/target_names.h>

namespace espalier::sparse {
namespace {

using ::testing::ExitedWithCode;

class SimdTargetChoice : public ::testing::Test {
 protected:
  SimdTargetChoice() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

[[noreturn]] void say_what_runs(const std::string& target) {
  ::setenv("ESPALIER_SIMD_TARGET", target.c_str(), 1);
  ::unsetenv("ONEDNN_MAX_CPU_ISA");
  ::unsetenv("DNNL_MAX_CPU_ISA");
  const Context context({.threads = 1, .kernel = "highway"});
  std::cerr << "float " << simd_target_name(context) << ", bf16 " << bf16_simd_target_name(context)
            << ", forced '" << forced_simd_target() << "', dense " << dense_target_name(context)
            << " by '" << dense_target_limit() << "', kernels";
  for (const std::string& kernel : kernel_names()) std::cerr << ' ' << kernel;
  std::cerr << ", widened " << !sparse_multiplies_bf16(context) << !dense_multiplies_bf16(context)
            << ".\n";
  std::exit(0);
}

#if defined(__x86_64__)
TEST_F(SimdTargetChoice, ForcesKernelsAndOnednnAlike) {
  struct Case {
    std::string target, onednn;
    bool is_below_the_best;
  };
  const bool has_avx3 = __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                        __builtin_cpu_supports("avx512vl");
  const Case cases[] = {
      {"AVX2", "AVX2", has_avx3},
      {"SSE4", "SSE41", __builtin_cpu_supports("avx2") != 0},
      {hwy::TargetName(HWY_STATIC_TARGET), "SSE41", __builtin_cpu_supports("sse4.1") != 0}};
  for (const Case& c : cases) {
    if (!c.is_below_the_best) continue;
    EXPECT_EXIT(say_what_runs(c.target), ExitedWithCode(0),
                "float " + c.target + ", bf16 " + c.target + ", forced '" + c.target + "', dense " +
                    c.onednn +
                    " by 'ESPALIER_SIMD_TARGET', kernels highway reference, widened 11\\.");
  }
}
#endif

TEST_F(SimdTargetChoice, TheBestForcesNothing) {
  EXPECT_EXIT(say_what_runs(hwy::TargetName(hwy::SupportedAndGeneratedTargets().front())),
              ExitedWithCode(0), "forced '', dense .* by ''");
}

[[noreturn]] void say_refusal(const char* target) {
  ::setenv("ESPALIER_SIMD_TARGET", target, 1);
  for (int i = 0; i < 2; ++i) {  // whoever asks again is told again
    try {
      const Context context({.threads = 1});
    } catch (const ConfigError& error) {
      std::cerr << error.what() << '\n';
    }
  }
  std::exit(0);
}

TEST_F(SimdTargetChoice, RefusesOthersInOneLineWithWhatThereIs) {
  // Names are written as Highway writes them, and no build has SVE.
  for (const char* wrong : {"avx2", "AVX", "SVE", "AVX2 "})
    EXPECT_EXIT(say_refusal(wrong), ExitedWithCode(0),
                "^ESPALIER_SIMD_TARGET: '" + std::string(wrong) +
                    "' is not a SIMD target of this machine; expected one of: [A-Z0-9_]+(, "
                    "[A-Z0-9_]+)*\nESPALIER_SIMD_TARGET: ");
}

}  // namespace
}  // namespace espalier::sparse
