// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/reading/code_point.h>

#include <gtest/gtest.h>

#include <string_view>

namespace espalier::text {
namespace {

TEST(CodePoint, IsTheCharacterAtAPlace) {
  constexpr std::string_view kText = "a\xc3\xa9\xe6\xb5\xb7\xf0\x9f\x90\x8e";
  std::size_t at = 0;
  for (const std::int32_t value : {0x61, 0xe9, 0x6d77, 0x1f40e}) {
    const CodePoint found = code_point_at(kText, at);
    EXPECT_EQ(found.value, value);
    at += found.bytes;
  }
  EXPECT_EQ(at, kText.size());
}

// Cut short, a byte from within, what is longer than need be, half of a surrogate pair, beyond all.
TEST(CodePoint, IsAByteWhereThereIsNoCharacter) {
  for (const std::string_view text :
       {"\xc3", "\xa9", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff", "\xe6\xb5x"}) {
    EXPECT_FALSE(code_point_at(text, 0).is_valid());
    EXPECT_EQ(code_point_at(text, 0).bytes, 1U);
  }
}

}  // namespace
}  // namespace espalier::text
