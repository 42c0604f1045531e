// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/mlm_model.h>

#include <espalier/models/families/family_registry.h>

namespace espalier::models {

MlmModel::MlmModel(const EncoderOptions& options, const Context& context, bool next_sentence)
    : Model(make_encoder(options, context), [&](Encoder& encoder, auto& head) {
        head.emplace(encoder.word_embedding(), encoder.config().hidden, encoder.config().vocabulary,
                     options.embedding_start(), options.initial_deviation, next_sentence, context,
                     options.config.activation, options.config.norm_epsilon);
      }) {}

}  // namespace espalier::models
