// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <espalier/models/families/declaration.h>
#include <espalier/models/layers/linear.h>
#include <espalier/models/layers/loss.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::models {

/// Sequences and where the answer lies in each, as many as one panel group holds.
struct SpanBatch {
  std::span<const std::int32_t> tokens;         ///< [sequences * sequence]
  Index sequence = 0;                           ///< tokens of one sequence, a multiple of 16
  std::span<const std::int32_t> starts;         ///< [sequences]: first token of the answer; 0: none
  std::span<const std::int32_t> ends;           ///< [sequences]: its last token
  std::span<const Index> lengths = {};          ///< valid tokens of each sequence; empty: all
  std::span<const std::int32_t> segments = {};  ///< of each token; empty: 0
  Index first_sequence = 0;                     ///< sequences of the step's batch that come before
};

/// Scratch memory of the head, owned by the caller and reused from call to call.
struct SpanRecord {
  sparse::Activations logits;          ///< [2, tokens]: of starts, of ends; then their gradient
  std::vector<PredictionLoss> losses;  ///< of each sequence
};

/// Says where an answer starts and where it ends, by two logits for each token:
///   s = w_0 h + b_0      e = w_1 h + b_1
///   loss = sum over sequences of -(ln softmax(s)[start] + ln softmax(e)[end]) / 2
/// The softmax is over the valid tokens of a sequence; a sequence is `correct` if start and end
/// have the greatest logits. In place of an answer that is not there stands the first token, [CLS].
///
/// Parameters are qa_outputs.{weight, bias}, the names of Hugging Face's BertForQuestionAnswering,
/// whose softmax is over the padding too. The head keeps a reference to `context`, which must
/// outlive it. Results do not depend on the number of threads. Cost: 4 tokens hidden FLOP forward,
/// twice that backward. Source: Devlin et al. 2019, "BERT", section 4.2.
class SpanHead {
 public:
  using Batch = SpanBatch;
  using Record = SpanRecord;

  /// Adds the weight of such a head, and what else it consists of, to `model`.
  static void declare(Index hidden, ModelDeclaration& model);

  /// Throws ShapeError if an extent is not positive.
  SpanHead(Index hidden, double initial_deviation, const Context& context);
  SpanHead(Index hidden, double initial_deviation, const Context&& context) = delete;
  SpanHead(const SpanHead&) = delete;
  SpanHead& operator=(const SpanHead&) = delete;

  Index hidden() const { return outputs_.in(); }
  ParameterList parameters() { return outputs_.parameters(); }

  /// Loss only; the logits are then in `record`. `hidden` [hidden, tokens] holds the hidden states
  /// of `batch`. Throws ShapeError if shapes disagree, the tokens are not whole sequences, there is
  /// not one start, end and length for each, or one lies outside its sequence. Safe to call
  /// concurrently with records of their own.
  PredictionLoss forward(const sparse::Activations& hidden, const SpanBatch& batch,
                         SpanRecord& record) const;

  /// Loss, as above, and gradients of loss_sum * gradient_scale: overwrites `dhidden` and adds to
  /// the gradients of the parameters.
  PredictionLoss forward_backward(const sparse::Activations& hidden, const SpanBatch& batch,
                                  double gradient_scale, sparse::Activations& dhidden,
                                  SpanRecord& record);

 private:
  const Context* context_;
  Linear outputs_;
};

}  // namespace espalier::models
