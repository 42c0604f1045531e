// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/tokenizer/unknown_words.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace espalier::text {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(UnknownTokens, AreAShareOfWhatIsText) {
  const SpecialTokens special;
  const std::vector<std::int32_t> tokens = {special.cls, 5,           special.unknown, 6,
                                            7,           special.sep, special.pad,     special.pad};
  EXPECT_EQ(count_unknown(tokens, special).fraction(), 0.25);
  EXPECT_EQ(count_unknown({}, special).fraction(), 0);
}

TEST(UnknownTokens, AreWarnedOfFromATwentiethOn) {
  std::vector<std::string> warnings;
  warn_of_unknown("corpus a", {.unknown = 49, .text = 1000}, "v.txt", warnings);
  EXPECT_TRUE(warnings.empty());
  warn_of_unknown("corpus a", {.unknown = 50, .text = 1000}, "v.txt", warnings);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_THAT(warnings[0], AllOf(HasSubstr("corpus a: 5.0% of the tokens are [UNK]"),
                                 HasSubstr("vocabulary 'v.txt'")));
  warn_of_unknown("corpus a", {.unknown = 50, .text = 1000}, "", warnings);
  EXPECT_THAT(warnings.back(), HasSubstr("data.vocabulary names another"));
}

}  // namespace
}  // namespace espalier::text
