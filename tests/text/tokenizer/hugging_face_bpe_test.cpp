// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/tokenizer/hugging_face_bpe.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/text/tokenizer/any_tokenizer.h>

namespace espalier::text {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using Json = nlohmann::json;
namespace fs = std::filesystem;

class HuggingFaceBpe : public ::testing::Test {
 protected:
  HuggingFaceBpe()
      : folder_(fs::path(::testing::TempDir()) /
                ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    for (int byte = 0; byte < 256; ++byte)
      vocabulary_[piece_of_bytes(std::string(1, static_cast<char>(byte)))] = byte;
    vocabulary_["se"] = 256;
    vocabulary_["<|endoftext|>"] = 257;
    tokenizer_ = {
        {"added_tokens",
         {{{"id", 257}, {"content", "<|endoftext|>"}, {"special", true}, {"lstrip", false}}}},
        {"normalizer", nullptr},
        {"pre_tokenizer", {{"type", "ByteLevel"}, {"add_prefix_space", false}}},
        {"post_processor", {{"type", "ByteLevel"}, {"trim_offsets", false}}},
        {"model",
         {{"type", "BPE"}, {"dropout", nullptr}, {"vocab", vocabulary_}, {"merges", {"s e"}}}}};
  }
  ~HuggingFaceBpe() override { fs::remove_all(folder_); }

  void write(const char* name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  void write_vocabulary(const std::string& merges = "#version: 0.2\ns e\n") const {
    write("vocab.json", vocabulary_.dump());
    write("merges.txt", merges);
  }
  void expect_refused(const std::string& message) const {
    EXPECT_THAT([&] { read_hugging_face_bpe(folder_); }, ThrowsMessage<Error>(HasSubstr(message)));
  }

  fs::path folder_;
  Json vocabulary_ = Json::object(), tokenizer_;
};

TEST_F(HuggingFaceBpe, ReadsBothForms) {
  EXPECT_FALSE(has_byte_level_bpe(folder_));
  write_vocabulary();
  EXPECT_TRUE(has_byte_level_bpe(folder_));
  const ByteLevelBpe of_vocabulary = read_hugging_face_bpe(folder_);
  EXPECT_EQ(of_vocabulary.end_of_text(), 257);
  EXPECT_EQ(of_vocabulary.encode("se"), (std::vector<std::int32_t>{256}));
  write("tokenizer.json", tokenizer_.dump());
  EXPECT_TRUE(read_hugging_face_bpe(folder_).has_merges_of(of_vocabulary)) << "both, which agree";
  fs::remove(folder_ / "vocab.json");
  tokenizer_["model"]["merges"] = Json::array({Json::array({"s", "e"})});
  write("tokenizer.json", tokenizer_.dump());
  EXPECT_TRUE(read_hugging_face_bpe(folder_).has_merges_of(of_vocabulary)) << "pairs as lists";
  EXPECT_EQ(size_of(read_any_tokenizer(folder_)), 258);
}

TEST_F(HuggingFaceBpe, TellsVocabulariesOfOneSizeApart) {
  write_vocabulary();
  const AnyTokenizer tokenizer = read_any_tokenizer(folder_);
  EXPECT_TRUE(have_same_ids(tokenizer, read_any_tokenizer(folder_)));
  EXPECT_FALSE(have_same_ids(
      tokenizer, Tokenizer::from_text("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\n", "of words")));
  vocabulary_["a"] = 'b';
  vocabulary_["b"] = 'a';
  write_vocabulary();
  const AnyTokenizer exchanged = read_any_tokenizer(folder_);
  EXPECT_EQ(size_of(exchanged), size_of(tokenizer));
  EXPECT_FALSE(have_same_ids(tokenizer, exchanged)) << "two ids exchanged";
  EXPECT_FALSE(have_same_ids(exchanged, tokenizer));
}

TEST_F(HuggingFaceBpe, TakesATemplateThatAddsNothing) {
  const Json text = Json::parse(R"({"Sequence": {"id": "A", "type_id": 0}})");
  const Json end = Json::parse(R"({"SpecialToken": {"id": "<|endoftext|>", "type_id": 0}})");
  tokenizer_["post_processor"] = {{"type", "TemplateProcessing"},
                                  {"single", Json::array({text})},
                                  {"pair", Json::array({text, text})},
                                  {"special_tokens", Json::object()}};
  write("tokenizer.json", tokenizer_.dump());
  EXPECT_FALSE(read_hugging_face_bpe(folder_).trims_ranges());
  tokenizer_["post_processor"]["single"] = Json::array({text, end});
  write("tokenizer.json", tokenizer_.dump());
  expect_refused("post_processor.single");
  tokenizer_["post_processor"]["single"] = Json::array({text});
  tokenizer_["post_processor"]["special_tokens"] = {{"<|endoftext|>", {{"ids", {257}}}}};
  write("tokenizer.json", tokenizer_.dump());
  expect_refused("post_processor.special_tokens");
}

TEST_F(HuggingFaceBpe, TakesTheEndOfTextThatIsNamed) {
  vocabulary_["</s>"] = 258;
  write_vocabulary();
  write("tokenizer_config.json", R"({"tokenizer_class": "GPT2Tokenizer", "eos_token": "</s>"})");
  EXPECT_EQ(read_hugging_face_bpe(folder_).end_of_text(), 258);
  fs::remove(folder_ / "tokenizer_config.json");
  write("special_tokens_map.json", R"({"eos_token": {"content": "<|end|>"}})");
  write("added_tokens.json", R"({"<|end|>": 259})");
  EXPECT_EQ(read_hugging_face_bpe(folder_).end_of_text(), 259);
  write("added_tokens.json", "{}");
  expect_refused("has no piece '<|end|>', expected it");
}

// As `from_pretrained` of transformers, which has no other word of it.
TEST_F(HuggingFaceBpe, AddedTokensAreSpecialIfTheSettingsNameThem) {
  write_vocabulary();
  write("added_tokens.json", R"({"<user>": 258, "<pad>": 259, "<sys>": 260, "<tool>": 261})");
  write("special_tokens_map.json", R"({"pad_token": "<pad>", "additional_special_tokens":
      ["<sys>", {"content": "<tool>", "lstrip": false}]})");
  const ByteLevelBpe tokenizer = read_hugging_face_bpe(folder_);
  EXPECT_EQ(tokenizer.special(), (std::vector<std::int32_t>{257, 259, 260, 261}));
  EXPECT_EQ(tokenizer.encode("se<user>se"), (std::vector<std::int32_t>{256, 258, 256}));
  EXPECT_GT(tokenizer.encode("se<pad>se").size(), 3u);
  EXPECT_EQ(tokenizer.encode("se<pad>se", SpecialText::kPieces),
            (std::vector<std::int32_t>{256, 259, 256}));
}

TEST_F(HuggingFaceBpe, RefusesWhatDividesATextOtherwise) {
  const Json usual = tokenizer_;
  const auto expect_change_refused = [&](const char* pointer, const Json& value,
                                         const std::string& message) {
    Json changed = usual;
    changed[Json::json_pointer(pointer)] = value;
    write("tokenizer.json", changed.dump());
    expect_refused(message);
  };
  expect_change_refused("/normalizer", {{"type", "NFC"}}, "normalizer");
  expect_change_refused("/pre_tokenizer/type", "Whitespace", "pre_tokenizer.type");
  expect_change_refused("/pre_tokenizer/use_regex", false, "pre_tokenizer.use_regex");
  expect_change_refused("/post_processor/type", "RobertaProcessing", "post_processor.type");
  expect_change_refused("/model/type", "Unigram", "model.type");
  expect_change_refused("/model/dropout", 0.1, "model.dropout");
  expect_change_refused("/model/byte_fallback", true, "model.byte_fallback");
  expect_change_refused("/model/ignore_merges", true, "model.ignore_merges");
  expect_change_refused("/model/end_of_word_suffix", "</w>", "model.end_of_word_suffix");
  expect_change_refused("/model/merges", "s e", "model.merges");
  expect_change_refused("/model/merges/0", "s", "model.merges[0]: found 's'");
  expect_change_refused("/model/merges/0", 3, "model.merges[0]: expected two pieces");
  expect_change_refused("/model/vocab/se", 300, "has 'se' with id 300");
  expect_change_refused("/model/vocab/se", -1, "has 'se' with id -1");
  expect_change_refused("/added_tokens/0/lstrip", true, "lstrip and rstrip false");
  expect_change_refused("/added_tokens/0/id", "x", "expected an id");
  write("tokenizer.json", usual.dump());
  write("tokenizer_config.json", R"({"tokenizer_class": "RobertaTokenizerFast"})");
  expect_refused("tokenizer_class is \"RobertaTokenizerFast\"");
  write("tokenizer_config.json", R"({"add_prefix_space": true})");
  expect_refused("add_prefix_space");
  write("tokenizer_config.json", R"({"add_bos_token": true})");
  expect_refused("add_bos_token");
  fs::remove(folder_ / "tokenizer_config.json");
  write_vocabulary("#version: 0.2\n");
  expect_refused("has other pieces or merges than");
}

TEST_F(HuggingFaceBpe, RefusesFilesThatAreNone) {
  expect_refused("no tokenizer.json and no vocab.json");
  write("vocab.json", vocabulary_.dump());
  expect_refused("merges.txt");
  write_vocabulary("#version: 0.2\ns e\ns\n");
  expect_refused("merges.txt:3: found 's', expected two pieces divided by a space");
  write("vocab.json", "[1");
  expect_refused("vocab.json");
  write_vocabulary("");
  write("vocab.json", "{}");
  expect_refused("has no piece");
}

}  // namespace
}  // namespace espalier::text
