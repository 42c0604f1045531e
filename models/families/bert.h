// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <espalier/models/families/encoder.h>
#include <espalier/models/families/encoder_layer.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/models/layers/dropout.h>
#include <espalier/models/layers/embedding.h>
#include <espalier/sparse/core/context.h>

namespace espalier::models {

/// What one panel group needs from forward to backward, and scratch.
struct BertRecord : EncoderRecord {
  EmbeddingRecord embedding;
  sparse::Activations embedded;
  std::vector<EncoderLayerRecord> layers;
  EncoderLayerScratch scratch;
  sparse::Activations next_gradient;
};

/// The encoder of BERT: embeddings and post-norm layers. All linear layers are block-sparse if
/// density < 1 (uniform: the same density in each), everything else is dense. Dropout, if there is
/// any, follows the norm of the embeddings and both halves of a layer and thins out the
/// probabilities of attention, as published.
/// Source: Devlin et al. 2019; Dietrich et al. 2021, section 2.
class BertEncoder final : public Encoder {
 public:
  /// Throws ConfigError or ShapeError naming the setting that does not fit.
  BertEncoder(const EncoderOptions& options, const Context& context);
  BertEncoder(const EncoderOptions& options, const Context&& context) = delete;

  const ModelConfig& config() const override { return config_; }
  ParameterList parameters() override;
  Parameter& word_embedding() override { return embedding_.word(); }

  std::unique_ptr<EncoderRecord> make_record() const override;
  /// Throws ShapeError as its layers do, or if `record` is another family's.
  const sparse::Activations& forward(const TokenBatch& batch, EncoderRecord& record) const override;
  void backward(const TokenBatch& batch, EncoderRecord& record,
                sparse::Activations& gradient) override;

 private:
  /// Applies the dropout of the embeddings, or its transpose, in place.
  void drop_embedded(const TokenBatch& batch, sparse::Activations& x) const;

  ModelConfig config_;
  Index preferred_panel_width_ = sparse::kDensePanelWidth;
  BertEmbedding embedding_;
  Dropout embedding_dropout_;
  std::vector<std::unique_ptr<EncoderLayer>> layers_;
};

/// The family "bert".
ModelFamily bert_family();

}  // namespace espalier::models
