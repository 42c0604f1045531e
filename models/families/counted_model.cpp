// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/counted_model.h>

#include <algorithm>

#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/lm_head.h>

namespace espalier::models {

CountedModel counted_model(std::string_view name, Index sequence, Index vocabulary) {
  CountedModel model = {.config = model_by_name(name)};
  ModelConfig& config = model.config;
  model.reads_sequences = bool(model_family(config.family).make_encoder);
  if (!model.reads_sequences) {
    model.declaration = declare(config);
    return model;
  }
  config.max_positions = std::max(config.max_positions, sequence);
  config.vocabulary = vocabulary;
  model.declaration = declare(config);
  const bool causal = model.declaration.causal;
  LmHead::declare(config.hidden, config.vocabulary, model.declaration,
                  causal ? LmHeadKind::kPlain : LmHeadKind::kTransform);
  model.sequence = sequence;
  constexpr double kMaskedShare = 0.15;
  const auto tokens = static_cast<double>(sequence);
  model.predicted = causal ? std::max(0.0, tokens - 1) : kMaskedShare * tokens;
  return model;
}

}  // namespace espalier::models
