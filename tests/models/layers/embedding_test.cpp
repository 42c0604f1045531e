// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/embedding.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <espalier/models/optimizers/adamw.h>
#include <espalier/models/parameters/evolvable.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/topology/random_pattern.h>
#include "tests/models/layers/layer_oracles.h"
#include "tests/support/dense_values.h"
#include "tests/support/generated_problem.h"

namespace espalier::models {
namespace {

using sparse::Activations;
using testing::Doubles;
using ::testing::HasSubstr;
using testing::kUnitRoundoff;
using ::testing::ThrowsMessage;
using testing::to_doubles;

std::vector<std::int32_t> random_ids(Index count, std::uint64_t bound, std::uint64_t stream) {
  const Random random(5, stream);
  std::vector<std::int32_t> ids;
  for (Index i = 0; i < count; ++i)
    ids.push_back(static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(i), bound)));
  return ids;
}

void expect_forward(Index hidden, Index sequence, Index sequences, bool with_segments,
                    Index panel_width) {
  const Context context({.threads = 1, .seed = 3});
  TokenEmbedding embedding({.vocabulary = 50,
                            .max_positions = 64,
                            .segments = 2,
                            .hidden = hidden,
                            .initial_deviation = 1.0},
                           context);
  const auto tokens = random_ids(sequence * sequences, 50, 1);
  const auto segments =
      with_segments ? random_ids(sequence * sequences, 2, 2) : std::vector<std::int32_t>{};
  Activations y = testing::nan_activations(sequence * sequences, hidden, panel_width);
  EmbeddingRecord record;
  embedding.forward(tokens, segments, sequence, y, record);
  const ParameterList p = embedding.parameters();
  const testing::EmbeddingTables tables{hidden,
                                        to_doubles(p[0]->values),
                                        to_doubles(p[1]->values),
                                        to_doubles(p[2]->values),
                                        to_doubles(p[3]->values),
                                        to_doubles(p[4]->values)};
  const Doubles expected = testing::embedding_oracle(tables, tokens, segments, sequence);
  const std::vector<float> found = testing::flat(y);
  // The sum of three rows, each within 2 deviations, is rounded twice (12 u); the norm's bound is
  // that of layer_norm_test for rows of this size: (F + 4) u times a few deviations. The norm of a
  // token of nearly equal features would amplify both; with F >= 6 normal features the deviation
  // of a token stays above 1/4.
  const double bound = kUnitRoundoff * (12 + 6 * static_cast<double>(hidden + 4)) * 4;
  for (std::size_t i = 0; i < found.size(); ++i) ASSERT_NEAR(found[i], expected[i], bound) << i;
}

TEST(TokenEmbedding, MatchesTheDefinition) {
  expect_forward(24, 16, 3, true, 16);
  expect_forward(24, 16, 3, false, 16);
  expect_forward(130, 48, 2, true, 48);  // two chunks of features and a remainder below four
  expect_forward(7, 64, 1, true, 64);
  expect_forward(24, 16, 7, true, 64);  // the second panel is not full
  expect_forward(24, 64, 2, true, 32);
  expect_forward(24, 12, 3, true, 16);  // sequences across panels
}

TEST(TokenEmbedding, ParametersHaveTheNamesAndStartOfBert) {
  const Context context({.threads = 1, .seed = 42});
  TokenEmbedding embedding({.vocabulary = 30,
                            .max_positions = 20,
                            .segments = 2,
                            .hidden = 8,
                            .initial_deviation = 0.02},
                           context);
  const ParameterList p = embedding.parameters();
  ASSERT_EQ(p.size(), 5u);
  const char* names[] = {"word_embeddings.weight", "position_embeddings.weight",
                         "token_type_embeddings.weight", "LayerNorm.weight", "LayerNorm.bias"};
  const std::vector<Index> shapes[] = {{30, 8}, {20, 8}, {2, 8}, {8}, {8}};
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(p[i]->name, std::string("bert.embeddings.") + names[i]);
    EXPECT_EQ(p[i]->shape, shapes[i]);
    EXPECT_EQ(p[i]->gradient.size(), p[i]->values.size());
    EXPECT_EQ(p[i]->weight_decay, i < 3);
  }
  EXPECT_EQ(&embedding.words().weight(), p[0]);
  for (int i = 0; i < 3; ++i) {
    const Random random(42, stream_id(p[i]->name));
    EXPECT_EQ(p[i]->values[9], static_cast<float>(0.02 * random.truncated_normal(9)));
  }
}

TEST(TokenEmbedding, GradientsOfARepeatedTokenAccumulate) {
  const Context context({.threads = 1, .seed = 3});
  TokenEmbedding embedding(
      {.vocabulary = 9, .max_positions = 16, .segments = 1, .hidden = 8, .initial_deviation = 1.0},
      context);
  const std::vector<std::int32_t> tokens(16, 4);
  Activations y(16, 8, 16);
  EmbeddingRecord record;
  embedding.forward(tokens, {}, 16, y, record);
  const Activations dy = testing::normal_activations(16, 8, 16, 1);
  embedding.backward(tokens, {}, record, dy);
  const ParameterList p = embedding.parameters();
  for (Index f = 0; f < 8; ++f) {
    float sum = 0;
    for (Index t = 0; t < 16; ++t) {
      sum += record.gradient.at(t, f);
      EXPECT_EQ(p[1]->gradient[t * 8 + f], record.gradient.at(t, f));
    }
    EXPECT_EQ(p[0]->gradient[4 * 8 + f], sum) << "added in token order";
    EXPECT_EQ(p[2]->gradient[f], sum);
    EXPECT_EQ(p[0]->gradient[3 * 8 + f], 0.0f);
  }
}

TEST(TokenEmbedding, GradientsDoNotDependOnThePanels) {
  const Context context({.threads = 1, .seed = 3});
  const auto tokens = random_ids(32 * 5, 9, 1);
  std::vector<std::vector<float>> gradients;
  for (const Index width : {32, 16, 64}) {
    TokenEmbedding embedding({.vocabulary = 9,
                              .max_positions = 32,
                              .segments = 1,
                              .hidden = 8,
                              .initial_deviation = 1.0},
                             context);
    Activations y(32 * 5, 8, width), dy = y;
    for (Index t = 0; t < dy.tokens(); ++t)
      for (Index f = 0; f < 8; ++f) dy.at(t, f) = static_cast<float>((t * 7 + f * 3) % 11 - 5);
    EmbeddingRecord record;
    embedding.forward(tokens, {}, 32, y, record);
    embedding.backward(tokens, {}, record, dy);
    // The tables': added in token order whatever the panels. The norm's are sums panel by panel.
    auto& all = gradients.emplace_back();
    for (int i = 0; i < 3; ++i) {
      const auto& gradient = embedding.parameters()[i]->gradient;
      all.insert(all.end(), gradient.begin(), gradient.end());
    }
    EXPECT_EQ(all, gradients.front()) << "width " << width;
  }
}

TEST(TokenEmbedding, ResultsDoNotDependOnTheNumberOfThreads) {
  std::vector<float> first;
  for (const int threads : {1, 2, 4, 8}) {
    const Context context({.threads = threads, .seed = 3});
    TokenEmbedding embedding({.vocabulary = 40,
                              .max_positions = 32,
                              .segments = 2,
                              .hidden = 200,
                              .initial_deviation = 1.0},
                             context);
    const auto tokens = random_ids(32 * 8, 40, 1), segments = random_ids(32 * 8, 2, 2);
    Activations y(32 * 8, 200, 32);
    EmbeddingRecord record;
    embedding.forward(tokens, segments, 32, y, record);
    embedding.backward(tokens, segments, record, y);
    std::vector<float> all(y.values().begin(), y.values().end());
    for (const Parameter* parameter : embedding.parameters())
      all.insert(all.end(), parameter->gradient.begin(), parameter->gradient.end());
    if (threads == 1) first = all;
    EXPECT_TRUE(all == first) << threads << " threads";
  }
}

// Sums of two rows, and gradients that are the sums of what comes back: exact for small integers.
TEST(TokenEmbedding, NeedsNeitherNormNorSegments) {
  const Context context({.threads = 1});
  for (const Index hidden : {8, 6}) {
    TokenEmbedding embedding({.name = "gpt.embeddings",
                              .vocabulary = 9,
                              .max_positions = 16,
                              .hidden = hidden,
                              .norm = false},
                             context);
    const ParameterList p = embedding.parameters();
    ASSERT_EQ(p.size(), 2u);
    EXPECT_EQ(p[0]->name, "gpt.embeddings.word_embeddings.weight");
    EXPECT_EQ(p[1]->name, "gpt.embeddings.position_embeddings.weight");
    for (std::size_t i = 0; i < p[0]->values.size(); ++i) p[0]->values[i] = static_cast<float>(i);
    for (std::size_t i = 0; i < p[1]->values.size(); ++i)
      p[1]->values[i] = static_cast<float>(1000 * i);
    const auto tokens = random_ids(32, 9, 1);
    Activations y = testing::nan_activations(32, hidden, 16), dy(32, hidden, 16);
    EmbeddingRecord record;
    embedding.forward(tokens, {}, 16, y, record);
    std::vector<float> word(p[0]->values.size()), position(p[1]->values.size());
    for (Index t = 0; t < 32; ++t)
      for (Index f = 0; f < hidden; ++f) {
        const Index row = tokens[static_cast<std::size_t>(t)] * hidden + f;
        const Index place = t % 16 * hidden + f;
        EXPECT_EQ(y.at(t, f), static_cast<float>(row + 1000 * place));
        dy.at(t, f) = static_cast<float>(t * hidden + f);
        word[static_cast<std::size_t>(row)] += dy.at(t, f);
        position[static_cast<std::size_t>(place)] += dy.at(t, f);
      }
    embedding.backward(tokens, {}, record, dy);
    EXPECT_TRUE(std::ranges::equal(p[0]->gradient, word));
    EXPECT_TRUE(std::ranges::equal(p[1]->gradient, position));
  }
}

TEST(EmbedTokens, SumsTheRowsOfTheNamedPlaces) {
  const Context context({.threads = 2});
  std::vector<float> words(9 * 6), positions(16 * 6), segments(2 * 6);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<float>(i);
  for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = static_cast<float>(1000 * i);
  for (std::size_t i = 0; i < segments.size(); ++i) segments[i] = static_cast<float>(1 << 20) * i;
  const auto tokens = random_ids(32, 9, 1), places = random_ids(32, 16, 2);
  const auto types = random_ids(32, 2, 3);
  Activations y = testing::nan_activations(32, 6, 16);
  embed_tokens({nullptr, words, positions, segments}, tokens, types, places, y, context);
  for (Index t = 0; t < 32; ++t)
    for (Index f = 0; f < 6; ++f) {
      const auto row = [&](const std::vector<float>& table, std::span<const std::int32_t> ids) {
        return table[static_cast<std::size_t>(ids[static_cast<std::size_t>(t)] * 6 + f)];
      };
      EXPECT_EQ(y.at(t, f), row(words, tokens) + (row(positions, places) + row(segments, types)));
    }
  EXPECT_THAT([&] { embed_tokens({}, tokens, types, {}, y, context); },
              ThrowsMessage<ShapeError>(HasSubstr("embed_tokens: 32 tokens, 0 places and 32")));
}

class SparseTable : public ::testing::TestWithParam<Index> {};

// Adding a zero changes no bit, and what is stored gets its gradients in token order as a dense row
// does: equality, not nearness. More features than a task of the backward pass has, with a rest.
TEST_P(SparseTable, IsTheMaskedDenseOne) {
  constexpr Index vocabulary = 48, hidden = 80, sequence = 16, sequences = 5;
  const Context context({.threads = 2, .seed = 3});
  EmbeddingOptions options = {.vocabulary = vocabulary,
                              .max_positions = sequence,
                              .segments = 2,
                              .hidden = hidden,
                              .initial_deviation = 1.0};
  TokenEmbedding dense(options, context);
  options.block = GetParam();
  options.density = 0.3;
  TokenEmbedding sparse(options, context);
  const Parameter& table = sparse.words().weight();
  ASSERT_TRUE(table.is_sparse());
  EXPECT_EQ(table.name, "bert.embeddings.word_embeddings.weight");
  EXPECT_EQ(table.shape, (std::vector<Index>{vocabulary, hidden}));
  EXPECT_EQ(table.pattern->blocks(),
            sparse::ceil_of_fraction(0.3, vocabulary / GetParam() * (hidden / GetParam())));
  const std::vector<float> masked = testing::dense_values(table, table.values);
  dense.words().set_weight(MatrixView<const float>(masked.data(), vocabulary, hidden));

  // Fewer different tokens than there are, so that rows are shared within four and between.
  const auto tokens = random_ids(sequence * sequences, vocabulary, 1);
  const auto segments = random_ids(sequence * sequences, 2, 2);
  const Activations dy = testing::normal_activations(sequence * sequences, hidden, 32, 1);
  Activations y[] = {Activations(sequence * sequences, hidden, 32),
                     Activations(sequence * sequences, hidden, 32)};
  TokenEmbedding* const both[] = {&dense, &sparse};
  for (int i = 0; i < 2; ++i) {
    EmbeddingRecord record;
    both[i]->forward(tokens, segments, sequence, y[i], record);
    for (int pass = 0; pass < 2; ++pass)  // gradients are added
      both[i]->backward(tokens, segments, record, dy);
  }
  EXPECT_TRUE(std::ranges::equal(y[0].values(), y[1].values()));
  const ParameterList of_dense = dense.parameters(), of_sparse = sparse.parameters();
  for (std::size_t i = 1; i < of_dense.size(); ++i)
    EXPECT_EQ(of_dense[i]->gradient, of_sparse[i]->gradient) << of_dense[i]->name;
  const AlignedVector<float> ones(table.values.size(), 1.0f);
  const std::vector<float> mask = testing::dense_values(table, ones);
  const std::vector<float> gradient = testing::dense_values(table, table.gradient);
  int somewhere = 0;
  for (std::size_t i = 0; i < mask.size(); ++i) {
    if (mask[i] == 0) continue;
    EXPECT_EQ(gradient[i], of_dense[0]->gradient[i]) << i;
    somewhere += gradient[i] != 0;
  }
  EXPECT_GT(somewhere, 100);
}

INSTANTIATE_TEST_SUITE_P(Blocks, SparseTable, ::testing::Values(1, 2, 4, 8, 16));

TEST(TokenEmbedding, ASparseTableDoesNotDependOnTheNumberOfThreads) {
  AlignedVector<float> first;
  for (const int threads : {1, 2, 5}) {
    const Context context({.threads = threads, .seed = 3});
    TokenEmbedding embedding({.vocabulary = 40,
                              .max_positions = 32,
                              .segments = 2,
                              .hidden = 200,
                              .initial_deviation = 1.0,
                              .density = 0.25},
                             context);
    const auto tokens = random_ids(32 * 8, 40, 1);
    Activations y(32 * 8, 200, 32);
    EmbeddingRecord record;
    embedding.forward(tokens, {}, 32, y, record);
    embedding.backward(tokens, {}, record, y);
    const AlignedVector<float>& gradient = embedding.words().weight().gradient;
    if (threads == 1) first = gradient;
    EXPECT_TRUE(gradient == first) << threads << " threads";
  }
}

TEST(TokenEmbedding, ASparseTableIsForNoPolicyToMove) {
  const Context context({.threads = 1});
  for (const double density : {1.0, 0.5}) {
    TokenEmbedding embedding(
        {.vocabulary = 8, .max_positions = 16, .hidden = 8, .density = density}, context);
    AdamW adamw(embedding.parameters(), {}, &context);
    EXPECT_TRUE(evolvable(embedding, adamw).empty());
  }
}

TEST(TokenEmbedding, RefusesATableThatBlocksDoNotDivide) {
  const Context context({.threads = 1});
  const auto table = [&](Index vocabulary, Index block, double density) {
    TokenEmbedding({.vocabulary = vocabulary,
                    .max_positions = 16,
                    .hidden = 8,
                    .block = block,
                    .density = density},
                   context);
  };
  EXPECT_THAT([&] { table(10, 4, 0.5); }, ThrowsMessage<ShapeError>(HasSubstr("10")));
  EXPECT_THAT([&] { table(12, 3, 0.5); }, ThrowsMessage<ShapeError>(HasSubstr("3")));
  EXPECT_THAT([&] { table(8, 4, 0.0); },
              ThrowsMessage<ConfigError>(HasSubstr("bert.embeddings.word_embeddings: density")));
  EXPECT_NO_THROW(table(10, 4, 1.0));
}

TEST(TokenEmbedding, ErrorsNameThePosition) {
  const Context context({.threads = 1});
  EXPECT_THAT(
      [&] {
        TokenEmbedding({.vocabulary = 0,
                        .max_positions = 16,
                        .segments = 2,
                        .hidden = 8,
                        .initial_deviation = 0.02},
                       context);
      },
      ThrowsMessage<ConfigError>("bert.embeddings: vocabulary is 0; expected at least 1"));
  EXPECT_THAT(
      [&] {
        TokenEmbedding({.vocabulary = 9,
                        .max_positions = 16,
                        .segments = 2,
                        .hidden = 8,
                        .initial_deviation = -1.0},
                       context);
      },
      ThrowsMessage<ConfigError>(HasSubstr("initial_deviation is -1")));
  TokenEmbedding embedding(
      {.vocabulary = 9, .max_positions = 16, .segments = 2, .hidden = 8, .initial_deviation = 0.02},
      context);
  Activations y(16, 8, 16);
  EmbeddingRecord record;
  std::vector<std::int32_t> tokens(16), segments(16);
  const auto forward = [&] { embedding.forward(tokens, segments, 16, y, record); };
  tokens[3] = 9;
  EXPECT_THAT(forward, ThrowsMessage<ShapeError>("bert.embeddings: token 3 is 9; expected 0 to 8"));
  tokens[3] = -1;
  EXPECT_THAT(forward, ThrowsMessage<ShapeError>(HasSubstr("token 3 is -1")));
  tokens[3] = 0;
  segments[15] = 2;
  EXPECT_THAT(forward,
              ThrowsMessage<ShapeError>("bert.embeddings: segment id 15 is 2; expected 0 to 1"));
  segments.resize(15);
  EXPECT_THAT(forward, ThrowsMessage<ShapeError>(
                           "bert.embeddings: segment_ids has 15 ids; expected none or 16"));
  segments.clear();
  y = Activations(16, 7, 16);
  EXPECT_THAT(forward, ThrowsMessage<ShapeError>(HasSubstr("bert.embeddings: y has 7 features")));
  EXPECT_THAT(
      [&] { embedding.forward(tokens, {}, 17, y, record); },
      ThrowsMessage<ShapeError>("bert.embeddings: sequence is 17; expected 1 to 16 positions"));
  EXPECT_THAT([&] { embedding.forward(tokens, {}, 15, y, record); },
              ThrowsMessage<ShapeError>("bert.embeddings: tokens has 16 ids; expected whole "
                                        "sequences of 15, and a multiple of 4"));
}

}  // namespace
}  // namespace espalier::models
