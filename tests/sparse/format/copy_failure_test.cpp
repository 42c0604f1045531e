// SPDX-License-Identifier: Apache-2.0
// A copy for which there is no memory leaves what it was to replace as it was. This program
// replaces the function that gives values their memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

#include <espalier/sparse/core/aligned_memory.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/format/block_csr_matrix.h>
#include <espalier/sparse/format/panels.h>
#include <espalier/sparse/topology/gradient_operands.h>

namespace {

bool memory_is_out = false;

}  // namespace

namespace espalier {

void* allocate_aligned(std::size_t bytes) {
  const std::size_t whole = (bytes + kAlignmentBytes - 1) / kAlignmentBytes * kAlignmentBytes;
  void* const pointer = memory_is_out ? nullptr : std::aligned_alloc(kAlignmentBytes, whole);
  if (pointer == nullptr) throw std::bad_alloc();
  return pointer;
}
void free_aligned(void* pointer, std::size_t) noexcept { std::free(pointer); }

namespace sparse {
namespace {

template <typename T>
void expect_no_copy(T& to, const T& from) {
  memory_is_out = true;
  EXPECT_THROW(to = from, std::bad_alloc);
  memory_is_out = false;
}

template <typename T>
void expect_panels_to_stay() {
  Panels<T> x(20, 3, 16);
  std::ranges::fill(x.values(), T(2.0F));
  const Panels<T> before = x;
  expect_no_copy(x, Panels<T>(500, 7, 32));
  EXPECT_EQ(x.shape(), before.shape());
  ASSERT_EQ(x.values().size(), before.values().size());
  EXPECT_TRUE(std::ranges::equal(x.values(), before.values()));
}

TEST(CopyFailure, LeavesPanelsAsTheyWere) {
  expect_panels_to_stay<float>();
  expect_panels_to_stay<BFloat16>();
}

TEST(CopyFailure, LeavesAMatrixAsItWas) {
  const PatternPtr pattern = BlockPattern::full(2, 2, {1, 1});
  BlockCsrMatrix<float> matrix(pattern, {1, 2, 3, 4});
  expect_no_copy(matrix, BlockCsrMatrix<float>(BlockPattern::full(40, 60, {2, 2})));
  EXPECT_EQ(matrix.pattern_ptr(), pattern);
  EXPECT_TRUE(std::ranges::equal(matrix.values(), AlignedVector<float>{1, 2, 3, 4}));
}

TEST(CopyFailure, IsNoneOfAMatrixThatTakesItsValues) {
  AlignedVector<float> values = {1, 2, 3, 4};
  const float* const memory = values.data();
  const PatternPtr pattern = BlockPattern::full(2, 2, {1, 1});
  memory_is_out = true;
  const BlockCsrMatrix<float> matrix(pattern, std::move(values));
  memory_is_out = false;
  EXPECT_EQ(matrix.values().data(), memory);
}

// They are copied once, into the memory that the step before had.
TEST(CopyFailure, IsNoneOfOperandsForWhichThereIsMemory) {
  const Activations x(20, 3, 16), dy(20, 2, 16);
  GradientOperands operands;
  operands.want(true);
  operands.keep(x, dy);
  operands.want(true);
  memory_is_out = true;
  EXPECT_NO_THROW(operands.keep(x, dy));
  memory_is_out = false;
  EXPECT_EQ(operands.tokens(), 20);
}

// One of the two might have found memory.
TEST(CopyFailure, OfAPassForgetsThePartThatItBelongsTo) {
  GradientOperands operands;
  operands.want(true);
  operands.keep(Activations(20, 3, 16), Activations(20, 2, 16));
  operands.begin_part();
  operands.keep(Activations(8, 3, 16), Activations(8, 2, 16));
  const Activations x(500, 3, 16), dy(500, 2, 16);
  memory_is_out = true;
  EXPECT_THROW(operands.keep(x, dy), std::bad_alloc);
  memory_is_out = false;
  EXPECT_EQ(operands.parts()[1].x.tokens(), 0);
  EXPECT_EQ(operands.parts()[1].dy.tokens(), 0);
  EXPECT_EQ(operands.tokens(), 20);
}

}  // namespace
}  // namespace sparse
}  // namespace espalier
