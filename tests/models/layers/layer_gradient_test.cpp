// SPDX-License-Identifier: Apache-2.0
// Every layer's backward pass against central differences of its definition in double. The loss is
// the sum of the outputs with fixed random weights, which serve as the output's gradient.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include <espalier/models/layers/activation.h>
#include <espalier/models/layers/attention.h>
#include <espalier/models/layers/attention_layout.h>
#include <espalier/models/layers/convolution.h>
#include <espalier/models/layers/embedding.h>
#include <espalier/models/layers/layer_norm.h>
#include <espalier/models/layers/linear.h>
#include "tests/models/families/head_problem.h"
#include "tests/models/layers/layer_oracles.h"
#include "tests/support/dense_values.h"
#include "tests/support/generated_problem.h"
#include "tests/support/gradient_check.h"
#include "tests/support/oracle.h"

namespace espalier::models {
namespace {

using sparse::Activations;
using testing::Doubles;
using testing::expect_gradient;
using testing::flat;
using testing::normal_activations;
using testing::to_double;
using testing::to_doubles;

double weighted_sum(const Doubles& y, const Doubles& weights) {
  double sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i) sum += y[i] * weights[i];
  return sum;
}

TEST(Gradient, LayerNorm) {
  constexpr Index tokens = 40, features = 10, width = 16;
  const Context context({.threads = 1});
  LayerNorm norm("norm", features, context);
  for (Parameter* parameter : norm.parameters()) {
    const auto values = testing::normal_values(features, parameter->name.size());
    parameter->values.assign(values.begin(), values.end());
  }
  Activations x = normal_activations(tokens, features, width, 1);
  const Activations dy = normal_activations(tokens, features, width, 2);
  const Doubles input = to_double(x), weights = to_double(dy);
  Activations y(tokens, features, width), dx = testing::nan_activations(tokens, features, width);
  AlignedVector<float> inverse_deviation;
  norm.forward(x, nullptr, y, inverse_deviation);
  norm.backward(x, inverse_deviation, dy, dx);

  const Doubles weight = to_doubles(norm.parameters()[0]->values);
  const Doubles bias = to_doubles(norm.parameters()[1]->values);
  const auto loss = [&](const Doubles& z, const Doubles& w, const Doubles& b) {
    return weighted_sum(testing::layer_norm_oracle(z, tokens, w, b, 1e-12), weights);
  };
  // dx: x̂ has up to F + 8 roundings, the two sums F + 4 each, and x̂ is up to sqrt(F) < 4.
  expect_gradient(
      "dx", [&](const Doubles& v) { return loss(v, weight, bias); }, input, flat(dx),
      4 * (3 * features + 16));
  // Parameters: a sum over the tokens on top.
  const double roundings = 4 * (features + 8 + tokens);
  expect_gradient(
      "weight", [&](const Doubles& v) { return loss(input, v, bias); }, weight,
      norm.parameters()[0]->gradient, roundings);
  expect_gradient(
      "bias", [&](const Doubles& v) { return loss(input, weight, v); }, bias,
      norm.parameters()[1]->gradient, roundings);
}

TEST(Gradient, Gelu) {
  const Context context({.threads = 1});
  Activations x = normal_activations(40, 3, 16, 1);
  Activations dy = normal_activations(40, 3, 16, 2), y(40, 3, 16);
  const Doubles input = to_double(x), weights = to_double(dy);
  gelu(x, y, context);
  gelu_backward(x, dy, context);
  // The derivative is within 0.75e-7 + 10 * 2^-24 (activation_test) plus the roundings of x^2 / 2,
  // below 8 here, times x * density, below 1/4.
  expect_gradient(
      "dx",
      [&](const Doubles& v) {
        Doubles out;
        for (const double value : v) out.push_back(testing::gelu_oracle(value));
        return weighted_sum(out, weights);
      },
      input, flat(dy), 16);
}

TEST(Gradient, GeluTanh) {
  const Context context({.threads = 1});
  Activations x = normal_activations(40, 3, 16, 1);
  Activations dy = normal_activations(40, 3, 16, 2), y(40, 3, 16);
  const Doubles input = to_double(x), weights = to_double(dy);
  gelu_tanh(x, y, context);
  activate_backward(x, dy, context);
  // As SiLU below, and five roundings of the sigmoid's argument, which is below 10 here and whose
  // slope is below 4.
  expect_gradient(
      "dx",
      [&](const Doubles& v) {
        Doubles out;
        for (const double value : v) out.push_back(testing::gelu_tanh_oracle(value));
        return weighted_sum(out, weights);
      },
      input, flat(dy), 24 + 5 * 10);
}

TEST(Gradient, Silu) {
  const Context context({.threads = 1});
  Activations x = normal_activations(40, 3, 16, 1);
  Activations dy = normal_activations(40, 3, 16, 2), y(40, 3, 16);
  const Doubles input = to_double(x), weights = to_double(dy);
  silu(x, y, context);
  silu_backward(x, dy, context);
  // Four roundings of the exponential and its argument, two of the reciprocal, six of products and
  // sums, of terms below 2.
  expect_gradient(
      "dx",
      [&](const Doubles& v) {
        Doubles out;
        for (const double value : v) out.push_back(value * testing::sigmoid_oracle(value));
        return weighted_sum(out, weights);
      },
      input, flat(dy), 24);
}

TEST(Gradient, Glu) {
  constexpr Index tokens = 40, features = 3;
  const Context context({.threads = 1});
  Activations x = normal_activations(tokens, 2 * features, 16, 1);
  const Activations dy = normal_activations(tokens, features, 16, 2);
  const Doubles input = to_double(x), weights = to_double(dy);
  Activations y = testing::nan_activations(tokens, features, 16);
  Activations dx = testing::nan_activations(tokens, 2 * features, 16);
  glu(x, y, context);
  glu_backward(x, dy, dx, context);
  // As above.
  expect_gradient(
      "dx",
      [&](const Doubles& v) {
        Doubles out;
        for (Index i = 0; i < features * tokens; ++i)
          out.push_back(testing::sigmoid_oracle(v[i]) * v[features * tokens + i]);
        return weighted_sum(out, weights);
      },
      input, flat(dx), 24);
}

TEST(Gradient, GroupedConvolution) {
  constexpr Index tokens = 48, sequence = 16;
  const std::vector<Index> lengths = {16, 5, 9};
  const testing::ConvolutionShape shape = {6, 3, 5, tokens, [&](Index t) {
                                             const Index first = t / sequence * sequence;
                                             return std::pair(first, first + lengths[t / sequence]);
                                           }};
  const Context context({.threads = 1, .seed = 3});
  GroupedConvolution layer({.features = 6, .group = 3, .kernel = 5, .initial_deviation = 1.0},
                           context);
  const Activations x = normal_activations(tokens, 6, 32, 1);
  const Activations dy = normal_activations(tokens, 6, 32, 2);
  Activations dx = testing::nan_activations(tokens, 6, 32);
  layer.backward(x, {.sequence = sequence, .lengths = lengths}, dy, dx);
  const Doubles input = to_double(x), weights = to_double(dy);
  const Doubles weight = to_doubles(layer.parameters()[0]->values);
  const Doubles bias = to_doubles(layer.parameters()[1]->values);
  const auto loss = [&](const Doubles& v, const Doubles& w, const Doubles& b) {
    return weighted_sum(testing::convolution_oracle(shape, w, b, v).value, weights);
  };
  // Sums of 3 * 5 products, or over 48 tokens.
  expect_gradient(
      "dx", [&](const Doubles& v) { return loss(v, weight, bias); }, input, flat(dx), 16);
  expect_gradient(
      "weight", [&](const Doubles& v) { return loss(input, v, bias); }, weight,
      layer.parameters()[0]->gradient, 49);
  expect_gradient(
      "bias", [&](const Doubles& v) { return loss(input, weight, v); }, bias,
      layer.parameters()[1]->gradient, 49);
}

TEST(Gradient, GroupedLinear) {
  constexpr Index in = 24, out = 16, groups = 2, tokens = 40;
  for (const double density : {1.0, 0.5}) {
    const Context context({.threads = 1, .seed = 3});
    Linear layer({.in = in,
                  .out = out,
                  .groups = groups,
                  .block = 2,
                  .density = density,
                  .initial_deviation = 1.0},
                 context);
    const Activations x = normal_activations(tokens, in, 16, 1);
    const Activations dy = normal_activations(tokens, out, 16, 2);
    Activations dx = testing::nan_activations(tokens, in, 16);
    layer.backward(x, dy, &dx);
    const Doubles input = to_double(x), weights = to_double(dy);
    const Parameter& weight = layer.weight();
    // Row and column in the weight of each stored value.
    std::vector<std::pair<Index, Index>> places;
    for (Index i = 0; i < (weight.is_sparse() ? weight.pattern->blocks() : 0); ++i)
      for (Index v = 0; v < 4; ++v) {
        const sparse::BlockCoordinate at = weight.pattern->coordinates()[i];
        places.emplace_back(at.row * 2 + v / 2, at.col * 2 + v % 2);
      }
    for (Index i = 0; i < (weight.is_sparse() ? 0 : weight.positions()); ++i)
      places.emplace_back(i / (in / groups), i % (in / groups));
    ASSERT_EQ(places.size(), weight.values.size());
    const auto loss = [&](const Doubles& v, const Doubles& w) {
      Doubles y(out * tokens);
      for (std::size_t i = 0; i < places.size(); ++i) {
        const auto [row, column] = places[i];
        const Index feature = row / (out / groups) * (in / groups) + column;
        for (Index t = 0; t < tokens; ++t) y[row * tokens + t] += w[i] * v[feature * tokens + t];
      }
      return weighted_sum(y, weights);
    };
    const Doubles start = to_doubles(weight.values);
    // Sums over 8 outputs of a group, or over 40 tokens.
    expect_gradient(
        "dx", [&](const Doubles& v) { return loss(v, start); }, input, flat(dx), 9);
    expect_gradient(
        "weight", [&](const Doubles& w) { return loss(input, w); }, start, weight.gradient, 41);
  }
}

/// Inputs and the gradient of the output, which are the same in panels of any width.
struct AttentionProblem {
  explicit AttentionProblem(const testing::AttentionShape& s)
      : shape(s), q(values(1)), k(values(2)), v(values(3)), dout(values(4)) {}

  Activations values(std::uint64_t seed) const {
    return normal_activations(shape.tokens(), shape.features, shape.width(), seed);
  }

  const testing::AttentionShape& shape;
  Activations q, k, v, dout;
};

/// What the gradients of q, k and v are, at every `stride`-th of their positions.
struct AttentionDifferences {
  AttentionDifferences(const AttentionProblem& p, std::size_t s) : stride(s) {
    const Doubles in_q = to_double(p.q), in_k = to_double(p.k), in_v = to_double(p.v);
    const Doubles weights = to_double(p.dout);
    const auto loss = [&](const Doubles& a, const Doubles& b, const Doubles& c) {
      return weighted_sum(testing::attention_oracle(p.shape, a, b, c), weights);
    };
    using testing::central_differences;
    q = central_differences([&](const Doubles& x) { return loss(x, in_k, in_v); }, in_q, stride);
    k = central_differences([&](const Doubles& x) { return loss(in_q, x, in_v); }, in_k, stride);
    v = central_differences([&](const Doubles& x) { return loss(in_q, in_k, x); }, in_v, stride);
  }

  std::size_t stride;
  std::vector<testing::Difference> q, k, v;
};

void expect_attention_gradient(const AttentionProblem& p, const AttentionDifferences& expected,
                               const AttentionOptions& options, const Context& context) {
  const testing::AttentionShape& shape = p.shape;
  Activations out(shape.tokens(), shape.features, shape.width()), dq = out, dk = out, dv = out;
  AttentionRecord record;
  attention_forward(p.q, p.k, p.v, shape.heads, shape.sequence, shape.told_lengths(), out, record,
                    context, options);
  attention_backward(p.q, p.k, p.v, shape.heads, record, out, p.dout, dq, dk, dv, context);
  // Sums over 4 features and the keys, twice each (scores and their gradient), and the exponential
  // of scores up to about 8, whose error of (4 + 3) u each counts 8-fold: 2 * 7 * 8, and 8 to
  // spare.
  const double roundings = 2 * (4 + static_cast<double>(shape.sequence)) + 120;
  expect_gradient("q", expected.q, flat(dq), roundings, expected.stride);
  expect_gradient("k", expected.k, flat(dk), roundings, expected.stride);
  expect_gradient("v", expected.v, flat(dv), roundings, expected.stride);
}

void expect_attention_gradient(const testing::AttentionShape& shape,
                               const AttentionOptions& options, const Context& context) {
  const AttentionProblem problem(shape);
  expect_attention_gradient(problem, AttentionDifferences(problem, 1), options, context);
}

TEST(Gradient, Attention) {
  const Context context({.threads = 1});
  expect_attention_gradient({.features = 8, .sequence = 16, .heads = 2, .lengths = {16, 5}}, {},
                            context);
}

TEST(Gradient, CausalAttention) {
  const Context context({.threads = 1});
  expect_attention_gradient(
      {.features = 8, .sequence = 16, .heads = 2, .lengths = {16, 5}, .causal = true},
      {.causal = true}, context);
}

TEST(Gradient, AttentionWithinDocuments) {
  const Context context({.threads = 1});
  const std::vector<Index> documents = {3, 9, 4, 1, 15};
  for (const bool causal : {false, true})
    expect_attention_gradient({.features = 8,
                               .sequence = 16,
                               .heads = 2,
                               .lengths = {16, 16},
                               .causal = causal,
                               .documents = documents},
                              {.causal = causal, .documents = documents}, context);
}

TEST(Gradient, SparseAttention) {
  const Context context({.threads = 1});
  for (const bool causal : {false, true}) {
    const sparse::PatternPtr pattern =
        attention_pattern({.block = 16, .window = 0, .global = 1, .random = 1}, 64, causal);
    testing::AttentionShape shape = {.features = 8,
                                     .sequence = 64,
                                     .heads = 2,
                                     .lengths = {64, 21},
                                     .causal = causal,
                                     .pattern = pattern};
    // Every fifth value: each token, each feature and each lane of a panel is among them.
    const AttentionDifferences expected(AttentionProblem(shape), 5);
    for (const Index width : {16, 32, 64}) {
      shape.panel_width = width;
      expect_attention_gradient(AttentionProblem(shape), expected,
                                {.causal = causal, .pattern = pattern.get()}, context);
    }
  }
}

// The same with a fixed mask, whose values are 0 and 4/3.
TEST(Gradient, AttentionWithDropout) {
  const Context context({.threads = 1, .seed = 4});
  const Dropout dropout("dropout", 0.25, context);
  AlignedVector<float> masks(4 * 16 * 16, 1.0f);
  for (Index matrix = 0; matrix < 4; ++matrix) {
    const MatrixView<float> mask(masks.data() + matrix * 16 * 16, 16, 16);
    apply_mask(dropout.mask(2, matrix + 6), 0, 0, mask, mask, context);
  }
  expect_attention_gradient(
      {.features = 8,
       .sequence = 16,
       .heads = 2,
       .lengths = {16, 5},
       .mask = [&](Index matrix, Index key,
                   Index query) { return double{masks[(matrix * 16 + key) * 16 + query]}; }},
      {.dropout = &dropout, .position = {.step = 2, .first_sequence = 3}}, context);
}

void expect_embedding_gradient(std::span<const std::int32_t> places, double density = 1) {
  constexpr Index hidden = 6, sequence = 16;
  const Context context({.threads = 1, .seed = 3});
  TokenEmbedding embedding({.vocabulary = 8,
                            .max_positions = 18,
                            .segments = 2,
                            .hidden = hidden,
                            .initial_deviation = 1.0,
                            .block = 2,
                            .density = density},
                           context);
  std::vector<std::int32_t> tokens, segments;
  for (Index t = 0; t < 2 * sequence; ++t) {
    tokens.push_back(static_cast<std::int32_t>(t * t % 6));  // words 6 and 7 never occur
    segments.push_back(static_cast<std::int32_t>(t / 5 % 2));
  }
  Activations y(2 * sequence, hidden, sequence);
  EmbeddingRecord record;
  embedding.forward(tokens, segments, sequence, y, record, places);
  const Activations dy = normal_activations(2 * sequence, hidden, sequence, 4);
  embedding.backward(tokens, segments, record, dy, places);
  const Doubles weights = to_double(dy);
  const ParameterList p = embedding.parameters();
  testing::EmbeddingTables tables{hidden,
                                  {},
                                  to_doubles(p[1]->values),
                                  to_doubles(p[2]->values),
                                  to_doubles(p[3]->values),
                                  to_doubles(p[4]->values)};
  Doubles words = to_doubles(p[0]->values);  // what is stored of them
  Doubles* const parts[] = {&words, &tables.position, &tables.segment, &tables.weight,
                            &tables.bias};
  for (int i = 0; i < 5; ++i) {
    const Doubles start = *parts[i];
    // The norm's roundings (3 F + 16, times sqrt(F) < 3) and a sum over 32 tokens.
    expect_gradient(
        p[i]->name,
        [&](const Doubles& v) {
          *parts[i] = v;
          tables.word = testing::dense_values<double>(*p[0], words);
          return weighted_sum(testing::embedding_oracle(tables, tokens, segments, sequence, places),
                              weights);
        },
        start, p[i]->gradient, 3 * (3 * hidden + 16) + 2 * sequence);
    *parts[i] = start;
  }
}

TEST(Gradient, TokenEmbedding) { expect_embedding_gradient({}); }

TEST(Gradient, TokenEmbeddingWithASparseTable) { expect_embedding_gradient({}, 0.5); }

TEST(Gradient, TokenEmbeddingWithPlacesOfItsOwn) {
  std::vector<std::int32_t> places;
  for (const std::int32_t document : {5, 11, 16})
    for (std::int32_t t = 0; t < document; ++t) places.push_back(t);
  expect_embedding_gradient(places);
}

// Of a head without a transform the definition is that of a decoder without a bias.
void expect_plain_head_gradient(double density) {
  constexpr double scale = 0.25;
  const Context context({.threads = 1, .seed = 1});
  testing::HeadProblem problem(context, LmHeadKind::kPlain, density);
  constexpr Index hidden_size = testing::HeadProblem::kHidden;
  MlmRecord record;
  Activations dhidden = testing::nan_activations(problem.hidden.tokens(), hidden_size, 16);
  const PredictionLoss found = problem.head.forward_backward(
      problem.hidden, problem.positions, problem.labels, scale, dhidden, record);
  const Doubles hidden = to_double(problem.hidden), words = to_doubles(problem.embedding.values);
  const auto loss = [&](const Doubles& h, const Doubles& stored) {
    const Doubles e = testing::dense_values<double>(problem.embedding, stored);
    double sum = 0;
    for (std::size_t i = 0; i < problem.positions.size(); ++i) {
      double exponentials = 0, label = 0;
      for (Index word = 0; word < testing::HeadProblem::kVocabulary; ++word) {
        double logit = 0;
        for (Index f = 0; f < hidden_size; ++f)
          logit +=
              e[word * hidden_size + f] * h[f * problem.hidden.tokens() + problem.positions[i]];
        exponentials += std::exp(logit);
        if (word == problem.labels[i]) label = logit;
      }
      sum += std::log(exponentials) - label;
    }
    return scale * sum;
  };
  // A logit is a sum of 12 products, below 12 * 5 * 2.5; the loss sums 512 + 8 exponentials.
  const double roundings = 1100 + 20 + 2 * 12 * 150 + 520;
  EXPECT_NEAR(scale * found.loss_sum, loss(hidden, words), 20 * roundings * testing::kUnitRoundoff);
  expect_gradient(
      "hidden", [&](const Doubles& v) { return loss(v, words); }, hidden, flat(dhidden), roundings,
      7);
  expect_gradient(
      "embedding", [&](const Doubles& v) { return loss(hidden, v); }, words,
      problem.embedding.gradient, roundings, words.size() / 12);
}

TEST(Gradient, PlainHead) { expect_plain_head_gradient(1); }

TEST(Gradient, PlainHeadWithASparseEmbedding) { expect_plain_head_gradient(0.25); }

void expect_head_gradient(double density) {
  constexpr double scale = 0.25;
  const Context context({.threads = 1, .seed = 1});
  testing::HeadProblem problem(context, LmHeadKind::kTransform, density);
  MlmRecord record;
  Activations dhidden =
      testing::nan_activations(problem.hidden.tokens(), testing::HeadProblem::kHidden, 16);
  problem.head.forward_backward(problem.hidden, problem.positions, problem.labels, scale, dhidden,
                                record);
  const Doubles hidden = to_double(problem.hidden);
  // Forward roundings as in HeadProblem::loss_bound, per unit of a logit; backward, a sum over the
  // vocabulary (1,100 words) and over the positions (20), then the norm and the transform.
  const double roundings = 1100 + 20 + 6 * testing::HeadProblem::kHidden +
                           problem.loss_bound() / (20 * testing::kUnitRoundoff);
  testing::HeadParameters values = problem.parameters();
  expect_gradient(
      "hidden", [&](const Doubles& v) { return scale * problem.loss(values, v); }, hidden,
      flat(dhidden), roundings, 7);
  ParameterList parameters = {&problem.embedding};
  for (Parameter* parameter : problem.head.parameters()) parameters.push_back(parameter);
  Doubles words = to_doubles(problem.embedding.values);  // what is stored of them
  Doubles* const parts[] = {&words,
                            &values.decoder_bias,
                            &values.dense_weight,
                            &values.dense_bias,
                            &values.norm_weight,
                            &values.norm_bias};
  for (int i = 0; i < 6; ++i) {
    const Doubles start = *parts[i];
    expect_gradient(
        parameters[i]->name,
        [&](const Doubles& v) {
          *parts[i] = v;
          values.embedding = testing::dense_values<double>(problem.embedding, words);
          return scale * problem.loss(values, hidden);
        },
        start, parameters[i]->gradient, roundings, start.size() / 12);
    *parts[i] = start;
  }
}

TEST(Gradient, LmHead) { expect_head_gradient(1); }

TEST(Gradient, LmHeadWithASparseEmbedding) { expect_head_gradient(0.25); }

}  // namespace
}  // namespace espalier::models
