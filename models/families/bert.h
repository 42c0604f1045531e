// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <espalier/models/families/encoder_layer.h>
#include <espalier/models/families/mlm_head.h>
#include <espalier/models/families/model_config.h>
#include <espalier/models/layers/embedding.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/context.h>

namespace espalier::models {

/// Settings of a BERT for masked language modelling.
struct BertOptions {
  ModelConfig config;
  Index block = 4;       ///< block size of the encoder's linear layers if they are sparse
  double density = 1.0;  ///< of every encoder weight matrix; embeddings and head stay dense
  double initial_deviation = 0.02;
  /// If given, decides instead of block and density from which pattern each encoder weight starts.
  PatternSource patterns = {};
};

/// Masked sequences, as many as one panel group holds.
struct MlmBatch {
  std::span<const std::int32_t> tokens;  ///< [sequences * sequence], masked
  Index sequence = 0;                    ///< tokens of one sequence, a multiple of 16
  std::span<const Index> positions;      ///< flat indices of the masked positions, ascending
  std::span<const std::int32_t> labels;  ///< what stood there
  std::span<const Index> lengths = {};   ///< valid tokens of each sequence; empty: all
};

/// What one panel group needs from forward to backward, and scratch. Reuse it from group to group:
/// memory is allocated once.
struct BertRecord {
  EmbeddingRecord embedding;
  sparse::Activations embedded;
  std::vector<EncoderLayerRecord> layers;
  MlmRecord head;
  EncoderLayerScratch scratch;
  sparse::Activations gradient, next_gradient;
};

/// BERT with a masked-language-model head whose decoder is tied to the token embedding. All linear
/// layers of the encoder are block-sparse if density < 1 (uniform: the same density in each),
/// everything else is dense. Source: Devlin et al. 2019; Dietrich et al. 2021, section 2.
class Bert {
 public:
  /// Throws ConfigError or ShapeError naming the setting that does not fit.
  Bert(const BertOptions& options, const Context& context);
  Bert(const BertOptions& options, const Context&& context) = delete;
  Bert(const Bert&) = delete;
  Bert& operator=(const Bert&) = delete;

  const ModelConfig& config() const { return config_; }
  /// Every parameter, in a fixed order, embeddings first.
  ParameterList parameters();

  /// Hidden states of the last layer, [hidden, tokens]; they live in `record`.
  const sparse::Activations& encode(const MlmBatch& batch, BertRecord& record) const;
  /// Sum of the cross-entropy over the masked positions, in nats, without touching gradients.
  PredictionLoss evaluate(const MlmBatch& batch, BertRecord& record) const;
  /// Forward and backward: adds gradient_scale * d(sum of cross-entropy) to all gradients.
  PredictionLoss train(const MlmBatch& batch, double gradient_scale, BertRecord& record);

 private:
  ModelConfig config_;
  Index preferred_panel_width_ = sparse::kDensePanelWidth;
  BertEmbedding embedding_;
  std::vector<std::unique_ptr<EncoderLayer>> layers_;
  MlmHead head_;
};

/// The linear layers of the encoder, in the order of the model's parameters: those whose weights
/// may be sparse.
std::vector<LinearShape> encoder_linear_shapes(const ModelConfig& config);

}  // namespace espalier::models
