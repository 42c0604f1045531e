// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/json_object.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::files {
namespace {

using espalier::testing::message_of;
using espalier::testing::TemporaryFolder;

const JsonObject& example() {
  static const JsonObject object = JsonObject::parse(
      R"({"a": {"b": true, "c": "x", "d": null, "e": [1, 2], "f": []}, "g": 1, "h": ""})", "F");
  return object;
}

TEST(JsonObject, ShowsWhatIsThere) {
  EXPECT_EQ(example().find("none"), nullptr);
  EXPECT_TRUE(example().is_null("none"));
  const JsonObject inner = example().object("a");
  EXPECT_TRUE(inner.is_null("d"));
  EXPECT_FALSE(inner.is_null("b"));
  EXPECT_EQ(inner.truth("b"), true);
  EXPECT_EQ(inner.truth("d"), std::nullopt);
  EXPECT_EQ(inner.text("c"), "x");
  EXPECT_EQ(inner.text("none"), std::nullopt);
  EXPECT_EQ(example().whole("g", 1, 2), 1);
  EXPECT_EQ(example().positive("g"), 1.0);
  EXPECT_EQ(inner.whole("d", 1, 2), std::nullopt);
  EXPECT_EQ(inner.positive("d"), std::nullopt);
  inner.require("c", "x");
  inner.require_if_present("d", "x");
  inner.require_empty("f");
  example().require_empty("h");
  example().require_empty("none");
}

TEST(JsonObject, AnInnerOneOutlivesTheFile) {
  std::optional<JsonObject> file = JsonObject::parse(R"({"a": {"b": "c"}})", "F");
  const JsonObject inner = file->object("a");
  file.reset();
  EXPECT_EQ(inner.json().at("b"), "c");
}

TEST(JsonObject, NamesFileKeyValueAndExpectation) {
  const JsonObject inner = example().object("a");
  const auto message = [](const auto& action) { return message_of<FormatError>(action); };
  EXPECT_EQ(message([&] { inner.require("c", "y"); }), R"(F: a.c is "x", expected "y")");
  EXPECT_EQ(message([&] { inner.require("none", "y"); }), R"(F: a.none is absent, expected "y")");
  EXPECT_EQ(message([&] { inner.require("d", 1); }), "F: a.d is null, expected 1");
  EXPECT_EQ(message([&] { inner.require_if_present("b", false); }),
            "F: a.b is true, expected false");
  EXPECT_EQ(message([&] { static_cast<void>(inner.truth("c")); }),
            R"(F: a.c is "x", expected true, false or null)");
  EXPECT_EQ(message([&] { inner.require_empty("e"); }),
            "F: a.e is an array of 2 values, expected nothing, since it is not implemented");
  EXPECT_EQ(message([] { example().require_empty("g"); }),
            "F: g is 1, expected nothing, since it is not implemented");
  EXPECT_EQ(message([&] { inner.object("c"); }), R"(F: a.c is "x", expected an object)");
  EXPECT_EQ(message([] { JsonObject::parse("[]", "F"); }), "F: expected a JSON object");
}

TEST(JsonObject, RefusesNumbersOutOfRangeAndOfAnotherType) {
  const JsonObject keys = JsonObject::parse(
      R"({"a": -1, "b": 1.5, "c": 18446744073709551615, "d": "1", "e": 0, "f": true})", "F");
  const auto message = [](const auto& action) { return message_of<FormatError>(action); };
  for (const char* key : {"a", "b", "c", "d", "e", "f"})
    EXPECT_NE(message([&] { static_cast<void>(keys.whole(key, 1, 9)); }), "");
  EXPECT_EQ(message([&] { static_cast<void>(keys.whole("a", 0, 9)); }),
            "F: a is -1, expected a whole number from 0 to 9");
  EXPECT_EQ(keys.whole("a", -1, 9), -1);
  for (const char* key : {"a", "d", "e", "f"})
    EXPECT_NE(message([&] { static_cast<void>(keys.positive(key)); }), "");
  EXPECT_EQ(message([&] { static_cast<void>(keys.positive("e")); }),
            "F: e is 0, expected a number above 0");
  EXPECT_EQ(message([&] { static_cast<void>(keys.text("e")); }), "F: e is 0, expected a text");
}

TEST(JsonObject, ReadsAFileThatIsThere) {
  const TemporaryFolder folder;
  EXPECT_EQ(JsonObject::read_if_present(folder.path() / "none.json", 10), std::nullopt);
  const auto path = folder.write("a.json", R"({"a": 1})");
  EXPECT_EQ(JsonObject::read_if_present(path, 10)->json().at("a"), 1);
  EXPECT_THROW(JsonObject::read_if_present(path, 7), FormatError);
  EXPECT_THROW(JsonObject::read_if_present(folder.path(), 10), IoError);
}

}  // namespace
}  // namespace espalier::files
