// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <iostream>

#include "tests/models/checkpoints/checkpoint_damage.h"

namespace espalier::models {
namespace {

TEST(CheckpointFaults, EveryCutAndEveryFlippedBitIsRefusedOrHarmless) {
  const DamageCount count = damage_every(1);
  std::cout << count.tried << " damaged checkpoints, " << count.refused << " refused\n";
  EXPECT_GT(count.tried, 10000);
  EXPECT_GT(count.refused, count.tried * 9 / 10);
}

}  // namespace
}  // namespace espalier::models
