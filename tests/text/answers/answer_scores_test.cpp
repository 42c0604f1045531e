// SPDX-License-Identifier: Apache-2.0
// By the rules of evaluate-v2.0.py; its functions gave the numbers.
#include <espalier/text/answers/answer_scores.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace espalier::text {
namespace {

TEST(AnswerScores, ComparableAnswersAreNormalised) {
  EXPECT_EQ(comparable_answer("The  U.S.  Army,"), "us army");
  EXPECT_EQ(comparable_answer("an apple a day"), "apple day");
  EXPECT_EQ(comparable_answer("theatre Anna a.n A-team"), "theatre anna ateam");
  EXPECT_EQ(comparable_answer("\u00C9cole\u00A0de la\tMer"), "\u00E9cole de la mer");
  EXPECT_EQ(comparable_answer("the\u2014cat \u201Ca\u201D b"), "\u2014cat \u201C \u201D b");
  EXPECT_EQ(comparable_answer("5% of $3_000"), "5 of 3000");
  EXPECT_EQ(comparable_answer(" The. "), "");
  EXPECT_EQ(comparable_answer(""), "");
}

double f1(const std::string& answer, const std::vector<std::string>& truth) {
  return score_of(answer, truth).f1;
}
double exact(const std::string& answer, const std::vector<std::string>& truth) {
  return score_of(answer, truth).exact;
}

TEST(AnswerScores, AreTheBestOverTheTrueAnswers) {
  EXPECT_EQ(exact("the Army", {"navy", "Army."}), 1);
  EXPECT_EQ(f1("the Army", {"navy", "Army."}), 1);
  EXPECT_EQ(exact("US army base", {"army"}), 0);
  EXPECT_DOUBLE_EQ(f1("US army base", {"army"}), 0.5);
  EXPECT_DOUBLE_EQ(f1("US army base", {"navy", "army", "an army base"}), 0.8);
  EXPECT_DOUBLE_EQ(f1("b b c", {"b c c d"}), 4.0 / 7) << "each word as often as in both";
  EXPECT_EQ(f1("x", {"y"}), 0);
}

TEST(AnswerScores, NoneIsTrueWhereThereIsNone) {
  EXPECT_EQ(exact("", {}), 1);
  EXPECT_EQ(f1("", {}), 1);
  EXPECT_EQ(exact("x", {}), 0);
  EXPECT_EQ(f1("x", {}), 0);
  EXPECT_EQ(f1("", {"x"}), 0);
  EXPECT_EQ(exact("a", {"the"}), 1) << "nothing remains of either";
}

}  // namespace
}  // namespace espalier::text
