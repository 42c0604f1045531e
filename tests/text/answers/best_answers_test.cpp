// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/answers/best_answers.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include <espalier/sparse/core/error.h>

namespace espalier::text {
namespace {

/// [CLS] q [SEP] and so many tokens of the context, from the code point `first` on, [SEP].
AnswerWindow window_at(std::int64_t first, std::int64_t tokens) {
  AnswerWindow window = {.context_begin = 3};
  window.tokens.assign(static_cast<std::size_t>(tokens + 4), 0);
  for (std::int64_t t = 0; t < tokens; ++t)
    window.ranges.push_back({first + 2 * t, first + 2 * t + 1});
  return window;
}

TEST(BestAnswers, HaveTheGreatestSumOfLogits) {
  const std::vector<AnswerWindow> windows = {window_at(0, 4)};
  //                                  [CLS] q  [SEP] context          [SEP]
  const std::vector<float> starts = {9.0F, 9, 9, 1.0F, 3.0F, 0.0F, 2.0F, 9};
  const std::vector<float> ends = {9.0F, 9, 9, 4.0F, 0.0F, 3.5F, 1.0F, 9};
  const std::vector<WindowLogits> logits = {{starts, ends}};
  const BestAnswers best = best_answers(windows, logits, {});
  EXPECT_EQ(best.answer.range, (TextRange{2, 5})) << "from the second to the third token";
  EXPECT_EQ(best.answer.score, 6.5);
  EXPECT_EQ(best.none_difference, 18 - 6.5);
  ASSERT_EQ(best.candidates.size(), 10u) << "all spans of four tokens in order";
  EXPECT_EQ(best.candidates[1].range, (TextRange{0, 1}));
  EXPECT_EQ(best.candidates[1].score, 5);
  double sum = 0;
  for (const Answer& answer : best.candidates) sum += answer.probability;
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_NEAR(best.candidates[1].probability / best.candidates[0].probability, std::exp(-1.5),
              1e-12);

  EXPECT_EQ(best_answers(windows, logits, {.longest = 1}).answer.range, (TextRange{0, 1}));
  EXPECT_EQ(best_answers(windows, logits, {.n_best = 1}).answer.range, (TextRange{}))
      << "the greatest start is behind the greatest end";
  EXPECT_EQ(best_answers(windows, logits, {.n_best = 2}).candidates.size(), 1u);
}

TEST(BestAnswers, NoneHasToBeBetterByTheThreshold) {
  const std::vector<AnswerWindow> windows = {window_at(0, 1), window_at(2, 1)};
  const std::vector<float> first = {4, 0, 0, 2.5F, 0}, second = {3, 0, 0, 2.0F, 0};
  const std::vector<WindowLogits> logits = {{first, first}, {second, second}};
  const auto answer = [&](bool may_have_none, double threshold) {
    return best_answers(windows, logits,
                        {.may_have_none = may_have_none, .none_threshold = threshold});
  };
  EXPECT_EQ(answer(false, 0).answer.range, (TextRange{0, 1}));
  EXPECT_EQ(answer(false, 0).candidates.size(), 2u);
  // None scores 6, the least over the windows; the best answer 5.
  const BestAnswers best = answer(true, 0);
  EXPECT_TRUE(best.answer.is_none());
  EXPECT_EQ(best.none_difference, 1);
  ASSERT_EQ(best.candidates.size(), 3u);
  EXPECT_TRUE(best.candidates.front().is_none());
  EXPECT_EQ(answer(true, 1).answer.range, (TextRange{0, 1})) << "more than the threshold";
  EXPECT_TRUE(answer(true, 0.99).answer.is_none());
}

TEST(BestAnswers, APartOfTheContextCountsOnce) {
  const std::vector<AnswerWindow> windows = {window_at(0, 2), window_at(2, 2)};
  const std::vector<float> first = {0, 0, 0, 0, 2, 0}, second = {0, 0, 0, 3, 0, 0};
  const std::vector<WindowLogits> logits = {{first, first}, {second, second}};
  const BestAnswers best = best_answers(windows, logits, {});
  EXPECT_EQ(best.answer.range, (TextRange{2, 3}));
  EXPECT_EQ(best.answer.score, 6) << "of the second window, where it is better";
  EXPECT_EQ(best.candidates.size(), 5u);
}

// As of a model that has diverged.
TEST(BestAnswers, ALogitThatIsNoNumberIsTheLeast) {
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinite = std::numeric_limits<float>::infinity();
  const std::vector<AnswerWindow> windows = {window_at(0, 3)};
  const std::vector<float> some = {kNone, 0, 0, kNone, 2, kNone, 0};
  EXPECT_EQ(best_answers(windows, std::vector<WindowLogits>{{some, some}}, {}).answer.range,
            (TextRange{2, 3}));
  const std::vector<float> ends = {kInfinite, 0, 0, -kInfinite, kInfinite, 1, 0};
  for (const std::vector<float>& starts : {some, std::vector<float>(7, kNone)}) {
    const BestAnswers best =
        best_answers(windows, std::vector<WindowLogits>{{starts, ends}}, {.may_have_none = true});
    EXPECT_EQ(best.candidates.size(), 7u) << "six spans, and none";
    double sum = 0;
    for (const Answer& answer : best.candidates) sum += answer.probability;
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

TEST(BestAnswers, OfNoContextIsNone) {
  const std::vector<AnswerWindow> windows = {window_at(0, 0)};
  const std::vector<float> zeros(4, 0.0F);
  const std::vector<WindowLogits> logits = {{zeros, zeros}};
  EXPECT_TRUE(best_answers(windows, logits, {}).answer.is_none());
  EXPECT_THROW(best_answers({}, {}, {}), ShapeError);
  EXPECT_THROW(best_answers(windows, {}, {}), ShapeError);
  const std::vector<float> few(3, 0.0F);
  const std::vector<WindowLogits> wrong = {{zeros, few}};
  EXPECT_THROW(best_answers(windows, wrong, {}), ShapeError);
}

}  // namespace
}  // namespace espalier::text
