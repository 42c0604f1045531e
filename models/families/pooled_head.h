// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <espalier/models/families/declaration.h>
#include <espalier/models/layers/classification_loss.h>
#include <espalier/models/layers/linear.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::models {

/// Sequences and the class of each, or a number, as many as one panel group holds.
struct ClassificationBatch {
  std::span<const std::int32_t> tokens;         ///< [sequences * sequence]
  Index sequence = 0;                           ///< tokens of one sequence, a multiple of 16
  std::span<const std::int32_t> labels;         ///< [sequences]
  std::span<const float> targets = {};          ///< [sequences], in place of labels: numbers
  std::span<const Index> lengths = {};          ///< valid tokens of each sequence; empty: all
  std::span<const std::int32_t> segments = {};  ///< of each token; empty: 0
  Index first_sequence = 0;                     ///< sequences of the step's batch that come before

  Index count() const {
    return static_cast<Index>(targets.empty() ? labels.size() : targets.size());
  }
};

/// Scratch memory of the head, owned by the caller and reused from call to call. All activations
/// are one compact panel that holds a token of each sequence, its width rounded up to 16.
struct PooledRecord {
  std::vector<Index> positions;           ///< first token of each sequence
  sparse::Activations gathered;           ///< [hidden, n]
  sparse::Activations pooled;             ///< [hidden, n], after tanh
  sparse::Activations logits;             ///< [classes, n], then their gradient
  sparse::Activations gradient;           ///< [hidden, n]
  sparse::Activations gathered_gradient;  ///< [hidden, n]
  ClassificationRecord loss;
};

/// Classifies sequences by their first token, BERT's [CLS]:
///   pooled = tanh(P h_0 + p)      logits = C pooled + c      loss = -sum of ln
///   softmax(logits)[label]
/// or, of one output and with targets, says a number of each: loss = sum of (logits - target)^2.
///
/// Parameters are bert.pooler.dense.{weight, bias} and classifier.{weight, bias}, the names of
/// Hugging Face's BertForSequenceClassification; its dropout is left out. The head keeps a
/// reference to `context`, which must outlive it. Results do not depend on the number of threads.
/// Cost for n sequences: 2 n hidden (hidden + classes) FLOP forward, twice that backward. Source:
/// Devlin et al. 2019, "BERT", section 4.1.
class PooledHead {
 public:
  using Batch = ClassificationBatch;
  using Record = PooledRecord;

  /// Adds to `model` the weights of such a head and whatever else it consists of.
  static void declare(Index hidden, Index classes, ModelDeclaration& model,
                      const std::string& classifier = "classifier");

  /// `classifier` is the name of the classifying layer. Throws ShapeError if an extent is not
  /// positive.
  PooledHead(Index hidden, Index classes, double initial_deviation, const Context& context,
             const std::string& classifier = "classifier");
  PooledHead(Index hidden, Index classes, double initial_deviation, const Context&& context,
             const std::string& classifier = "classifier") = delete;
  PooledHead(const PooledHead&) = delete;
  PooledHead& operator=(const PooledHead&) = delete;

  Index hidden() const { return dense_.in(); }
  Index classes() const { return classifier_.out(); }
  /// Weight and bias of the pooler, then of the classifier.
  ParameterList parameters();

  /// Loss only; the logits are then in `record`. `hidden` [hidden, tokens] holds the hidden states
  /// of `batch`. Throws ShapeError if shapes disagree, the tokens are not whole sequences, there is
  /// not one label or target for each, a label is no class or there are targets for more than one
  /// output. Safe to call concurrently with records of their own.
  PredictionLoss forward(const sparse::Activations& hidden, const ClassificationBatch& batch,
                         PooledRecord& record) const;

  /// Loss, as above, and gradients of loss_sum * gradient_scale: overwrites `dhidden` (zero except
  /// at the first tokens) and adds to the gradients of the parameters.
  PredictionLoss forward_backward(const sparse::Activations& hidden,
                                  const ClassificationBatch& batch, double gradient_scale,
                                  sparse::Activations& dhidden, PooledRecord& record);

 private:
  const Context* context_;
  Linear dense_;
  Linear classifier_;
};

}  // namespace espalier::models
