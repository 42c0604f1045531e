// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/tokenizer/byte_level_bpe.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/text/tokenizer/streaming_decoder.h>

namespace espalier::text {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// The 256 bytes, some pairs and an end of text.
BytePieces small_pieces() {
  BytePieces parts;
  for (int byte = 0; byte < 256; ++byte)
    parts.pieces.push_back(piece_of_bytes(std::string(1, static_cast<char>(byte))));
  for (const auto& [left, right] : {std::pair("s", "e"), std::pair("se", "a"), std::pair("a", "b"),
                                    std::pair("Ġ", "sea"), std::pair("Ã", "©")}) {
    parts.merges.emplace_back(left, right);
    parts.pieces.push_back(std::string(left) + right);
  }
  parts.pieces.emplace_back();
  parts.added.push_back(
      {"<|endoftext|>", static_cast<std::int32_t>(parts.pieces.size()) - 1, true});
  parts.end_of_text = "<|endoftext|>";
  return parts;
}

const ByteLevelBpe& small() {
  static const ByteLevelBpe tokenizer(small_pieces(), "small");
  return tokenizer;
}

/// The bytes of each piece.
std::vector<std::string> pieces(std::string_view text, SpecialText special = SpecialText::kPlain) {
  std::vector<std::string> list;
  for (const std::int32_t id : small().encode(text, special)) list.push_back(small().bytes(id));
  return list;
}

using Parts = std::vector<std::string>;

TEST(ByteLevelBpe, JoinsTheMostUrgentPairFirst) {
  EXPECT_EQ(pieces("sea"), (Parts{"sea"}));
  EXPECT_EQ(pieces("sea sea"), (Parts{"sea", " sea"}));
  // "sea" stands before "ab", so that the a is taken.
  EXPECT_EQ(pieces("seab"), (Parts{"sea", "b"}));
  EXPECT_EQ(pieces("abab"), (Parts{"ab", "ab"}));
  EXPECT_EQ(pieces("é"), (Parts{"\xC3\xA9"}));
  EXPECT_EQ(pieces("è"), (Parts{"\xC3", "\xA8"}));
  EXPECT_TRUE(pieces("").empty());
}

TEST(ByteLevelBpe, DividesByTheExpressionOfGpt2) {
  // Two spaces: the second goes with the word.
  EXPECT_EQ(pieces("  sea"), (Parts{" ", " sea"}));
  // Other spaces do not.
  EXPECT_EQ(pieces("\nsea"), (Parts{"\n", "sea"}));
  EXPECT_EQ(pieces(" \nsea"), (Parts{" ", "\n", "sea"}));
  // A sign ends a word, so that no merge goes across it.
  EXPECT_EQ(pieces("se'a"), (Parts{"se", "'", "a"}));
  EXPECT_EQ(pieces("a1b"), (Parts{"a", "1", "b"}));
  // After 's a word begins anew: no "sea" there.
  EXPECT_EQ(pieces("'sea"), (Parts{"'", "s", "e", "a"}));
  EXPECT_EQ(pieces("'Sea"), (Parts{"'", "S", "e", "a"}));
}

TEST(ByteLevelBpe, GivesTheBytesBack) {
  std::string all = "sea <|endoftext|> é";
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  for (const SpecialText special : {SpecialText::kPlain, SpecialText::kPieces})
    EXPECT_EQ(small().decode(small().encode(all, special)), all);
}

TEST(ByteLevelBpe, FindsSpecialPiecesWhereItShould) {
  EXPECT_EQ(pieces("sea<|endoftext|>sea", SpecialText::kPieces),
            (Parts{"sea", "<|endoftext|>", "sea"}));
  EXPECT_EQ(small().encode("<|endoftext|>", SpecialText::kPieces),
            (std::vector<std::int32_t>{*small().end_of_text()}));
  EXPECT_EQ(pieces("<|endoftext|>").size(), 13u);
  BytePieces parts = small_pieces();
  parts.pieces.resize(parts.pieces.size() + 2);
  const auto last = static_cast<std::int32_t>(parts.pieces.size()) - 1;
  parts.added.push_back({"own", last - 1, false});
  parts.added.push_back({"owner", last, false});
  const ByteLevelBpe with_own(parts, "own");
  EXPECT_EQ(with_own.encode("ownowner"), (std::vector<std::int32_t>{last - 1, last}))
      << "the longest, even where special pieces are text";
}

TEST(ByteLevelBpe, RangesAreCharacters) {
  const EncodedText encoded = small().encode_with_offsets("sea è sea");
  EXPECT_EQ(encoded.ids, small().encode("sea è sea"));
  EXPECT_EQ(encoded.ranges, (std::vector<TextRange>{{0, 3}, {3, 4}, {4, 5}, {4, 5}, {5, 9}}));
  BytePieces parts = small_pieces();
  parts.add_prefix_space = true;
  const ByteLevelBpe prefixed(parts, "prefixed");
  EXPECT_EQ(prefixed.decode(prefixed.encode("sea")), " sea");
  EXPECT_EQ(prefixed.encode_with_offsets("sea").ranges, (std::vector<TextRange>{{0, 3}}));
  EXPECT_EQ(prefixed.encode(" sea"), prefixed.encode("sea"));
}

TEST(ByteLevelBpe, LooksForNormalizedPiecesInWhatOthersLeave) {
  BytePieces parts = small_pieces();
  parts.pieces.resize(parts.pieces.size() + 1);
  const auto last = static_cast<std::int32_t>(parts.pieces.size()) - 1;
  parts.added.push_back({"a<", last, false, true});
  const ByteLevelBpe tokenizer(parts, "normalized");
  const std::string text = "a<|endoftext|>";
  EXPECT_EQ(tokenizer.encode(text, SpecialText::kPieces),
            (std::vector<std::int32_t>{'a', *tokenizer.end_of_text()}));
  EXPECT_EQ(tokenizer.encode(text).front(), last);
}

TEST(ByteLevelBpe, TrimsRanges) {
  BytePieces parts = small_pieces();
  parts.trimmed = TrimmedRanges{};
  const ByteLevelBpe trimmed(parts, "trimmed");
  EXPECT_EQ(trimmed.encode_with_offsets("  sea sea").ranges,
            (std::vector<TextRange>{{1, 1}, {2, 5}, {6, 9}}));
  parts.trimmed->add_prefix_space = true;
  EXPECT_EQ(ByteLevelBpe(parts, "prefixed").encode_with_offsets(" sea  sea").ranges,
            (std::vector<TextRange>{{0, 4}, {5, 5}, {6, 9}}));
  // As Hugging Face has it, 0.23: a text that begins with several spaces keeps none of them.
  EXPECT_EQ(ByteLevelBpe(parts, "prefixed").encode_with_offsets("   sea").ranges.back(),
            (TextRange{3, 6}));
  for (const TextRange& range : ByteLevelBpe(parts, "prefixed").encode_with_offsets("   ").ranges)
    EXPECT_EQ(range.begin, range.end);
}

TEST(ByteLevelBpe, IsMadeAnewOfItsParts) {
  BytePieces parts = small_pieces();
  parts.add_prefix_space = true;
  parts.trimmed = TrimmedRanges{.add_prefix_space = true};
  // A piece that is added and of the vocabulary, where a merge needs it; one that is added alone.
  constexpr std::int32_t kSea = 257;
  parts.added.push_back({"sea", kSea, false});
  parts.pieces.emplace_back();
  parts.added.push_back({"own", static_cast<std::int32_t>(parts.pieces.size()) - 1, false, true});
  const ByteLevelBpe first(parts, "first"), again(first.parts(), "again");
  EXPECT_EQ(again.parts().pieces, parts.pieces);
  EXPECT_EQ(again.parts().merges, parts.merges);
  EXPECT_TRUE(again.has_pieces_of(first) && again.has_merges_of(first));
  EXPECT_EQ(again.special(), first.special());
  EXPECT_EQ(again.end_of_text(), first.end_of_text());
  for (const char* text : {"sea own sea", "own", " é <|endoftext|> abab"})
    for (const SpecialText special : {SpecialText::kPlain, SpecialText::kPieces}) {
      const EncodedText expected = first.encode_with_offsets(text, special),
                        encoded = again.encode_with_offsets(text, special);
      EXPECT_EQ(encoded.ids, expected.ids) << text;
      EXPECT_EQ(encoded.ranges, expected.ranges) << text;
    }
}

TEST(ByteLevelBpe, TakesALongWordInLittleTime) {
  std::string word;
  for (int i = 0; i < 300000; ++i) word += "sea";
  EXPECT_EQ(small().encode(word).size(), 300000u);
}

TEST(ByteLevelBpe, StreamsWholeCharacters) {
  std::string text = "sea è é 海";
  text += "\xE6\xB5 \xFF";  // a character that is never whole
  const std::vector<std::int32_t> ids = small().encode(text);
  StreamingDecoder decoder(small(), "before");
  std::string all;
  for (const std::int32_t id : ids) {
    const std::string piece = decoder.next(id);
    for (std::size_t at = 0; at < piece.size();) {
      const auto lead = static_cast<unsigned char>(piece[at]);
      ASSERT_NE(lead & 0xC0, 0x80) << "a piece begins within a character";
      at += lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
      ASSERT_LE(at, piece.size()) << "a piece ends within a character";
    }
    all += piece;
  }
  EXPECT_EQ(decoder.finish(), "");
  EXPECT_EQ(all, "sea è é 海\uFFFD\uFFFD \uFFFD");
  StreamingDecoder cut(small(), "");
  EXPECT_EQ(cut.next(0xE6), "");
  EXPECT_EQ(cut.finish(), "\uFFFD");
}

TEST(ByteLevelBpe, RefusesWhatIsNone) {
  const auto expect_refused = [](const auto& change, const std::string& message) {
    BytePieces parts = small_pieces();
    change(parts);
    EXPECT_THAT([&] { ByteLevelBpe(parts, "tokenizer 'x'"); },
                ThrowsMessage<FormatError>(HasSubstr("tokenizer 'x': " + message)));
  };
  expect_refused([](BytePieces& p) { p.pieces[65].clear(); }, "has no piece with id 65");
  expect_refused([](BytePieces& p) { p.pieces[65] = "aa"; }, "has no piece for the byte 0x41");
  expect_refused([](BytePieces& p) { p.pieces[65] = "a"; }, "has 'a' twice");
  expect_refused([](BytePieces& p) { p.pieces[256] = "海"; }, "has the piece '海', expected char");
  expect_refused([](BytePieces& p) { p.merges.emplace_back("s", "x"); },
                 "merge 6 is of 's' and 'x'");
  expect_refused([](BytePieces& p) { p.merges.emplace_back("s", "e"); },
                 "merge 6 of 's' and 'e' is");
  expect_refused([](BytePieces& p) { p.added[0].id = 5; }, "has the pieces");
  expect_refused([](BytePieces& p) { p.added[0].id = 999; },
                 "added piece '<|endoftext|>' has id 999");
  expect_refused([](BytePieces& p) { p.end_of_text = "</s>"; }, "has no piece '</s>'");
  EXPECT_THROW(small().bytes(-1), ShapeError);
  EXPECT_THROW(small().bytes(262), ShapeError);
}

}  // namespace
}  // namespace espalier::text
