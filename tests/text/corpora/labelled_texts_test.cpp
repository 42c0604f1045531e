// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/corpora/labelled_texts.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
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

std::string refusal(std::string_view tsv) {
  return message_of<FormatError>([&] { parse_labelled_texts(tsv, "f.tsv"); });
}

TEST(LabelledTexts, AreLinesOfLabelTabAndText) {
  const auto lines = parse_labelled_texts("1\ta b\nno\t c \n", "f.tsv");
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].label, "1");
  EXPECT_EQ(lines[0].text, "a b");
  EXPECT_EQ(lines[1].label, "no");
  EXPECT_EQ(lines[1].text, " c ");
  EXPECT_EQ(parse_labelled_texts("a\tb", "f.tsv").size(), 1u) << "the last line may have no end";
}

TEST(LabelledTexts, BlankLinesAtTheEndAreNone) {
  for (const char* ending : {"\n", "\n\n", "\n \n\t\n", "\n  "})
    EXPECT_EQ(parse_labelled_texts(std::string("1\ta b\nno\tc") + ending, "f.tsv").size(), 2u);
  EXPECT_THAT(refusal("\n\n"), HasSubstr("f.tsv: no line"));
  EXPECT_THAT(refusal("a\tb\n\na\tb\n"), HasSubstr("f.tsv:2: no tab"));
}

TEST(LabelledTexts, AHeaderIsNamed) {
  for (const std::string header :
       {"label\ttext", "Sentence\tLabel", "id\tlabel\ttext", "y\t Review "})
    EXPECT_THAT(refusal(header + "\na\tb\n"), HasSubstr("f.tsv:1: a header line, '"));
  for (const std::string line : {"label\tone", "one\ttext", "text\tid"})
    EXPECT_EQ(parse_labelled_texts(line + "\na\tb\n", "f.tsv").size(), 2u) << line;
  EXPECT_EQ(parse_labelled_texts("a\tb\nlabel\ttext\n", "f.tsv").size(), 2u);
}

TEST(LabelledTexts, ErrorsNameTheLine) {
  EXPECT_THAT(refusal("a\tb\nc"), HasSubstr("f.tsv:2: no tab"));
  EXPECT_THAT(refusal("a\tb\n\na\tb\n"), HasSubstr("f.tsv:2: no tab"));
  EXPECT_THAT(refusal("a\tb\tc\n"), HasSubstr("f.tsv:1: more than one tab"));
  EXPECT_THAT(refusal("\tb\n"), HasSubstr("f.tsv:1: a label of 0 bytes, expected 1 to 100"));
  EXPECT_THAT(refusal(std::string(101, 'x') + "\tb"), HasSubstr("a label of 101 bytes"));
  EXPECT_THAT(refusal("a\t  \n"), HasSubstr("f.tsv:1: no text"));
  EXPECT_THAT(refusal(""), HasSubstr("f.tsv: no line"));
}

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
  LabelledOptions none = options();
  none.train = folder_ / "none.tsv";
  EXPECT_THROW(load_labelled_texts(none), IoError);
  none.train.clear();
  EXPECT_THAT(message_of<ConfigError>([&] { load_labelled_texts(none); }),
              HasSubstr("data.texts is empty"));
}

}  // namespace
}  // namespace espalier::text
