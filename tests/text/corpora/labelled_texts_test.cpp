// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/corpora/labelled_texts.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"

namespace espalier::text {
namespace {

using espalier::testing::message_of;
using espalier::testing::TemporaryFolder;
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
  EXPECT_THAT(refusal("a\tb\nc\td\te\n"), HasSubstr("f.tsv:2: 3 columns, expected 2 as in line 1"));
  EXPECT_THAT(refusal("a\tb\te\nc\td\n"), HasSubstr("f.tsv:2: 2 columns, expected 3 as in line 1"));
  EXPECT_THAT(refusal("a\tb\tc\td\n"), HasSubstr("f.tsv:1: 3 tabs"));
  EXPECT_THAT(refusal("a\tb\t \n"), HasSubstr("f.tsv:1: no second text"));
  EXPECT_THAT(refusal("\tb\n"), HasSubstr("f.tsv:1: a label of 0 bytes, expected 1 to 100"));
  EXPECT_THAT(refusal(std::string(101, 'x') + "\tb"), HasSubstr("a label of 101 bytes"));
  EXPECT_THAT(refusal("a\t  \n"), HasSubstr("f.tsv:1: no text"));
  EXPECT_THAT(refusal(""), HasSubstr("f.tsv: no line"));
}

TEST(LabelledTexts, MayBePairs) {
  const auto lines = parse_labelled_texts("1\ta b\tc\nno\td\te f\n", "f.tsv");
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].second, "c");
  EXPECT_EQ(lines[1].text, "d");
  EXPECT_EQ(lines[1].second, "e f");
  EXPECT_EQ(lines[1].line, 2u);
}

/// Reads a file of that name with that content.
void read(const std::string& content, LabelledFile& file, const std::string& name = "f.jsonl") {
  const TemporaryFolder folder;
  read_labelled_texts(folder.write(name, content), file);
}

TEST(LabelledTexts, MayBeLinesOfJson) {
  LabelledFile file;
  read(R"({"label": "no", "text": "a\tb\u00e9", "id": 7, "more": [1]}
{"text": "c", "label": 3}
{"text": "d", "label": -1.5}

)",
       file);
  ASSERT_EQ(file.lines.size(), 3u);
  EXPECT_EQ(file.lines[0].label, "no");
  EXPECT_EQ(file.lines[0].text, "a\tb\u00e9");
  EXPECT_EQ(file.lines[1].label, "3");
  EXPECT_EQ(file.lines[2].label, "-1.5");
  EXPECT_EQ(file.lines[2].line, 3u);
  LabelledFile pairs;
  read(R"({"label": 1, "text": "a", "second_text": "b", "pair": null})", pairs);
  EXPECT_EQ(pairs.lines[0].second, "b");
}

TEST(LabelledTexts, ErrorsInJsonNameTheLine) {
  const auto message = [](const std::string& second_line) {
    return message_of<FormatError>([&] {
      LabelledFile file;
      read("{\"label\": 1, \"text\": \"a\"}\n" + second_line, file);
    });
  };
  EXPECT_THAT(message("{"), HasSubstr("f.jsonl:2: no valid JSON at byte 2"));
  EXPECT_THAT(message("[1]"), HasSubstr("f.jsonl:2: expected a JSON object"));
  EXPECT_THAT(message(R"({"label": 1})"), HasSubstr("f.jsonl:2: text is absent, expected a text"));
  EXPECT_THAT(message(R"({"text": "a"})"), HasSubstr("f.jsonl:2: label is absent"));
  EXPECT_THAT(message(R"({"label": true, "text": "a"})"), HasSubstr("f.jsonl:2: label is true"));
  EXPECT_THAT(message(R"({"label": 1, "text": 2})"), HasSubstr("f.jsonl:2: text is 2"));
  EXPECT_THAT(message(R"({"label": "", "text": "a"})"), HasSubstr("f.jsonl:2: a label of 0 bytes"));
  EXPECT_THAT(message(R"({"label": 1, "text": " "})"), HasSubstr("f.jsonl:2: no text"));
  EXPECT_THAT(message(R"({"label": 1, "text": "a", "second_text": "b"})"),
              HasSubstr("f.jsonl:2: second_text is \"b\", expected none, as in line 1"));
  EXPECT_THAT(
      message(R"({"label": 1, "text": "a", "pair": "b"})"),
      HasSubstr("f.jsonl:2: pair is \"b\", expected a second text by the name of second_text"));
  EXPECT_THAT(message(R"({"label": 1, "text": "a", "text_pair": "b"})"),
              HasSubstr("f.jsonl:2: text_pair is \"b\""));
  LabelledFile none;
  EXPECT_THAT(message_of<FormatError>([&] { read("\n", none); }), HasSubstr("no line"));
}

}  // namespace
}  // namespace espalier::text
