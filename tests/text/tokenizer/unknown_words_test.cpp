// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/tokenizer/unknown_words.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace espalier::text {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

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

TEST(Capitals, AreWarnedOfWhereTextIsLowerCased) {
  const auto warnings = [](const std::string& pieces, const Normalisation& normalisation) {
    std::vector<std::string> found;
    warn_of_capitals(Tokenizer::from_text("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n" + pieces, "v.txt",
                                          normalisation),
                     found);
    return found;
  };
  const std::string cased = "the\nThe\n##E\n[unused0]\n";
  EXPECT_THAT(warnings(cased, {}),
              ElementsAre(HasSubstr("vocabulary 'v.txt': 2 of its 9 pieces have capitals")));
  EXPECT_THAT(warnings(cased, {.lower_case = false}), IsEmpty());
  EXPECT_THAT(warnings("the\n\u00c9\n", {}), IsEmpty());
  std::string uncased = "The\n";  // one in a hundred and six
  for (int i = 0; i < 100; ++i) uncased += "w" + std::to_string(i) + "\n";
  EXPECT_THAT(warnings(uncased, {}), IsEmpty());
}

}  // namespace
}  // namespace espalier::text
