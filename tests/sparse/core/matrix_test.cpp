// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/matrix.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace espalier {
namespace {

using ::testing::ElementsAre;

TEST(MatrixView, FindsElementsByTheirStride) {
  std::array<float, 8> values = {0, 1, 2, 3, 4, 5, 6, 7};
  const MatrixView<float> left(values.data(), 2, 3, 4);
  EXPECT_EQ(left(0, 2), 2);
  EXPECT_EQ(left(1, 0), 4);
  EXPECT_THAT(left.row(1), ElementsAre(4, 5, 6));
  left(1, 2) = 9;
  EXPECT_EQ(values[6], 9);
}

TEST(MatrixView, IsWithoutGapsUnlessAStrideIsGiven) {
  std::array<float, 6> values = {0, 1, 2, 3, 4, 5};
  const MatrixView<float> view(values.data(), 2, 3);
  EXPECT_EQ(view.stride, 3);
  const MatrixView<const float> same = view;
  EXPECT_EQ(same.data, values.data());
  EXPECT_THAT(same.row(1), ElementsAre(3, 4, 5));
}

}  // namespace
}  // namespace espalier
