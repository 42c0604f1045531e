// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <espalier/text/tokenizer/any_tokenizer.h>

namespace espalier::text {

/// Turns the tokens that a model writes into text, one by one. What the calls return is valid
/// UTF-8, and together the continuation of the text before.
///
/// Of words: a word is divided from what stands before it by a space, unless that ends with one or
/// there is nothing; pieces that go on with a word follow it. Of bytes: those of a character are
/// held back until it is whole, and a byte that is part of none becomes U+FFFD.
/// Keeps a reference to the tokenizer.
class StreamingDecoder {
 public:
  /// `before` is the text that the tokens go on with.
  StreamingDecoder(const Tokenizer& tokenizer, std::string_view before);
  StreamingDecoder(const ByteLevelBpe& tokenizer, std::string_view before);
  StreamingDecoder(const AnyTokenizer& tokenizer, std::string_view before);

  /// The text of one more token. Throws ShapeError for an id outside of the vocabulary.
  std::string next(std::int32_t id);
  /// What is left at the end.
  std::string finish();

 private:
  const Tokenizer* words_ = nullptr;
  const ByteLevelBpe* bytes_ = nullptr;
  bool needs_space_ = false;
  std::string held_;
};

}  // namespace espalier::text
