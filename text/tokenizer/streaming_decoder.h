// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <espalier/text/tokenizer/tokenizer.h>

namespace espalier::text {

/// Turns the tokens that a model writes into text, one by one. What the calls return is valid
/// UTF-8, and together the continuation of the text before. A word is divided from what stands
/// before it by a space, unless that ends with one or there is nothing; pieces that go on with a
/// word follow it. Keeps a reference to the tokenizer.
class StreamingDecoder {
 public:
  /// `before` is the text that the tokens go on with.
  StreamingDecoder(const Tokenizer& tokenizer, std::string_view before);

  /// The text of one more token. Throws ShapeError for an id outside of the vocabulary.
  std::string next(std::int32_t id);

 private:
  const Tokenizer* tokenizer_;
  bool needs_space_;
};

}  // namespace espalier::text
