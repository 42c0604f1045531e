// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/sequence_classifier.h>

#include <espalier/models/families/family_registry.h>

namespace espalier::models {

SequenceClassifier::SequenceClassifier(const EncoderOptions& options, Index classes,
                                       const Context& context)
    : Model(make_encoder(options, context), [&](Encoder& encoder, auto& head) {
        head.emplace(encoder.config().hidden, classes, options.initial_deviation, context);
      }) {}

}  // namespace espalier::models
