// SPDX-License-Identifier: Apache-2.0
// What `transformers` itself does with such folders, and with 100,000 lines of text, is compared by
// tests/python/transformers.
#include <espalier/text/tokenizer/hugging_face_tokenizer.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::text {
namespace {

using espalier::testing::message_of;
using espalier::testing::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;

using Json = nlohmann::json;

const std::vector<std::string> kPieces = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]",
                                          "a",     "##b",   "A",     "\u00E9"};

std::string lines(const std::vector<std::string>& pieces) {
  std::string text;
  for (const std::string& piece : pieces) text += piece + '\n';
  return text;
}

/// What `transformers` 5 writes.
Json tokenizer_json() {
  Json file = Json::parse(R"({
    "version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
    "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
                   "strip_accents": null, "lowercase": true},
    "pre_tokenizer": {"type": "BertPreTokenizer"},
    "post_processor": {"type": "TemplateProcessing",
      "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}},
                 {"Sequence": {"id": "A", "type_id": 0}},
                 {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
      "pair": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}},
               {"Sequence": {"id": "A", "type_id": 0}},
               {"SpecialToken": {"id": "[SEP]", "type_id": 0}},
               {"Sequence": {"id": "B", "type_id": 1}},
               {"SpecialToken": {"id": "[SEP]", "type_id": 1}}],
      "special_tokens": {}},
    "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": true},
    "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
              "max_input_chars_per_word": 100, "vocab": {}}})");
  for (std::size_t id = 0; id < kPieces.size(); ++id) file["model"]["vocab"][kPieces[id]] = id;
  for (int id = 0; id < 5; ++id)
    file["added_tokens"].push_back({{"id", id},
                                    {"content", kPieces[static_cast<std::size_t>(id)]},
                                    {"single_word", false},
                                    {"lstrip", false},
                                    {"rstrip", false},
                                    {"normalized", false},
                                    {"special", true}});
  return file;
}

TEST(HuggingFaceTokenizer, AVocabularyAloneIsThatOfBertUncased) {
  const TemporaryFolder folder;
  folder.write("vocab.txt", lines(kPieces));
  const Tokenizer tokenizer = read_hugging_face_tokenizer(folder.path());
  EXPECT_EQ(tokenizer.size(), 9);
  EXPECT_EQ(tokenizer.normalisation(), Normalisation{});
  EXPECT_EQ(tokenizer.hash(), Tokenizer::from_file(folder.path() / "vocab.txt").hash());
}

TEST(HuggingFaceTokenizer, ConfigurationsSayHowTextIsNormalised) {
  const TemporaryFolder folder;
  folder.write("tokenizer.json", tokenizer_json().dump());
  EXPECT_EQ(read_hugging_face_tokenizer(folder.path()).normalisation(), Normalisation{});
  EXPECT_EQ(read_hugging_face_tokenizer(folder.path()).piece(6), "##b");

  Json cased = tokenizer_json();
  cased["normalizer"]["lowercase"] = false;
  cased["normalizer"]["handle_chinese_chars"] = false;
  folder.write("tokenizer.json", cased.dump());
  const Normalisation of_file = {.lower_case = false, .split_chinese = false};
  EXPECT_EQ(read_hugging_face_tokenizer(folder.path()).normalisation(), of_file);
  EXPECT_FALSE(of_file.strips_accents());

  // tokenizer_config.json comes first, where it has a value.
  folder.write("tokenizer_config.json",
               R"({"tokenizer_class": "BertTokenizerFast", "do_lower_case": true,
                   "strip_accents": false, "tokenize_chinese_chars": null, "other": [1]})");
  folder.write("vocab.txt", lines(kPieces));
  EXPECT_EQ(read_hugging_face_tokenizer(folder.path()).normalisation(),
            (Normalisation{.lower_case = true, .strip_accents = false, .split_chinese = false}));

  // But for classes that do what tokenizer.json says, as in `transformers`.
  for (const char* name : {"TokenizersBackend", "PreTrainedTokenizerFast"}) {
    folder.write(
        "tokenizer_config.json",
        Json({{"tokenizer_class", name}, {"do_lower_case", true}, {"strip_accents", true}}).dump());
    EXPECT_EQ(read_hugging_face_tokenizer(folder.path()).normalisation(), of_file) << name;
  }
}

TEST(HuggingFaceTokenizer, WhatIsWrittenIsReadBack) {
  const TemporaryFolder folder;
  for (const bool lower : {false, true})
    for (const std::optional<bool> strip : {std::optional<bool>(), std::optional(!lower)})
      for (const bool split : {false, true}) {
        const auto written = Tokenizer::from_text(lines(kPieces), "test", {lower, strip, split});
        folder.write("vocab.txt", written.vocabulary_text());
        folder.write("tokenizer_config.json", hugging_face_tokenizer_config(written));
        const Tokenizer read = read_hugging_face_tokenizer(folder.path());
        EXPECT_EQ(read.normalisation(), written.normalisation());
        EXPECT_EQ(read.hash(), written.hash());
        // Where a model has so many positions, for those who cut texts by it.
        const std::string cut = hugging_face_tokenizer_config(written, 16);
        EXPECT_EQ(Json::parse(cut).at("model_max_length"), 16);
        folder.write("tokenizer_config.json", cut);
        EXPECT_EQ(read_hugging_face_tokenizer(folder.path()).hash(), written.hash());
      }
}

/// What reading says of tokenizer.json with one value changed.
std::string refusal(const std::string& pointer, const Json& value) {
  const TemporaryFolder folder;
  Json file = tokenizer_json();
  file[Json::json_pointer(pointer)] = value;
  folder.write("tokenizer.json", file.dump());
  return message_of<FormatError>([&] { read_hugging_face_tokenizer(folder.path()); });
}

TEST(HuggingFaceTokenizer, OtherTokenizersAreRefusedByName) {
  EXPECT_THAT(refusal("/model/type", "BPE"),
              HasSubstr(R"(tokenizer.json: model.type is "BPE", expected "WordPiece")"));
  EXPECT_THAT(refusal("/model", nullptr), HasSubstr("model is null, expected an object"));
  EXPECT_THAT(refusal("/model/unk_token", "<unk>"), HasSubstr("model.unk_token"));
  EXPECT_THAT(refusal("/model/continuing_subword_prefix", "@@"),
              HasSubstr("model.continuing_subword_prefix"));
  EXPECT_THAT(refusal("/model/max_input_chars_per_word", 200),
              HasSubstr("model.max_input_chars_per_word is 200, expected 100"));
  EXPECT_THAT(refusal("/normalizer/type", "NFKC"), HasSubstr("normalizer.type"));
  EXPECT_THAT(refusal("/normalizer", nullptr), HasSubstr("normalizer is null"));
  EXPECT_THAT(refusal("/normalizer/clean_text", false), HasSubstr("normalizer.clean_text"));
  EXPECT_THAT(refusal("/normalizer/lowercase", 1), HasSubstr("normalizer.lowercase is 1"));
  EXPECT_THAT(refusal("/pre_tokenizer/type", "Whitespace"), HasSubstr("pre_tokenizer.type"));
  EXPECT_THAT(refusal("/post_processor/type", "RobertaProcessing"),
              HasSubstr("post_processor.type"));
  EXPECT_THAT(refusal("/post_processor/pair/3/Sequence/type_id", 0),
              HasSubstr("post_processor.pair"));
  EXPECT_THAT(refusal("/post_processor/single/0", "x"), HasSubstr("post_processor.single"));
  EXPECT_THAT(refusal("/added_tokens/4/content", "[ENTITY]"),
              AllOf(HasSubstr("added_tokens"), HasSubstr("[ENTITY]")));
  EXPECT_THAT(refusal("/added_tokens/4/lstrip", true),
              AllOf(HasSubstr("[MASK]"), HasSubstr("lstrip")));
  EXPECT_THAT(refusal("/added_tokens", 1), HasSubstr("added_tokens is 1, expected an array"));
}

TEST(HuggingFaceTokenizer, IdsAreThoseOfLines) {
  EXPECT_THAT(refusal("/model/vocab/A", 9), AllOf(HasSubstr("'A' with id 9"), HasSubstr("0 to 8")));
  EXPECT_THAT(refusal("/model/vocab/A", 6), HasSubstr("each once"));
  EXPECT_THAT(refusal("/model/vocab/A", -1), HasSubstr("with id -1"));
  EXPECT_THAT(refusal("/model/vocab/A", 1.5), HasSubstr("with id 1.5"));
  EXPECT_THAT(refusal("/model/vocab/A", "7"), HasSubstr("with id \"7\""));
  EXPECT_THAT(refusal("/model/vocab", Json::object()), HasSubstr("has no [PAD]"));
  // They would be two pieces, or the end of all, in the vocab.txt of a run or of an exported model.
  for (const char end_of_line : {'\n', '\r', '\0'}) {
    Json with_line_end = tokenizer_json()["model"]["vocab"];
    with_line_end[std::string("a") + end_of_line + 'b'] = 9;
    EXPECT_THAT(refusal("/model/vocab", with_line_end), HasSubstr("'a?b' with id 9"));
  }
}

TEST(HuggingFaceTokenizer, BothVocabulariesMustAgree) {
  const TemporaryFolder folder;
  folder.write("tokenizer.json", tokenizer_json().dump());
  const auto message = [&] {
    return message_of<FormatError>([&] { read_hugging_face_tokenizer(folder.path()); });
  };
  std::vector<std::string> pieces = kPieces;
  pieces.back() = "b";
  folder.write("vocab.txt", lines(pieces));
  EXPECT_THAT(message(), AllOf(HasSubstr("id 8"), HasSubstr("'b'"), HasSubstr("vocab.txt")));
  pieces.pop_back();
  folder.write("vocab.txt", lines(pieces));
  EXPECT_THAT(message(), HasSubstr("9 pieces, expected 8"));
}

TEST(HuggingFaceTokenizer, ConfigurationsThatChangeMoreAreRefusedByName) {
  const auto message = [](const std::string& name, const std::string& text) {
    const TemporaryFolder folder;
    folder.write("vocab.txt", lines(kPieces));
    folder.write(name, text);
    return message_of<FormatError>([&] { read_hugging_face_tokenizer(folder.path()); });
  };
  const std::string config = "tokenizer_config.json";
  EXPECT_THAT(message(config, R"({"do_lower_case": "yes"})"),
              HasSubstr(R"(do_lower_case is "yes", expected true, false or null)"));
  EXPECT_THAT(message(config, R"({"do_basic_tokenize": false})"), HasSubstr("do_basic_tokenize"));
  EXPECT_THAT(message(config, R"({"never_split": ["a"]})"), HasSubstr("never_split"));
  EXPECT_THAT(message(config, R"({"truncation_side": "left"})"), HasSubstr("truncation_side"));
  EXPECT_THAT(message(config, R"({"tokenizer_class": "BertJapaneseTokenizer"})"),
              HasSubstr("BertJapaneseTokenizer"));
  EXPECT_THAT(message(config, R"({"tokenizer_class": "PreTrainedTokenizerFast"})"),
              HasSubstr("expected a tokenizer.json beside it"));
  EXPECT_THAT(message(config, R"({"mask_token": {"content": "<mask>"}})"),
              HasSubstr(R"(mask_token.content is "<mask>", expected "[MASK]")"));
  EXPECT_THAT(message(config, R"({"added_tokens_decoder": {"9": {"content": "[E]"}}})"),
              HasSubstr("[E]"));
  EXPECT_THAT(message(config, "{"), HasSubstr("no valid JSON"));
  EXPECT_THAT(message("special_tokens_map.json", R"({"additional_special_tokens": ["[E]"]})"),
              HasSubstr("additional_special_tokens"));
  EXPECT_THAT(message("added_tokens.json", R"({"[E]": 9})"), HasSubstr("'[E]' with id 9"));
}

TEST(HuggingFaceTokenizer, AFolderWithoutAVocabularyIsNamed) {
  const TemporaryFolder folder;
  EXPECT_THAT(message_of<IoError>([&] { read_hugging_face_tokenizer(folder.path()); }),
              HasSubstr("no vocab.txt and no tokenizer.json"));
}

}  // namespace
}  // namespace espalier::text
