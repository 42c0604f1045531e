// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/question_answerer.h>

#include <espalier/models/families/family_registry.h>

namespace espalier::models {

QuestionAnswerer::QuestionAnswerer(const EncoderOptions& options, const Context& context)
    : Model(make_encoder(options, context), [&](Encoder& encoder, auto& head) {
        head.emplace(encoder.config().hidden, options.initial_deviation, context);
      }) {}

}  // namespace espalier::models
