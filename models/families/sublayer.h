// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <espalier/models/families/encoder.h>
#include <espalier/models/layers/activation.h>
#include <espalier/models/layers/attention_layout.h>
#include <espalier/models/layers/dropout.h>
#include <espalier/models/layers/layer_norm.h>
#include <espalier/models/layers/linear.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::models {

/// Settings of one encoder layer.
struct EncoderLayerOptions {
  std::string name;  ///< prefix of its parameters, such as "bert.encoder.layer.0"
  Index hidden = 0;
  Index heads = 1;
  Index intermediate = 0;
  Index block = 4;              ///< block size of its linear layers if they are sparse
  double density = 1.0;         ///< of each of its weight matrices
  PatternSource patterns = {};  ///< gives the starting patterns in place of block and density
  double initial_deviation = 0.02;
  double dropout = 0;            ///< of what its sub-layers add to the hidden states
  double attention_dropout = 0;  ///< of the probabilities of attention
  NormPlacement norm = NormPlacement::kPost;
  double norm_epsilon = kNormEpsilon;
  Activation activation = Activation::kGelu;  ///< of feed-forward layers
  bool causal = false;             ///< a token sees itself and those before it, and no others
  AttentionLayout attention = {};  ///< which of these it sees
  bool grouped = false;            ///< GroupBERT's four sub-layers in place of BERT's two
};

/// Settings of a linear layer within such a layer; `name` is added to the layer's name.
LinearOptions linear_options(const EncoderLayerOptions& options, const std::string& name, Index in,
                             Index out, Index groups = 1);

/// What a sub-layer keeps from forward to backward, for one panel group. The caller owns it, so
/// that a layer can be shared, recomputed or served concurrently. Each kind of sub-layer adds
/// members of its own.
struct SublayerRecord {
  SublayerRecord() = default;
  SublayerRecord(const SublayerRecord&) = delete;
  SublayerRecord& operator=(const SublayerRecord&) = delete;
  virtual ~SublayerRecord() = default;

  sparse::Activations normalised;  ///< x-hat of its norm
  AlignedVector<float> inverse_deviation;
  sparse::Activations input;   ///< of a pre-norm sub-layer: the output of its norm
  sparse::Activations output;  ///< of the sub-layer, with the residual sum
  Index sequence = 0;          ///< tokens of each sequence
  std::optional<TrainingPosition> training;
};

/// Gradients that one backward pass needs only while it runs; shared by all layers.
struct EncoderLayerScratch {
  sparse::Activations first, second;               ///< between sub-layers, [hidden]
  sparse::Activations dropped;                     ///< [hidden], if there is dropout
  sparse::Activations context, query, key, value;  ///< of attention, [hidden]
  sparse::Activations intermediate;                ///< of a feed-forward layer, [intermediate]
  sparse::Activations narrow, gated;               ///< of grouped sub-layers, [hidden]
  sparse::Activations halves;                      ///< of a gated linear unit, [2 hidden]
};

/// A part of a layer with its norm, its dropout and the residual sum.
///   y = LayerNorm(x + Dropout(f(x)))      post-norm, as in BERT
///   y = x + Dropout(f(LayerNorm(x)))      pre-norm
/// Shapes: x, y [hidden, tokens] in panels that fit the sequences (`sequence_panel_width`). A
/// derived class computes f. Source: Vaswani et al. 2017, "Attention is all you need", section 3.1;
/// pre-norm: Xiong et al. 2020, "On layer normalization in the transformer architecture".
class Sublayer {
 public:
  Sublayer(const EncoderLayerOptions& options, const std::string& norm, const std::string& dropout,
           const Context& context);
  Sublayer(const EncoderLayerOptions& options, const std::string& norm, const std::string& dropout,
           const Context&& context) = delete;
  Sublayer(const Sublayer&) = delete;
  Sublayer& operator=(const Sublayer&) = delete;
  virtual ~Sublayer() = default;

  virtual std::unique_ptr<SublayerRecord> make_record() const = 0;
  /// Writes the result to `record.output`. `x` are the hidden states of `batch`, whose tokens are
  /// not read; `record` is one of `make_record`.
  void forward(const sparse::Activations& x, const TokenBatch& batch, SublayerRecord& record) const;
  /// Adds to the gradients of all parameters and overwrites `dx`, which must not be `dy`. `x` and
  /// `record` are those of forward.
  void backward(const sparse::Activations& x, const SublayerRecord& record,
                const sparse::Activations& dy, sparse::Activations& dx,
                EncoderLayerScratch& scratch);

  /// The parameters of f, then those of the norm.
  ParameterList parameters();

 protected:
  const Context& context() const { return *context_; }

 private:
  bool is_pre_norm() const { return placement_ == NormPlacement::kPre; }
  /// The input of f.
  const sparse::Activations& input_of(const sparse::Activations& x,
                                      const SublayerRecord& record) const {
    return is_pre_norm() ? record.input : x;
  }

  virtual ParameterList own_parameters() = 0;
  /// y := f(x). `y` has its shape.
  virtual void compute(const sparse::Activations& x, const TokenBatch& batch,
                       SublayerRecord& record, sparse::Activations& y) const = 0;
  /// Gradients of `compute`. Writes the gradient of x to `dx`, which has its shape, or adds it if
  /// `accumulate`. `dy` is scratch.dropped or no scratch that `compute_gradients` uses.
  virtual void compute_gradients(const sparse::Activations& x, const SublayerRecord& record,
                                 const sparse::Activations& dy, sparse::Activations& dx,
                                 bool accumulate, EncoderLayerScratch& scratch) = 0;

  const Context* context_;
  NormPlacement placement_;
  Dropout dropout_;
  LayerNorm norm_;
};

}  // namespace espalier::models
// Tested by tests/models/families/bert_test.cpp
