// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/reused.h>

#include <gtest/gtest.h>

#include <numeric>
#include <span>
#include <thread>

#include <espalier/sparse/core/aligned_memory.h>

namespace espalier {
namespace {

// A type of its own for each test: objects are kept by type and thread.

TEST(Reused, ComesBackWithWhatItsLastUserLeft) {
  struct Scratch {
    int value = 3;
  };
  const Scratch* address = nullptr;
  {
    const Reused<Scratch> first;
    EXPECT_EQ(first->value, 3);
    first->value = 7;
    address = &*first;
  }
  const Reused<Scratch> second;
  EXPECT_EQ(&*second, address);
  EXPECT_EQ(second->value, 7);
}

TEST(Reused, IsAnotherObjectForEachUserAtATime) {
  struct Scratch {
    int value = 0;
  };
  const Reused<Scratch> outer;
  outer->value = 1;
  {
    const Reused<Scratch> inner;
    EXPECT_NE(&*inner, &*outer);
    inner->value = 2;
  }
  EXPECT_EQ(outer->value, 1);
}

TEST(Reused, BelongsToOneThread) {
  struct Scratch {
    int value = 0;
  };
  { Reused<Scratch>()->value = 5; }  // free now, for this thread alone
  int found = -1;
  std::jthread([&] { found = Reused<Scratch>()->value; }).join();
  EXPECT_EQ(found, 0);
  EXPECT_EQ(Reused<Scratch>()->value, 5);
}

TEST(RoomIn, GrowsOnlyWhereThereIsTooLittle) {
  const Reused<AlignedVector<double>> memory;
  const std::span<double> all = room_in(memory, 100);
  ASSERT_EQ(all.size(), 100U);
  std::iota(all.begin(), all.end(), 0.0);
  const std::span<double> some = room_in(memory, 40);
  ASSERT_EQ(some.size(), 40U);
  EXPECT_EQ(some.data(), all.data());
  EXPECT_EQ(some[39], 39);
  EXPECT_EQ(memory->size(), 100U);
  EXPECT_EQ(room_in(memory, 101).size(), 101U);
  EXPECT_EQ(memory->size(), 101U);
}

}  // namespace
}  // namespace espalier
