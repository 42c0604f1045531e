// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/corpora/glue.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"

namespace espalier::text {
namespace {

using espalier::testing::message_of;
using espalier::testing::TemporaryFolder;
using ::testing::HasSubstr;

/// The first line with a label of such a file.
LabelledText first_line(const char* set, const std::string& content, LabelledFile& file) {
  const TemporaryFolder folder;
  read_glue_file(*find_glue_set(set), folder.write("train.tsv", content), file);
  return file.lines.at(0);
}

void expect_line(const char* set, const std::string& content, const std::string& label,
                 const std::string& text, const std::string& second) {
  LabelledFile file;
  const LabelledText line = first_line(set, content, file);
  EXPECT_EQ(line.label, label) << set;
  EXPECT_EQ(line.text, text) << set;
  EXPECT_EQ(line.second, second) << set;
}

// A line of each set in the layout in which it is published.
TEST(Glue, EachSetHasItsOwnColumns) {
  expect_line("cola", "gj04\t0\t*\tBook the was.\n", "0", "Book the was.", "");
  expect_line("sst2", "sentence\tlabel\nhide new \t0\n", "0", "hide new ", "");
  // A byte order mark, and quotes that are text.
  expect_line(
      "mrpc",
      "\xEF\xBB\xBFQuality\t#1 ID\t#2 ID\t#1 String\t#2 String\n1\t7\t8\tHe said \"no\tHe\n", "1",
      "He said \"no", "He");
  expect_line("qqp", "id\tqid1\tqid2\tquestion1\tquestion2\tis_duplicate\n1\t2\t3\tWho?\tWhy?\t0\n",
              "0", "Who?", "Why?");
  expect_line(
      "stsb",
      "index\tgenre\tfilename\tyear\told_index\tsource1\tsource2\tsentence1\tsentence2\tscore\n"
      "0\ta\tb\tc\td\te\tf\tOne.\tTwo.\t4.200\n",
      "4.200", "One.", "Two.");
  expect_line("mnli",
              "index\tpromptID\tpairID\tgenre\tsentence1_binary_parse\tsentence2_binary_parse\t"
              "sentence1_parse\tsentence2_parse\tsentence1\tsentence2\tlabel1\tgold_label\n"
              "0\ta\tb\tc\td\te\tf\tg\tOne.\tTwo.\tneutral\tentailment\n",
              "entailment", "One.", "Two.");
  expect_line("qnli", "index\tquestion\tsentence\tlabel\n0\tWhen?\tNow.\tnot_entailment\n",
              "not_entailment", "When?", "Now.");
  expect_line("rte", "index\tsentence1\tsentence2\tlabel\n0\tOne.\tTwo.\tentailment\n",
              "entailment", "One.", "Two.");
  expect_line("wnli", "index\tsentence1\tsentence2\tlabel\n0\tOne.\tTwo.\t1\n", "1", "One.",
              "Two.");
  EXPECT_EQ(find_glue_set("ax"), nullptr);
  EXPECT_EQ(glue_sets().size(), 9u);
}

TEST(Glue, OnlyThePublishedHolesArePassedOver) {
  LabelledFile file;
  const std::string header = "id\tqid1\tqid2\tquestion1\tquestion2\tis_duplicate\n";
  first_line("qqp",
             header + "1\t2\t3\tWho?\tWhy?\t0\n1\t2\t3\tWho?\n4\t5\t6\tA?\tB?\t1\n" +
                 "7\t8\t9\tHow?\t\t0\n7\t8\t9\t \tHow?\t0\n",
             file);
  EXPECT_EQ(file.lines.size(), 2u);
  EXPECT_EQ(file.left_out, 3);
  EXPECT_EQ(file.lines[1].line, 4u);
}

TEST(Glue, ErrorsNameTheLine) {
  const auto message = [](const char* set, const std::string& content) {
    return message_of<FormatError>([&] {
      LabelledFile file;
      first_line(set, content, file);
    });
  };
  EXPECT_THAT(message("sst2", "a film\t1\n"), HasSubstr("train.tsv:1: no column 'label'"));
  EXPECT_THAT(message("rte", "index\tsentence1\tlabel\n"),
              HasSubstr("train.tsv:1: no column 'sentence2'"));
  EXPECT_THAT(message("sst2", "sentence\tlabel\na\t1\nb\n"),
              HasSubstr("train.tsv:3: 1 columns, expected 2"));
  EXPECT_THAT(message("qqp", "id\tqid1\tqid2\tquestion1\tquestion2\tis_duplicate\n" +
                                 std::string("1\t2\t3\ta\tb\t0\t9\n")),
              HasSubstr("train.tsv:2: 7 columns, expected 6"));
  EXPECT_THAT(message("cola", "a\t1\t\t \n"), HasSubstr("train.tsv:1: no text"));
  EXPECT_THAT(message("rte", "index\tsentence1\tsentence2\tlabel\n0\tOne.\t\tentailment\n"),
              HasSubstr("train.tsv:2: no second text"));
  EXPECT_THAT(message("sst2", "sentence\tlabel\na\t\n"), HasSubstr("train.tsv:2: a label of 0"));
  EXPECT_THAT(message("sst2", "sentence\tlabel\n"), HasSubstr("no line with a label"));
  EXPECT_THAT(message("sst2", ""), HasSubstr("no line with a label"));
}

}  // namespace
}  // namespace espalier::text
