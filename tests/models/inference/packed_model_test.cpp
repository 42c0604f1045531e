// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/inference/packed_model.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

#include <espalier/models/families/causal_lm_model.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/mlm_model.h>
#include <espalier/models/families/sequence_classifier.h>
#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/ops/prepared_weights.h>
#include "tests/models/inference/packed_case.h"

namespace espalier::models {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr Index kClasses = 3;

/// Sequences with ids and segments of their own.
struct Requests {
  std::vector<std::vector<std::int32_t>> tokens, segments;

  void add(Index length, std::uint64_t seed, bool with_segments) {
    const Random random(seed, stream_id("request"));
    tokens.emplace_back();
    segments.emplace_back();
    for (Index t = 0; t < length; ++t) {
      tokens.back().push_back(static_cast<std::int32_t>(random.below(t, kVocabulary)));
      if (with_segments) segments.back().push_back(t > length / 2 ? 1 : 0);
    }
  }
  TokenSequence operator[](std::size_t i) const { return {tokens[i], segments[i]}; }
  std::vector<TokenSequence> all() const {
    std::vector<TokenSequence> list;
    for (std::size_t i = 0; i < tokens.size(); ++i) list.push_back((*this)[i]);
    return list;
  }
  Index length(std::size_t i) const { return static_cast<Index>(tokens[i].size()); }
};

/// Row-major values that a call has written.
struct Written {
  Written(Index rows_, Index cols_)
      : rows(rows_),
        cols(cols_),
        values(static_cast<std::size_t>(rows * cols), std::numeric_limits<float>::quiet_NaN()) {}
  MatrixView<float> view() { return {values.data(), rows, cols}; }
  std::vector<float> part(Index first, Index count) const {
    return {values.begin() + first * cols, values.begin() + (first + count) * cols};
  }
  Index rows, cols;
  std::vector<float> values;
};

Written hidden_of(const PackedModel& model, std::span<const TokenSequence> sequences,
                  InferenceWorkspace& workspace) {
  Index tokens = 0;
  for (const TokenSequence& sequence : sequences)
    tokens += static_cast<Index>(sequence.tokens.size());
  Written out(tokens, model.config().hidden);
  model.hidden_states(sequences, out.view(), workspace);
  return out;
}

class PackedModelCases : public ::testing::TestWithParam<PackedCase> {};

/// What the training model's encoder gives for one sequence, which it has padded, [tokens][hidden].
template <typename Trained>
std::vector<float> evaluated(Trained& model, const TokenSequence& sequence) {
  const auto length = static_cast<Index>(sequence.tokens.size());
  const Index padded = (length + 15) / 16 * 16;
  std::vector<std::int32_t> tokens(sequence.tokens.begin(), sequence.tokens.end());
  std::vector<std::int32_t> segments(sequence.segments.begin(), sequence.segments.end());
  tokens.resize(static_cast<std::size_t>(padded));
  if (!segments.empty()) segments.resize(tokens.size());
  const std::vector<Index> lengths = {length};
  const auto record = model.encoder().make_record();
  const sparse::Activations& hidden = model.encoder().forward(
      {.tokens = tokens, .sequence = padded, .lengths = lengths, .segments = segments}, *record);
  std::vector<float> values;
  for (Index t = 0; t < length; ++t)
    for (Index f = 0; f < hidden.features(); ++f) values.push_back(hidden.at(t, f));
  return values;
}

// Both round sums of at most n = 160 terms of size 4 or less in float, in another order, seven of
// them in a chain for each of the two layers: 14 * 160 * 4 * 2^-24 if each error stood alone. Norms
// divide by deviations of about one. In bfloat16 products round the same values alike, but a value
// that differs before it is rounded may go the other way, by 2^-8 of a value of 4, and the training
// model rounds the operands of attention too.
TEST_P(PackedModelCases, GivesWhatTheTrainedModelGives) {
  const Context context({.threads = 1, .seed = 5, .precision = GetParam().precision});
  MlmModel trained(options_of(GetParam()), context);
  stir(trained.parameters());
  const StoredModel stored = store_model(trained.config(), trained.parameters());
  const PackedModel packed(stored, context);
  InferenceWorkspace workspace;
  const double bound =
      GetParam().precision == Precision::kFloat32 ? 14 * 160 * 4 * 0x1p-24 : 14 * 4 * 0x1p-8;
  for (const Index length : {1, 7, 16, 37, 64, 100, 129, 160}) {
    Requests requests;
    requests.add(length, 1, GetParam().family != "gpt");
    const std::vector<float> expected = evaluated(trained, requests[0]);
    const Written found = hidden_of(packed, requests.all(), workspace);
    ASSERT_EQ(found.values.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
      ASSERT_NEAR(found.values[i], expected[i], bound) << length << " tokens, value " << i;
  }
}

class PackedBatches : public ::testing::TestWithParam<PackedCase> {};

TEST_P(PackedBatches, HasTheSameBitsWhateverShares) {
  const Context maker({.threads = 1, .seed = 5, .precision = GetParam().precision});
  MlmModel trained(options_of(GetParam()), maker);
  stir(trained.parameters());
  const StoredModel stored = store_model(trained.config(), trained.parameters());
  const Random random(9, stream_id("batches"));
  std::uint64_t draw = 0;
  std::vector<std::vector<float>> first_results;
  for (const int threads : {1, 2}) {
    const Context context({.threads = threads, .precision = GetParam().precision});
    const PackedModel packed(stored, context, {.int8 = GetParam().int8});
    InferenceWorkspace workspace;
    Requests requests;
    for (std::uint64_t i = 0; i < 24; ++i)
      requests.add(1 + static_cast<Index>(Random(4, i).below(0, i % 3 == 0 ? 160 : 40)), i,
                   GetParam().family != "gpt" && i % 2 == 0);
    std::vector<std::vector<float>> alone, alone_words;
    for (std::size_t i = 0; i < requests.tokens.size(); ++i) {
      const std::vector<TokenSequence> one = {requests[i]};
      alone.push_back(hidden_of(packed, one, workspace).values);
      Written words(1, kVocabulary);
      packed.word_logits(one, std::vector<Index>{requests.length(i) - 1}, words.view(), workspace);
      alone_words.push_back(words.values);
    }
    if (first_results.empty()) first_results = alone;
    ASSERT_EQ(alone, first_results) << "threads";
    for (int batch = 0; batch < 12; ++batch) {
      std::vector<std::size_t> chosen;
      std::vector<TokenSequence> sequences;
      std::vector<Index> last;
      Index tokens = 0;
      const std::uint64_t count = 1 + random.below(draw++, 20);
      for (std::uint64_t i = 0; i < count; ++i) {
        chosen.push_back(random.below(draw++, requests.tokens.size()));
        sequences.push_back(requests[chosen.back()]);
        tokens += requests.length(chosen.back());
        last.push_back(tokens - 1);
      }
      const Written hidden = hidden_of(packed, sequences, workspace);
      Written words(static_cast<Index>(last.size()), kVocabulary);
      packed.word_logits(sequences, last, words.view(), workspace);
      Index token = 0;
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        const Index length = requests.length(chosen[i]);
        ASSERT_EQ(hidden.part(token, length), alone[chosen[i]]) << "batch " << batch << ", " << i;
        ASSERT_EQ(words.part(static_cast<Index>(i), 1), alone_words[chosen[i]]);
        token += length;
      }
    }
  }
}

const auto kCases = ::testing::Values(
    PackedCase{}, PackedCase{.norm = NormPlacement::kPre, .block = 1},
    PackedCase{.density = 0.5, .block = 16, .embedding_density = 1}, PackedCase{.density = 1},
    PackedCase{.activation = Activation::kGeluTanh}, PackedCase{.activation = Activation::kRelu},
    PackedCase{.block = 2, .embedding_density = 0.5}, PackedCase{.precision = Precision::kBFloat16},
    PackedCase{.density = 1, .precision = Precision::kBFloat16},
    PackedCase{.family = "gpt", .norm = NormPlacement::kPre, .block = 8});

INSTANTIATE_TEST_SUITE_P(Models, PackedModelCases, kCases);
INSTANTIATE_TEST_SUITE_P(Models, PackedBatches, kCases);
INSTANTIATE_TEST_SUITE_P(
    InEightBits, PackedBatches,
    ::testing::Values(PackedCase{.int8 = true}, PackedCase{.density = 1, .int8 = true},
                      PackedCase{.block = 16, .precision = Precision::kBFloat16, .int8 = true},
                      PackedCase{
                          .family = "gpt", .norm = NormPlacement::kPre, .block = 8, .int8 = true}));

double norm_of(std::span<const float> values) {
  double sum = 0;
  for (const float value : values) sum += static_cast<double>(value) * value;
  return std::sqrt(sum);
}

// Of normal numbers, 80 inputs lie within 5 deviations, of which a 127th is a step, and weights
// within half of that; errors that are spread evenly over a step have a deviation of its 12^-1/2.
// That is 0.013 of a product, and 8^1/2 of it behind eight products: 0.04. Norms and residual sums
// do not enlarge it.
TEST(PackedModel, IsCloseInEightBits) {
  const Context context({.threads = 1, .seed = 5});
  for (const Index block : {1, 2, 4, 8, 16}) {
    MlmModel trained(options_of({.density = 0.5, .block = block}), context);
    stir(trained.parameters());
    const StoredModel stored = store_model(trained.config(), trained.parameters());
    const PackedModel packed(stored, context), eight(stored, context, {.int8 = true});
    EXPECT_FALSE(packed.has_int8());
    EXPECT_EQ(eight.has_int8(), block > 2);
    Requests requests;
    requests.add(100, 1, true);
    InferenceWorkspace workspace;
    const std::vector<float> expected = hidden_of(packed, requests.all(), workspace).values;
    std::vector<float> found = hidden_of(eight, requests.all(), workspace).values;
    if (block <= 2) {  // which have no form in 8 bits
      EXPECT_EQ(found, expected);
      EXPECT_EQ(eight.weight_bytes(), packed.weight_bytes());
      continue;
    }
    for (std::size_t i = 0; i < found.size(); ++i) found[i] -= expected[i];
    const double share = norm_of(found) / norm_of(expected);
    EXPECT_LT(share, 0.04) << "block " << block;
    EXPECT_GT(share, 0.001) << "they are rounded";
    // A byte for each value, and 8 for each of the rows: 48 x 5 and 80 in each layer.
    const Index values = packed.stored_values(), rows = 2 * (5 * 48 + 80);
    EXPECT_EQ(packed.weight_bytes(), static_cast<std::size_t>(4 * values));
    EXPECT_EQ(eight.stored_values(), values);
    EXPECT_EQ(eight.weight_bytes(), static_cast<std::size_t>(values + 8 * rows));
  }
}

// Two bytes, and what kernels that convert values of bfloat16 read of blocks of 4 in their place.
TEST(PackedModel, KeepsInBFloat16WhatAnswersNeed) {
  const Context context({.threads = 1, .seed = 5, .precision = Precision::kBFloat16});
  MlmModel trained(options_of({.block = 4}), context);
  const PackedModel packed(store_model(trained.config(), trained.parameters()), context);
  const auto block = sparse::BlockPattern::full(4, 4, {4, 4});
  const std::vector<BFloat16> of_block(16);
  const sparse::PreparedWeights<BFloat16> prepared(sparse::make_plan(block, context), of_block,
                                                   context, sparse::PreparedFor::kForward);
  EXPECT_EQ(packed.weight_bytes(), static_cast<std::size_t>(packed.stored_values()) *
                                       (sizeof(BFloat16) + prepared.bytes() / of_block.size()));
}

/// -ln softmax(logits)[label].
double cross_entropy(std::span<const float> logits, std::int32_t label) {
  double sum = 0;
  for (const float logit : logits) sum += std::exp(static_cast<double>(logit));
  return std::log(sum) - logits[static_cast<std::size_t>(label)];
}

// Losses are of size ten, and differ by the rounding of the logits: as above.
constexpr double kLossBound = 14 * 160 * 4 * 0x1p-24;

TEST(PackedModel, GivesTheWordsThatTheTrainedHeadGives) {
  const Context context({.threads = 2, .seed = 5});
  MlmModel trained(options_of({}), context);
  stir(trained.parameters());
  const PackedModel packed(store_model(trained.config(), trained.parameters()), context);
  ASSERT_EQ(packed.head(), HeadKind::kMaskedLm);
  Requests requests;
  requests.add(32, 1, false);
  const std::vector<Index> positions = {0, 3, 30};
  const std::vector<std::int32_t> labels = {5, 49, 17};
  MlmModel::Record record;
  const double expected = trained
                              .evaluate({.tokens = requests.tokens[0],
                                         .sequence = 32,
                                         .positions = positions,
                                         .labels = labels},
                                        record)
                              .loss_sum;
  Written words(3, kVocabulary);
  InferenceWorkspace workspace;
  packed.word_logits(requests.all(), positions, words.view(), workspace);
  double found = 0;
  for (Index i = 0; i < 3; ++i) found += cross_entropy(words.part(i, 1), labels[i]);
  EXPECT_NEAR(found, expected, 3 * kLossBound);
}

TEST(PackedModel, GivesTheNextWordsThatACausalModelGives) {
  const Context context({.threads = 1, .seed = 5});
  CausalLmModel trained(options_of({.family = "gpt", .norm = NormPlacement::kPre}), context);
  stir(trained.parameters());
  const PackedModel packed(store_model(trained.config(), trained.parameters()), context);
  ASSERT_EQ(packed.head(), HeadKind::kCausalLm);
  Requests requests;
  requests.add(80, 1, false);
  const std::vector<Index> positions = {0, 63, 64, 79};
  const std::vector<std::int32_t> labels = {5, 49, 17, 0};
  CausalLmModel::Record record;
  const double expected = trained
                              .evaluate({.tokens = requests.tokens[0],
                                         .sequence = 80,
                                         .positions = positions,
                                         .labels = labels},
                                        record)
                              .loss_sum;
  Written words(4, kVocabulary);
  InferenceWorkspace workspace;
  packed.word_logits(requests.all(), positions, words.view(), workspace);
  double found = 0;
  for (Index i = 0; i < 4; ++i) found += cross_entropy(words.part(i, 1), labels[i]);
  EXPECT_NEAR(found, expected, 4 * kLossBound);
}

TEST(PackedModel, GivesTheClassesThatTheTrainedHeadGives) {
  const Context context({.threads = 2, .seed = 5});
  SequenceClassifier trained(options_of({}), kClasses, context);
  stir(trained.parameters());
  StoredModel stored = store_model(trained.config(), trained.parameters());
  stored.labels = {"no", "perhaps", "yes"};
  const PackedModel packed(stored, context);
  ASSERT_EQ(packed.head(), HeadKind::kClassification);
  EXPECT_EQ(packed.classes(), kClasses);
  EXPECT_EQ(packed.labels(), stored.labels);
  Requests requests;
  // More than a head reads at a time.
  for (std::uint64_t i = 0; i < 70; ++i) requests.add(16, i, false);
  Written logits(70, kClasses);
  InferenceWorkspace workspace;
  packed.class_logits(requests.all(), logits.view(), workspace);
  SequenceClassifier::Record record;
  for (std::size_t i = 0; i < 70; ++i) {
    const std::vector<std::int32_t> label = {static_cast<std::int32_t>(i) % 3};
    const double expected =
        trained.evaluate({.tokens = requests.tokens[i], .sequence = 16, .labels = label}, record)
            .loss_sum;
    ASSERT_NEAR(cross_entropy(logits.part(static_cast<Index>(i), 1), label[0]), expected,
                kLossBound);
  }
}

StoredModel stored_encoder() {
  const Context context({.threads = 1, .seed = 5});
  const auto encoder = make_encoder(options_of({}), context);
  return store_model(encoder->config(), encoder->parameters());
}

TEST(PackedModel, GivesSpansFromTheirTwoOutputs) {
  const Context context({.threads = 1});
  StoredModel stored = stored_encoder();
  stored.head = HeadKind::kSpans;
  // The first output is the first feature, the second output is one everywhere.
  StoredTensor weight = {.shape = {2, 48}};
  weight.values.resize(96);
  weight.values[0] = 1;
  stored.parameters["qa_outputs.weight"] = weight;
  stored.parameters["qa_outputs.bias"] = {.shape = {2}, .values = {0, 1}};
  const PackedModel packed(stored, context);
  Requests requests;
  requests.add(7, 1, true);
  requests.add(90, 2, true);
  InferenceWorkspace workspace;
  const Written hidden = hidden_of(packed, requests.all(), workspace);
  Written spans(97, 2), means(2, 48);
  packed.span_logits(requests.all(), spans.view(), workspace);
  packed.mean_states(requests.all(), means.view(), workspace);
  float mean = 0;
  for (Index t = 0; t < 97; ++t) {
    EXPECT_EQ(spans.part(t, 1), (std::vector<float>{hidden.part(t, 1)[0], 1})) << t;
    if (t < 7) mean += hidden.part(t, 1)[0];
  }
  EXPECT_EQ(means.values[0], mean / 7);
}

TEST(PackedModel, ServesManyThreadsAtOnce) {
  const Context context({.threads = 2, .seed = 5});
  const PackedModel packed(stored_encoder(), context);
  Requests requests;
  for (std::uint64_t i = 0; i < 8; ++i) requests.add(20 + static_cast<Index>(i), i, false);
  InferenceWorkspace workspace;
  const std::vector<float> expected = hidden_of(packed, requests.all(), workspace).values;
  std::vector<std::vector<float>> found(4);
  std::vector<std::thread> threads;
  for (std::vector<float>& result : found)
    threads.emplace_back([&] {
      InferenceWorkspace own;
      result = hidden_of(packed, requests.all(), own).values;
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<float>& result : found) EXPECT_EQ(result, expected);
}

TEST(PackedModel, RefusesModelsThatItCannotCompute) {
  const Context context({.threads = 1});
  const auto expect_refused = [&](const StoredModel& model, const std::string& message) {
    EXPECT_THAT([&] { PackedModel(model, context); },
                ThrowsMessage<Error>(HasSubstr("model: " + message)));
  };
  StoredModel model = stored_encoder();
  model.config.family = "groupbert";
  expect_refused(model, "model family 'groupbert' has no packed form");
  const StoredModel whole = stored_encoder();
  for (const auto& [name, tensor] : whole.parameters) {
    model = whole;
    model.parameters.at(name).values.pop_back();
    expect_refused(model, "tensor " + name + " has " + std::to_string(tensor.values.size() - 1) +
                              " values, expected " + std::to_string(tensor.values.size()));
  }
  model = stored_encoder();
  model.config.attention.block = 16;
  expect_refused(model, "attention in blocks of 16 has no packed form");
  model = stored_encoder();
  model.parameters.erase("bert.embeddings.LayerNorm.bias");
  expect_refused(model, "tensor bert.embeddings.LayerNorm.bias is missing");
  model = stored_encoder();
  model.parameters.begin()->second.values[0] = std::numeric_limits<float>::quiet_NaN();
  expect_refused(model, "tensor " + model.parameters.begin()->first + " has a value that is not");
  model = stored_encoder();
  model.head = HeadKind::kSpans;
  expect_refused(model, "tensor qa_outputs.");
  const Context half({.threads = 1, .precision = Precision::kFloat16});
  EXPECT_THAT([&] { PackedModel(stored_encoder(), half); },
              ThrowsMessage<ConfigError>(HasSubstr("inference in float16 is not built")));
}

TEST(PackedModel, RefusesRequestsThatDoNotFit) {
  const Context context({.threads = 1});
  const PackedModel packed(stored_encoder(), context);
  InferenceWorkspace workspace;
  Requests requests;
  requests.add(4, 1, true);
  requests.add(4, 2, true);
  Written out(8, 48);
  const auto ask = [&] { packed.hidden_states(requests.all(), out.view(), workspace); };
  EXPECT_NO_THROW(ask());
  const auto expect_refused = [&](const std::string& message) {
    EXPECT_THAT(ask, ThrowsMessage<ShapeError>(HasSubstr(message)));
  };
  requests.tokens[1][2] = kVocabulary;
  expect_refused("sequence 1: token 2 is 50; expected 0 to 49");
  requests.tokens[1][2] = -1;
  expect_refused("sequence 1: token 2 is -1; expected 0 to 49");
  requests.tokens[1][2] = 0;
  requests.segments[1][3] = 2;
  expect_refused("sequence 1: segment 3 is 2; expected 0 to 1");
  requests.segments[1].pop_back();
  expect_refused("sequence 1: 3 segments; expected none or 4");
  requests.segments[1].clear();
  requests.tokens[0].clear();
  requests.segments[0].clear();
  expect_refused("sequence 0: 0 tokens; expected 1 to 160");
  requests.tokens[0].resize(161);
  expect_refused("sequence 0: 161 tokens; expected 1 to 160");
  requests.tokens[0].resize(3);
  expect_refused("out has 8 x 48 values; expected 7 x 48");
  EXPECT_THAT([&] { packed.class_logits(requests.all(), out.view(), workspace); },
              ThrowsMessage<ConfigError>(HasSubstr("the head none, which gives no classes")));
  EXPECT_NO_THROW(packed.hidden_states({}, Written(0, 48).view(), workspace));
}

}  // namespace
}  // namespace espalier::models
