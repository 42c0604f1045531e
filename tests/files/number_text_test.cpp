// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/number_text.h>

#include <gtest/gtest.h>

#include <compare>
#include <cstdint>
#include <limits>
#include <string>

namespace espalier::files {
namespace {

TEST(NumberText, IsANumberAndNothingElse) {
  EXPECT_EQ(number_in<std::int64_t>("12"), 12);
  EXPECT_EQ(number_in<std::int64_t>("-3"), -3);
  EXPECT_EQ(number_in<double>("2.5e3"), 2500.0);
  for (const char* text : {"", " 1", "1 ", "1x", "0x1", "+1", "1.5", "9223372036854775808"})
    EXPECT_FALSE(number_in<std::int64_t>(text)) << text;
  EXPECT_FALSE(number_in<double>("1e999"));
}

TEST(NumberText, IsTheShortestThatIsReadAgain) {
  for (const char* text : {"0.1", "1e-39", "1.0000001", "-2", "65536", "inf", "nan"})
    EXPECT_EQ(number_text(std::stod(text)), text);
  for (const double number : {1.0 / 3, -std::numeric_limits<double>::denorm_min(), kLargestWhole})
    EXPECT_EQ(number_in<double>(number_text(number)), number);
}

TEST(NumberText, IsAnIntegerHoweverItIsWritten) {
  EXPECT_EQ(whole_in("10000"), 10000);
  EXPECT_EQ(whole_in("1e4"), 10000);
  EXPECT_EQ(whole_in("-51.2e6"), -51200000);
  EXPECT_EQ(whole_in("9007199254740992.0"), 9007199254740992);
  EXPECT_EQ(whole_in("9223372036854775807"), 9223372036854775807);
  for (const char* text : {"", "x", "1.5e0", "1e-1", "1e16", "9223372036854775808", "nan", "inf"})
    EXPECT_FALSE(whole_in(text)) << text;
}

TEST(NumberText, ComparesIntegersExactly) {
  const auto less = std::partial_ordering::less, same = std::partial_ordering::equivalent;
  EXPECT_EQ(compare_numbers("2", "10"), less);
  EXPECT_EQ(compare_numbers("-2", "1e1"), less);
  EXPECT_EQ(compare_numbers("0.004", "4e-3"), same);
  EXPECT_EQ(compare_numbers("1e4", "10000"), same);
  // Each pair is one double.
  EXPECT_EQ(compare_numbers("9007199254740992", "9007199254740993"), less);
  EXPECT_EQ(compare_numbers("-9007199254740993", "-9007199254740992"), less);
  EXPECT_EQ(compare_numbers("18446744073709551614", "18446744073709551615"), less);
  EXPECT_EQ(compare_numbers("9223372036854775807", "9223372036854775808"), less);
  EXPECT_EQ(compare_numbers("-1", "18446744073709551615"), less);
  for (const char* text : {"", "x", "nan", "1e999"})
    EXPECT_EQ(compare_numbers(text, "1"), std::partial_ordering::unordered) << text;
}

}  // namespace
}  // namespace espalier::files
