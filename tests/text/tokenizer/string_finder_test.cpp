// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/tokenizer/string_finder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace espalier::text {
namespace {

using Found = StringFinder::Found;

/// As the header defines it, at each place by trying all.
std::vector<Found> found_plainly(const std::vector<std::string>& strings, std::string_view text) {
  std::vector<Found> all;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t best = strings.size();
    for (std::size_t i = 0; i < strings.size(); ++i)
      if (text.substr(at).starts_with(strings[i]) &&
          (best == strings.size() || strings[i].size() > strings[best].size()))
        best = i;
    if (best < strings.size()) all.push_back({at, best});
    at += best < strings.size() ? strings[best].size() : 1;
  }
  return all;
}

TEST(StringFinder, FindsTheLongestFromTheLeft) {
  const std::vector<std::string> strings = {"own", "owner", "nerd", "er", "own"};
  const StringFinder finder(strings);
  EXPECT_EQ(finder.find("ownerd"), (std::vector<Found>{{0, 1}}));
  EXPECT_EQ(finder.find("ownnerd er"), (std::vector<Found>{{0, 0}, {3, 2}, {8, 3}}));
  EXPECT_THAT(finder.find("ow ne"), ::testing::IsEmpty());
  EXPECT_THAT(finder.find(""), ::testing::IsEmpty());
  EXPECT_THAT(StringFinder().find("text"), ::testing::IsEmpty());
}

TEST(StringFinder, FindsWhatTryingAllFinds) {
  std::mt19937 random(3);  // small alphabets, so that strings overlap and contain each other
  std::size_t found = 0;
  for (int round = 0; round < 2000; ++round) {
    const auto drawn = [&](std::size_t least, std::size_t most) {
      std::string text(least + random() % (most - least + 1), ' ');
      for (char& c : text) c = "ab\xFF\0"[random() % (2 + static_cast<unsigned>(round) % 3)];
      return text;
    };
    std::vector<std::string> strings(1 + random() % 12);
    for (std::string& string : strings) string = drawn(1, 6);
    const std::string text = drawn(0, 40);
    const std::vector<Found> expected = found_plainly(strings, text);
    ASSERT_EQ(StringFinder(strings).find(text), expected) << "round " << round;
    found += expected.size();
  }
  EXPECT_GT(found, 10000u);
}

/// Trying all strings, or all beginnings, at each place takes 10^12 comparisons for these.
TEST(StringFinder, IsLinearInTheTextForHostileStrings) {
  std::vector<std::string> strings;
  for (std::size_t length = 1; length <= 1000; ++length)
    strings.push_back(std::string(length, 'a') + 'b');
  for (std::size_t length = 1; length <= 1000; ++length)
    strings.push_back('c' + std::string(length, 'a'));
  strings.push_back(std::string(1 << 20, 'a') + 'b');
  const std::string text(1 << 20, 'a');
  const StringFinder finder(strings);
  EXPECT_THAT(finder.find(text), ::testing::IsEmpty());
  EXPECT_EQ(finder.find(text + 'b'), (std::vector<Found>{{0, 2000}}));
}

}  // namespace
}  // namespace espalier::text
