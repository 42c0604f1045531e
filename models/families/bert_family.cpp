// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/transformer.h>

namespace espalier::models {

TransformerStyle bert_style() { return {.name = "bert", .layers = "bert.encoder.layer."}; }

ModelFamily bert_family() {
  return transformer_family(bert_style(),
                            "encoder of sequences, post-norm (BERT, Devlin 2019) or pre-norm",
                            transformer_sizes(), &require_segments);
}

}  // namespace espalier::models
