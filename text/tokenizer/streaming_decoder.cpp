// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/tokenizer/streaming_decoder.h>

#include <algorithm>
#include <utility>

#include <espalier/text/reading/text_file.h>
#include <espalier/text/tokenizer/word_splitter.h>

namespace espalier::text {
namespace {

constexpr std::string_view kSpaces = " \t\n\r";

/// Bytes at the end that may be the beginning of a character.
std::size_t begun_character(std::string_view text) {
  constexpr std::size_t kLongest = 4;
  for (std::size_t back = 1; back <= std::min(kLongest - 1, text.size()); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if ((byte & 0xC0) == 0x80) continue;
    // No character begins with a byte outside of these.
    return byte >= 0xC2 && byte <= 0xF4 && utf8_sequence_length(static_cast<char>(byte)) > back
               ? back
               : 0;
  }
  return 0;
}

}  // namespace

StreamingDecoder::StreamingDecoder(const Tokenizer& tokenizer, std::string_view before)
    : words_(&tokenizer),
      needs_space_(!before.empty() && kSpaces.find(before.back()) == kSpaces.npos) {}

StreamingDecoder::StreamingDecoder(const ByteLevelBpe& tokenizer, std::string_view)
    : bytes_(&tokenizer) {}

StreamingDecoder::StreamingDecoder(const AnyTokenizer& tokenizer, std::string_view before)
    : StreamingDecoder(
          std::visit([&](const auto& one) { return StreamingDecoder(one, before); }, tokenizer)) {}

std::string StreamingDecoder::next(std::int32_t id) {
  if (bytes_ != nullptr) {
    std::string text = std::exchange(held_, {}) + bytes_->bytes(id);
    const std::size_t whole = text.size() - begun_character(text);
    held_ = text.substr(whole);
    text.resize(whole);
    replace_invalid_utf8(text);
    return text;
  }
  std::string text = words_->decode({&id, 1});
  if (needs_space_ && !words_->continues(id)) text.insert(text.begin(), ' ');
  needs_space_ = true;
  return text;
}

std::string StreamingDecoder::finish() {
  replace_invalid_utf8(held_);
  return std::exchange(held_, {});
}

}  // namespace espalier::text
