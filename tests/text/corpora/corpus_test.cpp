// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/corpora/corpus.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::text {
namespace {

using espalier::testing::message_of;
using espalier::testing::TemporaryFolder;

using std::string;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<string> split(std::string_view text) {
  std::int64_t cuts = 0;
  return split_documents(text, cuts);
}

/// Texts of both splits, training first.
std::vector<string> texts(const Corpus& corpus) {
  std::vector<string> all;
  for (const Document& document : corpus.train) all.push_back(document.text);
  for (const Document& document : corpus.validation) all.push_back(document.text);
  return all;
}

TEST(SplitDocuments, ParagraphsAreJoinedAndLinesStandAlone) {
  EXPECT_THAT(split("one\n  two\n\n\nthree\n \t\nfour"), ElementsAre("one two", "three", "four"));
  EXPECT_THAT(split("\n\none\ntwo  2\nthree\n\n"), ElementsAre("one", "two 2", "three"));
  EXPECT_THAT(split(" \n\t\n "), ElementsAre());
  EXPECT_THAT(split(""), ElementsAre());
}

TEST(SplitDocuments, CutsEndlessLinesAtSpaces) {
  string line;
  while (line.size() < 5 * kMaximumDocumentBytes) line += "some words ";
  std::int64_t cuts = 0;
  const std::vector<string> documents = split_documents(line, cuts);
  ASSERT_EQ(documents.size(), 6u);
  EXPECT_EQ(cuts, 5);
  string joined;
  for (const string& document : documents) {
    EXPECT_LE(document.size(), kMaximumDocumentBytes);
    joined += document + ' ';
  }
  EXPECT_EQ(joined, line);
}

TEST(SplitDocuments, CutsALineWithoutSpacesBetweenCharacters) {
  string line = "x";
  while (line.size() < 3 * kMaximumDocumentBytes) line += "\u20ac";
  std::int64_t cuts = 0;
  string joined;
  for (const string& document : split_documents(line, cuts)) {
    EXPECT_LT(document.size(), kMaximumDocumentBytes + 4);
    EXPECT_NE(static_cast<unsigned char>(document.front()) & 0xc0, 0x80)
        << "cut inside a character";
    joined += document;
  }
  EXPECT_EQ(joined, line);
  EXPECT_GE(cuts, 2);
}

TEST(IsValidation, TakesTheAskedShare) {
  constexpr int kKeys = 40000;
  int chosen = 0;
  for (int i = 0; i < kKeys; ++i) chosen += is_validation("key " + std::to_string(i), 0.05);
  // Five standard deviations of a binomial count.
  EXPECT_NEAR(chosen, 0.05 * kKeys, 5 * std::sqrt(kKeys * 0.05 * 0.95));
}

TEST(IsValidation, ALargerShareContainsASmaller) {
  for (int i = 0; i < 1000; ++i) {
    const string key = std::to_string(i);
    if (is_validation(key, 0.1)) {
      EXPECT_TRUE(is_validation(key, 0.3));
    }
  }
}

TEST(LoadCorpus, ReadsAFolderInSortedOrder) {
  const TemporaryFolder folder;
  folder.write("b.txt", "b one\n\nb two");
  folder.write("a/z.txt", "a z");
  folder.write("a.txt", "a");
  std::filesystem::create_symlink(folder.path() / "b.txt", folder.path() / "link.txt");
  const Corpus corpus =
      load_corpus({.source = folder.path().string(), .folder = {}, .validation_fraction = 1e-9});
  EXPECT_THAT(texts(corpus), ElementsAre("a", "a z", "b one", "b two"));
  ASSERT_EQ(corpus.facts.sources.size(), 3u);
  EXPECT_EQ(corpus.facts.sources[2].bytes, 12);
  EXPECT_EQ(corpus.facts.training_documents, 4);
  EXPECT_EQ(corpus.facts.training_words, 7);
  EXPECT_EQ(corpus.facts.training_bytes, 1 + 3 + 5 + 5);
}

TEST(LoadCorpus, LeavesOutWhatIsHidden) {
  const TemporaryFolder folder;
  folder.write("a.txt", "a");
  folder.write(".git/hooks/sample", "exec git");
  folder.write("b/.DS_Store", string("\0binary", 7));
  folder.write("b/._b.txt", string("\0binary", 7));
  folder.write("b/b.txt", "b");
  const auto read = [](const std::filesystem::path& path) {
    return texts(load_corpus({.source = path.string(), .folder = {}, .validation_fraction = 1e-9}));
  };
  EXPECT_THAT(read(folder.path()), ElementsAre("a", "b"));
  // What the user names is read.
  EXPECT_THAT(read(folder.path() / ".git"), ElementsAre("exec git"));
  EXPECT_THAT(read(folder.path() / ".git/hooks/sample"), ElementsAre("exec git"));
}

// The layout of a model hub's cache.
TEST(LoadCorpus, FollowsLinks) {
  const TemporaryFolder folder;
  folder.write("blobs/0a1b", "train one\n\ntrain two");
  folder.write("blobs/2c3d", "more");
  folder.write("snapshots/1/README.md", "readme");
  std::filesystem::create_symlink("../../blobs/0a1b", folder.path() / "snapshots/1/train.txt");
  std::filesystem::create_directory_symlink("../../blobs", folder.path() / "snapshots/1/extra");
  const Corpus corpus = load_corpus({.source = (folder.path() / "snapshots/1").string(),
                                     .folder = {},
                                     .validation_fraction = 1e-9});
  EXPECT_THAT(texts(corpus), ElementsAre("readme", "more", "train one", "train two"));
  EXPECT_EQ(corpus.facts.sources[2].path, (folder.path() / "snapshots/1/train.txt").string());
}

TEST(LoadCorpus, EveryLineEndEndsALine) {
  const TemporaryFolder folder;
  const auto read = [&](const string& text) {
    return texts(load_corpus({.source = folder.write("a.txt", text).string(),
                              .folder = {},
                              .validation_fraction = 1e-9}));
  };
  for (const string end : {"\n", "\r\n", "\r", "\r\r\n", "\u0085", "\u2028", "\u2029"}) {
    EXPECT_THAT(read("one" + end + "two" + end + "three"), ElementsAre("one", "two", "three"));
    EXPECT_THAT(read("one" + end + "two" + end + end + "three" + end),
                ElementsAre("one two", "three"));
  }
}

// The hash of a text with line feeds alone, as the first version of all made it: published corpora
// have such.
TEST(LoadCorpus, TextWithLineFeedsIsReadAsEver) {
  const TemporaryFolder folder;
  string text =
      "\xEF\xBB\xBFOne\tline,\n and \u201Canother\u201D one \u2026\n\f\nTwo\v\n \nThree "
      "\u00E9\n\n\n";
  for (int i = 0; i < 50; ++i) text += "paragraph " + std::to_string(i) + "\n\n";
  EXPECT_EQ(load_corpus({.source = folder.write("a.txt", text).string(), .folder = {}}).facts.hash,
            "31bc638668d7ac3c");
}

TEST(LoadCorpus, SplitsByTextSoThatEqualDocumentsStandOnOneSide) {
  const TemporaryFolder folder;
  string text;
  for (int repeat = 0; repeat < 2; ++repeat) {
    for (int i = 0; i < 500; ++i) text += "document number " + std::to_string(i) + "\n\n";
  }
  const CorpusOptions options{
      .source = folder.write("a.txt", text).string(), .folder = {}, .validation_fraction = 0.2};
  const Corpus corpus = load_corpus(options);
  std::set<string> train;
  for (const Document& document : corpus.train) train.insert(document.text);
  for (const Document& document : corpus.validation) EXPECT_EQ(train.count(document.text), 0u);
  EXPECT_EQ(corpus.train.size() + corpus.validation.size(), 1000u);
  EXPECT_GT(corpus.validation.size(), 100u);
  EXPECT_EQ(load_corpus(options).facts.hash, corpus.facts.hash);
}

TEST(LoadCorpus, HashKnowsTextAndSplit) {
  const TemporaryFolder folder;
  const auto hash = [&](const string& text, double fraction) {
    return load_corpus({.source = folder.write("a.txt", text).string(),
                        .folder = {},
                        .validation_fraction = fraction})
        .facts.hash;
  };
  const string text = "one\n\ntwo\n\nthree\n\nfour\n\nfive\n\nsix";
  EXPECT_EQ(hash(text, 0.5), hash("one\r\n\r\ntwo\n\nthree\n\nfour\n\nfive\n\n  six\n", 0.5));
  EXPECT_NE(hash(text, 0.5), hash(text, 1e-9));
  EXPECT_NE(hash(text, 0.5), hash("onetwo\n\nthree\n\nfour\n\nfive\n\nsix", 0.5));
}

TEST(LoadCorpus, NamesWhatIsWrong) {
  const TemporaryFolder folder;
  const auto load = [](const std::filesystem::path& path) {
    load_corpus({.source = path.string(), .folder = {}});
  };
  EXPECT_THAT(message_of<IoError>([&] { load(folder.path() / "none"); }),
              AllOf(HasSubstr("none"), HasSubstr("does not exist")));
  EXPECT_THAT(message_of<IoError>([&] { load(folder.path()); }), HasSubstr("no regular file"));
  folder.write(".hidden", "text");
  EXPECT_THAT(message_of<IoError>([&] { load(folder.path()); }),
              HasSubstr("no regular file to read; left out: hidden: 1 (.hidden)"));
  std::filesystem::remove(folder.path() / ".hidden");
  EXPECT_THAT(message_of<FormatError>([&] { load(folder.write("empty.txt", "")); }),
              AllOf(HasSubstr("empty.txt"), HasSubstr("no text")));
  EXPECT_THAT(message_of<FormatError>([&] { load(folder.write("blank.txt", " \n\n\t")); }),
              HasSubstr("blank.txt"));
  EXPECT_THAT(
      message_of<ConfigError>(
          [&] { load_corpus({.source = "x", .folder = {}, .validation_fraction = 0.7}); }),
      AllOf(HasSubstr("data.validation_fraction"), HasSubstr("0.7"), HasSubstr("(0, 0.5]")));
}

TEST(LoadCorpus, OfTooMuchTextSaysHowMuchThereMayBe) {
  const TemporaryFolder folder;
  folder.write("a.txt", "one two\n");
  const auto second = folder.write("b.txt", "three\n");
  const CorpusOptions options = {
      .source = folder.path().string(), .folder = {}, .maximum_bytes = 10};
  EXPECT_EQ(
      message_of<FormatError>([&] { load_corpus(options); }),
      second.string() +
          ": holds more text than the 2 bytes that are left of the 10 that a corpus may have; "
          "divide it into a mixture, of which each part may have as many");
}

TEST(SourceFiles, AreThoseOfTheFactsInTheirOrder) {
  const TemporaryFolder folder;
  folder.write("novels/b.txt", "one two\n");
  folder.write("novels/a.txt", "three\n");
  const string file = folder.write("c.txt", "four\n").string();
  const CorpusOptions options = {
      .source = file + "=1 " + (folder.path() / "novels").string() + "=2", .folder = {}};
  std::vector<string> paths;
  for (const CorpusSource& source : load_corpus(options).facts.sources)
    paths.push_back(source.path);
  std::vector<string> found;
  for (const auto& path : source_files(options)) found.push_back(path.string());
  EXPECT_EQ(found, paths);
  EXPECT_EQ(found.size(), 3u);
  EXPECT_EQ(source_bytes(options), 8 + 6 + 5);
}

TEST(CorpusParts, AreSourcesWithWeights) {
  const std::vector<CorpusPart> parts = corpus_parts("default=3  novels/a=b.txt=0.5");
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].source, "default");
  EXPECT_EQ(parts[0].weight, 3);
  EXPECT_EQ(parts[1].source, "novels/a=b.txt");
  EXPECT_EQ(parts[1].weight, 0.5);
  EXPECT_TRUE(corpus_parts("default").empty());
  EXPECT_TRUE(corpus_parts("some novels").empty());

  const TemporaryFolder folder;
  const string odd = folder.write("a=1 b=2", "text\n").string();
  EXPECT_TRUE(corpus_parts(odd).empty()) << "a file that is there";
}

TEST(CorpusParts, RefuseWhatIsNoMixture) {
  const auto refusal = [](const string& source) {
    return message_of<ConfigError>([&] { (void)corpus_parts(source); });
  };
  EXPECT_THAT(refusal("a=1"), HasSubstr("one corpus is no mixture"));
  EXPECT_THAT(refusal("a=1 b"), HasSubstr("'b' has no weight"));
  EXPECT_THAT(refusal("a=1 =2"), HasSubstr("a weight without a source"));
  EXPECT_THAT(refusal("a=1 a=2"), HasSubstr("'a' is there twice"));
  for (const char* weight : {"", "x", "0", "-1", "nan", "inf", "1e999"})
    EXPECT_THAT(refusal(string("a=1 b=") + weight), HasSubstr("is no number above 0")) << weight;
}

TEST(SourceFingerprint, FollowsBytesAndSplit) {
  const TemporaryFolder folder;
  CorpusOptions options{.source = folder.write("a.txt", "one").string(), .folder = {}};
  const string before = source_fingerprint(options);
  EXPECT_EQ(source_fingerprint(options), before);
  options.validation_fraction = 0.05 + 1e-9;
  EXPECT_NE(source_fingerprint(options), before);
  options.validation_fraction = 0.05;
  folder.write("a.txt", "two");
  EXPECT_NE(source_fingerprint(options), before);
}

}  // namespace
}  // namespace espalier::text
