// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/dropout.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <espalier/models/layers/attention.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include "tests/models/layers/layer_oracles.h"
#include "tests/support/generated_problem.h"
#include "tests/support/oracle.h"

namespace espalier::models {
namespace {

using sparse::Activations;
using testing::flat;
using testing::normal_activations;
using ::testing::ThrowsMessage;

constexpr Index kTokens = 80, kFeatures = 300;

/// Which values of ones are kept, [features][tokens].
std::vector<float> mask_of(const Dropout& dropout, Index step, Index tokens = kTokens,
                           Index features = kFeatures, Index width = 16) {
  Activations x(tokens, features, width);
  for (Index f = 0; f < features; ++f)
    for (Index t = 0; t < tokens; ++t) x.at(t, f) = 1;
  dropout.apply(x, step, 0, x);
  return flat(x);
}

// The definition, from the generator's words on.
TEST(Dropout, IsWhatItsFormulaSays) {
  const Context context({.threads = 1, .seed = 0x123456789abcdef0});
  const double p = 0.3;
  const Dropout dropout("some.dropout", p, context);
  const Index step = 7, first_token = 48;
  Activations x = normal_activations(kTokens, kFeatures, 16, 1);
  const std::vector<float> input = flat(x);
  Activations y = testing::nan_activations(kTokens, kFeatures, 16);
  dropout.apply(x, step, first_token, y);
  const Random random(context.seed(), stream_id("dropout some.dropout", step, 0));
  const auto threshold = static_cast<std::uint32_t>(std::lround(p * 65536));
  const auto scale = static_cast<float>(65536.0 / (65536.0 - threshold));
  const std::vector<float> output = flat(y);
  for (Index f = 0; f < kFeatures; ++f)
    for (Index t = 0; t < kTokens; ++t) {
      const auto column = static_cast<std::uint64_t>(first_token + t);
      const auto words = random.words(static_cast<std::uint64_t>(f / 8) << 32 | column);
      const std::uint32_t half = words[f % 8 / 2] >> (f % 2 == 0 ? 0 : 16) & 0xFFFF;
      const std::size_t i = f * kTokens + t;
      ASSERT_EQ(output[i], half < threshold ? 0.0f : input[i] * scale) << f << ", " << t;
    }
}

TEST(Dropout, KeepsTheFractionThatItShould) {
  const Context context({.threads = 1, .seed = 3});
  for (const double p : {0.1, 0.5, 0.9}) {
    const Dropout dropout("dropout", p, context);
    const Index tokens = 512, features = 512;
    const std::vector<float> mask = mask_of(dropout, 0, tokens, features, 64);
    const double n = static_cast<double>(tokens * features);
    double dropped = 0, rows = 0, columns = 0;
    for (Index f = 0; f < features; ++f)
      for (Index t = 0; t < tokens; ++t) {
        const bool here = mask[f * tokens + t] == 0;
        dropped += here;
        rows += here && mask[(f + 1) % features * tokens + t] == 0;
        columns += here && mask[f * tokens + (t + 1) % tokens] == 0;
      }
    // A binomial count lies within six deviations but once in 5e8 times. p is rounded by 2^-17.
    EXPECT_NEAR(dropped, n * p, 6 * std::sqrt(n * p * (1 - p)) + n * 0x1.0p-17);
    // Neighbours are independent: pairs have the chance p^2. Two pairs that share a value are not,
    // so that the variance is at most n (p^2 (1 - p^2) + 2 (p^3 - p^4)).
    const double variance = n * (p * p * (1 - p * p) + 2 * (p * p * p - p * p * p * p));
    EXPECT_NEAR(rows, n * p * p, 6 * std::sqrt(variance) + 2 * n * 0x1.0p-17);
    EXPECT_NEAR(columns, n * p * p, 6 * std::sqrt(variance) + 2 * n * 0x1.0p-17);
    // What is kept makes up for what is not, but for the rounding of the scale.
    const double kept = *std::max_element(mask.begin(), mask.end());
    EXPECT_NEAR(kept, 1 / (1 - p), kept * (0x1.0p-24 + 0x1.0p-17 / (1 - p)));
  }
}

TEST(Dropout, DrawsAnewForEachStepNameAndSeed) {
  const Context context({.threads = 1, .seed = 3}), other({.threads = 1, .seed = 4});
  const std::vector<float> mask = mask_of(Dropout("a", 0.5, context), 0);
  EXPECT_EQ(mask_of(Dropout("a", 0.5, context), 0), mask);
  // 24,000 coins fall alike with a chance of 2^-24000.
  EXPECT_NE(mask_of(Dropout("a", 0.5, context), 1), mask);
  EXPECT_NE(mask_of(Dropout("b", 0.5, context), 0), mask);
  EXPECT_NE(mask_of(Dropout("a", 0.5, other), 0), mask);
}

TEST(Dropout, DoesNotDependOnThreadsPanelsOrGroups) {
  std::vector<float> expected;
  for (const int threads : {1, 2, 4}) {
    const Context context({.threads = threads, .seed = 3});
    const Dropout dropout("dropout", 0.5, context);
    for (const Index width : {16, 32, 80, 128}) {
      const std::vector<float> mask = mask_of(dropout, 5, kTokens, kFeatures, width);
      if (expected.empty()) expected = mask;
      EXPECT_TRUE(mask == expected) << threads << " threads, panels of " << width;
    }
    // The last two of five sequences of 16 tokens as a group of their own.
    Activations group(32, kFeatures, 32);
    for (float& value : group.values()) value = 1;
    dropout.apply(group, 5, 48, group);
    for (Index f = 0; f < kFeatures; ++f)
      for (Index t = 0; t < 32; ++t) ASSERT_EQ(group.at(t, f), expected[f * kTokens + 48 + t]);
  }
}

TEST(Dropout, IsItsOwnTranspose) {
  const Context context({.threads = 1, .seed = 3});
  const Dropout dropout("dropout", 0.25, context);
  const Activations x = normal_activations(32, 20, 16, 1), dy = normal_activations(32, 20, 16, 2);
  Activations y = x, dx = dy;
  dropout.apply(x, 1, 0, y);
  dropout.apply(dy, 1, 0, dx);
  for (Index f = 0; f < 20; ++f)
    for (Index t = 0; t < 32; ++t)
      EXPECT_EQ(y.at(t, f) == 0, dx.at(t, f) == 0) << "of normal numbers none is zero";
}

TEST(Dropout, WantsAProbability) {
  const Context context({.threads = 1});
  for (const double p : {-0.1, 1.0, std::nan("")})
    EXPECT_THAT([&] { const Dropout dropout("layer.dropout", p, context); },
                ThrowsMessage<ConfigError>(::testing::StartsWith("layer.dropout: probability is")));
  EXPECT_FALSE(Dropout("dropout", 0, context).is_active());
  // Something is always kept.
  const Context seeded({.threads = 1, .seed = 3});
  for (const float value : mask_of(Dropout("dropout", 1 - 0x1.0p-30, seeded), 0))
    EXPECT_TRUE(value == 0 || value == 65536) << value;
}

/// Attention with dropout; the oracle gets the mask from apply_mask on ones.
struct DroppedAttention {
  explicit DroppedAttention(const Context& context, Index width = 0)
      : shape{.features = 8, .sequence = 32, .heads = 2, .lengths = {32, 13}, .panel_width = width},
        dropout("attention.dropout", 0.3, context) {
    shape.mask = [this, &context](Index matrix, Index key, Index query) {
      AlignedVector<float> ones(32 * 32, 1.0f);
      const MatrixView<float> view(ones.data(), 32, 32);
      apply_mask(dropout.mask(5, 3 * shape.heads + matrix), 0, 0, view, view, context);
      return static_cast<double>(view(key, query));
    };
  }
  AttentionOptions options() const {
    return {.dropout = &dropout, .position = {.step = 5, .first_sequence = 3}};
  }

  testing::AttentionShape shape;
  Dropout dropout;
};

// As in Attention.MatchesTheDefinition; what is kept is 1 / (1 - p) < 1.5 times as large.
TEST(AttentionDropout, DropsProbabilities) {
  const Context context({.threads = 1, .seed = 9});
  for (const Index width : {16, 32, 64}) {
    const DroppedAttention problem(context, width);
    const testing::AttentionShape& shape = problem.shape;
    const Activations q = normal_activations(shape.tokens(), shape.features, width, 1);
    const Activations k = normal_activations(shape.tokens(), shape.features, width, 2);
    const Activations v = normal_activations(shape.tokens(), shape.features, width, 3);
    Activations out = testing::nan_activations(shape.tokens(), shape.features, width);
    AttentionRecord record;
    attention_forward(q, k, v, shape.heads, shape.sequence, shape.lengths, out, record, context,
                      problem.options());
    const testing::Doubles expected = testing::attention_oracle(
        shape, testing::to_double(q), testing::to_double(k), testing::to_double(v));
    // |q|, |k| and |v| of some thousand normal numbers are below 5.
    const double bound = testing::kUnitRoundoff * 5 * 1.5 *
                         (2 * (4 + 4) * std::sqrt(4.0) * 5 * 5 + 8 + 2 * (32 + 4));
    const std::vector<float> found = flat(out);
    for (std::size_t i = 0; i < found.size(); ++i) ASSERT_NEAR(found[i], expected[i], bound) << i;
  }
}

}  // namespace
}  // namespace espalier::models
