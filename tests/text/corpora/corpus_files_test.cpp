// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/corpora/corpus_files.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::text {
namespace {

namespace fs = std::filesystem;
using espalier::testing::FolderTest;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class FindCorpusFiles : public FolderTest {
 protected:
  /// A link of this name, with the folders above it.
  void link(const std::string& name, const fs::path& target) const {
    fs::create_directories((folder_ / name).parent_path());
    fs::create_symlink(target, folder_ / name);
  }
  /// Files of a folder, relative to it, and what was left out.
  std::vector<std::string> files(const std::string& texts = "texts") {
    const CorpusFiles found = find_corpus_files(folder_ / texts);
    left_out_ = to_text(found.left_out);
    bytes_ = found.bytes;
    std::vector<std::string> names;
    for (const fs::path& file : found.files)
      names.push_back(file.lexically_relative(folder_ / texts).string());
    return names;
  }

  std::string left_out_;
  std::int64_t bytes_ = 0;
};

TEST_F(FindCorpusFiles, AreSortedByPath) {
  write("texts/b.txt", "12");
  write("texts/a/z.txt", "345");
  write("texts/a.txt", "6");
  write("texts/a/hard.txt", "78");
  fs::create_hard_link(folder_ / "texts/a.txt", folder_ / "texts/c.txt");
  EXPECT_THAT(files(), ElementsAre("a.txt", "a/hard.txt", "a/z.txt", "b.txt", "c.txt"));
  EXPECT_EQ(bytes_, 1 + 2 + 3 + 2 + 1);
  EXPECT_EQ(left_out_, "");
  EXPECT_THAT(files("texts/b.txt"), ElementsAre("."));
  EXPECT_EQ(bytes_, 2);
}

TEST_F(FindCorpusFiles, NothingHidden) {
  write("texts/a.txt", "");
  write("texts/.git/config", "");
  write("texts/.git/hooks/x", "");
  write("texts/b/.DS_Store", "");
  write("texts/b/._a.txt", "");
  write("texts/b/.x/y", "");
  link("texts/.link", "a.txt");
  EXPECT_THAT(files(), ElementsAre("a.txt"));
  EXPECT_EQ(left_out_, "hidden: 5 (.git, .link, b/.DS_Store and 2 more)");
  EXPECT_THAT(files("texts/.git"), ElementsAre("config", "hooks/x"));
  EXPECT_THAT(files("texts/.git/config"), ElementsAre("."));
}

TEST_F(FindCorpusFiles, LinksToFilesAndFoldersAreFollowed) {
  write("texts/README.md", "");
  write("blobs/1", "12");
  write("other/.hidden", "");
  write("other/sub/2", "3");
  link("other/sub/more", "../../third");
  write("third/3", "");
  link("texts/train.txt", "../blobs/1");
  link("texts/folder", "../other");
  EXPECT_THAT(files(), ElementsAre("README.md", "folder/sub/2", "folder/sub/more/3", "train.txt"));
  EXPECT_EQ(bytes_, 3);
  EXPECT_EQ(left_out_, "hidden: 1 (folder/.hidden)");
  // The folder itself may be a link, and be written in other ways.
  link("linked", "texts");
  EXPECT_THAT(files("linked").size(), 4u);
  EXPECT_THAT(files("texts/").size(), 4u);
  EXPECT_EQ(left_out_, "hidden: 1 (folder/.hidden)");
  EXPECT_THAT(files("texts/../texts/.").size(), 4u);
  EXPECT_EQ(left_out_, "hidden: 1 (folder/.hidden)");
}

TEST_F(FindCorpusFiles, EachFileIsReadOnce) {
  write("texts/z/own.txt", "");
  link("texts/a.txt", "z/own.txt");
  link("texts/b", "z");
  write("blobs/1", "");
  link("texts/c.txt", "../blobs/1");
  link("texts/d.txt", "../blobs/1");
  link("texts/e", "../blobs");
  EXPECT_THAT(files(), ElementsAre("c.txt", "z/own.txt"));
  EXPECT_EQ(left_out_, "read already: 4 (a.txt, b, d.txt and 1 more)");
}

TEST_F(FindCorpusFiles, CirclesEnd) {
  write("above/texts/a.txt", "");
  link("above/texts/itself", "itself");
  link("above/texts/one", "two");
  link("above/texts/two", "one");
  link("above/texts/here", ".");
  link("above/texts/up", "..");
  link("above/texts/top", "/");
  link("above/texts/deep/down", "../../../other/in");
  write("other/in/b.txt", "");
  link("other/in/back", "..");
  link("other/in/home", folder_ / "above/texts");
  write("other/not.txt", "");
  EXPECT_THAT(files("above/texts"), ElementsAre("a.txt", "deep/down/b.txt"));
  EXPECT_EQ(left_out_,
            "links that lead nowhere: 3 (itself, one, two), "
            "links to a folder above: 3 (deep/down/back, top, up), "
            "read already: 2 (deep/down/home, here)");
}

TEST_F(FindCorpusFiles, WhatIsReadDoesNotDependOnNamesOfLinks) {
  write("texts/own.txt", "");
  write("data/part/in.txt", "");
  write("data/other.txt", "");
  link("texts/a", "../data/part");
  link("texts/b", "../data");
  EXPECT_THAT(files(), ElementsAre("a/in.txt", "b/other.txt", "own.txt"));
  EXPECT_EQ(left_out_, "read already: 1 (b/part)");
  fs::rename(folder_ / "texts/a", folder_ / "texts/c");
  EXPECT_THAT(files(), ElementsAre("b/other.txt", "b/part/in.txt", "own.txt"));
  EXPECT_EQ(left_out_, "read already: 1 (c)");
}

TEST_F(FindCorpusFiles, WhatIsNoFileIsLeftOut) {
  write("texts/a.txt", "");
  link("texts/gone.txt", "nowhere");
  link("texts/null", "/dev/null");
  ASSERT_EQ(::mkfifo((folder_ / "texts/pipe").c_str(), 0600), 0);
  EXPECT_THAT(files(), ElementsAre("a.txt"));
  EXPECT_EQ(left_out_, "links that lead nowhere: 1 (gone.txt), no regular file: 2 (null, pipe)");
}

}  // namespace
}  // namespace espalier::text
