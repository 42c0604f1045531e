// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include <espalier/models/families/encoder.h>
#include <espalier/models/families/lm_head.h>
#include <espalier/models/families/staged_encoder.h>
#include <espalier/models/layers/loss.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {

/// An encoder and a head. `Head` has a type `Record` and a type `Batch`. A batch has the members of
/// `TokenBatch` (segments and documents only if the head allows them), the predictions, and
/// `first_sequence`, the number of sequences of the step's batch before it. `Head` also has
///   PredictionLoss forward(hidden, batch, record) const
///   PredictionLoss forward_backward(hidden, batch, gradient_scale, dhidden, record)
///   ParameterList parameters()
/// A head with several objectives may return more than a PredictionLoss. `encode`, `evaluate` and
/// `train` throw as `Encoder::forward` and the head do.
///
/// Of a stage of a pipeline (`EncoderOptions::stage`) the model has the encoder's part and, with
/// the ends, the head. In place of `encode`, `evaluate` and `train` it has their parts, the
/// functions from `embed` on. A group may have three records: of the embedding, of the layers and
/// of the head. A head that can be trained so also has
///   forward_backward(hidden, batch, gradient_scale, dhidden, record, WordGradient)
///   void add_word_gradient(batch, record)
/// Where `step` is nothing, groups are evaluated, without random masks.
template <typename Head>
class Model {
 public:
  using Batch = typename Head::Batch;

  /// What a model keeps of a panel group from forward to backward. Reuse it, so that memory is
  /// allocated once. It has memory for the parts that it was given to.
  struct Record {
    std::unique_ptr<EncoderRecord> encoder;
    const sparse::Activations* hidden = nullptr;  ///< the last states, in `encoder`
    typename Head::Record head;
    sparse::Activations gradient;  ///< of the hidden states
  };

  /// `make_head(encoder, head)` makes the head, unless it is in another stage.
  template <typename MakeHead>
  Model(std::unique_ptr<Encoder> encoder, const MakeHead& make_head)
      : encoder_(std::move(encoder)), staged_(dynamic_cast<StagedEncoder*>(encoder_.get())) {
    if (staged_ == nullptr || staged_->stage().ends) make_head(*encoder_, head_);
  }
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const ModelConfig& config() const { return encoder_->config(); }
  Encoder& encoder() { return *encoder_; }
  /// Every parameter, in a fixed order: those of the encoder, then those of the head.
  ParameterList parameters() {
    ParameterList list = encoder_->parameters();
    if (head_)
      for (Parameter* parameter : head_->parameters()) list.push_back(parameter);
    return list;
  }
  /// How many of them come before those of the first layer of all. The stage with the ends has, in
  /// the order of the whole, these first parameters and, behind those of all other stages, the
  /// rest.
  Index leading_parameters() { return staged().leading_parameters(); }

  /// Hidden states of the last layer, [hidden, tokens]; they live in `record`.
  const sparse::Activations& encode(const Batch& batch, Record& record) const {
    return encode(tokens_of(batch, std::nullopt), record);
  }
  /// Sum of the cross-entropy over the predictions, in nats, without touching gradients.
  auto evaluate(const Batch& batch, Record& record) const {
    return head().forward(encode(batch, record), batch, record.head);
  }
  /// Forward and backward: adds gradient_scale * d(sum of cross-entropy) to all gradients. Random
  /// masks are those of optimizer step `step`. Calls `progress`, if there is one, after the head
  /// and after each layer.
  auto train(const Batch& batch, double gradient_scale, Record& record, Index step = 0,
             const BackwardProgress& progress = {}) {
    const TokenBatch tokens = tokens_of(batch, step);
    const sparse::Activations& hidden = encode(tokens, record);
    record.gradient.reshape(hidden.tokens(), hidden.features(), hidden.panel_width());
    const auto result =
        head().forward_backward(hidden, batch, gradient_scale, record.gradient, record.head);
    if (const ParameterList own = head().parameters(); progress && !own.empty())
      progress(*own.front());
    encoder_->backward(tokens, *record.encoder, record.gradient, progress);
    return result;
  }

  /// With the ends: embeds the tokens, for the first layer of all. The result lives in `record`.
  const sparse::Activations& embed(const Batch& batch, Record& record,
                                   std::optional<Index> step) const {
    return staged().embed(tokens_of(batch, step), made(record));
  }
  /// Memory for what this stage's first layer reads, in its shape; the caller fills all its values.
  /// Of one record, this is where `embed` writes.
  sparse::Activations& layer_input(const Batch& batch, Record& record) const {
    return staged().layer_input(tokens_of(batch, std::nullopt), made(record));
  }
  /// Applies this stage's layers, with the ends then the final norm, to `layer_input`. The result
  /// lives in `record`.
  const sparse::Activations& forward_layers(const Batch& batch, Record& record,
                                            std::optional<Index> step) const {
    record.hidden = &staged().forward_layers(tokens_of(batch, step), made(record));
    return *record.hidden;
  }
  /// With the ends: as `evaluate`, from what `forward_layers` has left in `layers`. `used` may be
  /// the same record, or another one, of which only the head's part is used.
  auto head_loss(const Batch& batch, const Record& layers, Record& used) const {
    return head().forward(hidden_of(layers), batch, used.head);
  }
  /// With the ends: the loss, the gradients of the head's parameters, but not that of the table of
  /// words, and that of the hidden states, which goes to `output_gradient` of `layers`.
  auto head_backward(const Batch& batch, double gradient_scale, Record& layers, Record& used) {
    return head().forward_backward(hidden_of(layers), batch, gradient_scale,
                                   output_gradient(batch, layers), used.head, WordGradient::kLater);
  }
  /// Memory for the gradient of what `forward_layers` returns, in its shape.
  sparse::Activations& output_gradient(const Batch& batch, Record& record) const {
    const sparse::PanelShape shape = staged().hidden_shape(tokens_of(batch, std::nullopt));
    record.gradient.reshape(shape.tokens, shape.features, shape.panel_width);
    return record.gradient;
  }
  /// Backward of `forward_layers`, from `output_gradient`: adds to gradients and returns that of
  /// `layer_input`, which has taken the place of the other.
  sparse::Activations& backward_layers(const Batch& batch, Record& record,
                                       std::optional<Index> step) {
    staged().backward_layers(tokens_of(batch, step), made(record), record.gradient, {});
    return record.gradient;
  }
  /// With the ends, the last of a group: adds to the gradient of the table of words what
  /// `head_backward` has left out, then to those of all tables by way of `gradient`, that of the
  /// embedded tokens, whose values are not specified afterwards. Called for one group after
  /// another, it leaves the sums of `train`, to the bit.
  void backward_ends(const Batch& batch, Record& embedded, Record& used,
                     sparse::Activations& gradient, std::optional<Index> step) {
    head().add_word_gradient(batch, used.head);
    staged().backward_embedding(tokens_of(batch, step), made(embedded), gradient);
  }

 private:
  const sparse::Activations& encode(const TokenBatch& batch, Record& record) const {
    record.hidden = &encoder_->forward(batch, made(record));
    return *record.hidden;
  }
  /// The encoder's part of a record, which this makes if it is not there or another model's.
  EncoderRecord& made(Record& record) const {
    if (record.encoder == nullptr || !encoder_->owns(*record.encoder)) {
      record.hidden = nullptr;
      record.encoder = encoder_->make_record();
    }
    return *record.encoder;
  }
  static const sparse::Activations& hidden_of(const Record& layers) {
    if (layers.hidden == nullptr)
      throw ShapeError("model: a record without a forward pass of the layers");
    return *layers.hidden;
  }
  StagedEncoder& staged() const {
    if (staged_ == nullptr)
      throw ConfigError("model family '" + config().family + "' has no stages for a pipeline");
    return *staged_;
  }
  const Head& head() const {
    if (!head_) throw ConfigError("model: this stage has no head; that with the ends has it");
    return *head_;
  }
  Head& head() {
    std::as_const(*this).head();
    return *head_;
  }
  /// In training at this step, or not.
  static TokenBatch tokens_of(const Batch& batch, std::optional<Index> step) {
    TokenBatch tokens = {
        .tokens = batch.tokens, .sequence = batch.sequence, .lengths = batch.lengths};
    if constexpr (requires { batch.segments; }) tokens.segments = batch.segments;
    if constexpr (requires { batch.documents; }) tokens.documents = batch.documents;
    if (step) tokens.training = TrainingPosition{*step, batch.first_sequence};
    return tokens;
  }

  std::unique_ptr<Encoder> encoder_;
  StagedEncoder* staged_;  // the same; null: an encoder without stages
  std::optional<Head> head_;
};

}  // namespace espalier::models
// Tested by tests/models/families/family_registry_test.cpp
