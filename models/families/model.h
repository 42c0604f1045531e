// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include <espalier/models/families/encoder.h>
#include <espalier/models/layers/loss.h>

namespace espalier::models {

/// An encoder and a head. `Head` has a type `Record` and a type `Batch`. A batch has the members of
/// `TokenBatch` (segments and documents only if the head allows them), the predictions, and
/// `first_sequence`, the number of sequences of the step's batch before it. `Head` also has
///   PredictionLoss forward(hidden, batch, record) const
///   PredictionLoss forward_backward(hidden, batch, gradient_scale, dhidden, record)
///   ParameterList parameters()
/// A head with several objectives may return more than a PredictionLoss.
template <typename Head>
class Model {
 public:
  using Batch = typename Head::Batch;

  /// What a model keeps of a panel group from forward to backward. Reuse it, so that memory is
  /// allocated once.
  struct Record {
    std::unique_ptr<EncoderRecord> encoder;
    typename Head::Record head;
    sparse::Activations gradient;  ///< of the hidden states
  };

  /// `make_head(encoder)` returns the head.
  template <typename MakeHead>
  Model(std::unique_ptr<Encoder> encoder, const MakeHead& make_head)
      : encoder_(std::move(encoder)), head_(make_head(*encoder_)) {}
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const ModelConfig& config() const { return encoder_->config(); }
  Encoder& encoder() { return *encoder_; }
  /// Every parameter, in a fixed order: those of the encoder, then those of the head.
  ParameterList parameters() {
    ParameterList list = encoder_->parameters();
    for (Parameter* parameter : head_.parameters()) list.push_back(parameter);
    return list;
  }

  /// Hidden states of the last layer, [hidden, tokens]; they live in `record`.
  const sparse::Activations& encode(const Batch& batch, Record& record) const {
    return encode(tokens_of(batch), record);
  }
  /// Sum of the cross-entropy over the predictions, in nats, without touching gradients.
  auto evaluate(const Batch& batch, Record& record) const {
    return head_.forward(encode(batch, record), batch, record.head);
  }
  /// Forward and backward: adds gradient_scale * d(sum of cross-entropy) to all gradients. Random
  /// masks are those of optimizer step `step`. Calls `progress`, if there is one, after the head
  /// and after each layer.
  auto train(const Batch& batch, double gradient_scale, Record& record, Index step = 0,
             const BackwardProgress& progress = {}) {
    TokenBatch tokens = tokens_of(batch);
    tokens.training = TrainingPosition{.step = step, .first_sequence = batch.first_sequence};
    const sparse::Activations& hidden = encode(tokens, record);
    record.gradient.reshape(hidden.tokens(), hidden.features(), hidden.panel_width());
    const auto result =
        head_.forward_backward(hidden, batch, gradient_scale, record.gradient, record.head);
    if (const ParameterList own = head_.parameters(); progress && !own.empty())
      progress(*own.front());
    encoder_->backward(tokens, *record.encoder, record.gradient, progress);
    return result;
  }

 private:
  const sparse::Activations& encode(const TokenBatch& batch, Record& record) const {
    if (record.encoder == nullptr || !encoder_->owns(*record.encoder))
      record.encoder = encoder_->make_record();
    return encoder_->forward(batch, *record.encoder);
  }
  static TokenBatch tokens_of(const Batch& batch) {
    TokenBatch tokens = {
        .tokens = batch.tokens, .sequence = batch.sequence, .lengths = batch.lengths};
    if constexpr (requires { batch.segments; }) tokens.segments = batch.segments;
    if constexpr (requires { batch.documents; }) tokens.documents = batch.documents;
    return tokens;
  }

  std::unique_ptr<Encoder> encoder_;
  Head head_;
};

}  // namespace espalier::models
// Tested by tests/models/families/family_registry_test.cpp
