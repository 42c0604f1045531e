// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <espalier/models/families/declaration.h>
#include <espalier/models/families/encoder.h>
#include <espalier/models/layers/attention.h>
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
  double density = 1.0;         ///< of all six weight matrices alike
  PatternSource patterns = {};  ///< if given, decides instead of block and density
  double initial_deviation = 0.02;
  double dropout = 0;            ///< of what its two halves add to the hidden states
  double attention_dropout = 0;  ///< of the probabilities of attention
  NormPlacement norm = NormPlacement::kPost;
  bool causal = false;             ///< a token sees itself and those before it, and no others
  AttentionLayout attention = {};  ///< which of these it sees
};

/// What the backward pass of one encoder layer needs of its forward pass, for one panel group.
/// Owned by the caller, so that a layer can be shared, recomputed or served concurrently.
struct EncoderLayerRecord {
  sparse::Activations query, key, value;  ///< [hidden]
  sparse::Activations context;            ///< attention's output, heads side by side
  sparse::PatternPtr attention_pattern;   ///< of sequences of this length; null: none
  AttentionRecord attention;
  sparse::Activations attention_normalised;  ///< x-hat of the first norm
  AlignedVector<float> attention_inverse_deviation;
  sparse::Activations attention_output;   ///< a, below
  sparse::Activations gelu_derivative;    ///< [intermediate]
  sparse::Activations intermediate;       ///< [intermediate], after GELU
  sparse::Activations output_normalised;  ///< x-hat of the second norm
  AlignedVector<float> output_inverse_deviation;
  /// What the norms of a pre-norm layer give attention and the feed-forward layer, [hidden].
  sparse::Activations attention_input, intermediate_input;
  sparse::Activations output;  ///< the layer's output
  Index sequence = 0;          ///< tokens of each sequence
  std::optional<TrainingPosition> training;
  /// What the linear layers read, in bfloat16: the inputs of attention, of its output, of the
  /// feed-forward layer and of its second half.
  RoundedInput rounded_attention_input, rounded_context, rounded_intermediate_input,
      rounded_intermediate;
};

/// Gradients that one backward pass needs only while it runs; shared by all layers.
struct EncoderLayerScratch {
  sparse::Activations sum, context, query, key, value;  ///< [hidden]
  sparse::Activations dropped;                          ///< [hidden], if there is dropout
  sparse::Activations intermediate;                     ///< [intermediate]
};

/// One layer of a transformer. Post-norm, as in BERT:
///   a = LayerNorm(x + Dropout(Output(Attention(Query(x), Key(x), Value(x)))))
///   y = LayerNorm(a + Dropout(Output(GELU(Intermediate(a)))))
/// Pre-norm, with n = LayerNorm(x) and m = LayerNorm(a):
///   a = x + Dropout(Output(Attention(Query(n), Key(n), Value(n))))
///   y = a + Dropout(Output(GELU(Intermediate(m))))
/// Shapes: x, y [hidden, tokens] in panels that fit the sequences (`sequence_panel_width`). The six
/// weight matrices are sparse, norms and biases dense. Parameters have the names of Hugging Face
/// BERT; the norms of a pre-norm layer are attention.LayerNorm and intermediate.LayerNorm, as in
/// its RoBERTa-PreLayerNorm. Source: Devlin et al. 2019, section 3; pre-norm: Xiong et al. 2020,
/// "On layer normalization in the transformer architecture".
class EncoderLayer {
 public:
  /// Throws as `Linear` does, and ShapeError if the heads do not divide `hidden`.
  EncoderLayer(const EncoderLayerOptions& options, const Context& context);
  EncoderLayer(const EncoderLayerOptions& options, const Context&& context) = delete;
  EncoderLayer(const EncoderLayer&) = delete;
  EncoderLayer& operator=(const EncoderLayer&) = delete;

  /// Writes the result to `record.output`. `x` are the hidden states of `batch`, whose tokens are
  /// not read. Throws ShapeError, which names the layer, as `attention_forward` and the layers
  /// within do, and ConfigError as `attention_pattern`.
  void forward(const sparse::Activations& x, const TokenBatch& batch,
               EncoderLayerRecord& record) const;
  /// Adds to the gradients of all parameters and overwrites `dx`. `x` and `record` are those of
  /// forward.
  void backward(const sparse::Activations& x, const EncoderLayerRecord& record,
                const sparse::Activations& dy, sparse::Activations& dx,
                EncoderLayerScratch& scratch);

  ParameterList parameters();
  /// Is any of its weights sparse?
  bool is_sparse() const;

  /// Adds its six weights, in the order of `parameters`, and what else it consists of to `model`.
  static void declare(const std::string& name, Index hidden, Index intermediate,
                      ModelDeclaration& model);

 private:
  bool is_pre_norm() const { return norm_ == NormPlacement::kPre; }
  /// What the feed-forward layer reads.
  const sparse::Activations& intermediate_input(const EncoderLayerRecord& record) const {
    return is_pre_norm() ? record.intermediate_input : record.attention_output;
  }

  std::string name_;
  Index heads_;
  NormPlacement norm_;
  bool causal_;
  AttentionLayout attention_;
  const Context* context_;
  Linear query_, key_, value_;
  Dropout attention_dropout_;
  Linear attention_output_;
  Dropout attention_output_dropout_;
  LayerNorm attention_norm_;
  Linear intermediate_;
  Linear output_;
  Dropout output_dropout_;
  LayerNorm output_norm_;
};

}  // namespace espalier::models
