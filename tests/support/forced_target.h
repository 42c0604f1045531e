// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hwy/targets.h>

#include <cstdint>

namespace espalier::testing {

/// Restricts Highway to one instruction set while it lives.
class ForcedTarget {
 public:
  explicit ForcedTarget(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
  ~ForcedTarget() {
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
};

}  // namespace espalier::testing
