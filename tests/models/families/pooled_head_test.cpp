// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/pooled_head.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include "tests/models/layers/layer_oracles.h"
#include "tests/support/generated_problem.h"
#include "tests/support/gradient_check.h"
#include "tests/support/message.h"
#include "tests/support/oracle.h"

namespace espalier::models {
namespace {

using sparse::Activations;
using testing::Doubles;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::kUnitRoundoff;
using testing::message_of;
using testing::to_doubles;

constexpr Index kHidden = 12, kHeadClasses = 3, kSequence = 16, kSequences = 3;
constexpr Index kHeadTokens = kSequence * kSequences;

/// Three sequences of three classes, and a head with parameters of ordinary size.
struct Problem {
  explicit Problem(const Context& context)
      : hidden(testing::normal_activations(kHeadTokens, kHidden, kSequence, 3)),
        head(kHidden, kHeadClasses, 0.3, context) {
    std::uint64_t seed = 10;
    for (Parameter* parameter : head.parameters()) {
      const auto values =
          testing::normal_values(static_cast<Index>(parameter->values.size()), seed++);
      for (std::size_t i = 0; i < values.size(); ++i) parameter->values[i] = 0.3f * values[i];
    }
  }

  ClassificationBatch batch() const {
    return {.tokens = {}, .sequence = kSequence, .labels = labels};
  }
  std::vector<Doubles> parameters() {
    std::vector<Doubles> all;
    for (const Parameter* parameter : head.parameters())
      all.push_back(to_doubles(parameter->values));
    return all;
  }

  Activations hidden;
  PooledHead head;
  std::vector<std::int32_t> labels = {2, 0, 2};
};

/// The head as its definition says it: `hidden` is [features][tokens], `p` in the order of
/// `PooledHead::parameters`.
double loss_oracle(const std::vector<Doubles>& p, const Doubles& hidden,
                   const std::vector<std::int32_t>& labels) {
  double loss = 0;
  for (std::size_t s = 0; s < labels.size(); ++s) {
    Doubles pooled, logits;
    for (Index o = 0; o < kHidden; ++o) {
      double sum = p[1][o];
      for (Index i = 0; i < kHidden; ++i)
        sum += p[0][o * kHidden + i] * hidden[i * kHeadTokens + static_cast<Index>(s) * kSequence];
      pooled.push_back(std::tanh(sum));
    }
    double total = 0;
    for (Index c = 0; c < kHeadClasses; ++c) {
      double sum = p[3][c];
      for (Index i = 0; i < kHidden; ++i) sum += p[2][c * kHidden + i] * pooled[i];
      logits.push_back(sum);
      total += std::exp(sum);
    }
    loss += std::log(total) - logits[labels[s]];
  }
  return loss;
}

/// With u = 2^-24: a sum of H + 1 terms rounds H + 2 times, each time by at most u times the sum of
/// the magnitudes; tanh passes on no more than it is given and rounds twice; the loss moves by
/// twice what a logit does, and its own sum of exponentials rounds C + 8 times.
double loss_bound(const std::vector<Doubles>& p, const Doubles& hidden) {
  double greatest = 0, pooler = 0, classifier = 0;
  for (const double h : hidden) greatest = std::max(greatest, std::abs(h));
  const auto row_sum = [](const Doubles& weight, const Doubles& bias, Index row, double factor) {
    double sum = std::abs(bias[row]);
    for (Index i = 0; i < kHidden; ++i) sum += factor * std::abs(weight[row * kHidden + i]);
    return sum;
  };
  for (Index o = 0; o < kHidden; ++o) pooler = std::max(pooler, row_sum(p[0], p[1], o, greatest));
  for (Index c = 0; c < kHeadClasses; ++c)
    classifier = std::max(classifier, row_sum(p[2], p[3], c, 1));
  const double pooled = (kHidden + 2) * pooler + 2;
  const double logit = classifier * pooled + (kHidden + 2) * classifier;
  return kSequences * kUnitRoundoff * (2 * logit + kHeadClasses + 8);
}

TEST(PooledHead, LossMatchesTheDefinition) {
  const Context context({.threads = 1});
  Problem problem(context);
  PooledRecord record;
  const PredictionLoss result = problem.head.forward(problem.hidden, problem.batch(), record);
  const Doubles hidden = testing::to_double(problem.hidden);
  EXPECT_EQ(result.count, kSequences);
  EXPECT_NEAR(result.loss_sum, loss_oracle(problem.parameters(), hidden, problem.labels),
              loss_bound(problem.parameters(), hidden));
}

TEST(PooledHead, GradientsAreThoseOfTheDefinition) {
  constexpr double scale = 0.5;
  const Context context({.threads = 1});
  Problem problem(context);
  PooledRecord record;
  Activations dhidden = testing::nan_activations(kHeadTokens, kHidden, kSequence);
  problem.head.forward_backward(problem.hidden, problem.batch(), scale, dhidden, record);
  const Doubles hidden = testing::to_double(problem.hidden);
  std::vector<Doubles> values = problem.parameters();
  // Forward as in loss_bound, for each unit of a logit; backward, sums over classes, sequences and
  // two layers.
  const double roundings = kHeadClasses + kSequences + 4 * kHidden +
                           loss_bound(values, hidden) / (kSequences * kUnitRoundoff);
  testing::expect_gradient(
      "hidden", [&](const Doubles& v) { return scale * loss_oracle(values, v, problem.labels); },
      hidden, testing::flat(dhidden), roundings);
  const ParameterList parameters = problem.head.parameters();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Doubles start = values[i];
    testing::expect_gradient(
        parameters[i]->name,
        [&](const Doubles& v) {
          values[i] = v;
          return scale * loss_oracle(values, hidden, problem.labels);
        },
        start, parameters[i]->gradient, roundings);
    values[i] = start;
  }
}

TEST(PooledHead, SeesTheFirstTokensOnly) {
  const Context context({.threads = 1});
  Problem problem(context);
  PooledRecord record;
  const double before = problem.head.forward(problem.hidden, problem.batch(), record).loss_sum;
  for (Index t = 0; t < kHeadTokens; ++t)
    for (Index f = 0; t % kSequence != 0 && f < kHidden; ++f)
      problem.hidden.at(t, f) = std::numeric_limits<float>::quiet_NaN();
  Activations dhidden = testing::nan_activations(kHeadTokens, kHidden, kSequence);
  const PredictionLoss after =
      problem.head.forward_backward(problem.hidden, problem.batch(), 1.0, dhidden, record);
  EXPECT_EQ(after.loss_sum, before);
  for (Index t = 0; t < kHeadTokens; ++t)
    for (Index f = 0; f < kHidden; ++f)
      EXPECT_EQ(dhidden.at(t, f) != 0.0f, t % kSequence == 0) << t << ' ' << f;
}

TEST(PooledHead, ParametersHaveTheNamesOfBert) {
  const Context context({.threads = 1});
  PooledHead head(kHidden, kHeadClasses, 0.02, context);
  std::vector<std::string> names;
  for (const Parameter* parameter : head.parameters()) names.push_back(parameter->name);
  EXPECT_THAT(names, ElementsAre("bert.pooler.dense.weight", "bert.pooler.dense.bias",
                                 "classifier.weight", "classifier.bias"));
}

TEST(PooledHead, ResultsDoNotDependOnTheNumberOfThreads) {
  std::vector<float> first;
  for (const int threads : {1, 2, 4}) {
    const Context context({.threads = threads});
    Problem problem(context);
    PooledRecord record;
    Activations dhidden(kHeadTokens, kHidden, kSequence);
    problem.head.forward_backward(problem.hidden, problem.batch(), 0.5, dhidden, record);
    std::vector<float> all(dhidden.values().begin(), dhidden.values().end());
    for (const Parameter* parameter : problem.head.parameters())
      all.insert(all.end(), parameter->gradient.begin(), parameter->gradient.end());
    if (threads == 1) first = all;
    EXPECT_TRUE(all == first) << threads << " threads";
  }
}

TEST(PooledHead, ErrorsSayWhatDoesNotFit) {
  const Context context({.threads = 1});
  Problem problem(context);
  PooledRecord record;
  const auto refusal = [&](std::vector<std::int32_t> labels) {
    problem.labels = std::move(labels);
    return message_of<ShapeError>(
        [&] { problem.head.forward(problem.hidden, problem.batch(), record); });
  };
  EXPECT_EQ(refusal({0, 1}),
            "classifier: labels has 2 values; expected one for each sequence of 16 in 48 tokens");
  EXPECT_THAT(refusal({0, 1, 3}), HasSubstr("label 2 is 3; expected 0 to 2"));
  Activations narrow(kHeadTokens, kHidden - 1, kSequence);
  EXPECT_THAT(
      message_of<ShapeError>([&] { problem.head.forward(narrow, problem.batch(), record); }),
      HasSubstr("classifier: hidden has 11 features"));
}

}  // namespace
}  // namespace espalier::models
