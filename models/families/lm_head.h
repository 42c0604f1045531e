// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <espalier/models/families/declaration.h>
#include <espalier/models/layers/activation.h>
#include <espalier/models/layers/layer_norm.h>
#include <espalier/models/layers/linear.h>
#include <espalier/models/layers/loss.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::models {

/// Masked sequences, as many as one panel group holds.
struct MlmBatch {
  std::span<const std::int32_t> tokens;         ///< [sequences * sequence], masked
  Index sequence = 0;                           ///< tokens of one sequence, a multiple of 16
  std::span<const Index> positions;             ///< flat indices of the masked positions, ascending
  std::span<const std::int32_t> labels;         ///< tokens that the mask replaced
  std::span<const Index> lengths = {};          ///< valid tokens of each sequence; empty: all
  std::span<const std::int32_t> segments = {};  ///< as in TokenBatch
  std::span<const Index> documents = {};        ///< as in TokenBatch
  Index first_sequence = 0;  ///< number of sequences of the batch before the group's first
  /// For a model that predicts it (`PretrainingHead`): whether the second segment of each sequence
  /// continues the first (0) or not (1), with the weight of one such loss relative to that of one
  /// masked position.
  std::span<const std::int32_t> next_sentence = {};
  double next_sentence_weight = 1;
};

/// Scratch memory of the head, owned by the caller and reused from call to call. All activations
/// are one compact panel that holds the masked positions only, its width rounded up to 16.
struct MlmRecord {
  sparse::Activations gathered;     ///< [hidden, n]
  sparse::Activations transformed;  ///< output of the dense transform, then the derivative there
  sparse::Activations activated;    ///< output of the activation, then x̂ of the norm
  sparse::Activations normalised;   ///< input of the decoder
  AlignedVector<float> inverse_deviation;
  AlignedVector<float> logits;            ///< [vocabulary][width], then their gradient
  sparse::Activations sparse_logits;      ///< these, if the embedding is sparse
  AlignedVector<float> log_sum;           ///< [width]: ln of the sum of exp(logit)
  std::vector<SoftmaxPiece> pieces;       ///< one for each chunk of the vocabulary
  sparse::Activations gradient;           ///< [hidden, n]
  sparse::Activations gathered_gradient;  ///< [hidden, n]
  /// What the products of the decoder read, rounded: E [vocabulary][hidden], the decoder's input,
  /// the gradient of the logits. Empty in float32, and if the embedding is sparse.
  AlignedVector<std::byte> rounded_embedding, rounded_input, rounded_logits;
};

/// The part between hidden states and the decoder of a language model.
enum class LmHeadKind {
  kTransform,  ///< BERT's: a dense layer, an activation and a norm; the decoder has a bias
  kPlain,      ///< GPT-2's: nothing, and no bias; the encoder ends with a norm
};

/// When a head adds to the gradient of the table of words that it shares.
enum class WordGradient {
  kNow,   ///< with its other gradients
  kLater  ///< when it is told, from what its record keeps: other groups may come between
};

/// Head of a language model, applied to the predicted positions only. With BERT's transform:
///   logits = E LayerNorm(a(W x + c)) + b      loss = -sum over positions of ln
///   softmax(logits)[label]
/// with E the word embedding [vocabulary, hidden], shared with the input layer, and a the
/// activation, GELU by default. Without the transform:
///   logits = E x
/// E is dense or block-sparse. The gradient of a sparse E has its stored values only, and is
/// rounded where `Linear` rounds.
///
/// Parameters, of which a plain head has none, are cls.predictions.bias,
/// cls.predictions.transform.dense.{weight, bias} and cls.predictions.transform.LayerNorm.{weight,
/// bias}; E belongs to the embedding. The head keeps references to `tied_embedding` and `context`,
/// which must outlive it. Results do not depend on the number of threads: the vocabulary is cut
/// into chunks of a fixed size and their shares are combined in order. Cost for n positions: 2 n
/// (hidden^2 + stored values of E) FLOP forward, twice that backward; without the transform 2 n
/// (stored values of E). Source: Devlin et al. 2019, "BERT", section 3.1 and appendix A; Press and
/// Wolf 2017, "Using the output embedding to improve language models".
class LmHead {
 public:
  using Batch = MlmBatch;
  using Record = MlmRecord;

  /// Adds to `model` the weights of such a head and whatever else it consists of.
  static void declare(Index hidden, Index vocabulary, ModelDeclaration& model,
                      LmHeadKind kind = LmHeadKind::kTransform);

  /// Throws ShapeError if `tied_embedding` is not [vocabulary, hidden].
  LmHead(Linear& tied_embedding, Index hidden, Index vocabulary, double initial_deviation,
         const Context& context, LmHeadKind kind = LmHeadKind::kTransform,
         Activation activation = Activation::kGelu, double norm_epsilon = kNormEpsilon);
  LmHead(Linear& tied_embedding, Index hidden, Index vocabulary, double initial_deviation,
         const Context&& context, LmHeadKind kind = LmHeadKind::kTransform,
         Activation activation = Activation::kGelu, double norm_epsilon = kNormEpsilon) = delete;
  LmHead(const LmHead&) = delete;
  LmHead& operator=(const LmHead&) = delete;

  Index hidden() const { return embedding_->in(); }
  Index vocabulary() const { return embedding_->out(); }
  /// Decoder bias, then weight and bias of the transform and of its norm; not the tied embedding.
  ParameterList parameters();

  /// Loss only. `hidden` [hidden, tokens]; `positions` are token indices (panel * panel width +
  /// lane), strictly ascending; `labels` are as many vocabulary ids. No positions give a zero
  /// result. Throws ShapeError if shapes disagree, a position is out of range or not ascending, or
  /// a label is out of range, or a parameter has lost its length. Safe to call concurrently with
  /// records of their own.
  PredictionLoss forward(const sparse::Activations& hidden, std::span<const Index> positions,
                         std::span<const std::int32_t> labels, MlmRecord& record) const;

  /// Loss, as above, and gradients of loss_sum * gradient_scale: overwrites `dhidden` (zero except
  /// at the positions) and adds to the gradients of the parameters and, unless `words` is kLater,
  /// of the tied embedding. Throws as `forward`, and ShapeError if `dhidden` has another shape.
  PredictionLoss forward_backward(const sparse::Activations& hidden,
                                  std::span<const Index> positions,
                                  std::span<const std::int32_t> labels, double gradient_scale,
                                  sparse::Activations& dhidden, MlmRecord& record,
                                  WordGradient words = WordGradient::kNow);

  /// The same for the positions and labels of a batch.
  PredictionLoss forward(const sparse::Activations& hidden, const MlmBatch& batch,
                         MlmRecord& record) const {
    return forward(hidden, batch.positions, batch.labels, record);
  }
  PredictionLoss forward_backward(const sparse::Activations& hidden, const MlmBatch& batch,
                                  double gradient_scale, sparse::Activations& dhidden,
                                  MlmRecord& record, WordGradient words = WordGradient::kNow) {
    return forward_backward(hidden, batch.positions, batch.labels, gradient_scale, dhidden, record,
                            words);
  }

  /// Adds to the gradient of the tied embedding what `forward_backward` of the same batch and
  /// record has left for later. As often as that was called, and in an order of one's own: if it is
  /// the order of batches, the sums are to the bit those that kNow gives. `record` has held no
  /// other batch in between. Throws ShapeError if it is of another number of positions or the table
  /// has lost its length.
  void add_word_gradient(const MlmBatch& batch, const MlmRecord& record);

 private:
  PredictionLoss loss(const sparse::Activations& hidden, std::span<const Index> positions,
                      std::span<const std::int32_t> labels, MlmRecord& record) const;
  /// FLOPs of the product of so many predictions with the embedding.
  double decoder_flops(Index predictions) const {
    return 2.0 * static_cast<double>(predictions) *
           static_cast<double>(embedding_->weight().values.size());
  }
  MatrixView<float> logits(MlmRecord& record) const;
  /// Products of the decoder, and the softmax sums of each chunk of the vocabulary.
  void decode_dense(MlmRecord& record) const;
  void decode_sparse(MlmRecord& record) const;
  void decode_dense_backward(std::span<const std::int32_t> labels, float scale, MlmRecord& record,
                             WordGradient words);
  void decoder_backward(std::span<const std::int32_t> labels, float scale, MlmRecord& record,
                        WordGradient words);
  bool has_transform() const { return dense_.has_value(); }
  /// The input of the decoder.
  const sparse::Activations& decoder_input(const MlmRecord& record) const {
    return has_transform() ? record.normalised : record.gathered;
  }

  const Context* context_;
  Linear* embedding_;
  Activation activation_;  // of the transform
  Parameter bias_;         // no shape: none
  std::optional<Linear> dense_;
  std::optional<LayerNorm> norm_;
};

}  // namespace espalier::models
