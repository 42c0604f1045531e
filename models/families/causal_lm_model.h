// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <espalier/models/families/encoder.h>
#include <espalier/models/families/lm_head.h>
#include <espalier/models/families/model.h>
#include <espalier/sparse/core/context.h>

namespace espalier::models {

/// A causal decoder that predicts the next token, with a plain head whose weight is the word
/// embedding's. A batch lists what it predicts and where, as `next_tokens` does. Source: Radford et
/// al. 2019, "Language models are unsupervised multitask learners".
class CausalLmModel : public Model<LmHead> {
 public:
  /// Makes the encoder of `options.config.family`. Throws ConfigError if its tokens see later ones,
  /// and ConfigError or ShapeError, naming the setting, if one does not fit.
  CausalLmModel(const EncoderOptions& options, const Context& context);
  CausalLmModel(const EncoderOptions& options, const Context&& context) = delete;
};

/// The predictions of a causal language model in whole sequences: each token but the first of its
/// sequence.
struct NextTokens {
  std::vector<std::int32_t> positions;  ///< flat indices into the tokens, ascending
  std::vector<std::int32_t> labels;     ///< the tokens after them
};

/// Throws ShapeError unless `tokens` are whole sequences of `sequence`, 2 or more. Cost: O(tokens).
NextTokens next_tokens(std::span<const std::int32_t> tokens, Index sequence);

/// The same for documents with so many tokens each: each token but the first of its document is
/// predicted. Throws ShapeError unless `tokens` are those of the documents.
NextTokens next_tokens(std::span<const std::int32_t> tokens, std::span<const Index> documents);

}  // namespace espalier::models
// Tested by tests/models/families/gpt_test.cpp
