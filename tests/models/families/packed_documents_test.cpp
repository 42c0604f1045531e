// SPDX-License-Identifier: Apache-2.0
// Several documents in one sequence: to every family of transformers each is as if it were alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <espalier/models/families/causal_lm_model.h>
#include <espalier/models/families/encoder.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/mlm_model.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/kernel_variant.h>
#include <espalier/sparse/core/rng.h>
#include "tests/models/families/loss_slope.h"
#include "tests/support/message.h"

namespace espalier::models::packed_documents_test {
namespace {

constexpr Index kHidden = 32, kVocabulary = 40;
// Two sequences of 48 tokens. Those of a multiple of 16 can be computed alone too.
constexpr Index kSequence = 48;
const std::vector<Index> kDocuments = {16, 32, 48};

EncoderOptions options(const std::string& family, double density = 0.25) {
  EncoderOptions options = {.config = {.name = "small",
                                       .family = family,
                                       .layers = 2,
                                       .hidden = kHidden,
                                       .heads = 2,
                                       .intermediate = 64,
                                       .vocabulary = kVocabulary,
                                       .max_positions = kSequence},
                            .block = 4,
                            .density = density,
                            .initial_deviation = 0.2};
  if (family == "gpt") options.config.segments = 0;
  if (family != "bert") options.config.norm = NormPlacement::kPre;
  return options;
}

std::vector<std::int32_t> random_tokens(Index count) {
  const Random random(3, stream_id("packed documents"));
  std::vector<std::int32_t> tokens;
  for (Index i = 0; i < count; ++i)
    tokens.push_back(
        static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(i), kVocabulary)));
  return tokens;
}

class PackedDocuments : public ::testing::TestWithParam<std::string> {};

// Products divide sums by the shape of their operands, so that on vectorised kernels the two may
// differ by a few roundings; hidden states are of ordinary size, and two layers of sums over at
// most 64 terms each make 2 * 200 * 64 roundings at most (see bert_test).
TEST_P(PackedDocuments, AreAsIfAlone) {
  const std::vector<std::int32_t> tokens = random_tokens(2 * kSequence);
  for (const std::string& kernel : kernel_names()) {
    const Context context({.threads = 1, .seed = 2, .kernel = kernel});
    const auto encoder = make_encoder(options(GetParam()), context);
    const auto packed_record = encoder->make_record();
    const sparse::Activations& packed = encoder->forward(
        {.tokens = tokens, .sequence = kSequence, .documents = kDocuments}, *packed_record);
    Index first = 0;
    for (const Index length : kDocuments) {
      const auto record = encoder->make_record();
      const sparse::Activations& alone =
          encoder->forward({.tokens = std::span(tokens).subspan(static_cast<std::size_t>(first),
                                                                static_cast<std::size_t>(length)),
                            .sequence = length},
                           *record);
      float greatest = 0;
      for (const float value : alone.values()) greatest = std::max(greatest, std::abs(value));
      const double bound = kernel == "reference" ? 0 : 2 * 200 * 64 * 0x1.0p-24 * greatest;
      for (Index f = 0; f < kHidden; ++f)
        for (Index t = 0; t < length; ++t)
          ASSERT_NEAR(packed.at(first + t, f), alone.at(t, f), bound) << kernel << ' ' << t;
      first += length;
    }
  }
}

// Gradients of the rows of words that stand in one document alone: zero unless the loss is of it.
TEST_P(PackedDocuments, GiveNoGradientToOthers) {
  const Context context({.threads = 2, .seed = 2});
  const auto encoder = make_encoder(options(GetParam()), context);
  // Words 0..19 in the documents around the second, the others in it.
  std::vector<std::int32_t> tokens = random_tokens(2 * kSequence);
  for (Index t = 0; t < 2 * kSequence; ++t) {
    const bool second = t >= kDocuments[0] && t < kSequence;
    tokens[static_cast<std::size_t>(t)] = tokens[static_cast<std::size_t>(t)] % 20 + 20 * second;
  }
  const TokenBatch batch = {.tokens = tokens, .sequence = kSequence, .documents = kDocuments};
  const auto record = encoder->make_record();
  sparse::Activations gradient = encoder->forward(batch, *record);
  for (Index f = 0; f < kHidden; ++f)
    for (Index t = 0; t < 2 * kSequence; ++t)
      gradient.at(t, f) =
          t >= kDocuments[0] && t < kSequence ? static_cast<float>(f % 3 + t % 2) : 0.0f;
  encoder->backward(batch, *record, gradient, {});
  const Parameter& words = encoder->word_embedding().weight();
  for (Index word = 0; word < kVocabulary; ++word) {
    const bool occurs = std::ranges::count(tokens, static_cast<std::int32_t>(word)) > 0;
    double sum = 0;
    for (Index f = 0; f < kHidden; ++f)
      sum += std::abs(words.gradient[static_cast<std::size_t>(word * kHidden + f)]);
    EXPECT_EQ(sum > 0.0, word >= 20 && occurs) << word;
  }
  // Places are counted from the first token of a document.
  const Parameter& places = *encoder->parameters()[1];
  for (Index place = 0; place < kSequence; ++place)
    EXPECT_EQ(places.gradient[static_cast<std::size_t>(place * kHidden)] != 0.0f,
              place < kDocuments[1])
        << place;
}

INSTANTIATE_TEST_SUITE_P(Families, PackedDocuments, ::testing::Values("bert", "gpt", "groupbert"));

// The noise is that of bert_test and gpt_test.
TEST(PackedGradient, IsTheSlopeOfTheLossForEveryParameter) {
  const Context context({.threads = 1, .seed = 2});
  const std::vector<std::int32_t> tokens = random_tokens(2 * kSequence);
  const std::vector<Index> documents = {5, 40, 3, 1, 47};
  CausalLmModel gpt(options("gpt"), context);
  const NextTokens next = next_tokens(tokens, documents);
  EXPECT_EQ(next.positions.size(), tokens.size() - documents.size());
  const std::vector<Index> positions(next.positions.begin(), next.positions.end());
  testing::expect_gradient_is_slope(gpt,
                                    MlmBatch{.tokens = tokens,
                                             .sequence = kSequence,
                                             .positions = positions,
                                             .labels = next.labels,
                                             .documents = documents},
                                    4 * 200 * 96 * 0x1.0p-24, 20);
  MlmModel bert(options("bert"), context);
  const std::vector<Index> masked = {0, 4, 6, 30, 45, 48, 60, 95};
  std::vector<std::int32_t> labels;
  for (const Index position : masked) labels.push_back(tokens[static_cast<std::size_t>(position)]);
  std::vector<std::int32_t> segments;
  for (std::size_t t = 0; t < tokens.size(); ++t)
    segments.push_back(static_cast<std::int32_t>(t / 3 % 2));
  testing::expect_gradient_is_slope(bert,
                                    MlmBatch{.tokens = tokens,
                                             .sequence = kSequence,
                                             .positions = masked,
                                             .labels = labels,
                                             .segments = segments,
                                             .documents = documents},
                                    200 * 64 * 0x1.0p-24, 20);
}

/// A model whose loss is that of both objectives.
struct BothObjectives {
  struct Loss {
    double loss_sum;
  };
  using Record = MlmModel::Record;

  Loss evaluate(const MlmBatch& batch, Record& record) const {
    return sum(model.evaluate(batch, record), batch);
  }
  Loss train(const MlmBatch& batch, double scale, Record& record) {
    return sum(model.train(batch, scale, record), batch);
  }
  ParameterList parameters() { return model.parameters(); }
  static Loss sum(const PretrainingLoss& loss, const MlmBatch& batch) {
    return {loss.loss_sum + batch.next_sentence_weight * loss.next_sentence.loss_sum};
  }

  MlmModel& model;
};

// Two pairs of segments, of which one is padded. The noise is that of bert_test.
TEST(PretrainingGradient, IsTheSlopeOfBothLossesForEveryParameter) {
  const Context context({.threads = 1, .seed = 2});
  const std::vector<std::int32_t> tokens = random_tokens(2 * kSequence);
  std::vector<std::int32_t> segments;
  for (Index t = 0; t < 2 * kSequence; ++t) segments.push_back(t % kSequence > 20 ? 1 : 0);
  const std::vector<Index> masked = {4, 6, 30, 41, 60, 70}, lengths = {kSequence, 30};
  const std::vector<std::int32_t> labels = {3, 8, 30, 2, 2, 11}, next = {1, 0};
  MlmBatch batch = {.tokens = tokens,
                    .sequence = kSequence,
                    .positions = masked,
                    .labels = labels,
                    .lengths = lengths,
                    .segments = segments,
                    .next_sentence = next,
                    .next_sentence_weight = 3};
  MlmModel bert(options("bert"), context, true);
  BothObjectives both{bert};
  testing::expect_gradient_is_slope(both, batch, 200 * 64 * 0x1.0p-24, 24);
  std::set<std::string> names;
  for (const Parameter* parameter : bert.parameters()) names.insert(parameter->name);
  for (const char* name : {"bert.pooler.dense.weight", "bert.pooler.dense.bias",
                           "cls.seq_relationship.weight", "cls.seq_relationship.bias"})
    EXPECT_TRUE(names.contains(name)) << name;

  // The heads say what they were not given, or not asked for.
  MlmModel::Record record;
  MlmModel plain(options("bert"), context);
  EXPECT_THAT(testing::message_of<ShapeError>([&] { (void)plain.evaluate(batch, record); }),
              ::testing::HasSubstr("next_sentence has 2 labels; expected none"));
  batch.next_sentence = {};
  EXPECT_THAT(testing::message_of<ShapeError>([&] { (void)bert.evaluate(batch, record); }),
              ::testing::HasSubstr("labels has 0 values"));
}

}  // namespace
}  // namespace espalier::models::packed_documents_test
