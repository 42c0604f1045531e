// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <espalier/models/families/model_config.h>
#include <espalier/sparse/core/types.h>

namespace espalier::models {

/// Share of the weights that is stored in the two kinds of encoder layers. Use what the patterns
/// really store where it is known: block counts are whole numbers.
struct EncoderDensity {
  double attention = 1.0;     ///< query, key, value and output projections
  double feed_forward = 1.0;  ///< both layers

  EncoderDensity() = default;
  /// One density for all encoder layers.
  EncoderDensity(double uniform) : attention(uniform), feed_forward(uniform) {}
  EncoderDensity(double attention_, double feed_forward_)
      : attention(attention_), feed_forward(feed_forward_) {}
};

/// Which passes a count covers.
enum class Pass {
  kForward,  ///< inference
  kTraining  ///< forward, input gradient and weight gradient: three times the forward products
};

/// Floating-point operations of one sequence, a multiply-add being two.
struct FlopCount {
  double encoder_linear = 0;  ///< products with the stored encoder weights
  double attention = 0;       ///< scores and weighted sums, never sparse
  double head = 0;            ///< transform and decoder, on the masked positions only
  double embedding = 0;       ///< sums of token, position and segment rows; and of their gradients
  double update = 0;          ///< the optimizer's arithmetic, shared by the sequences of a batch

  double total() const { return encoder_linear + attention + head + embedding + update; }
};

/// Counts the FLOPs of one sequence of S tokens with `masked` predicted positions m (their mean
/// over the data; it need not be whole), for L layers, hidden width H, feed-forward width I and
/// densities d_a and d_f:
///   encoder_linear = 2 S L (4 H^2 d_a + 2 H I d_f)     attention = 4 S^2 H L
///   head           = m (2 H^2 + 2 H V)                 embedding = 2 S H
/// times three for training, except that the embedding's backward pass adds 3 S H. In training
/// `update` is the AdamW arithmetic on every stored parameter, divided by `batch` sequences.
/// Biases, norms, activations and softmax are left out: they are linear in S and H and do not
/// change a comparison of models.
/// Throws ConfigError if a density is outside (0, 1], S is outside [1, max_positions], m is outside
/// [0, S] or `batch` is not positive.
FlopCount count_flops(const ModelConfig& config, const EncoderDensity& density, Index sequence,
                      double masked, Pass pass, Index batch = 1);

/// The paper's count: training FLOPs of the encoder for one sequence,
///   3 (24 f L H^2 S + 4 S^2 H L)       for I = 4 H and uniform density f,
/// that is encoder_linear + attention above. It reproduces every total that Dietrich et al. 2021
/// ("Towards Structured Dynamic Sparse Pre-Training of BERT", tables 1 and A.8) print.
double training_flops(const ModelConfig& config, const EncoderDensity& density, Index sequence);

/// FLOPs of one sample through consecutive linear layers that store so many weights:
///   forward 2 sum(stored)      training 6 sum(stored) - 2 stored[0]
/// since the inputs of the first layer need no gradient. Biases and activations are left out.
double layer_stack_flops(std::span<const Index> stored, Pass pass);

/// FLOPs of one AdamW step on so many stored parameters.
double adamw_flops(double parameters);

/// Stored parameters of a model.
struct ParameterCount {
  double encoder_linear = 0;  ///< stored weights of the sparse layers
  double embedding = 0;       ///< token (shared with the decoder), position and segment tables
  double other = 0;           ///< biases, norms and the head's transform

  double total() const { return encoder_linear + embedding + other; }
};

/// Counts the parameters of a model with an MLM head whose decoder shares the token embedding.
/// Throws as count_flops does.
ParameterCount count_parameters(const ModelConfig& config, const EncoderDensity& density);

}  // namespace espalier::models
