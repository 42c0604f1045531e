// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/sequences/prepared_corpus.h>
#include <espalier/text/sequences/token_cache.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <espalier/files/content_hash.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::text {
namespace {

using espalier::testing::message_of;
using espalier::testing::read_bytes;
using espalier::testing::TemporaryFolder;

using std::string;
using ::testing::AllOf;
using ::testing::HasSubstr;

Tokenizer letter_pieces() {
  return Tokenizer::from_text("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\nc\nd\n", "test");
}

PackedSequences pack_texts(const std::vector<string>& texts, std::int64_t length,
                           std::uint64_t seed = 1) {
  std::vector<Document> documents;
  for (const string& text : texts) documents.push_back({.key = "", .text = text});
  return pack(documents, letter_pieces(), length, seed);
}

std::string rows(const PackedSequences& packed) {
  std::string out;
  for (std::int64_t i = 0; i < packed.count(); ++i) {
    for (const std::int32_t token : packed.sequence(i)) out += "_?^|*abcd"[token];
    out += '\n';
  }
  return out;
}

// Letters: ^ [CLS], | [SEP].
TEST(Pack, FillsSequencesAndGoesOnInTheNext) {
  EXPECT_EQ(rows(pack_texts({"a b c d a b c d a b c"}, 8)), "^abcdabc\n");
  EXPECT_EQ(rows(pack_texts({"a b c d a b c d a b c d a b"}, 8)), "^abcdabc\n^dabcdab\n");
  // A separator that would start a sequence is left out, one that ends it is not.
  EXPECT_EQ(rows(pack_texts({"a b c d a b c", "a b c d a b c"}, 8)), "^abcdabc\n^abcdabc\n");
  EXPECT_EQ(rows(pack_texts({"a b c d a b", "a b c d a b"}, 8)), "^abcdab|\n^abcdab|\n");
  EXPECT_EQ(rows(pack_texts({"a b", "a b", "a b", "a b"}, 8)), "^ab|ab|a\n");
}

TEST(Pack, DropsTheLastSequenceUnlessFull) {
  EXPECT_EQ(pack_texts({"a b c d a"}, 8).count(), 0);
  EXPECT_EQ(pack_texts({"a b c d a b c d"}, 8).count(), 1);
  EXPECT_EQ(pack_texts({"", " "}, 8).count(), 0);
}

TEST(Pack, OrderDependsOnTheSeedAlone) {
  std::vector<string> texts;
  for (int i = 0; i < 64; ++i) {
    texts.push_back(string(1, "abcd"[i % 4]) + ' ' + "abcd"[i / 4 % 4] + ' ' + "abcd"[i / 16]);
  }
  const string first = rows(pack_texts(texts, 16));
  EXPECT_EQ(rows(pack_texts(texts, 16)), first);
  EXPECT_NE(rows(pack_texts(texts, 16, 2)), first);
  // Of 64 documents of three letters nothing is lost but the last row.
  const auto kept = std::count_if(first.begin(), first.end(), [](char c) { return c >= 'a'; });
  EXPECT_GT(kept, 64 * 3 - 15);
}

TEST(Pack, RefusesImpossibleLengths) {
  EXPECT_THAT(message_of<ConfigError>([] { pack_texts({"a"}, 7); }),
              AllOf(HasSubstr("data.sequence"), HasSubstr("7"), HasSubstr("8")));
  EXPECT_THROW(pack_texts({"a"}, kMaximumSequence + 1), ConfigError);
}

TEST(PackedSequences, GathersRows) {
  const PackedSequences packed{.sequence_length = 2, .tokens = {1, 2, 3, 4, 5, 6}};
  EXPECT_EQ(packed.gather(std::vector<std::int64_t>{2, 0, 2}),
            (std::vector<std::int32_t>{5, 6, 1, 2, 5, 6}));
  EXPECT_THROW(packed.gather(std::vector<std::int64_t>{3}), ShapeError);
  EXPECT_THROW(packed.gather(std::vector<std::int64_t>{-1}), ShapeError);
}

TEST(EncodeCorpus, FactsByHand) {
  // Training a:3 b:2 c:1 and one unknown; validation a:2 d:2 and two unknown.
  const Corpus corpus{
      .train = {{"", "a a a b b c x"}}, .validation = {{"", "a d y y a d b"}}, .facts = {}};
  const EncodedCorpus encoded = encode_corpus(corpus, letter_pieces(), 8);
  EXPECT_EQ(encoded.facts.training_tokens, 8);
  EXPECT_EQ(encoded.facts.validation_tokens, 8);
  EXPECT_DOUBLE_EQ(encoded.facts.training_unknown_fraction, 1.0 / 7);
  EXPECT_DOUBLE_EQ(encoded.facts.validation_unknown_fraction, 2.0 / 7);
  // Validation text: a:2 d:2 b:1 of 5.
  const double entropy = -2 * 0.4 * std::log(0.4) - 0.2 * std::log(0.2);
  // Training counts plus one, of 6 + 4: a 4, b 3, c 2, d 1.
  const double cross = -0.4 * std::log(0.4) - 0.4 * std::log(0.1) - 0.2 * std::log(0.3);
  // Sums of three terms near one: a few units of the last place.
  EXPECT_NEAR(encoded.facts.validation_unigram_entropy, entropy, 1e-15);
  EXPECT_NEAR(encoded.facts.training_unigram_cross_entropy, cross, 1e-15);
}

TEST(EncodeCorpus, ASplitThatFillsNoSequenceIsAnError) {
  Corpus corpus{.train = {{"", "a b c d a b c d"}}, .validation = {{"", "a"}}, .facts = {}};
  corpus.facts.name = "tiny.txt";
  EXPECT_THAT(message_of<FormatError>([&] { encode_corpus(corpus, letter_pieces(), 8); }),
              AllOf(HasSubstr("tiny.txt"), HasSubstr("validation"), HasSubstr("8 tokens")));
}

TEST(EncodeCorpus, AnEmptyValidationSplitSaysHowFewDocumentsThereAre) {
  Corpus corpus{.train = {{"", "a b c d a b c d"}, {"", "a b"}}, .validation = {}, .facts = {}};
  corpus.facts.name = "few.txt";
  EXPECT_THAT(message_of<FormatError>([&] { encode_corpus(corpus, letter_pieces(), 8); }),
              HasSubstr("its validation split does not fill one sequence of 8 tokens "
                        "(data.sequence); 0 of 2 documents validate; expected more text, blank "
                        "lines between documents, or a larger data.validation_fraction"));
}

TEST(EncodeCorpus, NothingButUnknownWordsIsAnError) {
  string unknown, known;
  for (int i = 0; i < 9; ++i) unknown += "x y ", known += "a b ";
  const auto refusal = [](const Corpus& corpus) {
    return message_of<FormatError>([&] { encode_corpus(corpus, letter_pieces(), 8); });
  };
  CorpusFacts facts;
  facts.name = "greek.txt";
  EXPECT_THAT(refusal({.train = {{"", unknown}}, .validation = {{"", known}}, .facts = facts}),
              AllOf(HasSubstr("corpus 'greek.txt': its training split: all of its 14 tokens are "
                              "[UNK] to the vocabulary 'test'"),
                    HasSubstr("expected a vocabulary with the characters of this text")));
  EXPECT_THAT(refusal({.train = {{"", known}}, .validation = {{"", unknown}}, .facts = facts}),
              HasSubstr("its validation split: all"));
  // One corpus of a mixture.
  EXPECT_THAT(refusal({.train = {{"", known}, {"", unknown}},
                       .validation = {{"", known}},
                       .parts = {{"a.txt", 1}, {"b.txt", 1}},
                       .part_documents = {1, 1},
                       .facts = facts}),
              HasSubstr("corpus 'b.txt': its training split: all"));
}

TEST(EncodeCorpus, WordsThatAreTooLongAreTheCause) {
  string text;
  for (int i = 0; i < 2; ++i) text += string(101, 'a') + " b ";
  Corpus corpus{.train = {{"", text}}, .validation = {{"", "a b c d a b c"}}, .facts = {}};
  const auto refusal = [&] {
    return message_of<FormatError>([&] { encode_corpus(corpus, letter_pieces(), 8); });
  };
  EXPECT_THAT(refusal(), HasSubstr("does not fill one sequence of 8 tokens (data.sequence); 2 of "
                                   "its 4 words have more than 100 characters, each of which is "
                                   "one [UNK]; expected text with spaces between its words"));
  corpus.train[0].text = "a b " + string(101, 'a');
  corpus.train[0].text += " " + string(99, 'b') + " " + string(99, 'b');  // most of it is short
  EXPECT_THAT(refusal(), HasSubstr("expected more text"));
  corpus.train[0].text.clear();
  for (int i = 0; i < 9; ++i) corpus.train[0].text += string(101, 'a') + ' ';
  EXPECT_THAT(refusal(), AllOf(HasSubstr("all of its 7 tokens are [UNK]"),
                               HasSubstr("9 of its 9 words have more than 100 characters")));
}

class PrepareCorpus : public ::testing::Test {
 protected:
  void SetUp() override {
    string text;
    for (int i = 0; i < 2000; ++i) {
      text += "sentence number " + std::to_string(i * i) + " says something, or nothing\n";
    }
    options_.corpus = folder_.write("text.txt", text).string();
    options_.vocabulary_size = 120;
    options_.sequence_length = 32;
    options_.cache_folder = folder_.path() / "cache";
  }

  std::filesystem::path cache_file(const string& ending) const {
    std::vector<std::filesystem::path> found;
    for (const auto& entry :
         std::filesystem::directory_iterator(folder_.path() / "cache/encoded")) {
      if (entry.path().string().ends_with(ending)) found.push_back(entry.path());
    }
    EXPECT_EQ(found.size(), 1u);
    return found.empty() ? std::filesystem::path() : found.front();
  }

  static void expect_equal(const PreparedData& a, const PreparedData& b) {
    EXPECT_EQ(a.corpus.train.tokens, b.corpus.train.tokens);
    EXPECT_EQ(a.corpus.validation.tokens, b.corpus.validation.tokens);
    EXPECT_EQ(a.corpus.train.sequence_length, b.corpus.train.sequence_length);
    EXPECT_EQ(a.tokenizer.hash(), b.tokenizer.hash());
    const EncodedFacts& x = a.corpus.facts;
    const EncodedFacts& y = b.corpus.facts;
    EXPECT_EQ(x.corpus.hash, y.corpus.hash);
    EXPECT_EQ(x.corpus.name, y.corpus.name);
    EXPECT_EQ(x.corpus.training_documents, y.corpus.training_documents);
    EXPECT_EQ(x.corpus.sources.size(), y.corpus.sources.size());
    EXPECT_EQ(x.vocabulary_hash, y.vocabulary_hash);
    EXPECT_EQ(x.validation_unigram_entropy, y.validation_unigram_entropy);
    EXPECT_EQ(x.training_unigram_cross_entropy, y.training_unigram_cross_entropy);
  }

  const TemporaryFolder folder_;
  DataOptions options_;
};

TEST_F(PrepareCorpus, TheCacheChangesNothing) {
  const PreparedData first = prepare_corpus(options_);
  EXPECT_FALSE(first.corpus.facts.from_cache);
  EXPECT_EQ(first.corpus.facts.cache_note, "");
  const PreparedData second = prepare_corpus(options_);
  EXPECT_TRUE(second.corpus.facts.from_cache);
  expect_equal(first, second);
  options_.cache_folder.clear();
  expect_equal(first, prepare_corpus(options_));
  EXPECT_EQ(read_bytes(cache_file(".vocab.txt")), first.tokenizer.vocabulary_text());
}

TEST_F(PrepareCorpus, TheSameBytesUnderAnotherNameAreNamedByIt) {
  (void)prepare_corpus(options_);
  options_.corpus = folder_.write("copy.txt", read_bytes(options_.corpus)).string();
  const CorpusFacts facts = prepare_corpus(options_).corpus.facts.corpus;
  EXPECT_EQ(facts.name, options_.corpus);
  ASSERT_EQ(facts.sources.size(), 1u);
  EXPECT_EQ(facts.sources[0].path, options_.corpus);
  EXPECT_TRUE(prepare_corpus(options_).corpus.facts.from_cache);
}

TEST_F(PrepareCorpus, APreviewIsTheSameAndWritesNothing) {
  const std::optional<PreparedData> preview = preview_corpus(options_);
  ASSERT_TRUE(preview);
  EXPECT_FALSE(std::filesystem::exists(options_.cache_folder));
  // What is too long to encode is read, and no more, unless the cache has it.
  const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(options_.corpus));
  EXPECT_TRUE(preview_corpus(options_, bytes));
  EXPECT_FALSE(preview_corpus(options_, bytes - 1));
  DataOptions mixed = options_;
  mixed.corpus += "=1 " + folder_.write("other.txt", "one more line\n").string() + "=1";
  EXPECT_FALSE(preview_corpus(mixed, bytes));
  DataOptions wrong = options_;
  wrong.corpus = "gone.txt";
  EXPECT_THAT(message_of<IoError>([&] { preview_corpus(wrong, 1); }), HasSubstr("gone.txt"));
  wrong = options_;
  wrong.cache_folder.clear();
  wrong.vocabulary = folder_.write("vocab.txt", "no\nspecial\n");
  EXPECT_THAT(message_of<FormatError>([&] { preview_corpus(wrong, 1); }), HasSubstr("vocab.txt"));
  EXPECT_FALSE(std::filesystem::exists(options_.cache_folder));

  expect_equal(*preview, prepare_corpus(options_));
  const std::optional<PreparedData> cached = preview_corpus(options_, 1);
  ASSERT_TRUE(cached);
  expect_equal(*preview, *cached);
}

// A text of two turns of encoding, of 4 MiB each, both with documents for all threads. Most of it
// are control characters, which are no part of a word and cost little.
TEST_F(PrepareCorpus, IsTheSameForAnyNumberOfThreads) {
  string text;
  for (int i = 0; text.size() < (std::size_t{17} << 18); ++i)
    text += "Number " + std::to_string(i % 9973) + " is one. It has " + std::to_string(i % 7) +
            " of them" + string(300, '\x7f') + ".\n";
  options_.corpus = folder_.write("long.txt", text).string();
  options_.cache_folder.clear();
  for (const Packing packing : {Packing::kStream, Packing::kDocuments, Packing::kSentencePairs}) {
    options_.packing = packing;
    options_.threads = 1;
    const PreparedData one = prepare_corpus(options_);
    options_.threads = 3;
    // Too long for what a failure would print.
    EXPECT_TRUE(cache_bytes(prepare_corpus(options_)) == cache_bytes(one))
        << static_cast<int>(packing);
    // Both have learnt it now; the other packings need not.
    options_.vocabulary = folder_.write("learnt.txt", one.tokenizer.vocabulary_text());
  }
}

TEST_F(PrepareCorpus, AMixtureIsItsCorporaOneAfterTheOther) {
  const auto prepared = [&](const string& corpus) {
    options_.corpus = corpus;
    options_.vocabulary = options_.cache_folder / "vocab.txt";
    return prepare_corpus(options_);
  };
  const string first = options_.corpus;
  const string vocabulary = prepare_corpus(options_).tokenizer.vocabulary_text();
  folder_.write("cache/vocab.txt", vocabulary);
  string text;
  for (int i = 0; i < 500; ++i) text += "number " + std::to_string(7 * i) + " is no sentence\n";
  const string second = folder_.write("other.txt", text).string();

  const PreparedData a = prepared(first), b = prepared(second);
  EXPECT_EQ(a.corpus.training_shares().size(), 1u);
  EXPECT_EQ(a.corpus.training_shares()[0].sequences, a.corpus.train.count());
  const string mixture = first + "=3 " + second + "=1";
  for (const bool from_cache : {false, true}) {
    const PreparedData both = prepared(mixture);
    EXPECT_EQ(both.corpus.facts.from_cache, from_cache);
    std::vector<std::int32_t> tokens = a.corpus.train.tokens;
    tokens.insert(tokens.end(), b.corpus.train.tokens.begin(), b.corpus.train.tokens.end());
    EXPECT_EQ(both.corpus.train.tokens, tokens);
    const auto shares = both.corpus.training_shares();
    ASSERT_EQ(shares.size(), 2u);
    EXPECT_EQ(shares[0].sequences, a.corpus.train.count());
    EXPECT_EQ(shares[0].weight, 3);
    EXPECT_EQ(shares[1].sequences, b.corpus.train.count());
    EXPECT_EQ(both.corpus.facts.corpus.training_documents,
              a.corpus.facts.corpus.training_documents + b.corpus.facts.corpus.training_documents);
  }
  const auto hash = [&](const string& corpus) { return prepared(corpus).corpus.facts.corpus.hash; };
  EXPECT_NE(hash(mixture), hash(first + "=2 " + second + "=1")) << "weights are a part of the data";
  folder_.write("short.txt", "one\n");
  EXPECT_THAT(message_of<FormatError>([&] {
                prepared(first + "=1 " + (folder_.path() / "short.txt").string() + "=1");
              }),
              HasSubstr("short.txt': its training split does not fill one sequence"));
}

TEST_F(PrepareCorpus, WhatIsAskedForDecidesTheCacheFile) {
  prepare_corpus(options_);
  const auto is_new = [](const DataOptions& options) {
    return !prepare_corpus(options).corpus.facts.from_cache;
  };
  DataOptions changed = options_;
  changed.sequence_length = 16;
  EXPECT_TRUE(is_new(changed));
  changed = options_;
  changed.vocabulary_size = 121;
  EXPECT_TRUE(is_new(changed));
  changed = options_;
  changed.validation_fraction = 0.1;
  EXPECT_TRUE(is_new(changed));
  changed = options_;
  changed.packing = Packing::kDocuments;
  EXPECT_TRUE(is_new(changed));
  EXPECT_FALSE(is_new(changed));
  EXPECT_EQ(prepare_corpus(changed).corpus.validation.packing, Packing::kDocuments);
  changed = options_;
  changed.vocabulary = folder_.write(
      "vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nsentence\nnumber\nsays\nor\nnothing\n");
  EXPECT_TRUE(is_new(changed));
  EXPECT_FALSE(is_new(changed));
  changed = options_;
  changed.corpus =
      folder_.write("other.txt", read_bytes(options_.corpus) + "one more line\n").string();
  EXPECT_TRUE(is_new(changed));
  EXPECT_FALSE(is_new(options_));
}

TEST_F(PrepareCorpus, ADamagedCacheIsRebuilt) {
  const PreparedData first = prepare_corpus(options_);
  const std::filesystem::path file = cache_file(".tokens");
  const string good = read_bytes(file);
  std::vector<string> damaged = {"",
                                 "x",
                                 good.substr(0, 8),
                                 good.substr(0, 20),
                                 good.substr(0, good.size() / 2),
                                 good.substr(0, good.size() - 1),
                                 good + "x"};
  for (std::size_t at = 0; at < good.size(); at += good.size() / 5) {
    damaged.push_back(good);
    damaged.back()[at] = static_cast<char>(damaged.back()[at] ^ 1);
  }
  for (const string& bytes : damaged) {
    folder_.write("cache/encoded/" + file.filename().string(), bytes);
    const PreparedData again = prepare_corpus(options_);
    EXPECT_FALSE(again.corpus.facts.from_cache);
    EXPECT_THAT(again.corpus.facts.cache_note,
                AllOf(HasSubstr(file.string()), HasSubstr("rebuilt")));
    expect_equal(first, again);
    EXPECT_EQ(read_bytes(file), good);
  }
}

// The hash does not keep out who wants to be let in.
TEST_F(PrepareCorpus, AForgedCacheIsRefused) {
  const PreparedData good = prepare_corpus(options_);
  EXPECT_NO_THROW(parse_cache(cache_bytes(good), "file", options_.sequence_length));
  const auto refusal = [&](const auto& change) {
    PreparedData forged = good;
    change(forged);
    const string bytes = cache_bytes(forged);
    return message_of<FormatError>([&] { parse_cache(bytes, "file", options_.sequence_length); });
  };
  EXPECT_THAT(refusal([](PreparedData& d) { d.corpus.train.tokens.pop_back(); }),
              HasSubstr("whole sequences"));
  EXPECT_THAT(refusal([](PreparedData& d) { d.corpus.train.tokens.back() = -1; }),
              HasSubstr("outside its vocabulary"));
  EXPECT_THAT(refusal([](PreparedData& d) { d.corpus.train.tokens.back() = 120; }),
              HasSubstr("outside its vocabulary"));
  const std::int64_t count = good.corpus.train.count();
  for (const auto& change : std::vector<std::function<void(EncodedFacts&)>>{
           [](EncodedFacts& f) { ++f.training_tokens; },
           [](EncodedFacts& f) { --f.validation_tokens; },
           [](EncodedFacts& f) { f.vocabulary_size = 0; },
           [](EncodedFacts& f) { f.vocabulary_hash = "0"; },
           [](EncodedFacts& f) { f.shares = {{.sequences = 1, .weight = 1}}; },
           [&](EncodedFacts& f) { f.shares = {{.sequences = count, .weight = 0}}; },
           [&](EncodedFacts& f) {
             f.shares = {{.sequences = count + 1}, {.sequences = -1}};
           }})
    EXPECT_THAT(refusal([&](PreparedData& d) { change(d.corpus.facts); }),
                HasSubstr("its facts are not those of its tokens"));
  EXPECT_THAT(refusal([](PreparedData& d) {
                d.corpus.facts.corpus.name = string(std::size_t{17} << 20, 'x');
              }),
              HasSubstr("its facts are longer than"));
}

TEST_F(PrepareCorpus, ACacheOfSentencesThatMakeNoPairsIsRefused) {
  options_.packing = Packing::kSentencePairs;
  const PreparedData good = prepare_corpus(options_);
  EXPECT_NO_THROW(parse_cache(cache_bytes(good), "file", options_.sequence_length));
  const SpecialTokens& special = good.tokenizer.special();
  const auto refusal = [&](const auto& change) {
    PreparedData forged = good;
    change(forged.corpus.train.tokens);
    const string bytes = cache_bytes(forged);
    return message_of<FormatError>([&] { parse_cache(bytes, "file", options_.sequence_length); });
  };
  const auto length = static_cast<std::ptrdiff_t>(options_.sequence_length);
  const string expected = "its facts are not those of its tokens";
  using Tokens = std::vector<std::int32_t>;
  EXPECT_THAT(refusal([&](Tokens& t) { t.front() = special.pad; }), HasSubstr(expected));
  EXPECT_THAT(refusal([&](Tokens& t) {  // a row without sentences
                std::fill(t.begin() + 1, t.begin() + length, special.mask);
              }),
              HasSubstr(expected));
  EXPECT_THAT(refusal([&](Tokens& t) {  // one of a single sentence, as long as a row
                std::fill(t.begin(), t.begin() + length, special.mask);
                t[static_cast<std::size_t>(length - 1)] = special.sep;
              }),
              HasSubstr(expected));
  EXPECT_THAT(refusal([&](Tokens& t) {  // one whose text leaves no room for the marks of a pair
                std::fill(t.begin(), t.begin() + length, special.mask);
                t.front() = special.cls;
                t[2] = t[static_cast<std::size_t>(length - 1)] = special.sep;
                t[4] = special.sep;
                t[3] = special.sep;
              }),
              HasSubstr(expected));
}

TEST_F(PrepareCorpus, ACacheThatIsPackedOtherwiseIsRebuilt) {
  options_.packing = Packing::kDocuments;
  const PreparedData documents = prepare_corpus(options_);
  const auto file = cache_file(".tokens");
  std::filesystem::remove_all(file.parent_path());
  options_.packing = Packing::kStream;
  const PreparedData stream = prepare_corpus(options_);
  folder_.write(std::filesystem::relative(cache_file(".tokens"), folder_.path()).string(),
                cache_bytes(documents));
  const PreparedData again = prepare_corpus(options_);
  EXPECT_THAT(again.corpus.facts.cache_note, HasSubstr("packed otherwise"));
  expect_equal(again, stream);
}

TEST_F(PrepareCorpus, WhatKilledWritersHaveLeftIsSweptAway) {
  const auto left = [&](const string& process, const string& machine) {
    return folder_.write("cache/encoded/other.tokens.writer" + process + '.' +
                             files::hex(files::content_hash(machine)) + ".5.espalier-partial",
                         "x");
  };
  std::array<char, 256> name{};
  ASSERT_EQ(::gethostname(name.data(), name.size() - 1), 0);
  const string here = name.data();
  // No process has a number beyond the largest of Linux, 2^22; this one writes yet.
  const auto dead = left("99999999", here), alive = left(std::to_string(::getpid()), here);
  // Another machine that shares the folder counts its processes itself.
  const auto elsewhere = left("99999998", here + '2');
  (void)prepare_corpus(options_);
  EXPECT_FALSE(std::filesystem::exists(dead));
  EXPECT_TRUE(std::filesystem::exists(alive));
  EXPECT_TRUE(std::filesystem::exists(elsewhere));
}

// What is in the facts' place: length and bytes, then a hash of everything.
TEST_F(PrepareCorpus, ACacheWithFactsThatOverflowTheStackIsRefused) {
  const PreparedData good = prepare_corpus(options_);
  string bytes = cache_bytes(good);
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data() + 8, 8);
  for (const string& facts : {string(300000, '['), "{\"a\":" + string(300000, '[')}) {
    const std::uint64_t forged_length = facts.size();
    string forged = bytes.substr(0, 8);
    forged.append(reinterpret_cast<const char*>(&forged_length), 8).append(facts);
    forged.append(bytes.substr(16 + length, bytes.size() - 8 - 16 - length));
    const std::uint64_t hash = files::content_hash(forged);
    forged.append(reinterpret_cast<const char*>(&hash), 8);
    EXPECT_THAT(
        message_of<FormatError>([&] { parse_cache(forged, "file", options_.sequence_length); }),
        HasSubstr("file: nested deeper than 32 levels"));
  }
}

TEST_F(PrepareCorpus, AFileWhoseNameIsNotUtf8IsCached) {
  const std::filesystem::path odd = folder_.path() / "caf\xE9.txt";
  std::filesystem::rename(options_.corpus, odd);
  options_.corpus = odd.string();
  const PreparedData first = prepare_corpus(options_);
  EXPECT_EQ(first.corpus.facts.cache_note, "");
  const PreparedData second = prepare_corpus(options_);
  EXPECT_TRUE(second.corpus.facts.from_cache);
  expect_equal(first, second);
  // Another file, whose name is shown as the same.
  options_.corpus = folder_.write("caf\xE8.txt", read_bytes(odd) + "one more line\n").string();
  EXPECT_FALSE(prepare_corpus(options_).corpus.facts.from_cache);
}

TEST_F(PrepareCorpus, AFolderThatCannotBeWrittenIsDoneWithout) {
  options_.cache_folder = folder_.write("file", "not a folder");
  const PreparedData data = prepare_corpus(options_);
  EXPECT_GT(data.corpus.train.count(), 0);
  EXPECT_THAT(data.corpus.facts.cache_note, HasSubstr("not written"));
}

TEST_F(PrepareCorpus, AFileThatCannotBeRenamedIntoPlaceIsRemoved) {
  (void)prepare_corpus(options_);
  const std::filesystem::path file = cache_file(".tokens");
  std::filesystem::remove(file);
  std::filesystem::create_directory(file);
  const PreparedData data = prepare_corpus(options_);
  EXPECT_THAT(data.corpus.facts.cache_note,
              AllOf(HasSubstr("not written"), HasSubstr("cannot rename into place")));
  std::vector<string> left;
  for (const auto& entry : std::filesystem::directory_iterator(file.parent_path()))
    left.push_back(entry.path().extension().string());
  EXPECT_THAT(left, ::testing::UnorderedElementsAre(".tokens", ".txt"));
}

// Written it would be refused, and be written again, by every run.
TEST_F(PrepareCorpus, ACacheOfTooManyFilesIsNotWritten) {
  PreparedData data = prepare_corpus(options_);
  const std::filesystem::path path = folder_.path() / "many.tokens";
  string note;
  write_cache(path, data, note);
  EXPECT_EQ(note, "");
  EXPECT_TRUE(read_cache(path, options_.sequence_length, options_.packing, note));
  std::filesystem::remove(path);
  data.corpus.facts.corpus.sources.assign(
      17, {.path = string(std::size_t{1} << 20, 'x'), .bytes = 1, .hash = "1"});
  write_cache(path, data, note);
  EXPECT_THAT(note, HasSubstr("what it says of 17 files would be longer than 16777216 bytes"));
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(PrepareCorpus, SequencesHoldNoPadding) {
  const PreparedData data = prepare_corpus(options_);
  for (const PackedSequences* split : {&data.corpus.train, &data.corpus.validation}) {
    EXPECT_GT(split->count(), 0);
    EXPECT_EQ(std::count(split->tokens.begin(), split->tokens.end(), data.tokenizer.special().pad),
              0);
    for (std::int64_t i = 0; i < split->count(); ++i) {
      EXPECT_EQ(split->sequence(i)[0], data.tokenizer.special().cls);
    }
  }
}

TEST_F(PrepareCorpus, BadOptionsAreNamed) {
  DataOptions options = options_;
  options.sequence_length = 0;
  EXPECT_THAT(message_of<ConfigError>([&] { prepare_corpus(options); }),
              HasSubstr("data.sequence"));
  options = options_;
  options.vocabulary = folder_.path() / "missing.txt";
  EXPECT_THAT(message_of<IoError>([&] { prepare_corpus(options); }), HasSubstr("missing.txt"));
  options = options_;
  options.vocabulary = folder_.write("nomask.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\na\n");
  EXPECT_THAT(message_of<FormatError>([&] { prepare_corpus(options); }),
              AllOf(HasSubstr("nomask.txt"), HasSubstr("[MASK]")));
}

}  // namespace
}  // namespace espalier::text
