// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/number_text.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace espalier {
namespace {

TEST(ShortestNumberText, TellsANumberFromItsNeighbours) {
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(1), "1");
  EXPECT_EQ(number_text(1.0000000001), "1.0000000001");
  EXPECT_EQ(number_text(-1e-9), "-1e-09");
  for (const double number : {std::nextafter(1.0, 2.0), std::nextafter(1.0, 0.0), 1.0 / 3,
                              -std::numeric_limits<double>::min()})
    EXPECT_EQ(std::stod(number_text(number)), number);
}

}  // namespace
}  // namespace espalier
