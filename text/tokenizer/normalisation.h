// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace espalier::text {

/// How a text is normalised before it is divided into words. The default is BERT's uncased one.
/// Source: Devlin et al. 2019, BasicTokenizer of the published code; BertNormalizer of Hugging
/// Face, which has the same switches.
struct Normalisation {
  bool lower_case = true;
  /// Decompose (NFD) and drop accents; nothing: as `lower_case`.
  std::optional<bool> strip_accents = std::nullopt;
  bool split_chinese = true;  ///< each CJK ideograph is a word

  bool strips_accents() const { return strip_accents.value_or(lower_case); }
  /// Do they treat every text alike?
  bool operator==(const Normalisation& other) const {
    return lower_case == other.lower_case && strips_accents() == other.strips_accents() &&
           split_chinese == other.split_chinese;
  }
};

}  // namespace espalier::text
// Tested by tests/text/tokenizer/tokenizer_test.cpp
