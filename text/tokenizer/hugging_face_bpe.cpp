// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/tokenizer/hugging_face_bpe.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include <espalier/files/atomic_file.h>
#include <espalier/files/json_object.h>
#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/tokenizer/hugging_face_tokenizer.h>

namespace espalier::text {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using files::JsonObject;

constexpr const char* kEndOfText = "<|endoftext|>";

/// Classes of `transformers` that divide a text as GPT-2's does, and those that do what
/// tokenizer.json says.
constexpr std::array<std::string_view, 2> kGptClasses = {"GPT2Tokenizer", "PreTrainedTokenizer"};

std::optional<JsonObject> file_in(const fs::path& folder, const char* name) {
  return JsonObject::read_if_present(folder / name, kMaximumTokenizerBytes);
}

/// What the files beside the vocabulary say.
struct Settings {
  std::optional<JsonObject> config, special_map, added;
};

void require_settings(const Settings& settings) {
  if (!settings.config) return;
  const JsonObject& config = *settings.config;
  if (std::optional<std::string> name = config.text("tokenizer_class")) {
    if (name->ends_with("Fast")) name->resize(name->size() - 4);
    if (*name != "TokenizersBackend" && std::ranges::find(kGptClasses, *name) == kGptClasses.end())
      config.refuse("tokenizer_class", "\"GPT2Tokenizer\"");
  }
  config.require_if_present("add_bos_token", false);
  config.require_if_present("add_eos_token", false);
}

/// The content of a special piece, which is a text or an object.
std::optional<std::string> special_piece(const JsonObject& object, const char* key) {
  const Json* found = object.find(key);
  if (found == nullptr || found->is_null()) return {};
  if (found->is_object()) return object.object(key).text("content");
  return object.text(key);
}

/// The piece that ends a text, as the settings name it.
std::optional<std::string> named_end(const Settings& settings) {
  for (const auto* file : {&settings.config, &settings.special_map})
    if (*file)
      if (std::optional<std::string> name = special_piece(**file, "eos_token")) return name;
  return {};
}

/// Contents of all special pieces that the settings name.
std::vector<std::string> named_special(const Settings& settings) {
  std::vector<std::string> names;
  for (const auto* file : {&settings.config, &settings.special_map}) {
    if (!*file) continue;
    for (const char* key : {"bos_token", "eos_token", "unk_token", "sep_token", "pad_token",
                            "cls_token", "mask_token"})
      if (std::optional<std::string> name = special_piece(**file, key))
        names.push_back(*std::move(name));
    for (const char* key : {"additional_special_tokens", "extra_special_tokens"}) {
      const Json* list = (*file)->find(key);
      if (list == nullptr || !list->is_array()) continue;
      for (const Json& one : *list) {
        const Json& content = one.is_object() && one.contains("content") ? one["content"] : one;
        if (content.is_string()) names.push_back(content.get<std::string>());
      }
    }
  }
  return names;
}

/// The id that a vocabulary has for a piece.
std::int32_t id_in(const JsonObject& vocabulary, const std::string& piece) {
  const Json& id = vocabulary.json()[piece];
  constexpr auto kMost = static_cast<std::uint64_t>(Tokenizer::kMaximumPieces);
  if (!id.is_number_unsigned() || id.get<std::uint64_t>() >= kMost)
    throw FormatError(fmt::format("{}: has '{}' with id {}, expected a number below {}",
                                  vocabulary.file(), files::printable(piece), files::shown(id),
                                  kMost));
  return id.get<std::int32_t>();
}

/// An added piece of tokenizer.json or of added_tokens_decoder.
AddedPiece added_piece(const JsonObject& file, const Json& entry, std::optional<Index> id) {
  const auto refuse = [&](const char* expected) {
    throw FormatError(fmt::format(
        "{}: has the added piece {}, expected {}", file.file(),
        files::shown(entry.is_object() && entry.contains("content") ? entry["content"] : entry),
        expected));
  };
  if (!entry.is_object() || !entry.contains("content") || !entry["content"].is_string())
    refuse("an object with its content");
  for (const char* key : {"single_word", "lstrip", "rstrip"})
    if (entry.contains(key) && entry[key] != Json(false))
      refuse("one that takes nothing beside it: single_word, lstrip and rstrip false");
  if (!id) {
    if (!entry.contains("id") || !entry["id"].is_number_unsigned() ||
        entry["id"].get<std::uint64_t>() >= static_cast<std::uint64_t>(Tokenizer::kMaximumPieces))
      refuse("an id");
    id = entry["id"].get<Index>();
  }
  const auto truth = [&](const char* key, bool otherwise) {
    if (!entry.contains(key)) return otherwise;
    if (!entry[key].is_boolean()) refuse("true or false where it says special or normalized");
    return entry[key].get<bool>();
  };
  const bool special = truth("special", true);
  return {.content = entry["content"].get<std::string>(),
          .id = static_cast<std::int32_t>(*id),
          .special = special,
          .normalized = truth("normalized", !special)};
}

/// Puts the pieces of a vocabulary where their ids are, which are below `limit`.
std::vector<std::string> pieces_by_id(const JsonObject& vocabulary, std::size_t limit) {
  std::vector<std::string> pieces(limit);
  for (const auto& [piece, id] : vocabulary.json().items()) {
    const bool fits = id.is_number_unsigned() && id.get<std::uint64_t>() < limit &&
                      !piece.empty() && pieces[id.get<std::size_t>()].empty();
    if (!fits)
      throw FormatError(fmt::format("{}: has '{}' with id {}, expected ids from 0 to {}, each once",
                                    vocabulary.file(), files::printable(piece), files::shown(id),
                                    limit - 1));
    pieces[id.get<std::size_t>()] = piece;
  }
  return pieces;
}

/// As many ids as the vocabulary and the added pieces that it has not have together.
std::vector<std::string> pieces_of(const JsonObject& vocabulary,
                                   const std::vector<AddedPiece>& added) {
  std::size_t count = vocabulary.json().size();
  for (const AddedPiece& one : added) count += !vocabulary.json().contains(one.content);
  return pieces_by_id(vocabulary, count);
}

std::pair<std::string, std::string> merge_in(const std::string& line, const std::string& where) {
  const std::size_t space = line.find(' ');
  if (space == std::string::npos || line.find(' ', space + 1) != std::string::npos)
    throw FormatError(fmt::format("{}: found '{}', expected two pieces divided by a space", where,
                                  files::printable(line)));
  return {line.substr(0, space), line.substr(space + 1)};
}

/// The part of tokenizer.json that divides a text.
void require_pre_tokenizer(const JsonObject& file) {
  if (!file.is_null("normalizer")) file.refuse("normalizer", "null");
  const JsonObject pre = file.object("pre_tokenizer");
  pre.require("type", "ByteLevel");
  pre.require_if_present("use_regex", true);
}

/// What of tokenizer.json changes ranges.
std::optional<TrimmedRanges> trimmed_ranges(const JsonObject& file) {
  if (file.is_null("post_processor")) return {};
  const JsonObject post = file.object("post_processor");
  if (post.text("type") == "TemplateProcessing") {
    // As transformers writes one for a tokenizer without: the text alone, whose ranges stay.
    const Json* single = post.find("single");
    if (single == nullptr ||
        *single != Json::array({{{"Sequence", {{"id", "A"}, {"type_id", 0}}}}}))
      post.refuse("single", "the text (Sequence A) alone");
    post.require_empty("special_tokens");
    return {};
  }
  post.require("type", "ByteLevel");
  if (!post.truth("trim_offsets").value_or(false)) return {};
  return TrimmedRanges{.add_prefix_space = post.truth("add_prefix_space").value_or(false)};
}

BytePieces parts_of_tokenizer(const JsonObject& file) {
  require_pre_tokenizer(file);
  const JsonObject model = file.object("model");
  model.require_if_present("type", "BPE");
  model.require_if_present("byte_fallback", false);
  model.require_if_present("ignore_merges", false);
  for (const char* key : {"dropout", "continuing_subword_prefix", "end_of_word_suffix"})
    model.require_empty(key);
  BytePieces parts;
  parts.add_prefix_space = file.object("pre_tokenizer").truth("add_prefix_space").value_or(false);
  parts.trimmed = trimmed_ranges(file);
  if (const Json* added = file.find("added_tokens"); added != nullptr && !added->is_null()) {
    if (!added->is_array()) file.refuse("added_tokens", "an array");
    for (const Json& entry : *added) parts.added.push_back(added_piece(file, entry, {}));
  }
  parts.pieces = pieces_of(model.object("vocab"), parts.added);
  const Json* merges = model.find("merges");
  if (merges == nullptr || !merges->is_array()) model.refuse("merges", "an array");
  for (const Json& merge : *merges) {
    const std::string where = fmt::format("{}: model.merges[{}]", file.file(), parts.merges.size());
    if (merge.is_string())
      parts.merges.push_back(merge_in(merge.get<std::string>(), where));
    else if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string())
      parts.merges.emplace_back(merge[0].get<std::string>(), merge[1].get<std::string>());
    else
      throw FormatError(where + ": expected two pieces");
  }
  return parts;
}

/// The lines of merges.txt.
std::vector<std::pair<std::string, std::string>> merges_of(const fs::path& path) {
  const std::string text = files::read_file(path, kMaximumTokenizerBytes);
  std::vector<std::pair<std::string, std::string>> merges;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    at = end + 1;
    ++number;
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty() || (number == 1 && line.starts_with("#version"))) continue;
    merges.push_back(merge_in(line, fmt::format("{}:{}", path.string(), number)));
  }
  return merges;
}

/// Pieces that the settings of a vocabulary add.
std::vector<AddedPiece> added_of_settings(const JsonObject& vocabulary, const Settings& settings) {
  std::vector<AddedPiece> added;
  const auto has = [&](const std::string& content) {
    return std::ranges::any_of(added,
                               [&](const AddedPiece& one) { return one.content == content; });
  };
  if (settings.config && !settings.config->is_null("added_tokens_decoder")) {
    const JsonObject decoder = settings.config->object("added_tokens_decoder");
    for (const auto& [key, entry] : decoder.json().items()) {
      const auto id = files::number_in<Index>(key);
      if (!id || *id < 0 || *id >= Tokenizer::kMaximumPieces)
        throw FormatError(fmt::format("{}: added_tokens_decoder has the key '{}', expected an id",
                                      decoder.file(), files::printable(key)));
      added.push_back(added_piece(decoder, entry, id));
    }
  }
  const std::string end = named_end(settings).value_or(kEndOfText);
  if (settings.added) {
    // Which of these are special, the other files say.
    const std::vector<std::string> special = named_special(settings);
    for (const auto& [content, id] : settings.added->json().items()) {
      if (has(content)) continue;
      const bool is_special =
          content == end || std::ranges::find(special, content) != special.end();
      added.push_back({content, id_in(*settings.added, content), is_special, !is_special});
    }
  }
  // What ends a text may be a piece of the vocabulary only.
  if (!has(end) && vocabulary.json().contains(end))
    added.push_back({end, id_in(vocabulary, end), true});
  return added;
}

BytePieces parts_of_vocabulary(const fs::path& folder, const JsonObject& vocabulary,
                               const Settings& settings) {
  BytePieces parts;
  if (settings.config)
    parts.add_prefix_space = settings.config->truth("add_prefix_space").value_or(false);
  parts.added = added_of_settings(vocabulary, settings);
  parts.pieces = pieces_of(vocabulary, parts.added);
  parts.merges = merges_of(folder / "merges.txt");
  return parts;
}

void name_end(BytePieces& parts, const Settings& settings) {
  if (std::optional<std::string> name = named_end(settings))
    parts.end_of_text = *std::move(name);
  else if (std::ranges::any_of(parts.added,
                               [](const AddedPiece& one) { return one.content == kEndOfText; }))
    parts.end_of_text = kEndOfText;
}

}  // namespace

bool has_byte_level_bpe(const fs::path& folder) {
  std::error_code unknown;  // then it has none that can be read
  if (const auto file = file_in(folder, "tokenizer.json"); file && !file->is_null("model")) {
    const Json* type = file->object("model").find("type");
    return type != nullptr ? *type == "BPE" : file->object("model").find("merges") != nullptr;
  }
  return fs::exists(folder / "vocab.json", unknown);
}

ByteLevelBpe read_hugging_face_bpe(const fs::path& folder) {
  const Settings settings = {file_in(folder, "tokenizer_config.json"),
                             file_in(folder, "special_tokens_map.json"),
                             file_in(folder, "added_tokens.json")};
  require_settings(settings);
  const auto tokenizer = file_in(folder, "tokenizer.json");
  const auto vocabulary = file_in(folder, "vocab.json");
  const auto named = [](const std::string& file) { return "tokenizer '" + file + "'"; };
  std::optional<ByteLevelBpe> of_json, of_vocabulary;
  if (tokenizer) {
    BytePieces parts = parts_of_tokenizer(*tokenizer);
    // Of the two, `transformers` takes one or the other by its version.
    if (settings.config)
      settings.config->require_if_present("add_prefix_space", parts.add_prefix_space);
    name_end(parts, settings);
    of_json.emplace(parts, named(tokenizer->file()));
  }
  if (vocabulary) {
    BytePieces parts = parts_of_vocabulary(folder, *vocabulary, settings);
    name_end(parts, settings);
    of_vocabulary.emplace(parts, named(vocabulary->file()));
    if (!of_json) return *std::move(of_vocabulary);
    if (!of_vocabulary->has_merges_of(*of_json))
      throw FormatError(fmt::format("{}: has other pieces or merges than {}, expected the same",
                                    vocabulary->file(), tokenizer->file()));
  }
  if (!of_json)
    throw IoError(fmt::format("{}: no tokenizer.json and no vocab.json, expected one of them",
                              folder.string()));
  return *std::move(of_json);
}

}  // namespace espalier::text
