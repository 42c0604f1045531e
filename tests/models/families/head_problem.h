// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <espalier/models/families/lm_head.h>
#include "tests/models/layers/layer_oracles.h"
#include "tests/support/dense_values.h"
#include "tests/support/generated_problem.h"
#include "tests/support/oracle.h"

namespace espalier::testing {

/// A small head with three chunks of vocabulary, the last one short, and 20 masked positions of 40
/// (so that compact panels have padding), with parameters of ordinary size.
struct HeadProblem {
  static constexpr Index kHidden = 12;
  static constexpr Index kVocabulary = 1100;
  static constexpr Index kTokens = 40;

  /// The embedding is sparse, in blocks of 4, if its density is below 1.
  explicit HeadProblem(const Context& context,
                       models::LmHeadKind kind = models::LmHeadKind::kTransform, double density = 1)
      : words({.name = "words",
               .in = kHidden,
               .out = kVocabulary,
               .block = 4,
               .density = density,
               .bias = false},
              context),
        embedding(words.weight()),
        hidden(normal_activations(kTokens, kHidden, 16, 3)),
        head(words, kHidden, kVocabulary, 0.5, context, kind) {
    fill(embedding, 0.5f, 4);
    for (Index i = 0; i < 20; ++i) {
      positions.push_back(2 * i + 1);
      labels.push_back(static_cast<std::int32_t>(i * 57));
    }
    std::uint64_t seed = 10;
    for (models::Parameter* parameter : head.parameters()) fill(*parameter, 0.5f, seed++);
  }

  HeadParameters parameters() {
    const models::ParameterList p = head.parameters();
    return {kHidden,
            to_doubles(dense_values(embedding, embedding.values)),
            to_doubles(p[0]->values),
            to_doubles(p[1]->values),
            to_doubles(p[2]->values),
            to_doubles(p[3]->values),
            to_doubles(p[4]->values)};
  }
  double loss(const HeadParameters& p, const Doubles& hidden_values) const {
    return head_loss_oracle(p, hidden_values, kTokens, positions, labels);
  }

  /// With u = 2^-24 the longest path from hidden to loss rounds (H + 1) times in the transform, 16
  /// in GELU, (H + 8) in the norm and (H + 1) in the decoder. Every error ahead of the norm is
  /// relative to the greatest feature, which the norm divides by the deviation: less than H^(1/2)
  /// for H features about their mean, and as much again for the mean's own error. Logits then
  /// are off by the sum over features of |E|, and the loss by twice a logit's error and 512 + 8
  /// roundings of the chunk's sums.
  double loss_bound() {
    const HeadParameters p = parameters();
    double row = 0, weight = 0;
    for (Index word = 0; word < kVocabulary; ++word) {
      double sum = 0;
      for (Index f = 0; f < kHidden; ++f) sum += std::abs(p.embedding[word * kHidden + f]);
      row = std::max(row, sum);
    }
    for (const double w : p.norm_weight) weight = std::max(weight, std::abs(w));
    const double h = kHidden;
    const double logit = (3 * h + 26) * 2 * std::sqrt(h) * weight * row;
    return static_cast<double>(positions.size()) * kUnitRoundoff * (2 * logit + 512 + 8);
  }

  models::Linear words;
  models::Parameter& embedding;
  sparse::Activations hidden;
  models::LmHead head;
  std::vector<Index> positions;
  std::vector<std::int32_t> labels;

 private:
  static void fill(models::Parameter& parameter, float size, std::uint64_t seed) {
    const auto values = normal_values(static_cast<Index>(parameter.values.size()), seed);
    for (std::size_t i = 0; i < values.size(); ++i) parameter.values[i] = size * values[i];
  }
};

}  // namespace espalier::testing
