// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/tokenizer/tokenizer.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/text/tokenizer/word_splitter.h>
#include "tests/support/peak_memory.h"
#include "tests/support/temporary_folder.h"

namespace espalier::text {
namespace {

using espalier::testing::message_of;
using espalier::testing::TemporaryFolder;

using std::string;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<string> words(std::string_view text) {
  std::vector<string> found;
  for_each_word(text, [&](std::string_view word) { found.emplace_back(word); });
  return found;
}

// The first four are the cases of BERT's own tokenization_test.py.
TEST(ForEachWord, NormalisesAsBertDoes) {
  EXPECT_THAT(words(" \tHeLLo!how  \n Are yoU?  "),
              ElementsAre("hello", "!", "how", "are", "you", "?"));
  EXPECT_THAT(words("H\u00E9llo"), ElementsAre("hello"));
  EXPECT_THAT(words("ah\u535A\u63A8zz"), ElementsAre("ah", "\u535A", "\u63A8", "zz"));
  EXPECT_THAT(words(" \tHeLLo!how  \n Are yoU?  [UNK]"),
              ElementsAre("hello", "!", "how", "are", "you", "?", "[", "unk", "]"));
  EXPECT_THAT(words("don't $5+x^2=~` _a_"), ElementsAre("don", "'", "t", "$", "5", "+", "x", "^",
                                                        "2", "=", "~", "`", "_", "a", "_"));
}

TEST(ForEachWord, DropsControlAndFormatCharacters) {
  EXPECT_THAT(words("a\x01\x7f"
                    "b\u200Bc\uFFFDd\u00ADe"),
              ElementsAre("abcde"));
  EXPECT_THAT(words("a\u00A0b\u3000c\u2028d"), ElementsAre("a", "b", "c", "d"));
}

TEST(ForEachWord, DecomposesAndDropsAccents) {
  EXPECT_THAT(words("A\u0301\u0301 \u00C5ngstr\u00F6m"), ElementsAre("a", "angstrom"));
  EXPECT_THAT(words("\u0130stanbul stra\u00DFe \u039F\u0394\u039F\u03A3"),
              ElementsAre("istanbul", "stra\u00DFe", "\u03BF\u03B4\u03BF\u03C3"));
  EXPECT_THAT(words("\u201Cquoted\u201D\u2014\u00BFno?"),
              ElementsAre("\u201C", "quoted", "\u201D", "\u2014", "\u00BF", "no", "?"));
  EXPECT_THAT(words("\uD55C"), ElementsAre("\u1112\u1161\u11AB"));  // Hangul falls into its letters
}

// Every code point is compared with BERT's own tokenizer by tests/golden/word_splitting_test.cpp.
TEST(ForEachWord, CompatibilityIdeographsAreTheOnesThatTheyStandFor) {
  EXPECT_THAT(words("a\uF900b\U0002F800"), ElementsAre("a", "\u8C48", "b", "\u4E3D"));
  EXPECT_THAT(words("\uFA0E"), ElementsAre("\uFA0E"));  // one of twelve that stand for themselves
}

TEST(ForEachWord, SignsThatStayAreInTheCanonicalOrder) {
  // A flag of class 216 stands before a dot of class 226, in whatever order they were written.
  const string ordered = "\U0001D158\U0001D165\U0001D16D";
  EXPECT_THAT(words(ordered), ElementsAre(ordered));
  EXPECT_THAT(words("\U0001D158\U0001D16D\U0001D165"), ElementsAre(ordered));
  EXPECT_THAT(words("x\u302F\u302Ey \u302F z"),
              ElementsAre("x\u302F\u302Ey", "\u302F", "z"));  // of one class
}

TEST(ForEachWord, KeepsCodePointsForPrivateUse) {
  EXPECT_THAT(words("a\uE000b"), ElementsAre("a\uE000b"));
}

TEST(ForEachWord, DropsBytesThatAreNotUtf8) {
  EXPECT_THAT(words("caf\xE9 \xFF\xFE ok\xE2\x82"), ElementsAre("caf", "ok"));
}

TEST(ForEachWord, LeavesOutWhatTheNormalisationSays) {
  const auto words_of = [](std::string_view text, const Normalisation& normalisation) {
    std::vector<string> found;
    for_each_word(
        text, [&](std::string_view word) { found.emplace_back(word); }, normalisation);
    return found;
  };
  const string text = "H\u00C9llo \u535A\u63A8 A\u0301";
  EXPECT_THAT(words_of(text, {}), ElementsAre("hello", "\u535A", "\u63A8", "a"));
  EXPECT_THAT(words_of(text, {.lower_case = false}),
              ElementsAre("H\u00C9llo", "\u535A", "\u63A8", "A\u0301"));
  EXPECT_THAT(words_of(text, {.lower_case = false, .strip_accents = true}),
              ElementsAre("HEllo", "\u535A", "\u63A8", "A"));
  EXPECT_THAT(words_of(text, {.strip_accents = false, .split_chinese = false}),
              ElementsAre("h\u00E9llo", "\u535A\u63A8", "a\u0301"));
  // The one capital whose small letter has two code points.
  EXPECT_THAT(words_of("\u0130", {.strip_accents = false}), ElementsAre("i\u0307"));
  EXPECT_THAT(words_of("\uF900", {.lower_case = false}), ElementsAre("\uF900"));
  EXPECT_EQ((Normalisation{.lower_case = false, .strip_accents = false}),
            Normalisation{.lower_case = false});
}

const char* const kSpecials = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";

Tokenizer with(const string& pieces) { return Tokenizer::from_text(kSpecials + pieces, "test"); }

std::vector<string> pieces_of(const Tokenizer& tokenizer, std::string_view text) {
  std::vector<string> found;
  for (const std::int32_t id : tokenizer.encode(text)) found.push_back(tokenizer.piece(id));
  return found;
}

// The cases of BERT's WordpieceTokenizer test.
TEST(Tokenizer, TakesTheLongestPiecesFromTheLeft) {
  const Tokenizer tokenizer = with("want\n##want\n##ed\nwa\nun\nrunn\n##ing\n");
  EXPECT_THAT(pieces_of(tokenizer, ""), ElementsAre());
  EXPECT_THAT(pieces_of(tokenizer, "unwanted running"),
              ElementsAre("un", "##want", "##ed", "runn", "##ing"));
  EXPECT_THAT(pieces_of(tokenizer, "unwantedX running"), ElementsAre("[UNK]", "runn", "##ing"));
  EXPECT_THAT(pieces_of(tokenizer, "wanted"), ElementsAre("want", "##ed"));
}

TEST(Tokenizer, OverlongWordsAreUnknown) {
  const Tokenizer tokenizer = with("a\n##a\n\u03B1\n##\u03B1\n");
  EXPECT_EQ(tokenizer.encode(string(100, 'a')).size(), 100u);
  EXPECT_THAT(pieces_of(tokenizer, string(101, 'a') + " a"), ElementsAre("[UNK]", "a"));
  string greek;
  for (int i = 0; i < 100; ++i) greek += "\u03B1";
  EXPECT_EQ(tokenizer.encode(greek).size(), 100u);  // characters count, not bytes
  EXPECT_EQ(tokenizer.encode(greek + "\u03B1").size(), 1u);
}

TEST(Tokenizer, TextCannotSpellSpecialTokens) {
  const Tokenizer tokenizer = with("[\n]\nmask\n#\n##mask\n");
  EXPECT_THAT(pieces_of(tokenizer, "[MASK] ##mask"),
              ElementsAre("[", "mask", "]", "#", "#", "mask"));
}

/// Each piece with the part of the text that it stands for: "piece 0-3".
std::vector<string> placed(const Tokenizer& tokenizer, std::string_view text,
                           SpecialText special = SpecialText::kPlain) {
  const EncodedText encoded = tokenizer.encode_with_offsets(text, special);
  EXPECT_EQ(encoded.ids.size(), encoded.ranges.size());
  if (special == SpecialText::kPlain) {
    EXPECT_EQ(encoded.ids, tokenizer.encode(text));
  }
  std::vector<string> found;
  for (std::size_t i = 0; i < encoded.ids.size(); ++i)
    found.push_back(tokenizer.piece(encoded.ids[i]) + ' ' +
                    std::to_string(encoded.ranges[i].begin) + '-' +
                    std::to_string(encoded.ranges[i].end));
  return found;
}

// What `transformers` says of 100,000 lines is compared by tests/python/transformers.
TEST(Tokenizer, OffsetsAreCodePointsOfTheOriginalText) {
  const Tokenizer tokenizer = with("un\n##want\n##ed\n!\n\u535A\na\n##b\n");
  EXPECT_THAT(placed(tokenizer, ""), ElementsAre());
  EXPECT_THAT(placed(tokenizer, "  Unwanted!  a"),
              ElementsAre("un 2-4", "##want 4-8", "##ed 8-10", "! 10-11", "a 13-14"));
  // Accents, of one code point and of two; one behind the last letter is of no part.
  EXPECT_THAT(placed(tokenizer, "\u00FAn a\u0301b A\u0301"),
              ElementsAre("un 0-2", "a 3-4", "##b 5-6", "a 7-8"));
  // Dropped characters, ideographs, emoji and words that no pieces make.
  EXPECT_THAT(
      placed(tokenizer, "a\u200Bb\u535A\u535A \U0001F600 xyz"),
      ElementsAre("a 0-1", "##b 2-3", "\u535A 3-4", "\u535A 4-5", "[UNK] 6-7", "[UNK] 8-11"));
  EXPECT_THAT(placed(tokenizer, string(101, 'a') + " a"), ElementsAre("[UNK] 0-101", "a 102-103"));
  // A byte that is no UTF-8 counts as one, as the U+FFFD does that others make of it.
  EXPECT_THAT(placed(tokenizer,
                     "\xFF"
                     "a\xE2\x82 a"),
              ElementsAre("a 1-2", "a 5-6"));
}

TEST(Tokenizer, PiecesOfOneCharacterHaveItsOffsets) {
  // A Hangul syllable falls into its letters; a ligature letter with a sign that stays into both.
  const Tokenizer tokenizer = with("\u1112\n##\u1161\n##\u11AB\n\U0001D158\n##\U0001D165\n");
  EXPECT_THAT(placed(tokenizer, "a \uD55C"),
              ElementsAre("[UNK] 0-1", "\u1112 2-3", "##\u1161 2-3", "##\u11AB 2-3"));
  EXPECT_THAT(placed(tokenizer, "\U0001D15F"), ElementsAre("\U0001D158 0-1", "##\U0001D165 0-1"));
}

TEST(Tokenizer, SpecialPiecesInATextCountIfAsked) {
  const Tokenizer tokenizer = with("a\n##b\n[\nmask\n]\n");
  EXPECT_THAT(placed(tokenizer, "a[MASK]b [mask]", SpecialText::kPieces),
              ElementsAre("a 0-1", "[MASK] 1-7", "[UNK] 7-8", "[ 9-10", "mask 10-14", "] 14-15"));
  EXPECT_THAT(placed(tokenizer, "\u00E9[[SEP][PAD", SpecialText::kPieces),
              ElementsAre("[UNK] 0-1", "[ 1-2", "[SEP] 2-7", "[ 7-8", "[UNK] 8-11"));
  EXPECT_THAT(placed(tokenizer, "[MASK]"), ElementsAre("[ 0-1", "mask 1-5", "] 5-6"));
}

TEST(Tokenizer, HashesTellNormalisationsApart) {
  const string text = string(kSpecials) + "a\n";
  const auto hash = [&](const Normalisation& normalisation) {
    return Tokenizer::from_text(text, "test", normalisation).hash();
  };
  EXPECT_EQ(hash({}), hash({.strip_accents = true}));
  EXPECT_NE(hash({}), hash({.lower_case = false}));
  EXPECT_NE(hash({}), hash({.strip_accents = false}));
  EXPECT_NE(hash({}), hash({.split_chinese = false}));
  const Tokenizer cased = Tokenizer::from_text(text + "A\n", "test", {.lower_case = false});
  EXPECT_THAT(pieces_of(cased, "A a"), ElementsAre("A", "a"));
}

TEST(Tokenizer, FindsSpecialTokensAnywhere) {
  const Tokenizer tokenizer =
      Tokenizer::from_text("a\n[MASK]\n[SEP]\nb\n[CLS]\n[UNK]\n[PAD]", "test");
  EXPECT_EQ(tokenizer.special().mask, 1);
  EXPECT_EQ(tokenizer.special().sep, 2);
  EXPECT_EQ(tokenizer.special().cls, 4);
  EXPECT_EQ(tokenizer.special().unknown, 5);
  EXPECT_EQ(tokenizer.special().pad, 6);
  EXPECT_THAT(tokenizer.special().sorted(), ElementsAre(1, 2, 4, 5, 6));
  EXPECT_THAT(pieces_of(tokenizer, "a b c"), ElementsAre("a", "b", "[UNK]"));
}

TEST(Tokenizer, DecodesWordsFromPieces) {
  const Tokenizer tokenizer = with("un\n##want\n##ed\n.\n");
  EXPECT_EQ(tokenizer.decode(tokenizer.encode("Unwanted. un")), "unwanted . un");
  EXPECT_EQ(tokenizer.decode(std::vector<std::int32_t>{2, 5, 1, 3}), "[CLS] un [UNK] [SEP]");
  EXPECT_THROW(tokenizer.decode(std::vector<std::int32_t>{9}), ShapeError);
  EXPECT_THROW(tokenizer.decode(std::vector<std::int32_t>{-1}), ShapeError);
}

TEST(Tokenizer, VocabularyFileSurvivesARoundTrip) {
  const TemporaryFolder folder;
  const Tokenizer first = with("un\n##want\n");
  const Tokenizer second = Tokenizer::from_file(folder.write("vocab.txt", first.vocabulary_text()));
  EXPECT_EQ(first.hash(), second.hash());
  EXPECT_NE(first.hash(), with("un\n##wants\n").hash());
  EXPECT_EQ(second.size(), 7);
  // Written by an editor on another system.
  EXPECT_EQ(Tokenizer::from_file(folder.write("crlf.txt",
                                              "[PAD]\r\n[UNK]\r\n[CLS]\r\n[SEP]\r\n[MASK]\r\n"
                                              "un\r\n##want\r\n"))
                .hash(),
            first.hash());
}

TEST(Tokenizer, BlankLinesAtTheEndAreNoPieces) {
  const TemporaryFolder folder;
  const Tokenizer plain = with("un\n##want\n");
  for (const string ending : {"", "\n", "\n\n", "\n\n\n\n", "\r\n\r\n"}) {
    const auto file = folder.write("vocab.txt", string(kSpecials) + "un\n##want" + ending);
    EXPECT_EQ(Tokenizer::from_file(file).hash(), plain.hash());
  }
}

TEST(Tokenizer, BadVocabulariesAreNamed) {
  const TemporaryFolder folder;
  const auto message = [&](const string& text) {
    return message_of<FormatError>(
        [&, file = folder.write("vocab.txt", text)] { Tokenizer::from_file(file); });
  };
  for (const string piece : {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}) {
    string text = string(kSpecials) + "a\n";
    text.erase(text.find(piece), piece.size() + 1);
    EXPECT_THAT(message(text), AllOf(HasSubstr("vocab.txt"), HasSubstr("has no " + piece)));
  }
  EXPECT_THAT(message(string(kSpecials) + "a\nb\na\n"),
              AllOf(HasSubstr("line 8"), HasSubstr("line 6"), HasSubstr("'a'")));
  EXPECT_THAT(message(string(kSpecials) + "a\n\nb\n"),
              AllOf(HasSubstr("line 7"), HasSubstr("empty")));
  EXPECT_THAT(message(string(kSpecials) + string(401, 'a')),
              AllOf(HasSubstr("line 6"), HasSubstr("401 bytes")));
  EXPECT_THAT(message(string(kSpecials) + "caf\xE9 and many other words"),
              HasSubstr("not valid UTF-8"));
  EXPECT_THAT(message(""), HasSubstr("has no [PAD]"));
  EXPECT_THAT(message_of<IoError>([&] { Tokenizer::from_file(folder.path() / "none"); }),
              HasSubstr("none"));
}

TEST(Tokenizer, TooManyPiecesAreRefused) {
  string text = kSpecials;
  for (std::int64_t i = 0; i < Tokenizer::kMaximumPieces - 4; ++i) text += std::to_string(i) + '\n';
  EXPECT_THAT(message_of<FormatError>([&] { Tokenizer::from_text(text, "test"); }),
              HasSubstr("holds more than 1048576 pieces"));
  // Taken apart whole, the longest text that is read took 32 times its length.
  const espalier::testing::PeakMemory memory;
  string lines(std::size_t{64} << 20, '\n');
  lines.back() = 'a';
  EXPECT_THAT(message_of<FormatError>([&] { Tokenizer::from_text(lines, "test"); }),
              HasSubstr("holds more than 1048576 pieces"));
  EXPECT_LT(memory.rise_bytes(), std::int64_t{400} << 20);
}

// Sennrich et al.'s example. Counts by hand; equal counts go to the pair whose pieces came first.
TEST(LearnPieces, JoinsTheMostFrequentPairs) {
  WordCounts counts;
  counts.add("low", 5);
  counts.add("lower", 2);
  counts.add("newest", 6);
  counts.add("widest", 3);
  const std::vector<string> alphabet = {"##d", "##e", "##i", "##o", "##r", "##s",
                                        "##t", "##w", "l",   "n",   "w"};
  std::vector<string> expected = alphabet;
  for (const char* joined : {"##es", "##est", "##ow", "low", "##ew", "new", "newest"}) {
    expected.push_back(joined);
  }
  EXPECT_EQ(learn_pieces(counts, static_cast<std::int64_t>(expected.size())), expected);
  EXPECT_EQ(learn_pieces(counts, 3), (std::vector<string>{"##e", "##s", "##w"}));
}

// They are [UNK] whatever the pieces.
TEST(LearnPieces, OfWordsThatAreTooLongNothingIsLearnt) {
  WordCounts counts;
  counts.add("ab", 2);
  counts.add(string(100, 'c'));
  const std::vector<string> expected = learn_pieces(counts, 60);
  EXPECT_THAT(expected, AllOf(::testing::Contains("ab"), ::testing::Contains("##cc")));
  counts.add(string(101, 'd'), 9);
  counts.add(string(1600, 'h'));
  EXPECT_EQ(learn_pieces(counts, 60), expected);
  EXPECT_EQ(Tokenizer::learn(counts, 60).size(), 5 + std::ssize(expected));
}

/// The definition, counted anew for every join.
std::vector<string> learn_slowly(const std::map<string, std::int64_t>& counts, std::size_t size) {
  std::vector<std::pair<std::vector<string>, std::int64_t>> words_;
  std::vector<string> pieces;
  for (const auto& [word, count] : counts) {
    std::vector<string> split;
    for (std::size_t i = 0; i < word.size(); ++i)
      split.push_back((i ? "##" : "") + word.substr(i, 1));
    pieces.insert(pieces.end(), split.begin(), split.end());
    words_.emplace_back(split, count);
  }
  std::sort(pieces.begin(), pieces.end());
  pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
  const auto rank = [&](const string& piece) {
    return std::find(pieces.begin(), pieces.end(), piece) - pieces.begin();
  };
  while (pieces.size() < size) {
    // An earlier pair wins: most frequent first, then the ranks of its pieces.
    std::map<std::pair<std::ptrdiff_t, std::ptrdiff_t>, std::int64_t> pairs;
    for (const auto& [split, count] : words_) {
      for (std::size_t i = 0; i + 1 < split.size(); ++i)
        pairs[{rank(split[i]), rank(split[i + 1])}] += count;
    }
    std::int64_t best_count = 1;
    std::pair<std::ptrdiff_t, std::ptrdiff_t> best{-1, -1};
    for (const auto& [pair, count] : pairs) {
      if (count > best_count) {
        best_count = count;
        best = pair;
      }
    }
    if (best.first < 0) break;
    const string left = pieces[static_cast<std::size_t>(best.first)];
    const string right = pieces[static_cast<std::size_t>(best.second)];
    const string joined = left + right.substr(2);
    for (auto& [split, count] : words_) {
      for (std::size_t i = 0; i + 1 < split.size(); ++i) {
        if (split[i] != left || split[i + 1] != right) continue;
        split[i] = joined;
        split.erase(split.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      }
    }
    if (std::find(pieces.begin(), pieces.end(), joined) == pieces.end()) pieces.push_back(joined);
  }
  return pieces;
}

TEST(LearnPieces, EqualsTheDefinitionOnRandomWords) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Random random(seed, stream_id("words"));
    std::map<string, std::int64_t> words_;
    const std::uint64_t letters = 2 + seed % 3;
    for (std::uint64_t w = 0, counter = 0; w < 30; ++w) {
      string word;
      const std::uint64_t length = 1 + random.below(counter++, 9);
      for (std::uint64_t i = 0; i < length; ++i) {
        word += static_cast<char>('a' + static_cast<char>(random.below(counter++, letters)));
      }
      words_[word] += static_cast<std::int64_t>(1 + random.below(counter++, 4));
    }
    WordCounts counts;
    for (const auto& [word, count] : words_) counts.add(word, count);
    EXPECT_EQ(learn_pieces(counts, 60), learn_slowly(words_, 60)) << "seed " << seed;
  }
}

TEST(Tokenizer, LearntVocabularyEncodesItsTextWithoutUnknowns) {
  string text;
  const Random random(3, stream_id("text"));
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const std::uint64_t r = random.below(i, 30);
    text += r == 0   ? " "
            : r == 1 ? ", "
            : r == 2 ? "\u00E9"
            : r == 3 ? "\u4E2D"
                     : string(1, static_cast<char>('a' + r - 4));
  }
  const std::string_view texts[] = {text};
  const Tokenizer tokenizer = Tokenizer::learn(texts, 500);
  EXPECT_EQ(tokenizer.size(), 500);
  EXPECT_EQ(tokenizer.piece(0), "[PAD]");
  EXPECT_EQ(tokenizer.piece(4), "[MASK]");
  for (const std::int32_t id : tokenizer.encode(text))
    EXPECT_FALSE(tokenizer.special().contains(id));
  EXPECT_EQ(Tokenizer::learn(texts, 500).hash(), tokenizer.hash());
}

TEST(Tokenizer, RareCharactersBecomeUnknown) {
  // 1200 ideographs, of which the first hundred occur twice: 1000 forms fit.
  string text;
  const auto ideograph = [](int i) {
    const int c = 0x4E00 + i;
    return string{static_cast<char>(0xE0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 63)),
                  static_cast<char>(0x80 | (c & 63))};
  };
  for (int i = 0; i < 1200; ++i) text += ideograph(i) + (i < 100 ? ideograph(i) : "");
  const std::string_view texts[] = {text};
  const Tokenizer tokenizer = Tokenizer::learn(texts, 5000);
  EXPECT_EQ(tokenizer.size(), 5 + static_cast<std::int64_t>(kAlphabetLimit));
  const std::vector<std::int32_t> ids = tokenizer.encode(text);
  EXPECT_EQ(std::count(ids.begin(), ids.end(), tokenizer.special().unknown), 200);
  for (std::size_t i = 0; i < 200; ++i) EXPECT_NE(ids[i], tokenizer.special().unknown);
}

// Each byte that is no part of a character is one, in ranges and here.
TEST(Tokenizer, PartOfATextIsWhatItsRangeSays) {
  EXPECT_EQ(part_of("h\xc3\xa9llo sea", {2, 5}), "llo");
  const string text = "\xe9\xff\xe9the sea";
  EXPECT_EQ(part_of(text, {3, 6}), "the");
  EXPECT_EQ(part_of(text, {7, 10}), "sea");
  EXPECT_EQ(part_of(text, {0, 1}), "\xe9");
  EXPECT_EQ(part_of(text, {7, 99}), "sea");
}

TEST(Tokenizer, ImpossibleSizesAreRefused) {
  const WordCounts counts;
  EXPECT_THAT(message_of<ConfigError>([&] { Tokenizer::learn(counts, 31); }),
              AllOf(HasSubstr("data.vocabulary_size"), HasSubstr("31"), HasSubstr("32")));
  EXPECT_THROW(Tokenizer::learn(counts, Tokenizer::kMaximumPieces + 1), ConfigError);
}

}  // namespace
}  // namespace espalier::text
