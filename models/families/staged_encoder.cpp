// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/staged_encoder.h>

#include <espalier/sparse/core/error.h>

namespace espalier::models {

const sparse::Activations& StagedEncoder::forward(const TokenBatch& batch,
                                                  EncoderRecord& record) const {
  if (stage() != EncoderStage{.first_layer = 0, .last_layer = config().layers, .ends = true})
    throw ConfigError(
        "encoder: a stage of a pipeline has no forward pass of its own; call those "
        "of its parts");
  embed(batch, record);
  return forward_layers(batch, record);
}

void StagedEncoder::backward(const TokenBatch& batch, EncoderRecord& record,
                             sparse::Activations& gradient, const BackwardProgress& progress) {
  backward_layers(batch, record, gradient, progress);
  backward_embedding(batch, record, gradient);
}

}  // namespace espalier::models
