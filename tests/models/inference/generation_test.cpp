// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/inference/generation.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <espalier/models/families/causal_lm_model.h>
#include <espalier/models/families/mlm_model.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include "tests/models/inference/packed_case.h"

namespace espalier::models {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

const PackedCase kGpt = {.family = "gpt", .norm = NormPlacement::kPre, .block = 4};

StoredModel causal_model(const PackedCase& c) {
  const Context context({.threads = 1, .seed = 5, .precision = c.precision});
  CausalLmModel trained(options_of(c), context);
  stir(trained.parameters());
  return store_model(trained.config(), trained.parameters());
}

std::vector<std::int32_t> random_tokens(Index length, std::uint64_t seed) {
  const Random random(seed, stream_id("tokens"));
  std::vector<std::int32_t> tokens;
  for (Index t = 0; t < length; ++t)
    tokens.push_back(
        static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(t), kVocabulary)));
  return tokens;
}

using Row = std::vector<float>;

/// What `word_logits` gives after each token of a sequence that is read whole.
std::vector<Row> logits_of_whole(const PackedModel& model, std::span<const std::int32_t> tokens) {
  InferenceWorkspace workspace;
  const auto count = static_cast<Index>(tokens.size());
  std::vector<Index> positions;
  for (Index t = 0; t < count; ++t) positions.push_back(t);
  Row values(static_cast<std::size_t>(count * kVocabulary));
  const TokenSequence sequence = {tokens};
  model.word_logits({&sequence, 1}, positions, {values.data(), count, kVocabulary}, workspace);
  std::vector<Row> rows;
  for (auto at = values.begin(); at != values.end(); at += kVocabulary)
    rows.emplace_back(at, at + kVocabulary);
  return rows;
}

class GenerationCases : public ::testing::TestWithParam<PackedCase> {};

// Sequences whose prompts end before, at and behind the end of a piece of 64 go on side by side to
// the last position.
TEST_P(GenerationCases, AStepHasTheBitsOfTheWholeSequence) {
  const StoredModel stored = causal_model(GetParam());
  for (const int threads : {1, 2}) {
    const Context context({.threads = threads, .precision = GetParam().precision});
    const PackedModel model(stored, context, {.int8 = GetParam().int8});
    InferenceWorkspace workspace;
    const std::vector<Index> lengths = {1, 63, 64, 65, 100, kPositions};
    std::vector<std::vector<std::int32_t>> tokens;
    std::vector<std::vector<Row>> expected;
    std::vector<KeyValueCache> caches(lengths.size());
    std::vector<TokenSequence> prompts;
    std::vector<KeyValueCache*> under_way;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      tokens.push_back(random_tokens(kPositions, i));
      expected.push_back(logits_of_whole(model, tokens[i]));
      // A sequence that is cut short has the same bits as far as it goes.
      const std::span<const std::int32_t> prompt =
          std::span(tokens[i]).first(static_cast<std::size_t>(lengths[i]));
      ASSERT_EQ(logits_of_whole(model, prompt).back(), expected[i][prompt.size() - 1]);
      prompts.push_back({prompt});
      under_way.push_back(&caches[i]);
    }
    Row logits(lengths.size() * kVocabulary);
    const auto expect_rows = [&] {
      for (std::size_t i = 0; i < under_way.size(); ++i) {
        const auto sequence = static_cast<std::size_t>(under_way[i] - caches.data());
        const Row found(logits.begin() + static_cast<Index>(i) * kVocabulary,
                        logits.begin() + static_cast<Index>(i + 1) * kVocabulary);
        const auto read = static_cast<std::size_t>(under_way[i]->tokens());
        ASSERT_EQ(found, expected[sequence][read - 1]) << "sequence " << sequence << ", " << read;
      }
    };
    const auto out = [&] {
      return MatrixView<float>(logits.data(), static_cast<Index>(under_way.size()), kVocabulary);
    };
    model.prefill(prompts, under_way, out(), workspace);
    ASSERT_NO_FATAL_FAILURE(expect_rows());
    while (true) {
      std::erase_if(under_way, [](KeyValueCache* cache) { return cache->tokens() == kPositions; });
      if (under_way.empty()) break;
      std::vector<std::int32_t> next;
      for (const KeyValueCache* cache : under_way)
        next.push_back(tokens[static_cast<std::size_t>(cache - caches.data())]
                             [static_cast<std::size_t>(cache->tokens())]);
      model.step(next, under_way, out(), workspace);
      ASSERT_NO_FATAL_FAILURE(expect_rows());
    }
    // Behind the first tokens of a longer one, it goes on as before.
    caches[1].shorten(70);
    under_way = {&caches[1]};
    model.step({&tokens[1][70], 1}, under_way, out(), workspace);
    ASSERT_NO_FATAL_FAILURE(expect_rows());
    // 8 bytes for each feature of a head, padded to 16, and layer: three pieces of 64 tokens.
    const Index features = 48, padded = GetParam().heads == 2 ? 64 : 48;
    EXPECT_EQ(caches[0].bytes(), static_cast<std::size_t>(3 * 64 * 2 * 4 * (features + padded)));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Models, GenerationCases,
    ::testing::Values(
        kGpt, PackedCase{.family = "gpt", .norm = NormPlacement::kPre, .block = 1},
        PackedCase{.family = "gpt",
                   .norm = NormPlacement::kPre,
                   .density = 0.5,
                   .block = 16,
                   .activation = Activation::kGeluTanh},
        PackedCase{.family = "gpt",
                   .norm = NormPlacement::kPre,
                   .density = 1,
                   .activation = Activation::kRelu,
                   .heads = 2},
        PackedCase{
            .family = "gpt", .norm = NormPlacement::kPre, .block = 2, .embedding_density = 0.5},
        PackedCase{.family = "gpt", .norm = NormPlacement::kPre, .precision = Precision::kBFloat16},
        PackedCase{.family = "gpt", .norm = NormPlacement::kPre, .int8 = true},
        PackedCase{.family = "gpt", .norm = NormPlacement::kPre, .block = 16, .int8 = true}));

/// A model, and prompts of 1 to 40 tokens.
struct Writing {
  explicit Writing(int threads, std::size_t prompts_count = 20)
      : context({.threads = threads}), model(causal_model(kGpt), context), generator(model) {
    for (std::size_t i = 0; i < prompts_count; ++i)
      tokens.push_back(random_tokens(1 + static_cast<Index>(7 * i % 40), 100 + i));
    for (const auto& list : tokens) prompts.push_back({list});
  }
  Context context;
  PackedModel model;
  Generator generator;
  std::vector<std::vector<std::int32_t>> tokens;
  std::vector<TokenSequence> prompts;
};

const SamplingOptions kDrawn = {.temperature = 1.5, .top_k = 20, .top_p = 0.95, .seed = 3};

TEST(Generation, TakesTheMostProbableToken) {
  Writing writing(1, 1);
  const auto results = writing.generator.generate(writing.prompts, {.max_tokens = 12});
  std::vector<std::int32_t> all = writing.tokens[0];
  for (const std::int32_t token : results[0].tokens) {
    const Row logits = logits_of_whole(writing.model, all).back();
    EXPECT_EQ(token, std::ranges::max_element(logits) - logits.begin());
    all.push_back(token);
  }
  EXPECT_EQ(results[0].tokens.size(), 12u);
  EXPECT_EQ(results[0].end, GenerationEnd::kMaxTokens);
}

// More prompts than are written at a time.
TEST(Generation, IsTheSameWhateverIsWrittenBeside) {
  Writing together(2);
  const auto expected =
      together.generator.generate(together.prompts, {.max_tokens = 30, .sampling = kDrawn});
  Writing alone(1);
  for (std::size_t i = 0; i < alone.prompts.size(); ++i) {
    const auto found = alone.generator.generate(
        {&alone.prompts[i], 1}, {.max_tokens = 30, .sampling = kDrawn, .first_sequence = i});
    ASSERT_EQ(found[0].tokens, expected[i].tokens) << i;
    EXPECT_EQ(found[0].tokens.size(), 30u);
  }
  EXPECT_NE(
      alone.generator.generate({&alone.prompts[1], 1}, {.max_tokens = 30, .sampling = kDrawn})[0]
          .tokens,
      expected[1].tokens)
      << "its number is another one";
}

TEST(Generation, EndsWhereItShould) {
  Writing writing(1, 2);
  GenerationOptions options = {.max_tokens = 500, .sampling = kDrawn};
  const auto whole = writing.generator.generate(writing.prompts, options);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(whole[i].end, GenerationEnd::kPositions);
    EXPECT_EQ(whole[i].tokens.size() + writing.tokens[i].size(),
              static_cast<std::size_t>(kPositions) + 1);
  }
  options.stop_tokens = {whole[0].tokens[9]};
  const auto stopped = writing.generator.generate(writing.prompts, options);
  const auto first = std::ranges::find(whole[0].tokens, whole[0].tokens[9]);
  EXPECT_EQ(stopped[0].end, GenerationEnd::kStopToken);
  EXPECT_EQ(stopped[0].tokens, std::vector(whole[0].tokens.begin(), first));
  options.stop_tokens.clear();
  std::vector<std::vector<std::int32_t>> told(2);
  const auto ended = writing.generator.generate(writing.prompts, options,
                                                [&](std::size_t prompt, std::int32_t token) {
                                                  told[prompt].push_back(token);
                                                  return prompt == 1 || told[0].size() < 3;
                                                });
  EXPECT_EQ(ended[0].end, GenerationEnd::kStopped);
  EXPECT_EQ(ended[0].tokens.size(), 3u);
  EXPECT_EQ(told[0], ended[0].tokens);
  EXPECT_EQ(told[1], whole[1].tokens);
  EXPECT_EQ(to_string(ended[0].end), "stopped");
}

TEST(Generation, ChoosesOnlyWhatItMay) {
  Writing writing(1, 1);
  GenerationOptions options = {.max_tokens = 100, .sampling = {.temperature = 50}};
  options.vocabulary = 10;
  for (std::int32_t id = 0; id < 8; ++id) options.forbidden.push_back(id);
  const auto results = writing.generator.generate(writing.prompts, options);
  EXPECT_EQ(results[0].tokens.size(), 100u);
  // So hot that the two are about as probable.
  EXPECT_THAT(std::set(results[0].tokens.begin(), results[0].tokens.end()), ElementsAre(8, 9));
}

TEST(Generation, RefusesWhatDoesNotFit) {
  Writing writing(1, 1);
  const auto expect_refused = [&](const GenerationOptions& options, const std::string& message) {
    EXPECT_THAT([&] { writing.generator.generate(writing.prompts, options); },
                ThrowsMessage<Error>(HasSubstr(message)));
  };
  expect_refused({.max_tokens = 0}, "max_tokens is 0; expected at least 1");
  expect_refused({.vocabulary = 51}, "vocabulary is 51; expected 1 to 50");
  expect_refused({.forbidden = {50}}, "forbidden token 50; expected 0 to 49");
  expect_refused({.stop_tokens = {49, 50}}, "stop token 50; expected 0 to 49");
  expect_refused({.stop_tokens = {-1}}, "stop token -1; expected 0 to 49");
  expect_refused({.sampling = {.top_k = 3}}, "top_k is 3; expected a temperature above 0");
  writing.tokens[0].resize(kPositions + 1);
  writing.prompts[0] = {writing.tokens[0]};
  expect_refused({}, "sequence 0: 161 tokens; expected 1 to 160");
  EXPECT_TRUE(writing.generator.generate({}, GenerationOptions{}).empty());

  const Context context({.threads = 1});
  MlmModel masked(options_of({}), context);
  const PackedModel packed(store_model(masked.config(), masked.parameters()), context);
  EXPECT_THAT([&] { Generator{packed}; },
              ThrowsMessage<ConfigError>(HasSubstr("the head masked-lm; expected causal-lm")));
  KeyValueCache cache;
  KeyValueCache* const caches[] = {&cache};
  InferenceWorkspace workspace;
  Row logits(kVocabulary);
  const MatrixView<float> out(logits.data(), 1, kVocabulary);
  const std::int32_t token = 3;
  const auto step = [&](std::int32_t next) {
    writing.model.step({&next, 1}, caches, out, workspace);
  };
  EXPECT_THAT([&] { step(token); }, ThrowsMessage<ShapeError>(HasSubstr("holds no prompt")));
  const std::vector<std::int32_t> all(kPositions, token);
  const TokenSequence prompt = {all};
  writing.model.prefill({&prompt, 1}, caches, out, workspace);
  EXPECT_THAT([&] { step(token); }, ThrowsMessage<ShapeError>(HasSubstr("no position for more")));
  EXPECT_THAT([&] { step(kVocabulary); }, ThrowsMessage<ShapeError>(HasSubstr("expected 0 to 49")));
}

// Of equal extents, so that nothing else would tell.
TEST(Generation, RefusesACacheOfOtherWeightsAndOneThatIsGivenTwice) {
  const Context context({.threads = 1});
  const StoredModel stored = causal_model(kGpt);
  const PackedModel one(stored, context), other(stored, context);
  KeyValueCache cache;
  InferenceWorkspace workspace;
  Row logits(2 * kVocabulary);
  const MatrixView<float> out(logits.data(), 1, kVocabulary);
  const std::vector<std::int32_t> tokens = {3, 4};
  const TokenSequence prompt = {tokens};
  KeyValueCache* const caches[] = {&cache, &cache};
  one.prefill({&prompt, 1}, {caches, 1}, out, workspace);
  EXPECT_THAT(
      [&] {
        other.step({tokens.data(), 1}, {caches, 1}, out, workspace);
      },
      ThrowsMessage<ShapeError>(HasSubstr("holds no prompt of this model")));
  one.step({tokens.data(), 1}, {caches, 1}, out, workspace);
  const TokenSequence prompts[] = {prompt, prompt};
  EXPECT_THAT(
      [&] {
        one.prefill(prompts, caches, {logits.data(), 2, kVocabulary}, workspace);
      },
      ThrowsMessage<ShapeError>(HasSubstr("sequence 0: its cache is that of another too")));
  EXPECT_EQ(cache.tokens(), 3);
}

TEST(Generation, ACacheIsShortenedToWhatItHasAndToNothing) {
  const Context context({.threads = 1});
  const PackedModel model(causal_model(kGpt), context);
  KeyValueCache cache;
  KeyValueCache* const caches[] = {&cache};
  InferenceWorkspace workspace;
  Row logits(kVocabulary);
  const MatrixView<float> out(logits.data(), 1, kVocabulary);
  const std::vector<std::int32_t> tokens = {3, 4};
  const TokenSequence prompt = {tokens};
  model.prefill({&prompt, 1}, caches, out, workspace);
  cache.shorten(5);
  EXPECT_EQ(cache.tokens(), 2);
  cache.shorten(-1);  // as of a text that is taken back by more than there is
  EXPECT_EQ(cache.tokens(), 0);
  EXPECT_THAT(
      [&] {
        model.step({tokens.data(), 1}, caches, out, workspace);
      },
      ThrowsMessage<ShapeError>(HasSubstr("holds no prompt of this model")));
}

// Two caches of one sequence: one step gives all logits, the other the largest.
TEST(Generation, AStepForTheLargestLogitHasItsBits) {
  const Context context({.threads = 1});
  const PackedModel model(causal_model(kGpt), context);
  const std::vector<std::int32_t> tokens = random_tokens(kPositions, 3);
  const TokenSequence prompt = {std::span(tokens).first(1)};
  KeyValueCache whole, largest;
  KeyValueCache* const of_whole[] = {&whole};
  KeyValueCache* const of_largest[] = {&largest};
  InferenceWorkspace workspace;
  Row all(kVocabulary), some(kVocabulary);
  const MatrixView<float> out(all.data(), 1, kVocabulary), out_some(some.data(), 1, kVocabulary);
  model.prefill({&prompt, 1}, of_whole, out, workspace);
  model.prefill({&prompt, 1}, of_largest, out_some, workspace);
  int left_out = 0;
  for (std::size_t t = 1; t < kPositions; ++t) {
    model.step({&tokens[t], 1}, of_whole, out, workspace);
    model.step({&tokens[t], 1}, of_largest, out_some, workspace, 1);
    const auto best = std::ranges::max_element(all) - all.begin();
    ASSERT_EQ(std::ranges::max_element(some) - some.begin(), best);
    ASSERT_EQ(some[static_cast<std::size_t>(best)], all[static_cast<std::size_t>(best)]);
    left_out += static_cast<int>(std::ranges::count_if(some, [](float x) { return x < -1e30f; }));
  }
  EXPECT_GT(left_out, 0);
}

}  // namespace
}  // namespace espalier::models
