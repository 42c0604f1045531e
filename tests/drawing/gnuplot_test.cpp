// SPDX-License-Identifier: Apache-2.0
#include <espalier/drawing/gnuplot.h>

#include <gtest/gtest.h>

#include <string>

namespace espalier::drawing {
namespace {

// What a word of gnuplot shows; it is for SVG, which is XML.
std::string shown(const std::string& text) {
  const std::string word = gnuplot_word(text);
  return word.substr(1, word.size() - 2);
}

TEST(Gnuplot, XmlHasAllThatItShows) {
  EXPECT_EQ(shown("x\xffy\tz\x01\n"), "x?y?z??");
  for (const char* good : {"", "a b", "é’", "\xed\x9f\xbf", "\xee\x80\x80", "\xef\xbf\xbd",
                           "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"})
    EXPECT_EQ(shown(good), good);
  EXPECT_EQ(shown("\xef\xbf\xbe\xef\xbf\xbf"), "??") << "U+FFFE and U+FFFF";
  EXPECT_EQ(shown("\xc3"), "?") << "cut";
  EXPECT_EQ(shown("\xe2\x80x"), "??x") << "cut";
  EXPECT_EQ(shown("\xc0\xaf\xe0\x9f\xbf\xf0\x8f\xbf\xbf"), "?????????") << "overlong";
  EXPECT_EQ(shown("\xed\xa0\x80"), "???") << "a surrogate";
  EXPECT_EQ(shown("\xf4\x90\x80\x80\xf5\x80"), "??????") << "past the last";
}

TEST(Gnuplot, QuotesCannotBeLeft) {
  EXPECT_EQ(gnuplot_quoted("it's \xff"), "'it’s ?'");
  EXPECT_EQ(gnuplot_word("a\"b\\c"), "\"a?b?c\"");
}

}  // namespace
}  // namespace espalier::drawing
