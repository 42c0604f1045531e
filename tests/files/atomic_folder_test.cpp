// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/atomic_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>
#include <string>
#include <vector>

#include <espalier/files/atomic_file.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::files {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

void write_one(const fs::path& aside) { write_file_atomically(aside / "one", "1"); }

TEST(AtomicFolder, IsThereWhole) {
  const testing::TemporaryFolder folder;
  write_folder_atomically(folder.path() / "new" / "", [&](const fs::path& aside) {
    EXPECT_FALSE(fs::exists(folder.path() / "new"));
    EXPECT_TRUE(fs::is_empty(aside));
    write_one(aside);
  });
  EXPECT_EQ(list_folder(folder.path()), std::vector<fs::path>{folder.path() / "new"});
  EXPECT_EQ(read_file(folder.path() / "new" / "one", 10), "1");
  fs::create_directory(folder.path() / "empty");
  write_folder_atomically(folder.path() / "empty", write_one);
  EXPECT_TRUE(fs::exists(folder.path() / "empty" / "one"));
}

TEST(AtomicFolder, OfTwoWritersOneSucceeds) {
  const testing::TemporaryFolder folder;
  const fs::path path = folder.path() / "new";
  EXPECT_THAT(
      [&] {
        write_folder_atomically(path, [&](const fs::path& aside) {
          write_file_atomically(aside / "one", "of the slower");
          write_file_atomically(aside / "two", "of the slower");
          write_folder_atomically(path, write_one);
        });
      },
      ThrowsMessage<IoError>(HasSubstr("new: cannot rename into place")));
  EXPECT_EQ(list_folder(folder.path()), std::vector<fs::path>{path});
  EXPECT_EQ(list_folder(path), std::vector<fs::path>{path / "one"});
  EXPECT_EQ(read_file(path / "one", 10), "1");
}

TEST(AtomicFolder, LeavesOtherFoldersAlone) {
  const testing::TemporaryFolder folder;
  // Of a user, of a writer of another folder, and a file.
  for (const char* name :
       {".tmp-new-1", ".espalier-partial-new-old", ".espalier-partial-new-old-1"})
    folder.write(std::string(name) + "/mine", "precious");
  folder.write(".espalier-partial-new-1", "precious");
  write_folder_atomically(folder.path() / "new", write_one);
  EXPECT_EQ(list_folder(folder.path()).size(), 5U);
}

TEST(AtomicFolder, RemovesWhatKilledWritersLeft) {
  const testing::TemporaryFolder folder;
  const fs::path path = folder.path() / "new";
  const auto aside = [&](int number) {
    return folder.path() / (".espalier-partial-new-" + std::to_string(number));
  };
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    write_folder_atomically(path, [&](const fs::path& killed) {
      write_one(killed);
      ::raise(SIGKILL);
    });
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  ASSERT_TRUE(fs::exists(aside(1) / "one"));
  fs::create_directory(aside(7));  // of another that was killed
  write_folder_atomically(path, [&](const fs::path& at_work) {
    EXPECT_EQ(at_work, aside(1));
    EXPECT_EQ(list_folder(folder.path()), std::vector<fs::path>{at_work});
    // Not that of a writer that lives.
    EXPECT_THROW(write_folder_atomically(path,
                                         [&](const fs::path& other) {
                                           EXPECT_EQ(other, aside(2));
                                           EXPECT_TRUE(fs::exists(at_work));
                                           throw std::runtime_error("full");
                                         }),
                 std::runtime_error);
    EXPECT_TRUE(fs::exists(at_work));
    write_one(at_work);
  });
  EXPECT_EQ(list_folder(folder.path()), std::vector<fs::path>{path});
  EXPECT_EQ(list_folder(path), std::vector<fs::path>{path / "one"});
}

TEST(AtomicFolder, BehindALinkIsWrittenAndTheLinkStays) {
  const testing::TemporaryFolder folder;
  fs::create_directories(folder.path() / "other" / "empty");
  fs::create_directory_symlink("other/empty", folder.path() / "link");
  fs::create_directory_symlink("other/empty/.", folder.path() / "dotted");
  fs::create_directory_symlink("other/new/", folder.path() / "dangling");
  for (const char* name : {"link", "dangling"}) {
    write_folder_atomically(folder.path() / name, write_one);
    EXPECT_TRUE(fs::is_symlink(folder.path() / name));
    EXPECT_EQ(read_file(folder.path() / name / "one", 10), "1");
  }
  fs::remove(folder.path() / "other" / "empty" / "one");
  write_folder_atomically(folder.path() / "dotted", write_one);
  EXPECT_TRUE(fs::exists(folder.path() / "other" / "empty" / "one"));
  EXPECT_EQ(list_folder(folder.path() / "other").size(), 2U);
  EXPECT_EQ(list_folder(folder.path()).size(), 4U) << "nothing aside";
}

// Whoever stands there would be in a folder that is no more.
TEST(AtomicFolder, IsNotTheWorkingFolder) {
  const testing::TemporaryFolder folder;
  fs::create_directory(folder.path() / "empty");
  const fs::path before = fs::current_path();
  fs::current_path(folder.path() / "empty");
  for (const char* name : {".", "./", "../empty"})
    EXPECT_THAT(
        [&] { write_folder_atomically(name, [](const fs::path&) { ADD_FAILURE() << "in vain"; }); },
        ThrowsMessage<ConfigError>(HasSubstr("is the working folder")))
        << name;
  fs::current_path(before);
  EXPECT_TRUE(fs::is_empty(folder.path() / "empty"));
}

TEST(AtomicFolder, HasAName) {
  EXPECT_THAT(
      [] { write_folder_atomically("", [](const fs::path&) { ADD_FAILURE() << "in vain"; }); },
      ThrowsMessage<ConfigError>("\"\", expected the name of a new folder"));
}

// As mkdir makes folders, and not for their owner alone.
TEST(AtomicFolder, MayBeReadByOthers) {
  const testing::TemporaryFolder folder;
  fs::create_directory(folder.path() / "usual");
  write_folder_atomically(folder.path() / "new", write_one);
  EXPECT_EQ(fs::status(folder.path() / "new").permissions(),
            fs::status(folder.path() / "usual").permissions());
}

TEST(AtomicFolder, IsNotThereAtAll) {
  const testing::TemporaryFolder folder;
  EXPECT_THROW(write_folder_atomically(folder.path() / "new",
                                       [](const fs::path& aside) {
                                         write_one(aside);
                                         throw std::runtime_error("full");
                                       }),
               std::runtime_error);
  EXPECT_TRUE(fs::is_empty(folder.path()));
  write_one(folder.path());
  for (const fs::path& there : {folder.path(), folder.path() / "one"})
    EXPECT_THAT([&] { write_folder_atomically(there, write_one); },
                ThrowsMessage<ConfigError>(HasSubstr("is there already")));
}

}  // namespace
}  // namespace espalier::files
