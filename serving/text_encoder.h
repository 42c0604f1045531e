// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/models/inference/packed_model.h>
#include <espalier/sparse/core/types.h>
#include <espalier/text/tokenizer/tokenizer.h>

namespace espalier::serving {

/// A text, or two that belong together. The views must outlive it.
struct TextPair {
  std::string_view text;
  std::string_view pair = {};  ///< empty: there is none
};

/// Texts as a model reads them.
struct TokenisedText {
  std::vector<std::int32_t> tokens;
  std::vector<std::int32_t> segments;  ///< 1 for the second text; empty: 0
  Index left_out = 0;                  ///< tokens that did not fit
  Index masks_left_out = 0;            ///< [MASK] among them

  operator models::TokenSequence() const { return {tokens, segments}; }
};

/// Throws FormatError that begins with `where` if a [MASK] did not fit, since nothing would be said
/// of it. `longest` is how whoever asks calls the tokens of a sequence.
void require_masks(const TokenisedText& text, const std::string& where,
                   std::string_view longest = "longest");

/// Turns texts into tokens for one model. Keeps a reference to the tokenizer. Immutable.
class TextEncoder {
 public:
  /// `longest`: tokens of a sequence; `segments`: kinds of segments that the model knows. Throws
  /// ConfigError if a sequence has no room for two texts of one token.
  TextEncoder(const text::Tokenizer& tokenizer, Index longest, Index segments);

  Index longest() const { return longest_; }

  ///   [CLS] text [SEP]      [CLS] text [SEP] pair [SEP]
  /// cut to fit as texts to train on are (`text::longest_first`). "[MASK]" in a text is the token
  /// of that name.
  TokenisedText encode(const TextPair& texts) const;

 private:
  std::vector<std::int32_t> pieces(std::string_view text) const;
  /// Leaves out what is behind the first `kept` pieces.
  void cut(std::vector<std::int32_t>& pieces, Index kept, TokenisedText& to) const;
  void append(std::span<const std::int32_t> pieces, std::int32_t segment, TokenisedText& to) const;

  const text::Tokenizer* tokenizer_;
  Index longest_;
  bool has_segments_;
};

}  // namespace espalier::serving
