// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/attention_layout.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// A line for each block of queries, with a mark for each block of keys that it sees.
std::vector<std::string> drawn(const AttentionLayout& layout, Index sequence, bool causal = false) {
  const sparse::PatternPtr pattern = attention_pattern(layout, sequence, causal);
  std::vector<std::string> lines;
  for (Index i = 0; i < pattern->grid_rows(); ++i) {
    std::string& line = lines.emplace_back(static_cast<std::size_t>(pattern->grid_cols()), '.');
    for (Index b = pattern->row_offsets()[i]; b < pattern->row_offsets()[i + 1]; ++b)
      line[static_cast<std::size_t>(pattern->columns()[b])] = '#';
  }
  return lines;
}

TEST(AttentionLayout, IsLocalGlobalAndStrided) {
  EXPECT_THAT(drawn({.block = 16, .window = 1}, 64), ElementsAre("##..", "###.", ".###", "..##"));
  EXPECT_THAT(drawn({.block = 16, .window = 0, .global = 1}, 64),
              ElementsAre("####", "##..", "#.#.", "#..#"));
  EXPECT_THAT(drawn({.block = 32, .window = 0, .stride = 2}, 128),
              ElementsAre("#.#.", ".#.#", "#.#.", ".#.#"));
  EXPECT_THAT(drawn({.block = 16, .window = 1}, 64, true),
              ElementsAre("#...", "##..", ".##.", "..##"));
}

TEST(AttentionLayout, DrawsFromWhatIsNotSeenAndTheSameEveryTime) {
  const AttentionLayout layout = {.block = 16, .window = 0, .random = 2};
  const auto lines = drawn(layout, 256);
  EXPECT_EQ(lines, drawn(layout, 256));
  std::vector<std::string> different;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(std::ranges::count(lines[i], '#'), 3);
    EXPECT_EQ(lines[i][i], '#');
    if (std::ranges::find(different, lines[i]) == different.end()) different.push_back(lines[i]);
  }
  EXPECT_GT(different.size(), 8u);
  // The first of a causal model have less to draw from.
  const auto causal = drawn({.block = 16, .window = 0, .random = 9}, 64, true);
  EXPECT_THAT(causal, ElementsAre("#...", "##..", "###.", "####"));
}

TEST(AttentionLayout, TakesAGivenPattern) {
  const auto given = sparse::BlockPattern::from_coordinates(
      48, 48, {16, 16}, {{0, 0}, {0, 2}, {1, 1}, {2, 0}, {2, 2}});
  EXPECT_THAT(drawn({.block = 16, .pattern = given}, 48), ElementsAre("#.#", ".#.", "#.#"));
  EXPECT_THAT(drawn({.block = 16, .pattern = given}, 48, true), ElementsAre("#..", ".#.", "#.#"));
  EXPECT_THAT([&] { (void)attention_pattern({.block = 16, .pattern = given}, 64, false); },
              ThrowsMessage<ConfigError>(HasSubstr("expected 64 x 64 in blocks of 16")));
  const auto hole = sparse::BlockPattern::from_coordinates(32, 32, {16, 16}, {{0, 0}, {1, 0}});
  EXPECT_THAT([&] { (void)attention_pattern({.block = 16, .pattern = hole}, 32, false); },
              ThrowsMessage<ConfigError>(HasSubstr("so that each block sees itself")));
}

TEST(AttentionLayout, CountsThePairsThatAreSeen) {
  EXPECT_EQ(attention_pairs({}, 64, false), 64 * 64);
  EXPECT_EQ(attention_pairs({}, 64, true), 64 * 65 / 2);
  EXPECT_EQ(attention_pairs({.block = 16, .window = 0}, 64, false), 4 * 16 * 16);
  EXPECT_EQ(attention_pairs({.block = 16, .window = 0}, 64, true), 4 * 16 * 17 / 2);
  const auto given =
      sparse::BlockPattern::from_coordinates(32, 32, {16, 16}, {{0, 0}, {0, 1}, {1, 1}});
  for (const AttentionLayout& layout :
       {AttentionLayout{.block = 16, .window = 0, .global = 1, .stride = 3, .random = 2},
        AttentionLayout{.block = 16, .pattern = given}})
    for (const bool causal : {false, true}) {
      const Index sequence = layout.pattern ? 32 : 256;
      const double hidden = causal ? static_cast<double>(sequence) * 15 / 2 : 0;
      EXPECT_EQ(
          attention_pairs(layout, sequence, causal),
          static_cast<double>(attention_pattern(layout, sequence, causal)->values()) - hidden);
    }
  // Everything, in blocks.
  EXPECT_EQ(attention_pairs({.block = 16, .window = 4}, 64, true), 64 * 65 / 2);
}

TEST(AttentionLayout, RefusesBlocksThatDoNotFit) {
  for (const Index block : {-16, 8, 24, 48})
    EXPECT_THAT([&] { (void)attention_pattern({.block = block}, 64, false); },
                ThrowsMessage<ConfigError>(
                    HasSubstr("attention layout: block is " + std::to_string(block))));
  EXPECT_THAT([] { (void)attention_pattern({.block = 16, .window = -1}, 64, false); },
              ThrowsMessage<ConfigError>(HasSubstr("window is -1")));
}

}  // namespace
}  // namespace espalier::models
