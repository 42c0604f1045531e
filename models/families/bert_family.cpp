// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <espalier/models/families/transformer.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {

ModelFamily bert_family() {
  return transformer_family({.name = "bert", .layers = "bert.encoder.layer."},
                            "encoder of sequences, post-norm (BERT, Devlin 2019) or pre-norm",
                            transformer_sizes(), [](const ModelConfig& config) {
                              if (config.segments < 1)
                                throw ConfigError("model segments is " +
                                                  std::to_string(config.segments) +
                                                  ", expected 1 or more");
                            });
}

}  // namespace espalier::models
