// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/request_lines.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <espalier/sparse/core/error.h>

namespace espalier::serving {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

void expect_request(std::string_view line, LineFormat format, const std::string& text,
                    const std::string& pair) {
  const TextRequest request = parse_request(line, format, "texts:3");
  EXPECT_EQ(request.text, text) << line;
  EXPECT_EQ(request.pair, pair) << line;
}

TEST(RequestLines, AreTextTsvOrJson) {
  expect_request("a\tb\r", LineFormat::kText, "a\tb", "");
  expect_request("a \"quoted\" text", LineFormat::kTsv, "a \"quoted\" text", "");
  expect_request("a\tb", LineFormat::kTsv, "a", "b");
  expect_request(R"({"text": "a\tb", "label": 3})", LineFormat::kJsonl, "a\tb", "");
  expect_request(R"({"question": "who?", "context": "she"})", LineFormat::kJsonl, "who?", "she");
  expect_request(R"({"text": "a", "context": "web", "question": 7})", LineFormat::kJsonl, "a", "");
  expect_request(R"({"label": 1, "text": "a", "second_text": "b"})", LineFormat::kJsonl, "a", "b");
  expect_request(R"({"text": "a", "text_pair": "b"})", LineFormat::kJsonl, "a", "b");
  expect_request(R"({"text_pair": "c", "text": "a", "pair": "b"})", LineFormat::kJsonl, "a", "b");
  expect_request(R"({"question": "who?", "pair": 7})", LineFormat::kJsonl, "who?", "");
  // As examples to train on may have it.
  expect_request(R"({"text": "a", "second_text": null})", LineFormat::kJsonl, "a", "");
  expect_request(R"({"text": "a", "pair": null, "second_text": "b"})", LineFormat::kJsonl, "a",
                 "b");
}

TEST(RequestLines, ErrorsNameTheLine) {
  const auto expect_refused = [](std::string_view line, LineFormat format,
                                 const std::string& message) {
    EXPECT_THAT([&] { parse_request(line, format, "texts:3"); },
                ThrowsMessage<FormatError>(HasSubstr("texts:3: " + message)));
  };
  expect_refused("a\tb\tc", LineFormat::kTsv, "more than two columns");
  expect_refused("a", LineFormat::kJsonl, "");
  expect_refused(R"({"pair": "a"})", LineFormat::kJsonl, "has no \"text\"");
  expect_refused(R"({"text": 1})", LineFormat::kJsonl, "\"text\" is no string");
  expect_refused(R"({"text": null})", LineFormat::kJsonl, "\"text\" is no string");
  expect_refused(R"({"text": "a", "pair": 7})", LineFormat::kJsonl, "\"pair\" is no string");
}

TEST(LineFormat, IsThatOfTheFile) {
  EXPECT_EQ(format_of("a/b.tsv"), LineFormat::kTsv);
  EXPECT_EQ(format_of("b.jsonl"), LineFormat::kJsonl);
  EXPECT_EQ(format_of("-"), LineFormat::kText);
  EXPECT_EQ(format_by_name("jsonl"), LineFormat::kJsonl);
  EXPECT_THAT([] { format_by_name("csv"); },
              ThrowsMessage<ConfigError>(HasSubstr("'csv', expected one of text tsv jsonl")));
}

}  // namespace
}  // namespace espalier::serving
