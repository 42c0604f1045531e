// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/text_generation.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include <espalier/models/families/causal_lm_model.h>
#include <espalier/models/families/mlm_model.h>
#include <espalier/serving/answer_lines.h>
#include <espalier/serving/predictor.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/reading/text_file.h>
#include "tests/serving/small_vocabulary.h"

namespace espalier::serving {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(StopStrings, CutTheTextWhereTheFirstBegins) {
  const std::vector<std::string> stops = {"end", "e."};
  StopStrings found(stops);
  EXPECT_EQ(found.add("the sea"), "the sea");
  EXPECT_EQ(found.add(" e"), " ") << "could begin either";
  EXPECT_EQ(found.add("n"), "");
  EXPECT_EQ(found.add("ough en"), "enough ");
  EXPECT_FALSE(found.found());
  EXPECT_EQ(found.add("d e."), "");
  EXPECT_TRUE(found.found());
  EXPECT_EQ(found.add("more"), "");
  EXPECT_EQ(found.rest(), "");
  StopStrings held(stops);
  EXPECT_EQ(held.add("the e"), "the ");
  EXPECT_EQ(held.rest(), "e") << "no stop string after all";
  StopStrings both(stops);
  EXPECT_EQ(both.add("are. end"), "ar") << "the one that comes first";
  const std::vector<std::string> none;
  EXPECT_EQ(StopStrings(none).add("all"), "all");
}

TEST(StopStrings, AreTheSameHoweverTheTextIsCut) {
  const std::vector<std::string> stops = {"b", "abc", "xb", "b"};
  for (const std::string text : {"zabcz", "zxb", "zabz"}) {
    StopStrings whole(stops), letters(stops);
    const std::string expected = whole.add(text);
    std::string found;
    for (const char letter : text) found += letters.add(std::string(1, letter));
    EXPECT_EQ(found, expected) << text;
    EXPECT_EQ(found, text == "zxb" ? "z" : "za") << "the first to end, and then the longest";
    EXPECT_TRUE(whole.found() && letters.found());
  }
}

TEST(StopStrings, AreCharacters) {
  EXPECT_THAT(
      [] {
        StopStrings(std::vector<std::string>{"a", ""});
      },
      ThrowsMessage<ConfigError>(HasSubstr("a stop string is empty")));
  EXPECT_THAT([] { StopStrings(std::vector<std::string>{"\xA9x"}); },
              ThrowsMessage<ConfigError>(HasSubstr("is no UTF-8")));
}

/// A model of so many words: some more than there are pieces.
models::StoredModel writer(Index vocabulary = 24) {
  const Context context({.threads = 1, .seed = 3});
  models::CausalLmModel model({.config = {.family = "gpt",
                                          .layers = 1,
                                          .hidden = 32,
                                          .heads = 2,
                                          .intermediate = 64,
                                          .vocabulary = vocabulary,
                                          .max_positions = 24,
                                          .segments = 0,
                                          .norm = models::NormPlacement::kPre},
                               .block = 4,
                               .density = 0.5,
                               .initial_deviation = 0.3},
                              context);
  return models::store_model(model.config(), model.parameters());
}

const GenerateOptions kDrawn = {.max_tokens = 12, .sampling = {.temperature = 2, .seed = 1}};
const std::vector<std::string> kPrompts = {"the sea", "", "old ", "where is the shell"};

TEST(TextGeneration, PiecesAreTheTexts) {
  const Predictor predictor(writer(), small_vocabulary(), {.threads = 2});
  EXPECT_TRUE(predictor.can_generate());
  std::vector<std::string> streamed(kPrompts.size());
  std::vector<int> ends(kPrompts.size());
  const auto texts = predictor.generate(kPrompts, kDrawn, [&](const TextPiece& piece) {
    streamed[piece.prompt] += piece.text;
    if (piece.finished != nullptr) {
      ++ends[piece.prompt];
      EXPECT_EQ(piece.finished->text, streamed[piece.prompt]);
    } else {
      EXPECT_FALSE(piece.text.empty());
    }
    return true;
  });
  for (std::size_t i = 0; i < kPrompts.size(); ++i) {
    EXPECT_EQ(texts[i].text, streamed[i]);
    EXPECT_EQ(ends[i], 1);
    EXPECT_THAT(texts[i].text, ::testing::Not(HasSubstr("["))) << "no special piece";
    // The same alone, under its number.
    GenerateOptions alone = kDrawn;
    alone.first_sequence = i;
    const GeneratedText one = predictor.generate(kPrompts[i], alone);
    EXPECT_EQ(line_of(one, kPrompts[i]), line_of(texts[i], kPrompts[i]));
  }
  EXPECT_EQ(texts[0].prompt_tokens, 3) << "[CLS] and two";
  EXPECT_EQ(texts[1].prompt_tokens, 1);
}

TEST(TextGeneration, EndsAtAStopString) {
  const Predictor predictor(writer(), small_vocabulary(), {.threads = 1});
  const GeneratedText whole = predictor.generate(kPrompts[0], kDrawn);
  ASSERT_GT(whole.text.size(), 8u);
  GenerateOptions options = kDrawn;
  options.stop = {whole.text.substr(4, 3)};
  const GeneratedText cut = predictor.generate(kPrompts[0], options);
  EXPECT_EQ(cut.text, whole.text.substr(0, whole.text.find(options.stop[0])));
  EXPECT_EQ(cut.end, TextEnd::kStopString);
  EXPECT_LT(cut.tokens, whole.tokens);
  const GeneratedText ended =
      predictor.generate(kPrompts[0], kDrawn, [](const TextPiece&) { return false; });
  EXPECT_EQ(ended.end, TextEnd::kStopped);
  EXPECT_EQ(ended.tokens, 1);
}

TEST(TextGeneration, GoesToTheLastPosition) {
  const Predictor predictor(writer(), small_vocabulary(), {.threads = 1});
  GenerateOptions options = kDrawn;
  options.max_tokens = 1000;
  bool reached = false;
  for (options.sampling.seed = 0; options.sampling.seed < 20; ++options.sampling.seed) {
    const GeneratedText text = predictor.generate("the sea", options);
    if (text.end == TextEnd::kEndOfText) continue;
    EXPECT_EQ(text.end, TextEnd::kPositions);
    EXPECT_EQ(text.tokens + text.prompt_tokens, 25) << "the one behind the last is not read";
    reached = true;
  }
  EXPECT_TRUE(reached);
}

/// The bytes, and an end of text.
text::ByteLevelBpe bytes(const std::string& end) {
  text::BytePieces parts;
  for (int byte = 0; byte < 256; ++byte)
    parts.pieces.push_back(text::piece_of_bytes(std::string(1, static_cast<char>(byte))));
  parts.pieces.emplace_back();
  parts.added.push_back({"<|endoftext|>", 256, true});
  parts.end_of_text = end;
  return {parts, "tokenizer 'bytes'"};
}

TEST(TextGeneration, WritesBytes) {
  const Predictor predictor(writer(257), bytes("<|endoftext|>"), {.threads = 1});
  // Random bytes are seldom characters: what is streamed is UTF-8 all the same.
  GenerateOptions options = {.max_tokens = 20, .sampling = {.temperature = 5, .seed = 2}};
  std::string streamed;
  const GeneratedText written = predictor.generate("é", options, [&](const TextPiece& piece) {
    std::string copy(piece.text);
    EXPECT_EQ(text::replace_invalid_utf8(copy), 0);
    streamed += piece.text;
    return true;
  });
  EXPECT_EQ(written.text, streamed);
  EXPECT_EQ(written.prompt_tokens, 2) << "no piece is put before it";
  EXPECT_EQ(predictor.generate("", options).prompt_tokens, 1) << "the end of the text before";
  EXPECT_EQ(predictor.embed("sea").size(), 32u);
  EXPECT_EQ(predictor.encode({""}).tokens, (std::vector<std::int32_t>{256}));
  EXPECT_THAT(
      [&] {
        predictor.encode({"the", "sea"});
      },
      ThrowsMessage<ConfigError>(HasSubstr("tokenizer 'bytes': its pieces are bytes")));
  EXPECT_THAT([&] { predictor.fill_mask("the [MASK]", 1); },
              ThrowsMessage<ConfigError>(HasSubstr("its pieces are bytes")));
  const Predictor endless(writer(257), bytes(""), {.threads = 1});
  EXPECT_THAT([&] { endless.generate("", options); },
              ThrowsMessage<ConfigError>(HasSubstr("prompt 0 is empty; expected a text")));
  EXPECT_THAT([&] { endless.check_prompt("", "f.txt:3:", options); },
              ThrowsMessage<ConfigError>(HasSubstr("f.txt:3: is empty; expected a text")));
  EXPECT_THAT([&] { endless.encode({""}); },
              ThrowsMessage<FormatError>(HasSubstr("tokenizer 'bytes': has no piece that ends")));
  EXPECT_EQ(endless.encode({"é"}).tokens.size(), 2u);
  // The first byte of a character is held back, and at the end of the text it is U+FFFD.
  options.max_tokens = 1;
  int held_back = 0;
  for (options.sampling.seed = 1; options.sampling.seed <= 30; ++options.sampling.seed) {
    options.stop = {};
    std::string last;
    const GeneratedText whole = predictor.generate("é", options, [&](const TextPiece& piece) {
      last = piece.text;
      return true;
    });
    if (whole.text != "\uFFFD") continue;
    held_back += last == whole.text;
    options.stop = {"\uFFFD"};
    const GeneratedText cut = predictor.generate("é", options);
    EXPECT_EQ(cut.text, "");
    EXPECT_EQ(cut.end, TextEnd::kStopString) << "seed " << options.sampling.seed;
  }
  EXPECT_GT(held_back, 0);
}

TEST(TextGeneration, RefusesWhatItCannotWrite) {
  const Predictor predictor(writer(), small_vocabulary(), {.threads = 1});
  std::string longest;
  for (int i = 0; i < 24; ++i) longest += "sea ";
  EXPECT_THAT(
      [&] {
        predictor.generate(std::vector<std::string>{"the", longest});
      },
      ThrowsMessage<ConfigError>(HasSubstr("prompt 1 has 25 tokens; expected at most 24")));
  EXPECT_THAT([&] { predictor.generate("the", {.max_tokens = 0}); },
              ThrowsMessage<ConfigError>(HasSubstr("max_tokens is 0")));
  EXPECT_THAT([&] { predictor.check_prompt("the", "f.txt:1:", {.max_tokens = 0}); },
              ThrowsMessage<ConfigError>(HasSubstr("max_tokens is 0")));
  EXPECT_THAT([&] { predictor.generate("the", {.sampling = {.temperature = -1}}); },
              ThrowsMessage<ConfigError>(HasSubstr("temperature is -1")));
  EXPECT_THAT([&] { predictor.generate("the", {.stop = {""}}); },
              ThrowsMessage<ConfigError>(HasSubstr("a stop string is empty")));
  EXPECT_TRUE(predictor.generate(std::vector<std::string>{}).empty());
  const Predictor cutting(writer(), small_vocabulary(), {.threads = 1, .longest = 8});
  EXPECT_EQ(cutting.embed("the sea").size(), 32u);
  EXPECT_THAT([&] { cutting.generate("the"); },
              ThrowsMessage<ConfigError>(HasSubstr("longest: is read by embed fill-mask")));
  const Context context({.threads = 1, .seed = 3});
  models::MlmModel masked({.config = {.layers = 1,
                                      .hidden = 32,
                                      .heads = 2,
                                      .intermediate = 64,
                                      .vocabulary = 15,
                                      .max_positions = 24}},
                          context);
  const Predictor other(models::store_model(masked.config(), masked.parameters()),
                        small_vocabulary(), {.threads = 1});
  EXPECT_FALSE(other.can_generate());
  EXPECT_THAT([&] { other.generate("the"); },
              ThrowsMessage<ConfigError>(HasSubstr("the head masked-lm; expected causal-lm")));
}

TEST(TextGeneration, IsALineOfJson) {
  EXPECT_EQ(line_of({.text = " sea\n", .prompt_tokens = 2, .tokens = 1}, "the\xFF"),
            R"({"prompt":"the�","text":" sea\n","prompt_tokens":2,"tokens":1,"end":"max_tokens"})"
            "\n");
}

}  // namespace
}  // namespace espalier::serving
