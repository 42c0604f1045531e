// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/text_encoder.h>

#include <algorithm>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/text/sequences/labelled_sequences.h>

namespace espalier::serving {
namespace {

constexpr Index kSpecialOfPair = 3;  // [CLS], and [SEP] after each text

Index length_of(const auto& list) { return static_cast<Index>(list.size()); }

}  // namespace

void require_masks(const TokenisedText& text, const std::string& where, std::string_view longest) {
  if (text.masks_left_out == 0) return;
  const Index fit = length_of(text.tokens);
  throw FormatError(where + " has " + std::to_string(fit + text.left_out) + " tokens, of which " +
                    std::to_string(fit) + " fit (" + std::string(longest) + "), and " +
                    std::to_string(text.masks_left_out) +
                    " [MASK] among the others; expected each [MASK] among those that fit");
}

TextEncoder::TextEncoder(const text::Tokenizer& tokenizer, Index longest, Index segments)
    : tokenizer_(&tokenizer), longest_(longest), has_segments_(segments > 1) {
  if (longest < kSpecialOfPair + 2)
    throw ConfigError("longest sequence: " + std::to_string(longest) +
                      " tokens; expected at least " + std::to_string(kSpecialOfPair + 2) +
                      ", for two texts of one token");
}

std::vector<std::int32_t> TextEncoder::pieces(std::string_view text) const {
  constexpr std::string_view kMask = "[MASK]";
  std::vector<std::int32_t> ids;
  for (std::size_t at; (at = text.find(kMask)) != std::string_view::npos;) {
    tokenizer_->encode(text.substr(0, at), ids);
    ids.push_back(tokenizer_->special().mask);
    text.remove_prefix(at + kMask.size());
  }
  tokenizer_->encode(text, ids);
  return ids;
}

void TextEncoder::cut(std::vector<std::int32_t>& pieces, Index kept, TokenisedText& to) const {
  to.left_out += length_of(pieces) - kept;
  to.masks_left_out += std::count(pieces.begin() + kept, pieces.end(), tokenizer_->special().mask);
  pieces.resize(static_cast<std::size_t>(kept));
}

void TextEncoder::append(std::span<const std::int32_t> pieces, std::int32_t segment,
                         TokenisedText& to) const {
  to.tokens.insert(to.tokens.end(), pieces.begin(), pieces.end());
  to.tokens.push_back(tokenizer_->special().sep);
  if (has_segments_) to.segments.resize(to.tokens.size(), segment);
}

TokenisedText TextEncoder::encode(const TextPair& texts) const {
  const bool paired = !texts.pair.empty();
  std::vector<std::int32_t> first = pieces(texts.text), second;
  if (paired) second = pieces(texts.pair);
  TokenisedText encoded;
  const Index room = longest_ - (paired ? kSpecialOfPair : kSpecialOfPair - 1);
  const auto [kept, kept_second] = text::longest_first(length_of(first), length_of(second), room);
  cut(first, kept, encoded);
  cut(second, kept_second, encoded);
  encoded.tokens = {tokenizer_->special().cls};
  append(first, 0, encoded);
  if (paired) append(second, 1, encoded);
  return encoded;
}

}  // namespace espalier::serving
