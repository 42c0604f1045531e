// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/json_text.h>

#include <gtest/gtest.h>

#include <string>

#include <espalier/sparse/core/error.h>

namespace espalier::files {
namespace {

std::string nested(int levels) {
  const std::string open(static_cast<std::size_t>(levels - 1), '[');
  const std::string close(static_cast<std::size_t>(levels - 1), ']');
  return "{\"a\": " + open + close + '}';
}

std::string refusal(const std::string& text) {
  try {
    parse_json_object(text, "file.json");
  } catch (const FormatError& error) {
    return error.what();
  }
  return "";
}

TEST(JsonText, ReadsAnObject) {
  EXPECT_EQ(parse_json_object(R"({"a": [1, {"b": 2}], "c": {"b": 3}})", "file.json").size(), 2u);
  EXPECT_EQ(refusal(nested(kDeepestJson)), "");
}

TEST(JsonText, KeepsValuesOfEveryKind) {
  const std::string text =
      R"({"a":[null,true,-1,18446744073709551615,0.5,"x",[],{}],"b":{"c":{"d":[[1],2]},"e":3}})";
  EXPECT_EQ(parse_json_object(text, "file.json").dump(), text);
}

// Looked through as each object in it ends, the list would show 5 * 10^11 values: many minutes.
TEST(JsonText, ReadsAMillionObjectsInOneList) {
  constexpr std::size_t kObjects = 1'000'000;
  std::string text = "{\"a\": [{}";
  for (std::size_t i = 1; i < kObjects; ++i) text += ",{}";
  EXPECT_EQ(parse_json_object(text + "]}", "file.json").at("a").size(), kObjects);
}

TEST(JsonText, RefusesWhatIsNestedTooDeep) {
  EXPECT_EQ(refusal(nested(kDeepestJson + 1)), "file.json: nested deeper than 32 levels");
  EXPECT_EQ(refusal(nested(1'000'000)), "file.json: nested deeper than 32 levels");
  EXPECT_EQ(refusal(std::string(1'000'000, '[')), "file.json: nested deeper than 32 levels");
}

TEST(JsonText, RefusesRepeatedKeys) {
  EXPECT_EQ(refusal(R"({"a": 1, "a": 2})"), "file.json: key \"a\" stands twice");
  EXPECT_EQ(refusal(R"({"o": {"a": 1, "a": 2}})"), "file.json: key \"a\" stands twice");
  // U+009B, which a terminal obeys as it does ESC [
  EXPECT_EQ(refusal("{\"\xc2\x9b\": 1, \"\xc2\x9b\": 2}"), "file.json: key \"?\" stands twice");
}

TEST(JsonText, RefusesNumbersThatNoDoubleHolds) {
  EXPECT_EQ(refusal(R"({"a": 1e999})"), "file.json: a number that is too large for a double");
}

// The library that parses would end there, and pass over what follows.
TEST(JsonText, RefusesAZeroByte) {
  EXPECT_EQ(refusal(std::string("{}\0", 3)), "file.json: no valid JSON at byte 3");
  EXPECT_EQ(refusal(std::string("{\"a\": 1}\0{\"a\": 2}", 17)),
            "file.json: no valid JSON at byte 9");
  EXPECT_EQ(refusal(R"({"a": "\u0000"})"), "") << "is a character like any other";
}

TEST(JsonText, RefusesWhatIsNoObject) {
  EXPECT_EQ(refusal("[1]"), "file.json: expected a JSON object");
  EXPECT_EQ(refusal("null"), "file.json: expected a JSON object");
  EXPECT_EQ(refusal("{\"a\": 1} x"), "file.json: no valid JSON at byte 10");
  EXPECT_EQ(refusal(""), "file.json: no valid JSON at byte 1");
  EXPECT_NE(refusal(std::string("{\"\xff\": 1}")), "");
}

TEST(JsonText, WritesBytesThatAreNoText) {
  const nlohmann::ordered_json json = {{"b", "caf\xe9"}, {"a", 1}};
  EXPECT_EQ(json_text(json), "{\"b\":\"caf\uFFFD\",\"a\":1}");
  EXPECT_EQ(json_text(nlohmann::json(json), 1), "{\n \"a\": 1,\n \"b\": \"caf\uFFFD\"\n}");
}

}  // namespace
}  // namespace espalier::files
