// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/tokenizer/hugging_face_tokenizer.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <espalier/files/json_object.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::text {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

using files::JsonObject;

std::optional<JsonObject> object_of(const fs::path& path) {
  return JsonObject::read_if_present(path, kMaximumTokenizerBytes);
}

/// A special piece as text, or as an object with its content.
void require_special(const JsonObject& config, std::string_view key, std::string_view name) {
  const Json* value = config.find(key);
  if (value == nullptr || value->is_null()) return;
  if (value->is_object()) return config.object(key).require("content", name);
  config.require(key, name);
}

/// Names of special pieces, as tokenizer_config.json and special_tokens_map.json have them.
void require_special_pieces(const JsonObject& config) {
  require_special(config, "pad_token", "[PAD]");
  require_special(config, "unk_token", "[UNK]");
  require_special(config, "cls_token", "[CLS]");
  require_special(config, "sep_token", "[SEP]");
  require_special(config, "mask_token", "[MASK]");
  config.require_empty("additional_special_tokens");
  config.require_empty("extra_special_tokens");
}

bool is_special(const Json& content) {
  return content.is_string() &&
         std::ranges::count(kSpecialPieces,
                            std::string_view(content.get_ref<const std::string&>()));
}

/// Throws unless what was added to the vocabulary is a special piece, which it has anyway.
void require_added(const JsonObject& file, std::string_view key, const Json& added) {
  const bool known = added.is_object() && added.contains("content") && is_special(added["content"]);
  if (!known)
    throw FormatError(fmt::format(
        "{}: {} has {}, expected the special pieces of BERT and no others", file.file(), key,
        files::shown(added.is_object() && added.contains("content") ? added["content"] : added)));
  for (const char* switched : {"single_word", "lstrip", "rstrip", "normalized"})
    if (added.contains(switched) && added[switched] != Json(false))
      throw FormatError(fmt::format("{}: {} has {} with {} {}, expected false", file.file(), key,
                                    files::shown(added["content"]), switched,
                                    files::shown(added[switched])));
}

/// Classes of `transformers` that divide a text as BERT's does; some others have a vocab.txt too.
constexpr std::array<std::string_view, 6> kClasses = {
    "BertTokenizer",    "ConvBertTokenizer",   "DistilBertTokenizer",
    "ElectraTokenizer", "MobileBertTokenizer", "SqueezeBertTokenizer"};
/// Those that do what tokenizer.json says.
constexpr std::array<std::string_view, 2> kClassesOfFile = {"PreTrainedTokenizer",
                                                            "TokenizersBackend"};

/// The class that a configuration names, without "Fast"; empty: none, or something else.
std::string_view class_of(const JsonObject& config) {
  const Json* value = config.find("tokenizer_class");
  if (value == nullptr || !value->is_string()) return {};
  std::string_view name = value->get_ref<const std::string&>();
  if (name.ends_with("Fast")) name.remove_suffix(4);
  return name;
}

bool is_class_of_file(const JsonObject& config) {
  return std::ranges::count(kClassesOfFile, class_of(config)) > 0;
}

void require_class(const JsonObject& config, bool has_tokenizer_json) {
  if (config.is_null("tokenizer_class")) return;
  if (std::ranges::count(kClasses, class_of(config)) > 0) return;
  if (!is_class_of_file(config))
    config.refuse("tokenizer_class", "BertTokenizer or one that does the same");
  if (!has_tokenizer_json) config.refuse("tokenizer_class", "a tokenizer.json beside it");
}

void require_config(const JsonObject& config) {
  require_special_pieces(config);
  config.require_if_present("do_basic_tokenize", true);
  config.require_empty("never_split");
  config.require_if_present("wordpieces_prefix", "##");
  config.require_if_present("truncation_side", "right");
  if (config.is_null("added_tokens_decoder")) return;
  const JsonObject decoder = config.object("added_tokens_decoder");
  for (const auto& [id, added] : decoder.json().items())
    require_added(config, "added_tokens_decoder", added);
}

/// What TemplateProcessing puts where: "[CLS] A [SEP]", with the segment of each behind it.
std::string template_text(const Json& pieces) {
  std::string text;
  if (!pieces.is_array()) return text;
  for (const Json& piece : pieces) {
    if (!piece.is_object() || piece.size() != 1) return "";
    const Json& part = piece.front();
    if (!part.is_object() || !part.contains("id") || !part["id"].is_string()) return "";
    text += part["id"].get<std::string>() + ':' +
            (part.contains("type_id") ? part["type_id"].dump() : "") + ' ';
  }
  return text;
}

/// How [CLS] and [SEP] come to a text.
void require_post_processor(const JsonObject& file) {
  if (file.is_null("post_processor")) return;
  const JsonObject processor = file.object("post_processor");
  const Json* type = processor.find("type");
  if (type != nullptr && *type == "BertProcessing") return;
  processor.require("type", "TemplateProcessing");
  const auto require_template = [&](const char* key, std::string_view expected) {
    const Json* found = processor.find(key);
    if (found == nullptr || template_text(*found) != expected)
      processor.refuse(key, fmt::format("the pieces {}", expected));
  };
  require_template("single", "[CLS]:0 A:0 [SEP]:0 ");
  require_template("pair", "[CLS]:0 A:0 [SEP]:0 B:1 [SEP]:1 ");
}

/// Throws unless tokenizer.json is a WordPiece like BERT's.
void require_wordpiece(const JsonObject& file) {
  const JsonObject model = file.object("model");
  model.require("type", "WordPiece");
  model.require("unk_token", "[UNK]");
  model.require("continuing_subword_prefix", "##");
  model.require("max_input_chars_per_word", Tokenizer::kMaximumWordCharacters);
  const JsonObject normalizer = file.object("normalizer");
  normalizer.require("type", "BertNormalizer");
  normalizer.require("clean_text", true);
  file.object("pre_tokenizer").require("type", "BertPreTokenizer");
  require_post_processor(file);
  if (file.is_null("added_tokens")) return;
  if (!file.find("added_tokens")->is_array()) file.refuse("added_tokens", "an array");
  for (const Json& added : *file.find("added_tokens")) require_added(file, "added_tokens", added);
}

/// The pieces of tokenizer.json in the order of their ids.
std::vector<std::string> pieces_of(const JsonObject& file) {
  // What a vocab.txt, as runs and folders keep it, cannot have in a line.
  constexpr std::string_view kOfNoLine("\n\r\0", 3);
  const JsonObject vocabulary = file.object("model").object("vocab");
  std::vector<std::string> pieces(vocabulary.json().size());
  for (const auto& [piece, id] : vocabulary.json().items()) {
    const bool fits = id.is_number_unsigned() && id.get<std::uint64_t>() < pieces.size() &&
                      pieces[id.get<std::size_t>()].empty();
    if (!fits || piece.empty() || piece.find_first_of(kOfNoLine) != std::string::npos)
      throw FormatError(fmt::format(
          "{}: model.vocab has '{}' with id {}, expected pieces of one line with the ids 0 to {}, "
          "each once",
          file.file(), files::printable(piece), files::shown(id), pieces.size() - 1));
    pieces[id.get<std::size_t>()] = piece;
  }
  return pieces;
}

Normalisation normalisation_of(const std::optional<JsonObject>& config,
                               const std::optional<JsonObject>& tokenizer) {
  // As `transformers` does it: a class of the file passes over what the configuration says.
  const bool is_of_file = config && is_class_of_file(*config);
  const auto truth = [&](const char* key, const char* normalizer_key) {
    std::optional<bool> value;
    if (config && !is_of_file) value = config->truth(key);
    if (!value && tokenizer) value = tokenizer->object("normalizer").truth(normalizer_key);
    return value;
  };
  const Normalisation usual;
  return {
      .lower_case = truth("do_lower_case", "lowercase").value_or(usual.lower_case),
      .strip_accents = truth("strip_accents", "strip_accents"),
      .split_chinese =
          truth("tokenize_chinese_chars", "handle_chinese_chars").value_or(usual.split_chinese)};
}

/// Throws unless both files have the same pieces.
void require_same(const Tokenizer& of_text, const std::vector<std::string>& of_json,
                  const fs::path& text_file, const std::string& json_file) {
  const auto count = static_cast<std::int64_t>(of_json.size());
  for (std::int64_t id = 0; id < std::min(count, of_text.size()); ++id) {
    const std::string& piece = of_text.piece(static_cast<std::int32_t>(id));
    const std::string& other = of_json[static_cast<std::size_t>(id)];
    if (piece != other)
      throw FormatError(fmt::format("{}: model.vocab has '{}' with id {}, expected '{}' as {} has",
                                    json_file, files::printable(other), id, files::printable(piece),
                                    text_file.string()));
  }
  if (count != of_text.size())
    throw FormatError(fmt::format("{}: model.vocab has {} pieces, expected {} as {} has", json_file,
                                  count, of_text.size(), text_file.string()));
}

/// Pieces that were added behind a vocabulary, as older folders keep them.
void require_no_added_file(const fs::path& path, const Tokenizer& tokenizer) {
  const std::optional<JsonObject> added = object_of(path);
  if (!added) return;
  for (const auto& [piece, id] : added->json().items()) {
    const bool known = id.is_number_unsigned() &&
                       id.get<std::uint64_t>() < static_cast<std::uint64_t>(tokenizer.size()) &&
                       tokenizer.piece(id.get<std::int32_t>()) == piece;
    if (!known)
      throw FormatError(fmt::format("{}: has '{}' with id {}, expected pieces of the vocabulary",
                                    added->file(), files::printable(piece), files::shown(id)));
  }
}

}  // namespace

Tokenizer read_hugging_face_tokenizer(const fs::path& folder) {
  const fs::path vocabulary = folder / "vocab.txt";
  const std::optional<JsonObject> config = object_of(folder / "tokenizer_config.json");
  const std::optional<JsonObject> tokenizer = object_of(folder / "tokenizer.json");
  if (config) {
    require_class(*config, tokenizer.has_value());
    require_config(*config);
  }
  if (const auto map = object_of(folder / "special_tokens_map.json")) require_special_pieces(*map);
  if (tokenizer) require_wordpiece(*tokenizer);
  const Normalisation normalisation = normalisation_of(config, tokenizer);

  std::optional<Tokenizer> result;
  std::error_code unknown;  // then reading says what is wrong
  if (fs::exists(vocabulary, unknown) || unknown)
    result = Tokenizer::from_file(vocabulary, normalisation);
  if (tokenizer) {
    const std::vector<std::string> pieces = pieces_of(*tokenizer);
    if (result) {
      require_same(*result, pieces, vocabulary, tokenizer->file());
    } else {
      std::string text;
      for (const std::string& piece : pieces) text += piece + '\n';
      result = Tokenizer::from_text(text, tokenizer->file(), normalisation);
    }
  }
  if (!result)
    throw IoError(fmt::format("{}: no vocab.txt and no tokenizer.json, expected one of them",
                              folder.string()));
  require_no_added_file(folder / "added_tokens.json", *result);
  return *std::move(result);
}

bool has_tokenizer(const fs::path& folder) {
  std::error_code unknown;  // then it has none that can be read
  return fs::exists(folder / "vocab.txt", unknown) ||
         fs::exists(folder / "tokenizer.json", unknown);
}

Tokenizer read_tokenizer(const fs::path& path) {
  std::error_code unknown;  // then reading says what is wrong
  return fs::is_directory(path, unknown) ? read_hugging_face_tokenizer(path)
                                         : Tokenizer::from_file(path);
}

std::string hugging_face_tokenizer_config(const Tokenizer& tokenizer,
                                          std::optional<std::int64_t> longest) {
  const Normalisation& normalisation = tokenizer.normalisation();
  nlohmann::ordered_json config;
  config["tokenizer_class"] = "BertTokenizer";
  config["do_lower_case"] = normalisation.lower_case;
  config["strip_accents"] = nullptr;
  if (normalisation.strip_accents) config["strip_accents"] = *normalisation.strip_accents;
  config["tokenize_chinese_chars"] = normalisation.split_chinese;
  for (const auto& [key, piece] : {std::pair("pad_token", "[PAD]"), std::pair("unk_token", "[UNK]"),
                                   std::pair("cls_token", "[CLS]"), std::pair("sep_token", "[SEP]"),
                                   std::pair("mask_token", "[MASK]")})
    config[key] = piece;
  if (longest) config["model_max_length"] = *longest;
  return config.dump(2) + '\n';
}

}  // namespace espalier::text
