// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/models/families/encoder.h>
#include <espalier/models/families/model.h>
#include <espalier/models/families/span_head.h>
#include <espalier/sparse/core/context.h>

namespace espalier::models {

/// An encoder with a head that finds answers in texts. The head is dense. Source: Devlin et al.
/// 2019, section 4.2.
class QuestionAnswerer : public Model<SpanHead> {
 public:
  /// Makes the encoder of `options.config.family`. Throws ConfigError or ShapeError naming the
  /// setting that does not fit.
  QuestionAnswerer(const EncoderOptions& options, const Context& context);
  QuestionAnswerer(const EncoderOptions& options, const Context&& context) = delete;
};

}  // namespace espalier::models
// Tested by tests/training/tasks/question_answering_task_test.cpp
