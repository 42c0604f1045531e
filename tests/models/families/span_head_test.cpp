// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/span_head.h>

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
using ::testing::HasSubstr;
using testing::kUnitRoundoff;
using testing::message_of;
using testing::to_doubles;

constexpr Index kWidth = 12, kLength = 16, kCount = 3, kAll = kLength * kCount;

/// Three sequences, one of them short and one without an answer, and a head with parameters of
/// ordinary size.
struct SpanProblem {
  explicit SpanProblem(const Context& context)
      : hidden(testing::normal_activations(kAll, kWidth, kLength, 3)), head(kWidth, 0.3, context) {
    std::uint64_t seed = 10;
    for (Parameter* parameter : head.parameters()) {
      const auto values =
          testing::normal_values(static_cast<Index>(parameter->values.size()), seed++);
      for (std::size_t i = 0; i < values.size(); ++i) parameter->values[i] = 0.3f * values[i];
    }
  }

  SpanBatch batch() const {
    return {.tokens = {}, .sequence = kLength, .starts = starts, .ends = ends, .lengths = lengths};
  }
  std::vector<Doubles> parameters() {
    std::vector<Doubles> all;
    for (const Parameter* parameter : head.parameters())
      all.push_back(to_doubles(parameter->values));
    return all;
  }

  Activations hidden;
  SpanHead head;
  std::vector<std::int32_t> starts = {2, 0, 15}, ends = {7, 0, 15};
  std::vector<Index> lengths = {16, 9, 16};
};

/// The head as its definition says it: `hidden` is [features][tokens], `p` weight and bias.
double span_loss_oracle(const std::vector<Doubles>& p, const Doubles& hidden,
                        const SpanProblem& problem) {
  double loss = 0;
  for (std::size_t s = 0; s < problem.starts.size(); ++s)
    for (const Index output : {0, 1}) {
      Doubles logits;
      double total = 0;
      for (Index t = 0; t < problem.lengths[s]; ++t) {
        double sum = p[1][output];
        for (Index i = 0; i < kWidth; ++i)
          sum += p[0][output * kWidth + i] * hidden[i * kAll + static_cast<Index>(s) * kLength + t];
        logits.push_back(sum);
        total += std::exp(sum);
      }
      const std::int32_t place = output == 0 ? problem.starts[s] : problem.ends[s];
      loss += (std::log(total) - logits[static_cast<std::size_t>(place)]) / 2;
    }
  return loss;
}

/// With u = 2^-24: a logit is a sum of H + 1 terms and rounds H + 2 times, each time by at most u
/// times the sum of the magnitudes; the loss of a sequence moves by twice what a logit does.
double span_loss_bound(const std::vector<Doubles>& p, const Doubles& hidden) {
  double greatest = 0, row = 0;
  for (const double h : hidden) greatest = std::max(greatest, std::abs(h));
  for (const Index output : {0, 1}) {
    double sum = std::abs(p[1][output]);
    for (Index i = 0; i < kWidth; ++i) sum += greatest * std::abs(p[0][output * kWidth + i]);
    row = std::max(row, sum);
  }
  return kCount * kUnitRoundoff * 2 * (kWidth + 2) * row;
}

TEST(SpanHead, LossMatchesTheDefinition) {
  const Context context({.threads = 1});
  SpanProblem problem(context);
  SpanRecord record;
  const PredictionLoss result = problem.head.forward(problem.hidden, problem.batch(), record);
  const Doubles hidden = testing::to_double(problem.hidden);
  EXPECT_EQ(result.count, kCount);
  EXPECT_NEAR(result.loss_sum, span_loss_oracle(problem.parameters(), hidden, problem),
              span_loss_bound(problem.parameters(), hidden));
}

TEST(SpanHead, GradientsAreThoseOfTheDefinition) {
  constexpr double scale = 0.5;
  const Context context({.threads = 1});
  SpanProblem problem(context);
  SpanRecord record;
  Activations dhidden = testing::nan_activations(kAll, kWidth, kLength);
  problem.head.forward_backward(problem.hidden, problem.batch(), scale, dhidden, record);
  const Doubles hidden = testing::to_double(problem.hidden);
  std::vector<Doubles> values = problem.parameters();
  // Forward as in span_loss_bound, for each unit of a logit; backward, sums over outputs and
  // tokens.
  const double roundings = 2 + kAll + span_loss_bound(values, hidden) / (kCount * kUnitRoundoff);
  testing::expect_gradient(
      "hidden", [&](const Doubles& v) { return scale * span_loss_oracle(values, v, problem); },
      hidden, testing::flat(dhidden), roundings);
  const ParameterList parameters = problem.head.parameters();
  ASSERT_EQ(parameters[0]->name, "qa_outputs.weight");
  ASSERT_EQ(parameters[1]->name, "qa_outputs.bias");
  const Doubles start = values[0];
  testing::expect_gradient(
      parameters[0]->name,
      [&](const Doubles& v) {
        values[0] = v;
        return scale * span_loss_oracle(values, hidden, problem);
      },
      start, parameters[0]->gradient, roundings);
  // A bias moves all logits alike, and so no softmax. Terms of at most `scale` a sequence in all
  // are rounded, and so are their sums.
  for (const float gradient : parameters[1]->gradient)
    EXPECT_NEAR(gradient, 0, (kAll + 1) * kUnitRoundoff * scale * kCount);
}

TEST(SpanHead, PaddingHasNoPart) {
  const Context context({.threads = 1});
  SpanProblem problem(context);
  SpanRecord record;
  Activations dhidden(kAll, kWidth, kLength);
  const double before = problem.head.forward(problem.hidden, problem.batch(), record).loss_sum;
  for (Index t = kLength + problem.lengths[1]; t < 2 * kLength; ++t)
    for (Index f = 0; f < kWidth; ++f) problem.hidden.at(t, f) = 100;
  const PredictionLoss after =
      problem.head.forward_backward(problem.hidden, problem.batch(), 1, dhidden, record);
  EXPECT_EQ(after.loss_sum, before);
  for (Index f = 0; f < kWidth; ++f) EXPECT_EQ(dhidden.at(2 * kLength - 1, f), 0);
}

TEST(SpanHead, ASequenceIsRightIfBothEndsAre) {
  const Context context({.threads = 1});
  SpanProblem problem(context);
  SpanRecord record;
  problem.head.forward(problem.hidden, problem.batch(), record);
  for (std::size_t s = 0; s < problem.starts.size(); ++s)
    for (const Index output : {0, 1}) {
      std::int32_t best = 0;
      const Index first = static_cast<Index>(s) * kLength;
      for (std::int32_t t = 0; t < problem.lengths[s]; ++t)
        if (record.logits.at(first + t, output) > record.logits.at(first + best, output)) best = t;
      (output == 0 ? problem.starts : problem.ends)[s] = best;
    }
  EXPECT_EQ(problem.head.forward(problem.hidden, problem.batch(), record).correct, kCount);
  problem.ends[0] = (problem.ends[0] + 1) % 16;
  EXPECT_EQ(problem.head.forward(problem.hidden, problem.batch(), record).correct, kCount - 1);
}

TEST(SpanHead, DoesNotDependOnTheNumberOfThreads) {
  std::vector<std::vector<float>> found;
  for (const int threads : {1, 3}) {
    const Context context({.threads = threads});
    SpanProblem problem(context);
    SpanRecord record;
    Activations dhidden(kAll, kWidth, kLength);
    problem.head.forward_backward(problem.hidden, problem.batch(), 1, dhidden, record);
    const auto values = dhidden.values();
    found.emplace_back(values.begin(), values.end());
    for (const Parameter* parameter : problem.head.parameters())
      found.back().insert(found.back().end(), parameter->gradient.begin(),
                          parameter->gradient.end());
  }
  EXPECT_EQ(found[0], found[1]);
}

TEST(SpanHead, RefusesWhatDoesNotFit) {
  const Context context({.threads = 1});
  SpanProblem problem(context);
  SpanRecord record;
  const auto message = [&] {
    return message_of<ShapeError>(
        [&] { problem.head.forward(problem.hidden, problem.batch(), record); });
  };
  problem.starts[1] = 9;
  EXPECT_THAT(message(), HasSubstr("answer 1 is at token 9; expected 0 to 8"));
  problem.starts[1] = -1;
  EXPECT_THAT(message(), HasSubstr("answer 1 is at token -1"));
  problem.starts[1] = 0;
  problem.lengths[2] = 17;
  EXPECT_THAT(message(), HasSubstr("length 2 is 17; expected 1 to 16"));
  problem.ends.pop_back();
  EXPECT_THAT(message(), HasSubstr("3 starts, 2 ends"));
}

}  // namespace
}  // namespace espalier::models
