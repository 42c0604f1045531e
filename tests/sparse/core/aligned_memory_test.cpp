// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/aligned_memory.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <span>

namespace espalier {
namespace {

using ::testing::Each;

constexpr std::size_t kMiB = std::size_t{1} << 20;

std::size_t past_multiple_of(std::size_t alignment, const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % alignment;
}

TEST(AllocateAligned, StartsOnACacheLineAndLargeMemoryOnAHugePage) {
  for (const std::size_t bytes :
       {std::size_t{1}, std::size_t{64}, std::size_t{100}, 4 * kMiB - 1}) {
    void* const pointer = allocate_aligned(bytes);
    EXPECT_EQ(past_multiple_of(kAlignmentBytes, pointer), 0U) << bytes;
    free_aligned(pointer, bytes);
  }
  for (const std::size_t bytes : {4 * kMiB, 5 * kMiB + 1}) {
    void* const pointer = allocate_aligned(bytes);
    EXPECT_EQ(past_multiple_of(2 * kMiB, pointer), 0U) << bytes;
    free_aligned(pointer, bytes);
  }
}

TEST(AlignedAllocator, RefusesACountWhoseBytesWrap) {
  AlignedAllocator<float> floats;
  EXPECT_THROW(floats.allocate(std::numeric_limits<std::size_t>::max() / 4 + 2),
               std::bad_array_new_length);
}

TEST(AlignedVector, HasNewElementsZeroAndStaysAlignedAsItGrows) {
  AlignedVector<float> values(3);
  for (const std::size_t size : {10U, 1000U, 100000U}) {
    values.assign(values.size(), 1);
    const std::size_t before = values.size();
    values.resize(size);
    EXPECT_EQ(past_multiple_of(kAlignmentBytes, values.data()), 0U);
    EXPECT_THAT(std::span(values).first(before), Each(1.0F));
    EXPECT_THAT(std::span(values).subspan(before), Each(0.0F));
  }
}

}  // namespace
}  // namespace espalier
