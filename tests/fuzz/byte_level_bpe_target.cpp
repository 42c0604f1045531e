// SPDX-License-Identifier: Apache-2.0
// An input is a tokenizer.json and a merges.txt, each with a zero byte behind it, and a text to
// divide. Without the first, the vocabulary is that of the merges.
#include <espalier/text/tokenizer/hugging_face_bpe.h>

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include <espalier/text/reading/text_file.h>
#include <espalier/text/tokenizer/streaming_decoder.h>
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {
namespace {

/// The bytes, what the merges make of them, and an end of text.
std::string vocabulary_of(std::string_view merges) {
  nlohmann::json vocabulary = nlohmann::json::object();
  const auto add = [&](const std::string& piece) {
    if (!vocabulary.contains(piece)) vocabulary[piece] = vocabulary.size();
  };
  for (int byte = 0; byte < 256; ++byte)
    add(text::piece_of_bytes(std::string(1, static_cast<char>(byte))));
  while (!merges.empty()) {
    std::string line(take(merges, '\n'));
    std::erase(line, ' ');
    if (!line.empty() && text::bytes_of_piece(line)) add(line);
  }
  add("<|endoftext|>");
  return vocabulary.dump();
}

void divide(const text::ByteLevelBpe& tokenizer, const std::string& text) {
  for (const text::SpecialText special : {text::SpecialText::kPlain, text::SpecialText::kPieces}) {
    const text::EncodedText encoded = tokenizer.encode_with_offsets(text, special);
    require(encoded.ids == tokenizer.encode(text, special), "offsets change no ids");
    require(encoded.ids.size() == encoded.ranges.size(), "each piece has a range");
    std::int64_t begin = 0;
    for (const text::TextRange& range : encoded.ranges) {
      if (tokenizer.trims_ranges())
        require(range.begin <= range.end, "ranges end behind their begin");
      else
        require(range.begin >= begin && range.begin < range.end, "ranges ascend and are not empty");
      begin = range.begin;
    }
    const std::string decoded = tokenizer.decode(encoded.ids);
    // A space may have been put before it.
    require(decoded.size() > text.size() || decoded == text, "the bytes come back");
    text::StreamingDecoder decoder(tokenizer, "");
    std::string streamed;
    for (const std::int32_t id : encoded.ids) streamed += decoder.next(id);
    streamed += decoder.finish();
    std::string whole = decoded;
    text::replace_invalid_utf8(whole);
    require(streamed == whole, "pieces are the text");
  }
}

}  // namespace

ESPALIER_FUZZ_TARGET(byte_level_bpe)(std::string_view bytes) {
  const std::string_view tokenizer = take(bytes, '\0');
  const std::string merges = with_repetitions(take(bytes, '\0'));
  for (const char* name : {"tokenizer.json", "vocab.json", "merges.txt"})
    std::filesystem::remove(scratch_folder() / name);
  if (tokenizer.empty()) {
    scratch_file("vocab.json", vocabulary_of(merges));
    scratch_file("merges.txt", merges);
  } else {
    scratch_file("tokenizer.json", with_repetitions(tokenizer));
  }
  may_refuse(
      [&] { divide(text::read_hugging_face_bpe(scratch_folder()), with_repetitions(bytes)); });
}

}  // namespace espalier::fuzz
