// SPDX-License-Identifier: Apache-2.0
#include "tests/models/layers/layer_oracles.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace espalier::testing {

Doubles to_doubles(std::span<const float> values) { return {values.begin(), values.end()}; }

std::vector<float> flat(const sparse::Activations& x) {
  std::vector<float> out;
  for (Index f = 0; f < x.features(); ++f)
    for (Index t = 0; t < x.tokens(); ++t) out.push_back(x.at(t, f));
  return out;
}

Doubles layer_norm_oracle(const Doubles& x, Index tokens, const Doubles& weight,
                          const Doubles& bias, double epsilon) {
  const Index features = static_cast<Index>(weight.size());
  Doubles y(x.size());
  for (Index t = 0; t < tokens; ++t) {
    double mean = 0, variance = 0;
    for (Index f = 0; f < features; ++f) mean += x[f * tokens + t] / features;
    for (Index f = 0; f < features; ++f) {
      const double centred = x[f * tokens + t] - mean;
      variance += centred * centred / features;
    }
    for (Index f = 0; f < features; ++f)
      y[f * tokens + t] =
          weight[f] * (x[f * tokens + t] - mean) / std::sqrt(variance + epsilon) + bias[f];
  }
  return y;
}

double gelu_tanh_argument(double x) {
  return 2 * std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x);
}

double gelu_tanh_oracle(double x) { return x * sigmoid_oracle(gelu_tanh_argument(x)); }

double gelu_oracle(double x) { return 0.5 * x * std::erfc(-x / std::numbers::sqrt2); }

std::pair<Index, Index> AttentionShape::seen_by(Index s, Index query) const {
  std::pair<Index, Index> seen = {0, lengths[s]};
  Index first = -s * sequence;  // of a document
  for (const Index count : documents) {
    if (first <= query && query < first + count) seen = {first, first + count};
    first += count;
  }
  if (causal) seen.second = std::min(query + 1, seen.second);
  return seen;
}

bool AttentionShape::pattern_shows(Index s, Index query, Index key) const {
  if (pattern == nullptr) return true;
  const Index row = query / pattern->block().rows, column = key / pattern->block().cols;
  if (row * pattern->block().rows >= lengths[s] && column == 0) return true;
  for (Index i = pattern->row_offsets()[row]; i < pattern->row_offsets()[row + 1]; ++i)
    if (pattern->columns()[i] == column) return true;
  return false;
}

double sigmoid_oracle(double x) { return 1 / (1 + std::exp(-x)); }

namespace {

Oracle zeros(Index rows, Index cols, Index terms) {
  const auto size = static_cast<std::size_t>(rows * cols);
  return {rows, cols, terms, Doubles(size), Doubles(size)};
}

void add(Oracle& to, Index at, double term) {
  to.value[at] += term;
  to.magnitude[at] += std::abs(term);
}

/// Calls body(output, input, weight) with the places of what each product multiplies and where it
/// goes, of activations [features][tokens].
template <typename Body>
void for_each_term(const ConvolutionShape& shape, const Body& body) {
  for (Index t = 0; t < shape.tokens; ++t) {
    const auto [first, end] = shape.seen_by(t);
    for (Index j = 0; j < shape.kernel; ++j) {
      const Index seen = t + j - shape.kernel / 2;
      if (seen < first || seen >= end) continue;
      for (Index o = 0; o < shape.features; ++o)
        for (Index i = 0; i < shape.group; ++i)
          body(o * shape.tokens + t, (o / shape.group * shape.group + i) * shape.tokens + seen,
               (o * shape.group + i) * shape.kernel + j);
    }
  }
}

}  // namespace

Oracle convolution_oracle(const ConvolutionShape& shape, const Doubles& weight, const Doubles& bias,
                          const Doubles& x) {
  Oracle y = zeros(shape.features, shape.tokens, shape.group * shape.kernel + 1);
  for (Index i = 0; i < shape.features * shape.tokens; ++i) add(y, i, bias[i / shape.tokens]);
  for_each_term(shape,
                [&](Index output, Index input, Index w) { add(y, output, weight[w] * x[input]); });
  return y;
}

ConvolutionGradients convolution_gradient_oracle(const ConvolutionShape& shape,
                                                 const Doubles& weight, const Doubles& x,
                                                 const Doubles& dy) {
  ConvolutionGradients gradients = {zeros(shape.features, shape.tokens, shape.group * shape.kernel),
                                    zeros(shape.features, shape.group * shape.kernel, shape.tokens),
                                    zeros(shape.features, 1, shape.tokens)};
  for_each_term(shape, [&](Index output, Index input, Index w) {
    add(gradients.x, input, weight[w] * dy[output]);
    add(gradients.weight, w, x[input] * dy[output]);
  });
  for (Index i = 0; i < shape.features * shape.tokens; ++i)
    add(gradients.bias, i / shape.tokens, dy[i]);
  return gradients;
}

Doubles attention_oracle(const AttentionShape& shape, const Doubles& q, const Doubles& k,
                         const Doubles& v, Doubles* probabilities) {
  const Index tokens = shape.tokens(), sequence = shape.sequence;
  const Index size = shape.features / shape.heads;
  Doubles out(q.size());
  for (Index s = 0; s < static_cast<Index>(shape.lengths.size()); ++s)
    for (Index h = 0; h < shape.heads; ++h) {
      const Index first = h * size * tokens + s * sequence;  // feature 0, token 0 of the head
      std::vector<Doubles> p(sequence, Doubles(sequence));   // [query][key]
      for (Index query = 0; query < sequence; ++query) {
        double sum = 0;
        const auto [begin, end] = shape.seen_by(s, query);
        for (Index key = begin; key < end; ++key) {
          if (!shape.pattern_shows(s, query, key)) continue;
          double score = 0;
          for (Index f = 0; f < size; ++f)
            score += q[first + f * tokens + query] * k[first + f * tokens + key];
          p[query][key] = std::exp(score / std::sqrt(static_cast<double>(size)));
          sum += p[query][key];
        }
        for (Index key = 0; key < sequence; ++key)
          p[query][key] *= (shape.mask ? shape.mask(s * shape.heads + h, key, query) : 1) / sum;
        for (Index f = 0; f < size; ++f)
          for (Index key = 0; key < shape.lengths[s]; ++key)
            out[first + f * tokens + query] += p[query][key] * v[first + f * tokens + key];
      }
      if (probabilities == nullptr) continue;
      for (Index key = 0; key < sequence; ++key)
        for (Index query = 0; query < sequence; ++query) probabilities->push_back(p[query][key]);
    }
  return out;
}

Doubles embedding_oracle(const EmbeddingTables& tables, std::span<const std::int32_t> tokens,
                         std::span<const std::int32_t> segment_ids, Index sequence,
                         std::span<const std::int32_t> places) {
  const Index count = static_cast<Index>(tokens.size()), hidden = tables.hidden;
  Doubles sum(tokens.size() * static_cast<std::size_t>(hidden));
  for (Index t = 0; t < count; ++t)
    for (Index f = 0; f < hidden; ++f)
      sum[f * count + t] =
          tables.word[tokens[t] * hidden + f] +
          tables.position[(places.empty() ? t % sequence : places[t]) * hidden + f] +
          tables.segment[(segment_ids.empty() ? 0 : segment_ids[t]) * hidden + f];
  return layer_norm_oracle(sum, count, tables.weight, tables.bias, 1e-12);
}

double head_loss_oracle(const HeadParameters& p, const Doubles& hidden, Index tokens,
                        std::span<const Index> positions, std::span<const std::int32_t> labels) {
  const Index features = p.hidden, vocabulary = static_cast<Index>(p.decoder_bias.size());
  double loss = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    Doubles activated(features);
    for (Index o = 0; o < features; ++o) {
      double sum = p.dense_bias[o];
      for (Index f = 0; f < features; ++f)
        sum += p.dense_weight[o * features + f] * hidden[f * tokens + positions[i]];
      activated[o] = gelu_oracle(sum);
    }
    const Doubles x = layer_norm_oracle(activated, 1, p.norm_weight, p.norm_bias, 1e-12);
    Doubles logits(vocabulary);
    for (Index word = 0; word < vocabulary; ++word) {
      logits[word] = p.decoder_bias[word];
      for (Index f = 0; f < features; ++f) logits[word] += p.embedding[word * features + f] * x[f];
    }
    const double top = *std::max_element(logits.begin(), logits.end());
    double sum = 0;
    for (const double logit : logits) sum += std::exp(logit - top);
    loss += top + std::log(sum) - logits[labels[i]];
  }
  return loss;
}

}  // namespace espalier::testing
