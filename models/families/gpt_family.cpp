// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <espalier/models/families/transformer.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {

TransformerStyle gpt_style() {
  return {.name = "gpt", .layers = "gpt.decoder.layer.", .causal = true, .embedding_norm = false};
}

// Parameters have the names of our BERT with another prefix, so that whatever names weights, such
// as `topology.layers`, means the same ones. Query, key and value together, transposed, are what
// Hugging Face's GPT-2 calls attn.c_attn.
ModelFamily gpt_family() {
  std::vector<ModelConfig> sizes = transformer_sizes();
  for (ModelConfig& size : sizes) {
    size.name = "gpt_" + size.name;
    size.family = "gpt";
    size.segments = 0;
    size.norm = NormPlacement::kPre;
  }
  return transformer_family(
      gpt_style(), "causal decoder of sequences, pre-norm (GPT-2, Radford 2019)", sizes,
      [](const ModelConfig& config) {
        if (config.segments != 0)
          throw ConfigError("model segments is " + std::to_string(config.segments) +
                            ", expected 0: a GPT has none");
        if (config.norm != NormPlacement::kPre)
          throw ConfigError("model norm is post, expected pre: a GPT has no other");
      });
}

}  // namespace espalier::models
