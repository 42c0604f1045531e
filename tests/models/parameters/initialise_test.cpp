// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/parameters/initialise.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"

namespace espalier::models {
namespace {

using ::testing::HasSubstr;

std::vector<float> initialised(const std::string& name, Index count, double deviation,
                               std::uint64_t seed) {
  Parameter parameter;
  parameter.name = name;
  parameter.make_dense({count});
  initialise_truncated_normal(parameter, deviation, seed);
  EXPECT_EQ(parameter.initial_deviation, deviation);
  return {parameter.values.begin(), parameter.values.end()};
}

TEST(Initialise, IsAFunctionOfSeedNameAndPosition) {
  const std::vector<float> values = initialised("a", 100, 0.5, 1);
  EXPECT_EQ(initialised("a", 100, 0.5, 1), values);
  EXPECT_NE(initialised("b", 100, 0.5, 1), values);
  EXPECT_NE(initialised("a", 100, 0.5, 2), values);
  // A longer parameter begins as a shorter one of its name.
  const std::vector<float> longer = initialised("a", 150, 0.5, 1);
  EXPECT_TRUE(std::equal(values.begin(), values.end(), longer.begin()));
}

// Of a normal cut at two deviations the variance is 1 - 4 phi(2) / (2 Phi(2) - 1) = 0.7737 of the
// normal's, and the fourth moment 1.416, so that the variance of n = 10^5 values deviates by
// sqrt((1.416 - 0.7737^2) / n) = 0.0029 and their mean by sqrt(0.7737 / n) = 0.0028. Five of each.
TEST(Initialise, DrawsFromANormalThatIsCutAtTwoDeviations) {
  const double deviation = 0.02;
  const std::vector<float> values = initialised("weight", 100000, deviation, 3);
  double sum = 0, squares = 0, largest = 0;
  for (const float value : values) {
    const double z = value / deviation;
    sum += z;
    squares += z * z;
    largest = std::max(largest, std::abs(z));
  }
  const auto count = static_cast<double>(values.size());
  EXPECT_NEAR(sum / count, 0, 5 * 0.0028);
  EXPECT_NEAR(squares / count, 0.7737, 5 * 0.0029);
  EXPECT_LE(largest, 2 * (1 + 0x1.0p-23));  // rounded to float
  EXPECT_GT(largest, 1.9);
}

TEST(Initialise, RefusesADeviationThatIsNone) {
  for (const double deviation :
       {-0.1, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Parameter parameter;
    parameter.name = "w";
    parameter.make_dense({4});
    EXPECT_THAT(testing::message_of<ConfigError>(
                    [&] { initialise_truncated_normal(parameter, deviation, 1); }),
                HasSubstr("w: an initial deviation of"));
  }
}

}  // namespace
}  // namespace espalier::models
