// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/lm_head.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <espalier/sparse/core/error.h>
#include "tests/models/families/head_problem.h"
#include "tests/support/dense_values.h"
#include "tests/support/oracle.h"

namespace espalier::models {
namespace {

using sparse::Activations;
using ::testing::HasSubstr;
using testing::HeadProblem;
using ::testing::ThrowsMessage;

TEST(LmHead, LossMatchesTheDefinition) {
  const Context context({.threads = 1, .seed = 1});
  HeadProblem problem(context);
  MlmRecord record;
  const PredictionLoss result =
      problem.head.forward(problem.hidden, problem.positions, problem.labels, record);
  const double expected = problem.loss(problem.parameters(), testing::to_double(problem.hidden));
  EXPECT_EQ(result.count, static_cast<Index>(problem.labels.size()));
  EXPECT_NEAR(result.loss_sum, expected, problem.loss_bound());
}

TEST(LmHead, UniformLogitsCostTheLogarithmOfTheVocabulary) {
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

TEST(LmHead, CountsPredictionsInEveryChunk) {
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

TEST(LmHead, ForwardAndBackwardAgreeOnTheLoss) {
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

TEST(LmHead, GradientIsZeroAwayFromThePositions) {
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

TEST(LmHead, UnmaskedPositionsHaveNoInfluence) {
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

TEST(LmHead, NoPositionsAreNoLossAndNoGradient) {
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

TEST(LmHead, RecordFitsBatchesOfAnySize) {
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

TEST(LmHead, ParametersHaveTheNamesOfBert) {
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

void expect_same_on_any_threads(double density) {
  std::vector<float> first;
  double first_loss = 0;
  for (const int threads : {1, 2, 4, 5, 8}) {
    const Context context({.threads = threads, .seed = 1});
    HeadProblem problem(context, LmHeadKind::kTransform, density);
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

TEST(LmHead, ResultsDoNotDependOnTheNumberOfThreads) { expect_same_on_any_threads(1); }
TEST(LmHead, OfASparseEmbeddingDoesNotDependOnTheNumberOfThreads) {
  expect_same_on_any_threads(0.25);
}

class SparseEmbedding : public ::testing::TestWithParam<Precision> {};

// Of small integers every logit is exact, whatever the precision and the kernel, so that loss and
// gradient of the logits are those of the masked dense embedding bit for bit. What follows are sums
// of their products, exact in float or rounded once, in other orders: two of them are apart by at
// most twice the bound of one.
TEST_P(SparseEmbedding, IsTheMaskedDenseOne) {
  const Context context({.threads = 2, .seed = 1, .precision = GetParam()});
  HeadProblem sparse(context, LmHeadKind::kPlain, 0.25), dense(context, LmHeadKind::kPlain);
  for (std::size_t i = 0; i < sparse.embedding.values.size(); ++i)
    sparse.embedding.values[i] = static_cast<float>(static_cast<int>(i * 7 % 11) - 5) / 4;
  for (HeadProblem* problem : {&sparse, &dense})
    for (Index t = 0; t < HeadProblem::kTokens; ++t)
      for (Index f = 0; f < HeadProblem::kHidden; ++f)
        problem->hidden.at(t, f) = static_cast<float>((t * 3 + f * 5) % 7 - 3) / 2;
  const std::vector<float> words = testing::dense_values(sparse.embedding, sparse.embedding.values);
  dense.words.set_weight(
      MatrixView<const float>(words.data(), HeadProblem::kVocabulary, HeadProblem::kHidden));

  MlmRecord records[2];
  Activations dhidden[] = {Activations(HeadProblem::kTokens, HeadProblem::kHidden, 16),
                           Activations(HeadProblem::kTokens, HeadProblem::kHidden, 16)};
  PredictionLoss losses[2];
  HeadProblem* const both[] = {&dense, &sparse};
  for (int i = 0; i < 2; ++i)
    losses[i] = both[i]->head.forward_backward(both[i]->hidden, both[i]->positions, both[i]->labels,
                                               0.5, dhidden[i], records[i]);
  EXPECT_EQ(losses[0].loss_sum, losses[1].loss_sum);
  EXPECT_EQ(losses[0].correct, losses[1].correct);

  const Index width = records[1].sparse_logits.panel_width();
  const auto logit_gradient = [&](Index word, Index n) {
    return double{records[1].sparse_logits.row(0, word)[n]};
  };
  for (Index word = 0; word < HeadProblem::kVocabulary; ++word)
    for (Index n = 0; n < width; ++n)
      ASSERT_EQ(records[1].sparse_logits.row(0, word)[n],
                records[0].logits[static_cast<std::size_t>(word * width + n)])
          << word << ' ' << n;

  // A rounded operand is larger than it was by less than 2^-7.
  const auto bound = [](Index terms, double magnitude) {
    return 2 * testing::rounding_bound(terms, magnitude * (1 + 0x1.0p-7));
  };
  const auto count = static_cast<Index>(sparse.positions.size());
  for (Index n = 0; n < count; ++n)
    for (Index f = 0; f < HeadProblem::kHidden; ++f) {
      double magnitude = 0;
      for (Index word = 0; word < HeadProblem::kVocabulary; ++word)
        magnitude += std::abs(logit_gradient(word, n) *
                              words[static_cast<std::size_t>(word * HeadProblem::kHidden + f)]);
      EXPECT_NEAR(dhidden[1].at(sparse.positions[n], f), dhidden[0].at(sparse.positions[n], f),
                  bound(HeadProblem::kVocabulary, magnitude));
    }
  const AlignedVector<float> ones(sparse.embedding.values.size(), 1.0f);
  const std::vector<float> mask = testing::dense_values(sparse.embedding, ones);
  const std::vector<float> gradient =
      testing::dense_values(sparse.embedding, sparse.embedding.gradient);
  double largest = 0;
  for (std::size_t i = 0; i < mask.size(); ++i) {
    if (mask[i] == 0) continue;
    const auto word = static_cast<Index>(i) / HeadProblem::kHidden;
    const auto f = static_cast<Index>(i) % HeadProblem::kHidden;
    double magnitude = 0;
    for (Index n = 0; n < count; ++n)
      magnitude +=
          std::abs(logit_gradient(word, n) * double{sparse.hidden.at(sparse.positions[n], f)});
    EXPECT_NEAR(gradient[i], dense.embedding.gradient[i], bound(count, magnitude)) << i;
    largest = std::max(largest, std::abs(double{gradient[i]}));
  }
  EXPECT_GT(largest, 0.1) << "a gradient of zeros proves nothing";
}

INSTANTIATE_TEST_SUITE_P(Precisions, SparseEmbedding,
                         ::testing::Values(Precision::kFloat32, Precision::kBFloat16,
                                           Precision::kFloat16));

TEST(LmHead, RecordFitsBatchesOfAnySizeOfASparseEmbedding) {
  const Context context({.threads = 1, .seed = 1});
  HeadProblem problem(context, LmHeadKind::kTransform, 0.25);
  MlmRecord used;
  const std::span<const Index> positions = problem.positions;
  const std::span<const std::int32_t> labels = problem.labels;
  for (const std::size_t count : {20, 3, 17, 1}) {
    MlmRecord fresh;
    const auto with = [&](MlmRecord& record) {
      Activations dhidden(problem.hidden.tokens(), HeadProblem::kHidden, 16);
      std::fill(problem.embedding.gradient.begin(), problem.embedding.gradient.end(), 0.0f);
      problem.head.forward_backward(problem.hidden, positions.first(count), labels.first(count), 1,
                                    dhidden, record);
      return problem.embedding.gradient;
    };
    EXPECT_TRUE(with(used) == with(fresh)) << count;
  }
}

class LaterWordGradient : public ::testing::TestWithParam<std::tuple<double, Precision>> {};

// Two groups whose gradients of words wait, while the head goes on.
TEST_P(LaterWordGradient, IsThatOfTheMomentToTheBit) {
  const auto [density, precision] = GetParam();
  const Context context({.threads = 2, .seed = 1, .precision = precision});
  HeadProblem now(context, LmHeadKind::kTransform, density);
  HeadProblem later(context, LmHeadKind::kTransform, density);
  const auto group = [](const HeadProblem& problem, std::size_t count) {
    return MlmBatch{.tokens = {},
                    .positions = std::span(problem.positions).first(count),
                    .labels = std::span(problem.labels).first(count)};
  };
  const auto pass = [&](HeadProblem& problem, std::size_t count, MlmRecord& record,
                        WordGradient words) {
    Activations dhidden(problem.hidden.tokens(), HeadProblem::kHidden, 16);
    problem.head.forward_backward(problem.hidden, group(problem, count), 0.5, dhidden, record,
                                  words);
    return dhidden;
  };
  MlmRecord record, first, second;
  const Activations expected[] = {pass(now, 20, record, WordGradient::kNow),
                                  pass(now, 7, record, WordGradient::kNow)};
  const Activations found[] = {pass(later, 20, first, WordGradient::kLater),
                               pass(later, 7, second, WordGradient::kLater)};
  for (const float value : later.embedding.gradient) ASSERT_EQ(value, 0.0f);
  later.head.add_word_gradient(group(later, 20), first);
  later.head.add_word_gradient(group(later, 7), second);
  later.head.add_word_gradient(group(later, 0), second);
  EXPECT_TRUE(later.embedding.gradient == now.embedding.gradient);
  for (std::size_t i = 0; i < now.head.parameters().size(); ++i)
    EXPECT_TRUE(later.head.parameters()[i]->gradient == now.head.parameters()[i]->gradient);
  for (int i = 0; i < 2; ++i)
    EXPECT_TRUE(std::ranges::equal(found[i].values(), expected[i].values()));
  EXPECT_THAT([&] { later.head.add_word_gradient(group(later, 20), second); },
              ThrowsMessage<ShapeError>("cls.predictions: the record has 7 positions; expected "
                                        "those of the batch, 20"));
}

INSTANTIATE_TEST_SUITE_P(DenseAndSparse, LaterWordGradient,
                         ::testing::Combine(::testing::Values(1.0, 0.25),
                                            ::testing::Values(Precision::kFloat32,
                                                              Precision::kBFloat16,
                                                              Precision::kFloat16)));

TEST(LmHead, ErrorsNameThePosition) {
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
  EXPECT_THAT([&] { LmHead(problem.words, 13, HeadProblem::kVocabulary, 0.02, context); },
              ThrowsMessage<ShapeError>(HasSubstr("expected one of 1100 x 13")));
  Activations narrow(40, 11, 16);
  EXPECT_THAT([&] { problem.head.forward(narrow, {}, {}, record); },
              ThrowsMessage<ShapeError>(HasSubstr("cls.predictions: hidden has 11 features")));
  EXPECT_THAT([&] { problem.head.forward_backward(problem.hidden, {}, {}, 1.0, narrow, record); },
              ThrowsMessage<ShapeError>(HasSubstr("cls.predictions: dhidden has 11 features")));
}

}  // namespace
}  // namespace espalier::models
