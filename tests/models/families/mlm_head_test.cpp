// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/mlm_head.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <espalier/sparse/core/error.h>
#include "tests/models/families/head_problem.h"
#include "tests/support/oracle.h"

namespace espalier::models {
namespace {

using sparse::Activations;
using ::testing::HasSubstr;
using testing::HeadProblem;
using ::testing::ThrowsMessage;

TEST(MlmHead, LossMatchesTheDefinition) {
  const Context context({.threads = 1, .seed = 1});
  HeadProblem problem(context);
  MlmRecord record;
  const PredictionLoss result =
      problem.head.forward(problem.hidden, problem.positions, problem.labels, record);
  const double expected = problem.loss(problem.parameters(), testing::to_double(problem.hidden));
  EXPECT_EQ(result.count, static_cast<Index>(problem.labels.size()));
  EXPECT_NEAR(result.loss_sum, expected, problem.loss_bound());
}

TEST(MlmHead, UniformLogitsCostTheLogarithmOfTheVocabulary) {
  const Context context({.threads = 1, .seed = 1});
  HeadProblem problem(context);
  for (float& value : problem.embedding.values) value = 0;
  for (float& value : problem.head.parameters()[0]->values) value = 0;
  problem.labels.assign(problem.labels.size(), 700);
  problem.labels[2] = 0;
  MlmRecord record;
  const PredictionLoss result =
      problem.head.forward(problem.hidden, problem.positions, problem.labels, record);
  const double count = static_cast<double>(problem.labels.size());
  // Each chunk's sum counts ones, which is exact; only the final logarithm rounds.
  EXPECT_NEAR(result.loss_sum, count * std::log(static_cast<double>(HeadProblem::kVocabulary)),
              count * 1e-14);
  EXPECT_EQ(result.correct, 1) << "of equal logits the first one is the prediction";
}

TEST(MlmHead, CountsPredictionsInEveryChunk) {
  const Context context({.threads = 1, .seed = 1});
  HeadProblem problem(context);
  for (float& value : problem.embedding.values) value = 0;
  AlignedVector<float>& bias = problem.head.parameters()[0]->values;
  for (const Index word : {Index{0}, Index{511}, Index{512}, HeadProblem::kVocabulary - 1}) {
    std::fill(bias.begin(), bias.end(), 0.0f);
    bias[word] = 1;
    problem.labels.assign(problem.labels.size(), static_cast<std::int32_t>(word));
    MlmRecord record;
    const PredictionLoss result =
        problem.head.forward(problem.hidden, problem.positions, problem.labels, record);
    EXPECT_EQ(result.correct, result.count) << word;
  }
}

TEST(MlmHead, ForwardAndBackwardAgreeOnTheLoss) {
  const Context context({.threads = 1, .seed = 1});
  HeadProblem problem(context);
  MlmRecord record;
  const PredictionLoss only =
      problem.head.forward(problem.hidden, problem.positions, problem.labels, record);
  Activations dhidden = testing::nan_activations(problem.hidden.tokens(), HeadProblem::kHidden, 16);
  const PredictionLoss both = problem.head.forward_backward(problem.hidden, problem.positions,
                                                            problem.labels, 1.0, dhidden, record);
  EXPECT_EQ(both.loss_sum, only.loss_sum);
  EXPECT_EQ(both.correct, only.correct);
}

TEST(MlmHead, GradientIsZeroAwayFromThePositions) {
  const Context context({.threads = 1, .seed = 1});
  HeadProblem problem(context);
  MlmRecord record;
  Activations dhidden = testing::nan_activations(problem.hidden.tokens(), HeadProblem::kHidden, 16);
  problem.head.forward_backward(problem.hidden, problem.positions, problem.labels, 1.0, dhidden,
                                record);
  for (Index t = 0; t < dhidden.tokens(); ++t) {
    const bool masked =
        std::find(problem.positions.begin(), problem.positions.end(), t) != problem.positions.end();
    for (Index f = 0; f < HeadProblem::kHidden; ++f)
      EXPECT_EQ(dhidden.at(t, f) != 0.0f, masked) << t << " " << f;
  }
  EXPECT_EQ(testing::dirty_padding(dhidden), "");
}

TEST(MlmHead, UnmaskedPositionsHaveNoInfluence) {
  const Context context({.threads = 1, .seed = 1});
  HeadProblem problem(context);
  MlmRecord record;
  const double before =
      problem.head.forward(problem.hidden, problem.positions, problem.labels, record).loss_sum;
  ASSERT_NE(problem.positions[0], 0);
  for (Index f = 0; f < HeadProblem::kHidden; ++f)
    problem.hidden.at(0, f) = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(
      problem.head.forward(problem.hidden, problem.positions, problem.labels, record).loss_sum,
      before);
}

TEST(MlmHead, NoPositionsAreNoLossAndNoGradient) {
  const Context context({.threads = 1, .seed = 1});
  HeadProblem problem(context);
  MlmRecord record;
  Activations dhidden = testing::nan_activations(problem.hidden.tokens(), HeadProblem::kHidden, 16);
  const PredictionLoss result =
      problem.head.forward_backward(problem.hidden, {}, {}, 1.0, dhidden, record);
  EXPECT_EQ(result.loss_sum, 0.0);
  EXPECT_EQ(result.count, 0);
  for (const float value : dhidden.values()) EXPECT_EQ(value, 0.0f);
  for (const float value : problem.embedding.gradient) EXPECT_EQ(value, 0.0f);
}

TEST(MlmHead, RecordFitsBatchesOfAnySize) {
  const Context context({.threads = 1, .seed = 1});
  HeadProblem problem(context);
  MlmRecord used, fresh;
  const std::span<const Index> positions = problem.positions;
  const std::span<const std::int32_t> labels = problem.labels;
  for (const std::size_t count : {20, 3, 17, 1}) {
    const auto with = [&](MlmRecord& record) {
      return problem.head
          .forward(problem.hidden, positions.first(count), labels.first(count), record)
          .loss_sum;
    };
    fresh = {};
    EXPECT_EQ(with(used), with(fresh)) << count;
  }
}

TEST(MlmHead, ParametersHaveTheNamesOfBert) {
  const Context context({.threads = 1, .seed = 1});
  HeadProblem problem(context);
  std::vector<std::string> names;
  for (const Parameter* parameter : problem.head.parameters()) names.push_back(parameter->name);
  EXPECT_THAT(names, ::testing::ElementsAre("cls.predictions.bias",
                                            "cls.predictions.transform.dense.weight",
                                            "cls.predictions.transform.dense.bias",
                                            "cls.predictions.transform.LayerNorm.weight",
                                            "cls.predictions.transform.LayerNorm.bias"));
}

TEST(MlmHead, ResultsDoNotDependOnTheNumberOfThreads) {
  std::vector<float> first;
  double first_loss = 0;
  for (const int threads : {1, 2, 4, 8}) {
    const Context context({.threads = threads, .seed = 1});
    HeadProblem problem(context);
    MlmRecord record;
    Activations dhidden(problem.hidden.tokens(), HeadProblem::kHidden, 16);
    const PredictionLoss result = problem.head.forward_backward(
        problem.hidden, problem.positions, problem.labels, 0.5, dhidden, record);
    std::vector<float> all(dhidden.values().begin(), dhidden.values().end());
    ParameterList parameters = problem.head.parameters();
    parameters.push_back(&problem.embedding);
    for (const Parameter* parameter : parameters)
      all.insert(all.end(), parameter->gradient.begin(), parameter->gradient.end());
    if (threads == 1) first = all, first_loss = result.loss_sum;
    EXPECT_TRUE(all == first) << threads << " threads";
    EXPECT_EQ(result.loss_sum, first_loss) << threads << " threads";
  }
}

TEST(MlmHead, ErrorsNameThePosition) {
  const Context context({.threads = 1, .seed = 1});
  HeadProblem problem(context);
  MlmRecord record;
  const auto forward = [&](std::vector<Index> positions, std::vector<std::int32_t> labels) {
    problem.head.forward(problem.hidden, positions, labels, record);
  };
  EXPECT_THAT(
      [&] {
        forward({1, 2}, {0});
      },
      ThrowsMessage<ShapeError>(
          "cls.predictions: labels has 1 values; expected 2, one for each position"));
  EXPECT_THAT(
      [&] {
        forward({5, 5}, {0, 0});
      },
      ThrowsMessage<ShapeError>("cls.predictions: position 1 is 5; expected 6 to 39, ascending"));
  EXPECT_THAT([&] { forward({40}, {0}); },
              ThrowsMessage<ShapeError>(HasSubstr("position 0 is 40; expected 0 to 39")));
  EXPECT_THAT([&] { forward({-1}, {0}); }, ThrowsMessage<ShapeError>(HasSubstr("is -1")));
  EXPECT_THAT([&] { forward({1}, {HeadProblem::kVocabulary}); },
              ThrowsMessage<ShapeError>("cls.predictions: label 0 is 1100; expected 0 to 1099"));
  EXPECT_THAT([&] { MlmHead(problem.embedding, 13, HeadProblem::kVocabulary, 0.02, context); },
              ThrowsMessage<ShapeError>(HasSubstr("expected a dense tensor of 1100 x 13")));
  Activations narrow(40, 11, 16);
  EXPECT_THAT([&] { problem.head.forward(narrow, {}, {}, record); },
              ThrowsMessage<ShapeError>(HasSubstr("cls.predictions: hidden has 11 features")));
  EXPECT_THAT([&] { problem.head.forward_backward(problem.hidden, {}, {}, 1.0, narrow, record); },
              ThrowsMessage<ShapeError>(HasSubstr("cls.predictions: dhidden has 11 features")));
}

}  // namespace
}  // namespace espalier::models
