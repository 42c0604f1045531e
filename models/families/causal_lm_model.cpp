// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/causal_lm_model.h>

#include <memory>
#include <string>

#include <espalier/models/families/family_registry.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

std::unique_ptr<Encoder> make_causal(const EncoderOptions& options, const Context& context) {
  const std::string& family = options.config.family;
  if (!model_family(family).causal)
    throw ConfigError("model family '" + family +
                      "' lets a token see later ones; expected a causal one, such as gpt");
  return make_encoder(options, context);
}

}  // namespace

CausalLmModel::CausalLmModel(const EncoderOptions& options, const Context& context)
    : Model(make_causal(options, context), [&](Encoder& encoder, auto& head) {
        head.emplace(encoder.word_embedding(), encoder.config().hidden, encoder.config().vocabulary,
                     options.embedding_start(), context, LmHeadKind::kPlain);
      }) {}

NextTokens next_tokens(std::span<const std::int32_t> tokens, Index sequence) {
  const auto count = static_cast<Index>(tokens.size());
  if (sequence < 2 || count % sequence != 0)
    throw ShapeError("next_tokens: " + std::to_string(count) +
                     " tokens; expected whole sequences of " + std::to_string(sequence) +
                     ", of 2 or more");
  NextTokens next;
  for (Index t = 0; t < count; ++t) {
    if ((t + 1) % sequence == 0) continue;
    next.positions.push_back(static_cast<std::int32_t>(t));
    next.labels.push_back(tokens[static_cast<std::size_t>(t) + 1]);
  }
  return next;
}

NextTokens next_tokens(std::span<const std::int32_t> tokens, std::span<const Index> documents) {
  const auto count = static_cast<Index>(tokens.size());
  NextTokens next;
  Index first = 0;
  for (const Index length : documents) {
    if (length < 1 || length > count - first)
      throw ShapeError("next_tokens: a document of " + std::to_string(length) +
                       " tokens; expected 1 to " + std::to_string(count - first));
    for (Index t = first; t + 1 < first + length; ++t) {
      next.positions.push_back(static_cast<std::int32_t>(t));
      next.labels.push_back(tokens[static_cast<std::size_t>(t) + 1]);
    }
    first += length;
  }
  if (first != count)
    throw ShapeError("next_tokens: documents of " + std::to_string(first) +
                     " tokens; expected those of " + std::to_string(count));
  return next;
}

}  // namespace espalier::models
