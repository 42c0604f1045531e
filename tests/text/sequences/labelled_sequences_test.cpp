// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/sequences/labelled_sequences.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"

namespace espalier::text {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class LabelledFiles : public FolderTest {
 protected:
  LabelledOptions options() const {
    return {.train = folder_ / "train.tsv",
            .validation = folder_ / "validation.tsv",
            .vocabulary_size = 64,
            .sequence_length = 16};
  }
  std::string refused(const LabelledOptions& options) const {
    return message_of<FormatError>([&] { load_labelled_texts(options); });
  }
};

TEST_F(LabelledFiles, BecomeSequencesWithTheClassOfTheirLabel) {
  write("train.tsv", "yes\tone two\nno\tthree\n");
  write("validation.tsv", "no\ttwo two two two two two two two two two two two two two two two\n");
  const LabelledData data = load_labelled_texts(options());
  EXPECT_THAT(data.labels, ElementsAre("no", "yes"));
  EXPECT_THAT(data.train.classes, ElementsAre(1, 0));
  EXPECT_THAT(data.validation.classes, ElementsAre(0));
  const SpecialTokens& special = data.tokenizer.special();
  std::vector<std::int32_t> expected = data.tokenizer.encode("one two");
  expected.insert(expected.begin(), special.cls);
  expected.push_back(special.sep);
  const auto first = data.train.sequence(0);
  EXPECT_EQ(std::vector<std::int32_t>(first.begin(), first.end()), expected);
  EXPECT_EQ(data.cut_texts, 1);
  const auto cut = data.validation.sequence(0);
  EXPECT_EQ(cut.size(), 16u);
  EXPECT_EQ(cut.front(), special.cls);
  EXPECT_EQ(cut.back(), special.sep);

  const std::vector<std::int64_t> both = {1, 0};
  const PaddedBatch batch = padded_batch(data.train, both, 16, special.pad);
  EXPECT_EQ(batch.tokens.size(), 32u);
  EXPECT_THAT(batch.classes, ElementsAre(0, 1));
  EXPECT_EQ(batch.lengths[1], static_cast<std::int64_t>(expected.size()));
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), batch.tokens.begin() + 16));
  for (std::size_t t = expected.size(); t < 16; ++t) EXPECT_EQ(batch.tokens[16 + t], special.pad);
}

TEST_F(LabelledFiles, AreDividedByAHashIfThereIsNoneToValidateOn) {
  std::string lines;
  for (int i = 0; i < 400; ++i)
    lines += (i % 2 == 0 ? "a\tword" : "b\tword") + std::to_string(i / 4) + '\n';
  write("train.tsv", lines);
  LabelledOptions options = this->options();
  options.validation.clear();
  options.validation_fraction = 0.25;
  const LabelledData data = load_labelled_texts(options);
  EXPECT_EQ(data.train.count() + data.validation.count(), 400);
  // 200 different lines, each twice: 50 +- 6.1 of them, five deviations apart at most.
  EXPECT_EQ(data.validation.count() % 2, 0) << "equal lines are on one side";
  EXPECT_GT(data.validation.count(), 2 * 20);
  EXPECT_LT(data.validation.count(), 2 * 80);
  const std::string hash = data.hash;
  options.validation_fraction = 0.5;
  EXPECT_NE(load_labelled_texts(options).hash, hash);
}

TEST_F(LabelledFiles, MayHaveAnyEndOfLine) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    write("train.tsv", "yes\tone" + end + "no\ttwo" + end + end);
    write("validation.tsv", "no\tone\u2028two" + end);  // text, as in other readers of tables
    const LabelledData data = load_labelled_texts(options());
    EXPECT_EQ(data.train.count(), 2);
    EXPECT_EQ(data.validation.count(), 1);
    EXPECT_THAT(data.labels, ElementsAre("no", "yes"));
  }
}

TEST_F(LabelledFiles, AFirstLabelThatNoOtherLineHasMayBeAHeaders) {
  write("train.tsv", "mood\twords\na\tx\nb\ty\na\tz\n");
  write("validation.tsv", "a\tx\n");
  EXPECT_EQ(load_labelled_texts(options()).first_line_label, "mood");
  write("train.tsv", "a\tx\nb\ty\na\tz\n");
  EXPECT_EQ(load_labelled_texts(options()).first_line_label, "");
  write("validation.tsv", "mood\twords\na\tx\n");
  EXPECT_THAT(refused(options()), HasSubstr("validation.tsv:1: the label 'mood', which no line to "
                                            "train on has; is line 1 a header?"));
}

TEST_F(LabelledFiles, MissingVocabularyIsRefused) {
  write("train.tsv", "a\tx\nb\ty\n");
  write("validation.tsv", "a\tx\n");
  LabelledOptions options = this->options();
  options.vocabulary = folder_ / "none.txt";
  EXPECT_THAT(message_of<IoError>([&] { load_labelled_texts(options); }), HasSubstr("none.txt"));
}

TEST_F(LabelledFiles, NothingButUnknownWordsIsRefused) {
  write("train.tsv", "a\tx\nb\ty\n");
  write("validation.tsv", "a\tx\n");
  write("vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\ny\nz\n");
  LabelledOptions options = this->options();
  options.vocabulary = folder_ / "vocab.txt";
  EXPECT_THAT(
      refused(options),
      AllOf(HasSubstr("validation.tsv: the texts to validate on: all of its 1 tokens"),
            HasSubstr("vocab.txt'; expected a vocabulary with the characters of this text")));
  write("train.tsv", "a\tx\nb\tx\n");
  EXPECT_THAT(refused(options), HasSubstr("train.tsv: the texts to train on: all of its 2 tokens"));
}

TEST_F(LabelledFiles, ErrorsNameTheFile) {
  write("train.tsv", "a\tx\nb\ty\n");
  write("validation.tsv", "a\tx\nc\ty\n");
  EXPECT_THAT(refused(options()), AllOf(HasSubstr("validation.tsv:2"),
                                        HasSubstr("'c', which no line to train on has")));
  write("train.tsv", "a\tx\na\ty\n");
  EXPECT_THAT(refused(options()),
              HasSubstr("train.tsv: 1 labels to train on, expected at least 2"));
  std::string many;
  for (std::size_t i = 0; i <= kMostClasses; ++i) many += std::to_string(i) + "\tx\n";
  write("train.tsv", many);
  EXPECT_THAT(refused(options()), HasSubstr("more than 1000 labels"));
  write("train.tsv", "a\tx\nb\t\xff yyyyyyyyyyyyyyyyyyy\n");
  EXPECT_THAT(refused(options()), HasSubstr("train.tsv: 1 bytes are not valid UTF-8"));
  write("train.tsv", "a\tx\nb\ty\n");
  LabelledOptions none = options();
  none.validation.clear();
  none.validation_fraction = 1e-9;
  EXPECT_THAT(refused(none), AllOf(HasSubstr("train.tsv: 2 lines to train on and 0 to validate on"),
                                   HasSubstr("take another data.validation_fraction, 1e-09 here")));
  none.train = folder_ / "none.tsv";
  EXPECT_THROW(load_labelled_texts(none), IoError);
  none.train.clear();
  EXPECT_THAT(message_of<ConfigError>([&] { load_labelled_texts(none); }),
              HasSubstr("data.texts is empty"));
}

TEST_F(LabelledFiles, PairsHaveASecondSegment) {
  write("train.tsv", "yes\tone two\tthree\nno\tone\ttwo two\n");
  write("validation.tsv", "no\tone\ttwo\n");
  const LabelledData data = load_labelled_texts(options());
  EXPECT_TRUE(data.pairs);
  const SpecialTokens& special = data.tokenizer.special();
  std::vector<std::int32_t> expected = {special.cls};
  data.tokenizer.encode("one two", expected);
  expected.push_back(special.sep);
  const auto second = static_cast<std::int64_t>(expected.size());
  data.tokenizer.encode("three", expected);
  expected.push_back(special.sep);
  const auto first = data.train.sequence(0);
  EXPECT_EQ(std::vector<std::int32_t>(first.begin(), first.end()), expected);
  EXPECT_EQ(data.train.second[0], second);
  const std::vector<std::int64_t> indices = {0};
  const PaddedBatch batch = padded_batch(data.train, indices, 16, special.pad);
  for (std::int64_t t = 0; t < 16; ++t)
    EXPECT_EQ(batch.segments[static_cast<std::size_t>(t)],
              t >= second && t < static_cast<std::int64_t>(expected.size()) ? 1 : 0);

  write("validation.tsv", "no\tone\n");
  EXPECT_THAT(refused(options()), HasSubstr("validation.tsv:1: no second text, expected one"));
  write("train.tsv", "yes\tone\nno\ttwo\n");
  write("validation.tsv", "no\tone\ttwo\n");
  EXPECT_THAT(refused(options()), HasSubstr("validation.tsv:1: a second text, expected none"));
}

// What `longest_first` of tokenizers 0.23 leaves.
TEST(LongestFirst, CutsTheLongerText) {
  EXPECT_EQ(longest_first(3, 4, 10), std::pair(3L, 4L));
  EXPECT_EQ(longest_first(3, 20, 10), std::pair(3L, 7L));
  EXPECT_EQ(longest_first(20, 3, 10), std::pair(7L, 3L));
  EXPECT_EQ(longest_first(20, 30, 10), std::pair(5L, 5L));
  EXPECT_EQ(longest_first(20, 30, 11), std::pair(5L, 6L));
  EXPECT_EQ(longest_first(30, 20, 11), std::pair(6L, 5L));
  EXPECT_EQ(longest_first(30, 30, 11), std::pair(5L, 6L));
  EXPECT_EQ(longest_first(20, 0, 10), std::pair(10L, 0L));
}

TEST_F(LabelledFiles, LabelsMayBeNumbers) {
  write("train.tsv", "1.5\tone\n-2e-1\ttwo\n1.5\tone\n");
  write("validation.tsv", "3\tone\n");
  LabelledOptions options = this->options();
  options.numbers = true;
  const LabelledData data = load_labelled_texts(options);
  EXPECT_THAT(data.train.numbers, ElementsAre(1.5F, -0.2F, 1.5F));
  EXPECT_THAT(data.validation.numbers, ElementsAre(3.0F));
  EXPECT_TRUE(data.labels.empty() && data.train.classes.empty());
  for (const std::string label : {"one", "1,5", "nan", "inf", "1e99", " 1"}) {
    write("validation.tsv", "3\tone\n" + label + "\tone\n");
    EXPECT_THAT(refused(options),
                HasSubstr("validation.tsv:2: the label '" + label + "', expected a number"));
  }
}

TEST_F(LabelledFiles, AThirdFileTests) {
  write("train.tsv", "a\tone\nb\ttwo\n");
  write("validation.tsv", "a\tone\n");
  write("test.jsonl", R"({"label": "b", "text": "one"})");
  LabelledOptions options = this->options();
  const std::string hash = load_labelled_texts(options).hash;
  options.test = folder_ / "test.jsonl";
  const LabelledData data = load_labelled_texts(options);
  EXPECT_THAT(data.test.classes, ElementsAre(1));
  EXPECT_NE(data.hash, hash);
  write("test.jsonl", R"({"label": "c", "text": "one"})");
  EXPECT_THAT(refused(options),
              HasSubstr("test.jsonl:1: the label 'c', which no line to train on has"));
}

TEST_F(LabelledFiles, SetsOfGlueAreAFolder) {
  write("train.tsv", "sentence\tlabel\na \"b\t0\nc\t1\n");
  write("dev.tsv", "sentence\tlabel\nc a\t1\n");
  LabelledOptions options = this->options();
  options.train = folder_;
  options.validation.clear();
  options.glue = "sst2";
  const LabelledData data = load_labelled_texts(options);
  EXPECT_THAT(data.labels, ElementsAre("0", "1"));
  EXPECT_EQ(data.validation.count(), 1);
  const auto message = [&] {
    return message_of<ConfigError>([&] { load_labelled_texts(options); });
  };
  options.numbers = true;
  EXPECT_THAT(message(), HasSubstr("the labels of sst2 are classes"));
  options.numbers = false;
  options.glue = "stsb";
  EXPECT_THAT(message(), HasSubstr("the labels of stsb are numbers"));
  options.glue = "glue";
  EXPECT_THAT(message(), HasSubstr("'glue' is no set of GLUE"));
  options.glue = "sst2";
  options.test = folder_ / "dev.tsv";
  EXPECT_THAT(message(), HasSubstr("the set has its own files"));
}

TEST_F(LabelledFiles, WhatAPublishedSetLacksIsCountedInBothFiles) {
  const std::string header = "id\tqid1\tqid2\tquestion1\tquestion2\tis_duplicate\n";
  write("train.tsv", header + "1\t2\t3\ta\tb\t0\n1\t2\t3\tb\ta\t1\n1\t2\t3\ta\n");
  write("dev.tsv", header + "1\t2\t3\tb\tb\t0\n1\t2\t3\ta\n1\t2\t3\tb\t\t0\n");
  LabelledOptions options = this->options();
  options.train = folder_;
  options.validation.clear();
  options.glue = "qqp";
  const LabelledData data = load_labelled_texts(options);
  EXPECT_EQ(data.train.count(), 2);
  EXPECT_EQ(data.validation.count(), 1);
  EXPECT_EQ(data.left_out, 3);
}

TEST_F(LabelledFiles, AFolderHasATokenizer) {
  write("train.tsv", "a\tOne\nb\ttwo\n");
  write("validation.tsv", "a\tone\n");
  write("model/vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nOne\none\ntwo\n");
  write("model/tokenizer_config.json", R"({"do_lower_case": false})");
  LabelledOptions options = this->options();
  options.vocabulary = folder_ / "model";
  EXPECT_EQ(load_labelled_texts(options).train.sequence(0)[1], 5);
  options.vocabulary = folder_ / "model/vocab.txt";
  EXPECT_EQ(load_labelled_texts(options).train.sequence(0)[1], 6);
}

}  // namespace
}  // namespace espalier::text
