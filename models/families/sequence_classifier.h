// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/models/families/encoder.h>
#include <espalier/models/families/model.h>
#include <espalier/models/families/pooled_head.h>
#include <espalier/sparse/core/context.h>

namespace espalier::models {

/// An encoder with a head that classifies whole sequences. The head is dense. Source: Devlin et al.
/// 2019, section 4.1.
class SequenceClassifier : public Model<PooledHead> {
 public:
  /// Makes the encoder of `options.config.family`. Throws ConfigError or ShapeError naming the
  /// setting if one does not fit.
  SequenceClassifier(const EncoderOptions& options, Index classes, const Context& context);
  SequenceClassifier(const EncoderOptions& options, Index classes,
                     const Context&& context) = delete;
};

}  // namespace espalier::models
