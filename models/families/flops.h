// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <espalier/models/families/declaration.h>
#include <espalier/sparse/core/types.h>

namespace espalier::models {

/// The stored share of the values of weights that may be sparse. Where patterns are known, use what
/// they really store, since block counts are whole numbers.
struct EncoderDensity {
  double attention = 1.0;     ///< query, key, value and output projections
  double feed_forward = 1.0;  ///< all other layers
  double embedding = 1.0;     ///< the table of words, and the decoder of a head that shares it

  EncoderDensity() = default;
  /// One density for all layers, and a dense table of words.
  EncoderDensity(double uniform) : attention(uniform), feed_forward(uniform) {}
  EncoderDensity(double attention_, double feed_forward_, double embedding_ = 1.0)
      : attention(attention_), feed_forward(feed_forward_), embedding(embedding_) {}
};

/// The densities of weights that store so many values, in the order of `model.weights`; 1 for kinds
/// of weights that the model does not have, and for the table of words.
EncoderDensity mean_density(const ModelDeclaration& model, std::span<const Index> stored);

/// Which passes a count covers.
enum class Pass {
  kForward,  ///< inference
  kTraining  ///< forward, input gradient and weight gradient: three times the forward products
};

/// Floating-point operations of one sequence or sample, a multiply-add being two.
struct FlopCount {
  double encoder_linear = 0;  ///< products with the stored values of `ModelDeclaration::weights`
  double attention = 0;       ///< scores and weighted sums, of the pairs of tokens that are seen
  double head = 0;            ///< of a head: on predicted tokens, or on one token if it is pooled
  double embedding = 0;       ///< sums of token, position and segment rows, and their gradients
  double update = 0;          ///< the optimizer's arithmetic, shared by the sequences of a batch

  double total() const { return encoder_linear + attention + head + embedding + update; }
};

/// The cost of a step of the optimizer, and the number of sequences that share it.
struct OptimizerPass {
  double flops_per_value = 0;  ///< Optimizer::flops_per_value; 0: left out
  Index batch = 1;             ///< sequences of one step
};

/// Counts the FLOPs of one sequence of S tokens with `predicted` predictions m (their mean over the
/// data, which need not be whole), for weights of v values at density d and for heads:
///   encoder_linear = 2 S sum(v d)                 attention = 4 S^2 (features of attention)
///   head           = 2 m sum(v of the head) + 2 sum(v of the pooled head)
///   embedding      = (tables - 2 + e) S (features)
/// where e is the density of the table of words; the v of a decoder that shares the table counts
/// times e. S^2 is the number of pairs of tokens; a causal model has S (S + 1) / 2, and sparse
/// attention has fewer (`attention_pairs`). Training counts three times as much, except that a
/// weight that reads data has no input gradient (2 S v d less), and that the embedding's backward
/// pass adds (tables - 1 + e) S (features). In training `update` is the optimizer's arithmetic on
/// every stored parameter, divided by `batch` sequences. Biases, norms, activations and softmax are
/// left out: they are linear in tokens and width and do not change a comparison of models. A model
/// of one vector per sample has S = m = 1. Throws ConfigError if a density is outside (0, 1], S is
/// outside [1, longest_sequence], m is outside [0, S] or the batch is not positive.
FlopCount count_flops(const ModelDeclaration& model, const EncoderDensity& density, Index sequence,
                      double predicted, Pass pass, const OptimizerPass& optimizer = {});

/// The paper's count: training FLOPs of the encoder for one sequence,
///   3 (24 f L H^2 S + 4 S^2 H L)       for BERT with I = 4 H and uniform density f,
/// that is encoder_linear + attention above. It reproduces every total that Dietrich et al. 2021
/// ("Towards Structured Dynamic Sparse Pre-Training of BERT", tables 1 and A.8) print.
double training_flops(const ModelDeclaration& model, const EncoderDensity& density, Index sequence);

/// The same for weights that store so many values, in the order of `model.weights`: a whole number.
/// Throws ShapeError if there is not one count for each weight.
double training_flops(const ModelDeclaration& model, std::span<const Index> stored, Index sequence);

/// Stored parameters of a model.
struct ParameterCount {
  double encoder_linear = 0;  ///< of `ModelDeclaration::weights`
  double embedding = 0;       ///< token (shared with a tied decoder), position and segment tables
  double other = 0;           ///< biases, norms and the head's weights

  double total() const { return encoder_linear + embedding + other; }
};

/// Counts the stored parameters of a model. Throws ConfigError if a density is outside (0, 1].
ParameterCount count_parameters(const ModelDeclaration& model, const EncoderDensity& density);

}  // namespace espalier::models
