// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/number_text.h>

#include <gtest/gtest.h>

#include <cstdint>

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

}  // namespace
}  // namespace espalier::files
