// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/models/families/encoder.h>
#include <espalier/models/families/mlm_head.h>
#include <espalier/models/families/model.h>
#include <espalier/sparse/core/context.h>

namespace espalier::models {

/// An encoder with a masked-language-model head whose decoder is tied to the word embedding. The
/// head is dense. Source: Devlin et al. 2019; Dietrich et al. 2021, section 2.
class MlmModel : public Model<MlmHead> {
 public:
  /// Makes the encoder of `options.config.family`. Throws ConfigError or ShapeError naming the
  /// setting that does not fit.
  MlmModel(const EncoderOptions& options, const Context& context);
  MlmModel(const EncoderOptions& options, const Context&& context) = delete;
};

}  // namespace espalier::models
