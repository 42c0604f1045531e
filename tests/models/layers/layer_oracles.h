// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <espalier/sparse/core/types.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/format/block_pattern.h>
#include "tests/support/oracle.h"

/// The layers as plain loops in double: the definition that the tests hold the library to.
/// Matrices are row-major, activations [features][tokens].
namespace espalier::testing {

using Doubles = std::vector<double>;

inline constexpr double kUnitRoundoff = 0x1.0p-24;  // of float

Doubles to_doubles(std::span<const float> values);

/// Values of panels in the order [features][tokens], as floats; the inverse puts them back.
std::vector<float> flat(const sparse::Activations& x);

Doubles layer_norm_oracle(const Doubles& x, Index tokens, const Doubles& weight,
                          const Doubles& bias, double epsilon);

double gelu_oracle(double x);
/// What the sigmoid of the tanh form is taken of, and that form.
double gelu_tanh_argument(double x);
double gelu_tanh_oracle(double x);
double sigmoid_oracle(double x);

struct ConvolutionShape {
  Index features, group, kernel, tokens;
  /// First token that an output sees, and the one behind the last, if the kernel reaches so far.
  std::function<std::pair<Index, Index>(Index token)> seen_by;
};
/// `weight` is [features, group, kernel], `x` [features][tokens].
Oracle convolution_oracle(const ConvolutionShape& shape, const Doubles& weight, const Doubles& bias,
                          const Doubles& x);
struct ConvolutionGradients {
  Oracle x, weight, bias;
};
ConvolutionGradients convolution_gradient_oracle(const ConvolutionShape& shape,
                                                 const Doubles& weight, const Doubles& x,
                                                 const Doubles& dy);

struct AttentionShape {
  Index features;
  Index sequence;
  Index heads;
  std::vector<Index> lengths;
  Index panel_width = 0;  ///< 0: that of a sequence
  /// What each probability is multiplied by; matrices are numbered head by head, sequence by
  /// sequence. Empty: one.
  std::function<double(Index matrix, Index key, Index query)> mask = {};
  bool causal = false;
  /// Tokens of each document, of all sequences; given, lengths are whole. Empty: none.
  std::vector<Index> documents = {};
  sparse::PatternPtr pattern = nullptr;  ///< of queries by keys; null: all

  /// First key that the query sees, and the one behind the last, of sequence `s`.
  std::pair<Index, Index> seen_by(Index s, Index query) const;
  /// May a query see a key, as far as the pattern goes?
  bool pattern_shows(Index s, Index query, Index key) const;
  /// As `attention_forward` wants them.
  std::span<const Index> told_lengths() const {
    return documents.empty() ? std::span<const Index>(lengths) : std::span<const Index>();
  }
  Index tokens() const { return sequence * static_cast<Index>(lengths.size()); }
  Index width() const { return panel_width == 0 ? sequence : panel_width; }
};
/// If `probabilities` is given it receives [sequences][heads][keys][queries].
Doubles attention_oracle(const AttentionShape& shape, const Doubles& q, const Doubles& k,
                         const Doubles& v, Doubles* probabilities = nullptr);

struct EmbeddingTables {
  Index hidden;
  Doubles word, position, segment, weight, bias;
};
Doubles embedding_oracle(const EmbeddingTables& tables, std::span<const std::int32_t> tokens,
                         std::span<const std::int32_t> segment_ids, Index sequence,
                         std::span<const std::int32_t> places = {});

struct HeadParameters {
  Index hidden;
  Doubles embedding, decoder_bias, dense_weight, dense_bias, norm_weight, norm_bias;
};
/// Sum over positions of -ln softmax(logits)[label]; `hidden` is [features][tokens].
double head_loss_oracle(const HeadParameters& p, const Doubles& hidden, Index tokens,
                        std::span<const Index> positions, std::span<const std::int32_t> labels);

}  // namespace espalier::testing
