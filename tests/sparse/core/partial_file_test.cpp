// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/partial_file.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"

namespace espalier {
namespace {

using espalier::testing::message_of;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

class PartialFile : public espalier::testing::FolderTest {};

TEST_F(PartialFile, StandsBesideTheFile) {
  EXPECT_EQ(partial_of("runs/a.smtx"), "runs/a.smtx.espalier-partial");
}

TEST_F(PartialFile, IsBesideWhatLinksLeadTo) {
  write("real", "text");
  fs::create_directory(folder_ / "below");
  fs::create_symlink("../real", folder_ / "below/relative");
  fs::create_symlink(folder_ / "below/relative", folder_ / "absolute");
  fs::create_symlink("not there yet", folder_ / "dangling");
  EXPECT_EQ(behind_links(folder_ / "real"), folder_ / "real");
  EXPECT_EQ(behind_links(folder_ / "none"), folder_ / "none");
  EXPECT_EQ(behind_links("none"), "none");
  EXPECT_EQ(behind_links(folder_ / "below/relative"), folder_ / "below/../real");
  EXPECT_EQ(behind_links(folder_ / "absolute"), folder_ / "below/../real");
  EXPECT_EQ(behind_links(folder_ / "dangling"), folder_ / "not there yet");
}

TEST_F(PartialFile, OfACircleOfLinksThereIsNone) {
  fs::create_symlink("one", folder_ / "two");
  fs::create_symlink("two", folder_ / "one");
  EXPECT_THAT(message_of<IoError>([&] { (void)behind_links(folder_ / "one"); }),
              HasSubstr((folder_ / "one").string() + ": cannot follow the symbolic link: "));
}

}  // namespace
}  // namespace espalier
