// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <espalier/models/families/encoder.h>
#include <espalier/models/families/encoder_layer.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/staged_encoder.h>
#include <espalier/models/layers/dropout.h>
#include <espalier/models/layers/embedding.h>
#include <espalier/models/layers/layer_norm.h>
#include <espalier/sparse/core/context.h>

namespace espalier::models {

/// The differences between families of transformers.
struct TransformerStyle {
  std::string name;    ///< prefix of all parameters
  std::string layers;  ///< prefix of those of a layer, up to its number
  bool causal = false;
  bool embedding_norm = true;
  bool grouped = false;  ///< whether its layers are GroupBERT's (`EncoderLayer`)
};

/// What a transformer keeps of one panel group from forward to backward. Memory is that of the
/// parts that were called.
struct TransformerRecord : EncoderRecord {
  std::shared_ptr<const void> owner;  ///< see Transformer::identity_
  std::vector<std::int32_t> places;   ///< of tokens in their documents; empty: in the sequence
  EmbeddingRecord embedding;
  sparse::Activations embedded;
  std::vector<EncoderLayerRecord> layers;
  sparse::Activations normalised;  ///< of the final norm of pre-norm layers
  AlignedVector<float> inverse_deviation;
  sparse::Activations output;
};

/// Embeddings, a stack of layers and, with pre-norm layers, a final norm: the encoders of BERT and
/// GroupBERT and the decoder of GPT. All linear layers are block-sparse if density < 1 (each with
/// the same density), the table of words is if embedding_density < 1, and everything else is dense.
/// Dropout, if there is any, follows the norm of the embeddings and each sub-layer, and also
/// applies to the probabilities of attention, as published. Source: Devlin et al. 2019; Radford et
/// al. 2019, "Language models are unsupervised multitask learners"; Dietrich et al. 2021, section
/// 2.
class Transformer final : public StagedEncoder {
 public:
  /// Throws ConfigError or ShapeError naming the setting if one does not fit.
  Transformer(const TransformerStyle& style, const EncoderOptions& options, const Context& context);
  Transformer(const TransformerStyle& style, const EncoderOptions& options,
              const Context&& context) = delete;

  const ModelConfig& config() const override { return config_; }
  ParameterList parameters() override;
  Linear& word_embedding() override { return embedding().words(); }
  EncoderStage stage() const override { return stage_; }
  Index leading_parameters() override;
  sparse::PanelShape hidden_shape(const TokenBatch& batch) const override;

  std::unique_ptr<EncoderRecord> make_record() const override;
  bool owns(const EncoderRecord& record) const override;
  // All throw ShapeError as the layers do, or if `record` is another model's.
  const sparse::Activations& embed(const TokenBatch& batch, EncoderRecord& record) const override;
  sparse::Activations& layer_input(const TokenBatch& batch, EncoderRecord& record) const override;
  const sparse::Activations& forward_layers(const TokenBatch& batch,
                                            EncoderRecord& record) const override;
  void backward_layers(const TokenBatch& batch, EncoderRecord& record,
                       sparse::Activations& gradient, const BackwardProgress& progress) override;
  void backward_embedding(const TokenBatch& batch, EncoderRecord& record,
                          sparse::Activations& gradient) override;

 private:
  /// Applies the dropout of the embeddings, or its transpose, in place.
  void drop_embedded(const TokenBatch& batch, sparse::Activations& x) const;
  TransformerRecord& own(EncoderRecord& record) const;
  /// Throws ConfigError if it is in another stage.
  TokenEmbedding& embedding();
  const TokenEmbedding& embedding() const;

  // Identity that its records hold, so that no other model, even at the same address, takes one for
  // its own.
  std::shared_ptr<const void> identity_ = std::make_shared<const char>('\0');
  ModelConfig config_;
  EncoderStage stage_;
  Index preferred_panel_width_ = sparse::kDensePanelWidth;
  std::optional<TokenEmbedding> embedding_;
  Dropout embedding_dropout_;
  std::vector<std::unique_ptr<EncoderLayer>> layers_;  // of the stage
  std::optional<LayerNorm> norm_;                      // of pre-norm layers
  // Of a backward pass while it runs: one at a time, since each adds to the gradients.
  EncoderLayerScratch scratch_;
  sparse::Activations next_gradient_;
};

/// Makes a family of transformers. `validate` checks what the family asks of a shape besides the
/// common rules. Its models are recognised by the names of their parameters.
ModelFamily transformer_family(const TransformerStyle& style, std::string description,
                               const std::vector<ModelConfig>& sizes,
                               const std::function<void(const ModelConfig&)>& check);

/// The shapes that all families of transformers have, from the fewest FLOPs to the most.
std::vector<ModelConfig> transformer_sizes();
/// Throws ConfigError unless a model has at least one segment.
void require_segments(const ModelConfig& config);

/// The styles of the families below that have one, for whoever computes with their parameters.
TransformerStyle bert_style();
TransformerStyle gpt_style();

/// The family "bert": encoders of sequences, post-norm or pre-norm.
ModelFamily bert_family();
/// The family "gpt": causal decoders, pre-norm, without segments. Its sizes are those of "bert".
ModelFamily gpt_family();
/// The family "groupbert": encoders of sequences, pre-norm. Its sizes are those of "bert".
ModelFamily group_bert_family();

}  // namespace espalier::models
// Tested by tests/models/families/bert_test.cpp
