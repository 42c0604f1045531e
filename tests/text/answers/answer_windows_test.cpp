// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/answers/answer_windows.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"

namespace espalier::text {
namespace {

using espalier::testing::message_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Ids of the letters a to z are 5 to 30.
const Tokenizer& letters() {
  static const Tokenizer tokenizer = [] {
    std::string pieces = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
    for (char c = 'a'; c <= 'z'; ++c) pieces += std::string(1, c) + '\n';
    return Tokenizer::from_text(pieces, "letters");
  }();
  return tokenizer;
}

// What transformers makes of it with truncation="only_second", max_length=9, stride=2.
TEST(AnswerWindows, HaveAStrideInCommon) {
  const auto windows = answer_windows(letters(), " q r", "a b c d e f g",
                                      {.sequence_length = 9, .stride = 2, .longest_question = 5});
  ASSERT_EQ(windows.size(), 3u);
  EXPECT_THAT(windows[0].tokens, ElementsAre(2, 21, 22, 3, 5, 6, 7, 8, 3));
  EXPECT_THAT(windows[1].tokens, ElementsAre(2, 21, 22, 3, 7, 8, 9, 10, 3));
  EXPECT_THAT(windows[2].tokens, ElementsAre(2, 21, 22, 3, 9, 10, 11, 3));
  EXPECT_EQ(windows[1].context_begin, 4);
  EXPECT_EQ(windows[1].context_end(), 8);
  EXPECT_EQ(windows[1].ranges.front(), (TextRange{4, 5}));
  EXPECT_EQ(windows[2].ranges.back(), (TextRange{12, 13}));
}

TEST(AnswerWindows, OfAShortContextThereIsOne) {
  const auto windows = answer_windows(letters(), "q", "a b", {.sequence_length = 70});
  ASSERT_EQ(windows.size(), 1u);
  EXPECT_THAT(windows[0].tokens, ElementsAre(2, 21, 3, 5, 6, 3));
  EXPECT_EQ(answer_windows(letters(), "q", "", {.sequence_length = 70}).size(), 1u);
}

TEST(AnswerWindows, GoOnWhateverTheStride) {
  std::string question;
  for (int i = 0; i < 10; ++i) question += "q ";
  const auto windows = answer_windows(letters(), question, "a b c",
                                      {.sequence_length = 9, .stride = 100, .longest_question = 5});
  ASSERT_EQ(windows.size(), 3u) << "one token of the context in each";
  EXPECT_EQ(windows[0].tokens.size(), 9u);
  EXPECT_THAT(windows[2].ranges, ElementsAre(TextRange{4, 5}));
  const auto message = [](const WindowOptions& options) {
    return message_of<ConfigError>([&] { answer_windows(letters(), "q", "a", options); });
  };
  EXPECT_THAT(message({.sequence_length = 67}), HasSubstr("windows of 67 tokens"));
  EXPECT_THAT(message({.stride = -1}), HasSubstr("a stride of -1"));
}

TEST(AnswerWindows, LeaveHalfOfAShortSequenceToTheContext) {
  EXPECT_EQ(longest_question(384), 64);
  EXPECT_EQ(longest_question(134), 64);
  EXPECT_EQ(longest_question(128), 61);
  EXPECT_EQ(longest_question(16), 5);
  for (const std::int64_t length : {5, 6, 7, 16}) {
    const WindowOptions options = {.sequence_length = length,
                                   .longest_question = longest_question(length)};
    const auto windows = answer_windows(letters(), "q r s t u v w", "a b c", options);
    EXPECT_EQ(windows.front().tokens.size(),
              static_cast<std::size_t>(length) - (length == 16 ? 5 : 0));
    EXPECT_EQ(least_context(options), length == 16 ? 8 : length - 4);
  }
}

TEST(AnswerWindows, AnswersAreSpansOfTokens) {
  // Windows of "a b c d" and "c d e f" and "e f g".
  const auto windows = answer_windows(letters(), "q r", "a b c d e f g",
                                      {.sequence_length = 9, .stride = 2, .longest_question = 5});
  EXPECT_EQ(span_of(windows[0], {2, 5}), (TokenSpan{5, 6}));    // b c
  EXPECT_EQ(span_of(windows[1], {2, 5}), (TokenSpan{0, 0}));    // b is not there
  EXPECT_EQ(span_of(windows[0], {4, 9}), (TokenSpan{0, 0}));    // e is not there
  EXPECT_EQ(span_of(windows[1], {4, 9}), (TokenSpan{4, 6}));    // c d e
  EXPECT_EQ(span_of(windows[2], {12, 13}), (TokenSpan{6, 6}));  // g, the last
  EXPECT_EQ(span_of(windows[0], {1, 3}), (TokenSpan{4, 5}));    // a space and b: from a on
}

// The normal form of a syllable of Hangul has a piece for each of its letters.
TEST(AnswerWindows, AnswersHaveAllPiecesOfACharacter) {
  const Tokenizer tokenizer = Tokenizer::from_text(
      "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\n\u1100\n##\u1161\n##\u11a8\n", "hangul");
  const auto windows = answer_windows(tokenizer, "b", "a \uac01 b", {.sequence_length = 70});
  ASSERT_EQ(windows.size(), 1u);
  ASSERT_THAT(windows[0].tokens, ElementsAre(2, 6, 3, 5, 7, 8, 9, 6, 3));
  EXPECT_EQ(span_of(windows[0], {2, 3}), (TokenSpan{4, 6}));
  EXPECT_EQ(span_of(windows[0], {0, 3}), (TokenSpan{3, 6}));
  EXPECT_EQ(span_of(windows[0], {2, 5}), (TokenSpan{4, 7}));
  EXPECT_EQ(span_of(windows[0], {4, 5}), (TokenSpan{7, 7}));
}

}  // namespace
}  // namespace espalier::text
