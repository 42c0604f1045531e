// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/residual.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"

namespace espalier::models {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// Value number i is i * step, padding included. More than two tasks of 2^14 values.
sparse::Activations counted(float step) {
  sparse::Activations x(40, 1000, 64);
  const std::span<float> values = x.values();
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) * step;
  return x;
}

// The sums are integers below 2^24 in quarters: float has them exactly.
TEST(AddResidual, AddsEveryValueOnAnyNumberOfThreads) {
  const sparse::Activations x = counted(0.25F);
  for (const int threads : {1, 3}) {
    const Context context({.threads = threads});
    sparse::Activations y = counted(1);
    add_residual(x, y, context);
    const std::span<const float> sums = y.values();
    ASSERT_GT(sums.size(), std::size_t{2} << 14);
    for (std::size_t i = 0; i < sums.size(); ++i)
      ASSERT_EQ(sums[i], static_cast<float>(i) * 1.25F) << i;
  }
}

TEST(AddResidual, RefusesAnotherShape) {
  const Context context({.threads = 1});
  const sparse::Activations x(8, 32, 16);
  sparse::Activations y(8, 48, 16);
  EXPECT_THAT(testing::message_of<ShapeError>([&] { add_residual(x, y, context); }),
              AllOf(HasSubstr("add_residual: y has"), HasSubstr("48"), HasSubstr("32")));
}

}  // namespace
}  // namespace espalier::models
