// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/csv.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>

namespace espalier::files {
namespace {

using ::testing::HasSubstr;
using Cells = std::vector<std::string>;

std::vector<Cells> rows_of(std::string_view text) {
  std::vector<Cells> rows;
  for_each_csv_row(text, "a.csv", [&](const CsvRow& row) { rows.push_back(row.cells); });
  return rows;
}

std::string csv_refusal(std::string_view text) {
  try {
    rows_of(text);
  } catch (const FormatError& error) {
    return error.what();
  }
  return "";
}

TEST(Csv, QuotesCommasQuotesAndLineBreaks) {
  EXPECT_EQ(csv_line({"a", "b c", ""}), "a,b c,\n");
  EXPECT_EQ(csv_line({"a,b", "say \"x\"", "two\nlines"}),
            "\"a,b\",\"say \"\"x\"\"\",\"two\nlines\"\n");
}

TEST(Csv, GuardsFormulasButNoNumbers) {
  EXPECT_EQ(csv_line({"=1+1", "@a", "-1.5", "'x"}), "'=1+1,'@a,-1.5,''x\n");
}

TEST(Csv, ReadsWhatItWrote) {
  const Cells cells = {"a,b", "\"", "x\r\ny", "=f()", "'", "''=", "-1", ""};
  EXPECT_EQ(rows_of(csv_line(cells) + csv_line({"b"})), (std::vector<Cells>{cells, {"b"}}));
}

TEST(Csv, SkipsEmptyLinesAndAByteOrderMarkAndCountsLines) {
  std::vector<Index> lines;
  for_each_csv_row(
      "\xEF\xBB\xBF"
      "a,b\r\n\n\"c\nd\"\ne",
      "a.csv", [&](const CsvRow& row) { lines.push_back(row.line); });
  EXPECT_THAT(lines, ::testing::ElementsAre(1, 3, 5));
  EXPECT_EQ(rows_of("\xEF\xBB\xBF"
                    "a,b\r\n\n\"\"\n"),
            (std::vector<Cells>{{"a", "b"}, {""}}));
}

TEST(Csv, RefusesDamageByFileAndLine) {
  EXPECT_THAT(csv_refusal("a\nb,\"c\nd"), HasSubstr("a.csv:2: a quote that is not closed"));
  EXPECT_THAT(csv_refusal("a\nb\"c"), HasSubstr("a.csv:2: a quote within a cell"));
  EXPECT_THAT(csv_refusal("\"a\"b"), HasSubstr("a.csv:1: text after a closing quote"));
  EXPECT_THAT(csv_refusal(std::string(1000, ',')), HasSubstr("more than 1000 cells"));
  EXPECT_EQ(csv_refusal(std::string(999, ',')), "");
}

}  // namespace
}  // namespace espalier::files
