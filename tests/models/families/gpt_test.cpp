// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include <espalier/models/families/causal_lm_model.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include "tests/models/families/loss_slope.h"
#include "tests/support/message.h"

namespace espalier::models::gpt_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::message_of;

constexpr Index kSequence = 32, kSequences = 2, kHidden = 32;

ModelConfig small_model() {
  return {.name = "small",
          .family = "gpt",
          .layers = 2,
          .hidden = kHidden,
          .heads = 2,
          .intermediate = 64,
          .vocabulary = 40,
          .max_positions = kSequence,
          .segments = 0,
          .norm = NormPlacement::kPre};
}

/// Two sequences and what comes next in them.
struct SmallBatch {
  SmallBatch() {
    const Random random(3, stream_id("small batch"));
    for (Index i = 0; i < kSequences * kSequence; ++i)
      tokens.push_back(static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(i), 40)));
    NextTokens next = next_tokens(tokens, kSequence);
    positions.assign(next.positions.begin(), next.positions.end());
    labels = std::move(next.labels);
  }
  MlmBatch batch() const {
    return {.tokens = tokens, .sequence = kSequence, .positions = positions, .labels = labels};
  }

  std::vector<std::int32_t> tokens, labels;
  std::vector<Index> positions;
};

TEST(NextTokens, AreThoseAfterEachTokenButTheLast) {
  const std::vector<std::int32_t> tokens = {5, 6, 7, 1, 2, 3};
  const NextTokens next = next_tokens(tokens, 3);
  EXPECT_THAT(next.positions, ElementsAre(0, 1, 3, 4));
  EXPECT_THAT(next.labels, ElementsAre(6, 7, 2, 3));
  EXPECT_THAT(message_of<ShapeError>([&] { (void)next_tokens(tokens, 4); }),
              HasSubstr("next_tokens: 6 tokens; expected whole sequences of 4"));
  EXPECT_THAT(message_of<ShapeError>([&] { (void)next_tokens(tokens, 1); }),
              HasSubstr("of 2 or more"));
}

class GptGradient : public ::testing::TestWithParam<double> {};

// As of a BERT (bert_test): twice as many predictions, and a stack that no norm between its layers
// brings back to ordinary size, so that hidden states grow by less than four.
TEST_P(GptGradient, IsTheSlopeOfTheLossForEveryParameter) {
  const Context context({.threads = 1, .seed = 2});
  for (const double dropout : {0.0, 0.25}) {
    CausalLmModel gpt({.config = small_model(),
                       .block = 4,
                       .density = GetParam(),
                       .initial_deviation = 0.2,
                       .dropout = dropout,
                       .attention_dropout = dropout},
                      context);
    const SmallBatch data;
    testing::expect_gradient_is_slope(gpt, data.batch(), 4 * 200 * 64 * 0x1.0p-24, 20, dropout > 0);
  }
}

TEST_P(GptGradient, IsTheSlopeOfTheLossOfASparseTableOfWords) {
  const Context context({.threads = 1, .seed = 2});
  CausalLmModel gpt({.config = small_model(),
                     .block = 4,
                     .density = GetParam(),
                     .embedding_density = 0.3,
                     .initial_deviation = 0.2},
                    context);
  ASSERT_TRUE(gpt.parameters()[0]->is_sparse());
  const SmallBatch data;
  testing::expect_gradient_is_slope(gpt, data.batch(), 4 * 200 * 64 * 0x1.0p-24, 20);
}

INSTANTIATE_TEST_SUITE_P(DenseAndSparse, GptGradient, ::testing::Values(1.0, 0.25));

// Hidden states up to a token are the same bit for bit whatever comes after it, and no gradient of
// theirs reaches what is after it.
TEST(Gpt, LeaksNothingOfLaterTokens) {
  const Context context({.threads = 2, .seed = 2});
  for (const double density : {1.0, 0.25}) {
    CausalLmModel gpt(
        {.config = small_model(), .block = 4, .density = density, .initial_deviation = 0.2},
        context);
    SmallBatch data;
    constexpr Index kSeen = 19;
    CausalLmModel::Record record, changed_record;
    const sparse::Activations& hidden = gpt.encode(data.batch(), record);
    SmallBatch changed = data;
    for (Index t = kSeen; t < kSequence; ++t) changed.tokens[t] = (changed.tokens[t] + 7) % 40;
    const sparse::Activations& after = gpt.encode(changed.batch(), changed_record);
    for (Index f = 0; f < kHidden; ++f) {
      for (Index t = 0; t < kSeen; ++t) ASSERT_EQ(after.at(t, f), hidden.at(t, f)) << t;
      ASSERT_NE(after.at(kSeen, f), hidden.at(kSeen, f));
      for (Index t = kSequence; t < 2 * kSequence; ++t)
        ASSERT_EQ(after.at(t, f), hidden.at(t, f)) << t;
    }

    // The loss of what the last token that is seen predicts.
    data.positions = {kSeen - 1};
    data.labels = {data.tokens[kSeen]};
    gpt.train(data.batch(), 1.0, record);
    const Parameter& places = *gpt.parameters()[1];
    ASSERT_EQ(places.name, "gpt.embeddings.position_embeddings.weight");
    for (Index t = 0; t < kSequence; ++t)
      for (Index f = 0; f < kHidden; ++f) {
        const float gradient = places.gradient[static_cast<std::size_t>(t * kHidden + f)];
        if (t < kSeen)
          ASSERT_NE(gradient, 0.0f) << t;
        else
          ASSERT_EQ(gradient, 0.0f) << t;
      }
  }
}

TEST(Gpt, NamesItsParametersAsOurBertDoes) {
  const Context context({.threads = 1});
  CausalLmModel gpt({.config = small_model(), .block = 4, .density = 0.25}, context);
  std::set<std::string> names;
  int sparse = 0;
  for (const Parameter* p : gpt.parameters()) {
    EXPECT_TRUE(names.insert(p->name).second) << p->name;
    sparse += p->is_sparse() ? 1 : 0;
  }
  for (const char* name :
       {"gpt.embeddings.word_embeddings.weight", "gpt.decoder.layer.0.attention.LayerNorm.weight",
        "gpt.decoder.layer.1.attention.self.query.weight",
        "gpt.decoder.layer.1.intermediate.LayerNorm.bias",
        "gpt.decoder.layer.0.output.dense.weight", "gpt.LayerNorm.weight"})
    EXPECT_TRUE(names.contains(name)) << name;
  // Two tables, 16 of each layer, the final norm; the head has none of its own.
  EXPECT_EQ(names.size(), 2u + 2u * 16u + 2u);
  EXPECT_EQ(sparse, 2 * 6);
}

TEST(Gpt, PredictsOnlyWhereNoTokenSeesLaterOnes) {
  const Context context({.threads = 1});
  EXPECT_THAT(message_of<ConfigError>(
                  [&] { const CausalLmModel model({.config = model_by_name("nano")}, context); }),
              HasSubstr("model family 'bert' lets a token see later ones"));
}

}  // namespace
}  // namespace espalier::models::gpt_test
