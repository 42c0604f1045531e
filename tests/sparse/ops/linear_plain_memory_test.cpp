// SPDX-License-Identifier: Apache-2.0
// The scratch of a layer serves its products in turn. This program replaces the function that gives
// values their memory.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

#include <espalier/sparse/core/aligned_memory.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/ops/linear_plain.h>
#include "tests/support/generated_problem.h"

namespace {

std::atomic<int> allocations = 0;

}  // namespace

namespace espalier {

void* allocate_aligned(std::size_t bytes) {
  ++allocations;
  const std::size_t whole = (bytes + kAlignmentBytes - 1) / kAlignmentBytes * kAlignmentBytes;
  void* const pointer = std::aligned_alloc(kAlignmentBytes, whole);
  if (pointer == nullptr) throw std::bad_alloc();
  return pointer;
}
void free_aligned(void* pointer, std::size_t) noexcept { std::free(pointer); }

namespace sparse {
namespace {

using espalier::testing::Problem;

// As in training, on batches of several sizes: groups of the weight gradient that are not full,
// fewer panels than threads, no panel at all.
TEST(LinearPlainMemory, IsAskedForByTheFirstStepAlone) {
  const Problem p({.block = 4, .grid_rows = 5, .grid_cols = 9, .tokens = 500});
  std::vector<float> x(500 * 36, 1.0F), y(500 * 20), gradient(p.w.values().size());
  for (const int threads : {1, 3}) {
    const Context context({.threads = threads});
    const ProductPlan plan = make_plan(p.w.pattern_ptr(), context);
    PlainScratch scratch;
    const auto step = [&](Index tokens) {
      const MatrixView<float> of_x(x.data(), tokens, 36), of_y(y.data(), tokens, 20);
      linear_plain(plan, p.w.values(), of_x, of_y, p.bias, scratch, context);
      linear_plain_gradient(plan, of_y, of_x, gradient, false, scratch, context);
      linear_plain_transposed(plan, p.w.values(), of_y, of_x, scratch, context);
    };
    for (const Index tokens : {500, 70, 20}) step(tokens);
    const int before = allocations;
    for (const Index tokens : {500, 70, 20}) step(tokens);
    EXPECT_EQ(allocations, before) << threads << " threads";
  }
}

}  // namespace
}  // namespace sparse
}  // namespace espalier
