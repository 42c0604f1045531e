// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <espalier/models/families/convolution_sublayer.h>
#include <espalier/models/families/feed_forward_sublayer.h>
#include <espalier/models/families/transformer.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

void require_multiple(const char* field, Index value, Index divisor, const char* what) {
  if (value % divisor != 0)
    throw ConfigError("model " + std::string(field) + " is " + std::to_string(value) +
                      ", expected a multiple of " + std::to_string(divisor) + ", a GroupBERT's " +
                      what);
}

}  // namespace

// Parameters of a layer have the names of Optimum Graphcore's GroupBERT with another prefix, so
// that a checkpoint tells which family it is of. Its embeddings are those of BERT.
ModelFamily group_bert_family() {
  std::vector<ModelConfig> sizes = transformer_sizes();
  for (ModelConfig& size : sizes) {
    size.name = "groupbert_" + size.name;
    size.family = "groupbert";
    size.norm = NormPlacement::kPre;
  }
  return transformer_family(
      {.name = "groupbert", .layers = "groupbert.encoder.layer.", .grouped = true},
      "encoder of sequences with grouped layers and convolutions (GroupBERT, Chelombiev 2021)",
      sizes, [](const ModelConfig& config) {
        require_segments(config);
        if (config.norm != NormPlacement::kPre)
          throw ConfigError("model norm is post, expected pre: a GroupBERT has no other");
        require_multiple("hidden", config.hidden, kConvolutionGroup, "groups of features");
        require_multiple("intermediate", config.intermediate, kFeedForwardGroups,
                         "feed-forward groups");
      });
}

}  // namespace espalier::models
