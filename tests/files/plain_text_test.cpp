// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/plain_text.h>

#include <gtest/gtest.h>

namespace espalier::files {
namespace {

TEST(PlainText, NoTerminalObeysIt) {
  EXPECT_EQ(without_controls("a\x1b[2J\r\n\x7f"), "a?[2J???");
  EXPECT_EQ(without_controls("\xc2\x9b"
                             "2J"),
            "?2J");  // the same sequence in one character
  EXPECT_EQ(without_controls("\xc3\xa9\xe2\x80\x99"), "\xc3\xa9\xe2\x80\x99");
  EXPECT_EQ(printable(std::string(65, 'x')), std::string(64, 'x') + "...");
}

TEST(PlainText, IsCutWhereOthersHaveToBeAsWide) {
  const std::string name(80, 'n');
  EXPECT_EQ(printable(name), std::string(64, 'n') + "...");
  EXPECT_EQ(cell_text(name), name);
  EXPECT_EQ(cell_text(std::string(1000, 'n')), std::string(200, 'n') + "...");
}

TEST(PlainText, MarkdownShowsItAsItIs) {
  EXPECT_EQ(markdown_text("a | b`c`<img>\n"), "a \\| b\\`c\\`\\<img>?");
  EXPECT_EQ(markdown_text("mlp_784-512_s0.1"), "mlp_784-512_s0.1");
}

}  // namespace
}  // namespace espalier::files
