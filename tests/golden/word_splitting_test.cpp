// SPDX-License-Identifier: Apache-2.0
// Words against BERT's own tokenizer, for every code point; see README.md here.
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <espalier/files/content_hash.h>
#include <espalier/text/tokenizer/word_splitter.h>

namespace espalier::experiments {
namespace {

using Json = nlohmann::json;

Json golden() {
  return Json::parse(std::ifstream(ESPALIER_SOURCE_DIR "/tests/golden/word_splitting.json"));
}

void append_utf8(std::int32_t c, std::string& text) {
  const auto byte = [&text](std::int32_t value) { text += static_cast<char>(value); };
  if (c < 0x80) return byte(c);
  if (c < 0x800) {
    byte(0xC0 | c >> 6);
  } else if (c < 0x10000) {
    byte(0xE0 | c >> 12);
    byte(0x80 | (c >> 6 & 0x3F));
  } else {
    byte(0xF0 | c >> 18);
    byte(0x80 | (c >> 12 & 0x3F));
    byte(0x80 | (c >> 6 & 0x3F));
  }
  byte(0x80 | (c & 0x3F));
}

/// Adds the words of "a", these code points, "b" as a line.
void add_words(std::initializer_list<std::int32_t> code_points, std::string& lines) {
  std::string text = "a";
  for (const std::int32_t c : code_points) append_utf8(c, text);
  text += 'b';
  bool first = true;
  text::for_each_word(text, [&](std::string_view word) {
    if (!first) lines += ' ';
    first = false;
    lines += word;
  });
  lines += '\n';
}

std::string hash_of(const std::string& lines) { return files::hex(files::content_hash(lines)); }

TEST(WordSplitting, EqualsBertsAroundEveryCodePoint) {
  const Json table = golden();
  const auto row = table.at("row").get<std::int32_t>();
  std::map<std::int32_t, std::string> rows;
  std::int64_t tried = 0;
  for (const Json& range : table.at("code_points"))
    for (auto c = range.at(0).get<std::int32_t>(); c <= range.at(1).get<std::int32_t>(); ++c) {
      add_words({c}, rows[c / row * row]);
      ++tried;
    }
  EXPECT_EQ(tried, 144762) << "the code points of Unicode 14 that are not for private use";
  EXPECT_EQ(rows.size(), table.at("rows").size());
  for (const auto& [hexadecimal, hash] : table.at("rows").items()) {
    const auto first = static_cast<std::int32_t>(std::stol(hexadecimal, nullptr, 16));
    EXPECT_EQ(hash_of(rows[first]), hash.get<std::string>())
        << "code points from U+" << hexadecimal << "; see README.md for how to compare";
  }
}

TEST(WordSplitting, EqualsBertsInTriplesOfCombiningSigns) {
  const Json table = golden();
  const auto signs = table.at("signs").get<std::vector<std::int32_t>>();
  std::string lines;
  for (const std::int32_t a : signs)
    for (const std::int32_t b : signs)
      for (const std::int32_t c : signs) add_words({a, b, c}, lines);
  EXPECT_EQ(hash_of(lines), table.at("triples_of_signs").get<std::string>());
}

TEST(WordSplitting, EqualsBertsInHangul) {
  // By The Unicode Standard, section 3.12: 19 leading consonants, 21 vowels, 27 tails.
  std::string lines;
  for (std::int32_t lead = 0; lead < 19; ++lead)
    for (std::int32_t vowel = 0; vowel < 21; ++vowel) {
      add_words({0x1100 + lead, 0x1161 + vowel}, lines);
      for (std::int32_t tail = 1; tail < 28; ++tail) {
        add_words({0x1100 + lead, 0x1161 + vowel, 0x11A7 + tail}, lines);
        add_words({0xAC00 + (lead * 21 + vowel) * 28, 0x11A7 + tail}, lines);
      }
    }
  EXPECT_EQ(hash_of(lines), golden().at("hangul").get<std::string>());
}

}  // namespace
}  // namespace espalier::experiments
