// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/mlm_model.h>

#include <espalier/models/families/family_registry.h>

namespace espalier::models {

MlmModel::MlmModel(const EncoderOptions& options, const Context& context)
    : Model(make_encoder(options, context), [&](Encoder& encoder) {
        return MlmHead(encoder.word_embedding(), encoder.config().hidden,
                       encoder.config().vocabulary, options.embedding_start(), context);
      }) {}

}  // namespace espalier::models
