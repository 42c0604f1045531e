// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/content_hash.h>

#include <gtest/gtest.h>

namespace espalier::files {
namespace {

TEST(ContentHash, IsXxh3OfTheBytesHoweverTheyAreDivided) {
  EXPECT_EQ(hex(content_hash("")), "2d06800538d394c2");  // XXH3_64bits of nothing
  EXPECT_EQ(ContentHash().update("esp").update("").update("alier").value(),
            content_hash("espalier"));
  EXPECT_NE(content_hash("espalier"), content_hash("espalies"));
}

TEST(ContentHash, TellsFieldsApart) {
  EXPECT_NE(ContentHash().update_field("ab").update_field("c").value(),
            ContentHash().update_field("a").update_field("bc").value());
}

}  // namespace
}  // namespace espalier::files
