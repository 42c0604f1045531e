// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <espalier/models/families/declaration.h>
#include <espalier/models/families/encoder.h>
#include <espalier/models/families/model_config.h>
#include <espalier/models/families/sublayer.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::models {

/// What one encoder layer keeps of one panel group from forward to backward: a record for each
/// sub-layer. Starts empty; the layer fills it in.
struct EncoderLayerRecord {
  std::vector<std::unique_ptr<SublayerRecord>> sublayers;

  /// Output of the last forward pass.
  const sparse::Activations& output() const { return sublayers.back()->output; }
};

/// One layer of a transformer: attention, then a feed-forward layer, as in BERT and GPT; or, as in
/// GroupBERT, a convolution, a grouped feed-forward layer, attention, and another such feed-forward
/// layer. Each has a norm and a residual sum of its own (`Sublayer`). Shapes: x and the output
/// [hidden, tokens] in panels that fit the sequences (`sequence_panel_width`). Weight matrices may
/// be sparse; norms, biases and GroupBERT's grouped convolution are dense. Source: Devlin et al.
/// 2019, section 3; Chelombiev et al. 2021, "GroupBERT: enhanced transformer architecture with
/// efficient grouped structures".
class EncoderLayer {
 public:
  /// Throws as `Linear` does, and ShapeError if the heads do not divide `hidden`.
  EncoderLayer(const EncoderLayerOptions& options, const Context& context);
  EncoderLayer(const EncoderLayerOptions& options, const Context&& context) = delete;
  EncoderLayer(const EncoderLayer&) = delete;
  EncoderLayer& operator=(const EncoderLayer&) = delete;

  /// Writes the result to `record.output()`. `x` are the hidden states of `batch`, whose tokens are
  /// not read. Throws ShapeError, which names the layer, as `attention_forward` and the layers
  /// within do.
  void forward(const sparse::Activations& x, const TokenBatch& batch,
               EncoderLayerRecord& record) const;
  /// Adds to the gradients of all parameters and overwrites `dx`, which must not be `dy`. `x` and
  /// `record` are those of forward.
  void backward(const sparse::Activations& x, const EncoderLayerRecord& record,
                const sparse::Activations& dy, sparse::Activations& dx,
                EncoderLayerScratch& scratch);

  ParameterList parameters();
  /// Is any of its weights sparse?
  bool is_sparse() const { return is_sparse_; }

  /// Adds to `model` the weights of a layer with this name, in the order of `parameters`, and
  /// whatever else the layer consists of.
  static void declare(const std::string& name, const ModelConfig& config, bool grouped,
                      ModelDeclaration& model);
  /// The weight that widens the hidden states. Its extents give the intermediate width of a layer.
  static std::string intermediate_weight(const std::string& name, bool grouped);

 private:
  std::vector<std::unique_ptr<Sublayer>> sublayers_;
  bool is_sparse_ = false;
};

}  // namespace espalier::models
// Tested by tests/models/families/bert_test.cpp
