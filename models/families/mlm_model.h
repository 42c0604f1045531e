// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/models/families/encoder.h>
#include <espalier/models/families/model.h>
#include <espalier/models/families/pretraining_head.h>
#include <espalier/sparse/core/context.h>

namespace espalier::models {

/// An encoder with a masked-language-model head, whose decoder shares the word embedding, and
/// optionally a head that predicts whether a second segment continues the first. The heads are
/// dense, except for a sparse table of words. Source: Devlin et al. 2019; Dietrich et al. 2021,
/// section 2.
class MlmModel : public Model<PretrainingHead> {
 public:
  /// Makes the encoder of `options.config.family`. Throws ConfigError or ShapeError naming the
  /// setting if one does not fit.
  MlmModel(const EncoderOptions& options, const Context& context, bool next_sentence = false);
  MlmModel(const EncoderOptions& options, const Context&& context,
           bool next_sentence = false) = delete;
};

}  // namespace espalier::models
// Tested by tests/models/families/bert_test.cpp
