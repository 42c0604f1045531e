// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace espalier::sparse::kernels {

/// Which of the SIMD targets, Highway's names of instruction sets, computes in this process.
struct SimdTargetChoice {
  std::vector<std::string> available;  ///< this build has and this processor runs; best first
  /// What ESPALIER_SIMD_TARGET names, where that is not the best; else empty. Then this process
  /// computes as on a processor that has no better one: no instructions beyond it are used by
  /// kernels, and none by oneDNN unless ONEDNN_MAX_CPU_ISA says otherwise.
  std::string forced;
};

/// Made, and put into effect, when it is first asked for, which is before anything is computed:
/// the kernel variants depend on it. Throws ConfigError if ESPALIER_SIMD_TARGET names no target
/// that is available, or if oneDNN was used before and can no longer be limited.
const SimdTargetChoice& simd_target_choice();

/// The targets that the choice is left to, best first, without making it: those from the one that
/// ESPALIER_SIMD_TARGET names on.
std::vector<std::string> usable_simd_targets();
/// Has the choice, which must not have been made, fall on this one, as if the variable named it.
void use_simd_target(const std::string& name);

}  // namespace espalier::sparse::kernels
