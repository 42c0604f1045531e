// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <espalier/sparse/core/error.h>

#include "tests/support/temporary_folder.h"

namespace espalier::files {
namespace {

namespace fs = std::filesystem;

// By its whole name, since tests have a TemporaryFolder of their own and are compiled together.
TEST(TemporaryFolder, IsGoneWithWhatItHolds) {
  fs::path path;
  {
    const files::TemporaryFolder folder;
    path = folder.path();
    std::ofstream(path / "file") << "text";
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_all);
    EXPECT_NE(files::TemporaryFolder().path(), path);
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolder, NeedsTheFolderOfTheSystem) {
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("TMPDIR", "/no/such/folder", 1);
  EXPECT_THAT([] { files::TemporaryFolder(); },
              ::testing::ThrowsMessage<IoError>(::testing::HasSubstr("TMPDIR")));
  if (before == nullptr)
    ::unsetenv("TMPDIR");
  else
    ::setenv("TMPDIR", kept.c_str(), 1);
}

// Those of the tests themselves: what one holds goes with it alone.
TEST(TemporaryFolderOfTests, IsAnotherThanThatOfTheFixture) {
  const espalier::testing::TemporaryFolder one;
  const fs::path file = one.write("file", "of one");
  fs::path path;
  {
    const espalier::testing::TemporaryFolder other;
    path = other.path();
    EXPECT_NE(path, one.path());
    EXPECT_TRUE(fs::is_empty(path));
  }
  EXPECT_FALSE(fs::exists(path));
  EXPECT_EQ(espalier::testing::read_bytes(file), "of one");
}

}  // namespace
}  // namespace espalier::files
