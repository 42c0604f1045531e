// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/transformer.h>

namespace espalier::models {

ModelFamily bert_family() {
  return transformer_family({.name = "bert", .layers = "bert.encoder.layer."},
                            "encoder of sequences, post-norm (BERT, Devlin 2019) or pre-norm",
                            transformer_sizes(), &require_segments);
}

}  // namespace espalier::models
