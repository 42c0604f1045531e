// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/unroll.h>

#include <gtest/gtest.h>

namespace espalier {
namespace {

TEST(Unroll, LeavesALoopWhatItIs) {
  for (int turns = 0; turns <= 6; ++turns) {
    int sum = 0, outer = 0;
    ESPALIER_UNROLL(4)
    for (int i = 1; i <= turns; ++i) {
      ++outer;
      ESPALIER_UNROLL(2)
      for (int j = 0; j < 3; ++j) sum += i;
    }
    EXPECT_EQ(sum, 3 * turns * (turns + 1) / 2);
    EXPECT_EQ(outer, turns);
  }
}

}  // namespace
}  // namespace espalier
