// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/attention.h>
#include <espalier/models/layers/attention_layout.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/kernel_variant.h>
#include "tests/models/layers/attention_operands.h"
#include "tests/models/layers/layer_oracles.h"
#include "tests/support/generated_problem.h"
#include "tests/support/message.h"
#include "tests/support/oracle.h"

namespace espalier::models {
namespace {

using attention::expect_forward;
using attention::Operands;
using sparse::Activations;
using testing::AttentionShape;
using testing::Doubles;
using ::testing::HasSubstr;
using testing::kUnitRoundoff;
using testing::nan_activations;
using testing::normal_activations;
using ::testing::ThrowsMessage;
using testing::to_double;

double norm_of_difference(const Activations& a, const Activations& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.values().size(); ++i)
    sum += (double{a.values()[i]} - b.values()[i]) * (double{a.values()[i]} - b.values()[i]);
  return std::sqrt(sum);
}

const AttentionLayout kBigBird = {.block = 16, .window = 1, .global = 1, .random = 1};

// Queries and keys, rounded by up to u = 2^-8 in bfloat16 and 2^-11 in float16, give scores that
// are off by about that, and probabilities by as much; values, exponentials and the gradients that
// meet them are rounded once each. Six such roundings on the longest way; twice that for what
// cancels. Not a bit less than a 64th of u, or nothing was rounded.
class AttentionInLowPrecision : public ::testing::TestWithParam<Precision> {};

TEST_P(AttentionInLowPrecision, IsNearThatInFloat) {
  const double unit = GetParam() == Precision::kFloat16 ? 0x1p-11 : 0x1p-8;
  for (const AttentionShape& shape :
       {AttentionShape{.features = 128, .sequence = 128, .heads = 2, .lengths = {128, 77}},
        AttentionShape{.features = 64,
        .sequence = 128,
        .heads = 1,
        .lengths = {128, 9, 70},
        .panel_width = 64},
        AttentionShape{.features = 48,
        .sequence = 16,
        .heads = 3,
        .lengths = {16, 1, 7},
        .panel_width = 48}}) {
    const Context in_float({.threads = 1});
    Operands expected(shape);
    expected.forward(shape, in_float);
    expected.backward(shape, in_float);
    for (const std::string& kernel : kernel_names()) {
      const Context context({.threads = 2, .kernel = kernel, .precision = GetParam()});
      Operands x(shape);
      x.forward(shape, context);
      x.backward(shape, context);
      const Activations zero(shape.tokens(), shape.features, shape.width());
      for (Activations Operands::*result :
           {&Operands::out, &Operands::dq, &Operands::dk, &Operands::dv}) {
        const double share = norm_of_difference(x.*result, expected.*result) /
                             norm_of_difference(expected.*result, zero);
        EXPECT_LT(share, 12 * unit) << kernel;
        EXPECT_GT(share, unit / 64) << kernel;
        EXPECT_EQ(testing::dirty_padding(x.*result), "");
      }
    }
  }
}

// The reference adds without error (see trajectory_test), so that nothing but the division into
// panels could show.
TEST_P(AttentionInLowPrecision, DoesNotDependOnThePanels) {
  const Context context({.threads = 2, .kernel = "reference", .precision = GetParam()});
  AttentionShape shape = {
      .features = 64, .sequence = 128, .heads = 2, .lengths = {128, 50}, .panel_width = 128};
  AttentionShape cut = shape;
  cut.panel_width = 32;
  Operands whole(shape), pieces(cut);
  for (Operands* x : {&whole, &pieces}) {
    x->forward(x == &whole ? shape : cut, context);
    x->backward(x == &whole ? shape : cut, context);
  }
  for (Activations Operands::*result :
       {&Operands::out, &Operands::dq, &Operands::dk, &Operands::dv})
    EXPECT_EQ(testing::flat(whole.*result), testing::flat(pieces.*result));
}

INSTANTIATE_TEST_SUITE_P(Low, AttentionInLowPrecision,
                         ::testing::Values(Precision::kBFloat16, Precision::kFloat16),
                         [](const auto& test) { return precision_name(test.param); });

TEST(Attention, MatchesTheDefinition) {
  expect_forward({.features = 8, .sequence = 16, .heads = 2, .lengths = {16, 16}});
  expect_forward({.features = 6, .sequence = 32, .heads = 1, .lengths = {32}});
  expect_forward({.features = 15, .sequence = 80, .heads = 3, .lengths = {80}});
  expect_forward({.features = 128, .sequence = 128, .heads = 2, .lengths = {128, 128}});
}

TEST(Attention, MatchesTheDefinitionWithShortSequences) {
  expect_forward({.features = 8, .sequence = 16, .heads = 2, .lengths = {1, 7, 16}});
  expect_forward({.features = 4, .sequence = 144, .heads = 1, .lengths = {143, 100}});
}

TEST(Attention, MatchesTheDefinitionWithManySequencesToAPanelOrManyPanelsToASequence) {
  expect_forward({.features = 8,
                  .sequence = 16,
                  .heads = 2,
                  .lengths = {16, 5, 16, 1, 9},  // the second panel holds one
                  .panel_width = 64});
  expect_forward(
      {.features = 6, .sequence = 64, .heads = 2, .lengths = {64, 50}, .panel_width = 128});
  expect_forward(
      {.features = 8, .sequence = 128, .heads = 2, .lengths = {128, 70, 3}, .panel_width = 64});
  expect_forward(
      {.features = 4, .sequence = 48, .heads = 1, .lengths = {48, 16}, .panel_width = 16});
}

TEST(SparseAttention, MatchesTheDefinition) {
  for (const bool causal : {false, true})
    for (const Index width : {16, 32, 64, 128, 256}) {
      expect_forward({.features = 8,
                      .sequence = 128,
                      .heads = 2,
                      .lengths = {128, 100, 3},
                      .panel_width = width,
                      .causal = causal,
                      .pattern = attention_pattern(kBigBird, 128, causal)});
      // Blocks of several pieces, and pieces of several blocks.
      expect_forward({.features = 8,
                      .sequence = 128,
                      .heads = 1,
                      .lengths = {128},
                      .panel_width = width,
                      .causal = causal,
                      .pattern = attention_pattern({.block = 64, .window = 0}, 128, causal)});
    }
  expect_forward(
      {.features = 8,
       .sequence = 64,
       .heads = 2,
       .lengths = {64, 64},
       .panel_width = 32,
       .documents = {40, 24, 64},
       .pattern = attention_pattern({.block = 16, .window = 0, .stride = 2}, 64, false)});
}

// Gradients too, as far as a key that is not seen goes: its own are those of whom it is seen by.
TEST(SparseAttention, KeysOutsideThePatternHaveNoInfluence) {
  const Context context({.threads = 1});
  for (const Index width : {16, 64, 128})
    for (const Precision precision : {Precision::kFloat32, Precision::kBFloat16}) {
      const Context rounded({.threads = 1, .precision = precision});
      const AttentionShape shape{
          .features = 8,
          .sequence = 64,
          .heads = 2,
          .lengths = {64},
          .panel_width = width,
          .pattern = attention_pattern({.block = 16, .window = 1}, 64, false)};
      if (shape.tokens() % width != 0 && width % shape.sequence != 0) continue;
      Operands before(shape), after(shape);
      // Blocks 2 and 3 are out of sight of block 0.
      for (Index f = 0; f < shape.features; ++f)
        for (Index t = 32; t < 64; ++t) {
          after.q.at(t, f) *= -3;
          after.k.at(t, f) += 5;
          after.v.at(t, f) = 100;
        }
      for (Operands* x : {&before, &after}) {
        for (Index f = 0; f < shape.features; ++f)
          for (Index t = 16; t < 64; ++t) x->dout.at(t, f) = 0;  // the loss is of block 0 alone
        x->forward(shape, rounded);
        x->backward(shape, rounded);
      }
      for (Index f = 0; f < shape.features; ++f) {
        for (Index t = 0; t < 16; ++t) {
          EXPECT_EQ(before.out.at(t, f), after.out.at(t, f));
          EXPECT_EQ(before.dq.at(t, f), after.dq.at(t, f));
          EXPECT_EQ(before.dk.at(t, f), after.dk.at(t, f));
          EXPECT_EQ(before.dv.at(t, f), after.dv.at(t, f));
        }
        for (Index t = 32; t < 64; ++t) {
          EXPECT_EQ(after.dk.at(t, f), 0);
          EXPECT_EQ(after.dv.at(t, f), 0);
        }
      }
    }
}

// Whatever the record holds from before, in blocks of several pieces and in pieces that begin
// within a block too.
TEST_P(AttentionInLowPrecision, WithAPatternIsNearThatInFloat) {
  const double unit = GetParam() == Precision::kFloat16 ? 0x1p-11 : 0x1p-8;
  struct Division {
    Index sequence, panel_width;
    AttentionLayout layout;
  };
  for (const auto& [sequence, panel_width, layout] :
       {Division{128, 32, kBigBird}, Division{128, 16, {.block = 64, .window = 0}},
        Division{128, 32, {.block = 64, .window = 1}},
        Division{96, 48, {.block = 32, .window = 0}}})
    for (const bool causal : {false, true}) {
      SCOPED_TRACE(::testing::Message()
                   << sequence << " tokens in panels of " << panel_width << ", blocks of "
                   << layout.block << ", causal: " << causal);
      const AttentionShape shape{.features = 64,
                                 .sequence = sequence,
                                 .heads = 2,
                                 .lengths = {sequence, 77},
                                 .panel_width = panel_width,
                                 .causal = causal,
                                 .pattern = attention_pattern(layout, sequence, causal)};
      Operands expected(shape), x(shape);
      for (const auto& [operands, precision] :
           {std::pair{&expected, Precision::kFloat32}, {&x, GetParam()}}) {
        const Context context({.threads = 2, .precision = precision});
        std::swap(operands->q, operands->dout);
        operands->forward(shape, context);
        std::swap(operands->q, operands->dout);
        operands->forward(shape, context);
        operands->backward(shape, context);
      }
      const Activations zero(shape.tokens(), shape.features, shape.width());
      for (Activations Operands::*result :
           {&Operands::out, &Operands::dq, &Operands::dk, &Operands::dv}) {
        const double share = norm_of_difference(x.*result, expected.*result) /
                             norm_of_difference(expected.*result, zero);
        EXPECT_LT(share, 12 * unit);  // as that of full attention
        EXPECT_GT(share, unit / 64);
      }
    }
}

TEST(SparseAttention, APatternOfAllBlocksIsFullAttention) {
  for (const Precision precision : {Precision::kFloat32, Precision::kBFloat16}) {
    const Context context({.threads = 1, .kernel = "reference", .precision = precision});
    // Rounded copies are multiplied in one piece without a pattern, and so in one piece here.
    AttentionShape shape{.features = 8,
                         .sequence = 64,
                         .heads = 2,
                         .lengths = {64, 30},
                         .panel_width = precision == Precision::kFloat32 ? 32 : 64};
    Operands full(shape);
    full.forward(shape, context);
    full.backward(shape, context);
    shape.pattern = attention_pattern({.block = 16, .window = 4}, 64, false);
    Operands sparse(shape);
    sparse.forward(shape, context);
    sparse.backward(shape, context);
    for (Activations Operands::*result :
         {&Operands::out, &Operands::dq, &Operands::dk, &Operands::dv})
      EXPECT_EQ(testing::flat(sparse.*result), testing::flat(full.*result));
  }
}

TEST(CausalAttention, MatchesTheDefinition) {
  for (const Index width : {16, 32, 64, 128})
    expect_forward({.features = 8,
                    .sequence = 64,
                    .heads = 2,
                    .lengths = {64, 40, 1},
                    .panel_width = width,
                    .causal = true});
  expect_forward({.features = 15, .sequence = 80, .heads = 3, .lengths = {80}, .causal = true});
}

// What a token gives, and every gradient of it, is the same bit for bit whatever comes after it.
TEST(CausalAttention, ShowsNothingOfLaterTokens) {
  const Context context({.threads = 1});
  constexpr Index kSequence = 64, kSeen = 37;
  for (const Index width : {16, 64, 128}) {
    const AttentionShape shape{.features = 8,
                               .sequence = kSequence,
                               .heads = 2,
                               .lengths = {kSequence, kSequence},
                               .panel_width = width,
                               .causal = true};
    Operands before(shape), after(shape);
    for (Index f = 0; f < shape.features; ++f)
      for (Index t = kSeen; t < kSequence; ++t) {
        after.q.at(t, f) *= -3;
        after.k.at(t, f) += 5;
        after.v.at(t, f) = 100;
      }
    // The loss is of tokens before kSeen only.
    for (Operands* x : {&before, &after})
      for (Index f = 0; f < shape.features; ++f)
        for (Index t = kSeen; t < kSequence; ++t) x->dout.at(t, f) = 0;
    for (Operands* x : {&before, &after}) {
      x->forward(shape, context);
      x->backward(shape, context);
    }
    for (Index f = 0; f < shape.features; ++f) {
      for (Index t = 0; t < kSeen; ++t) {
        ASSERT_EQ(after.out.at(t, f), before.out.at(t, f)) << t;
        ASSERT_EQ(after.dq.at(t, f), before.dq.at(t, f)) << t;
        ASSERT_EQ(after.dk.at(t, f), before.dk.at(t, f)) << t;
        ASSERT_EQ(after.dv.at(t, f), before.dv.at(t, f)) << t;
        ASSERT_NE(after.dv.at(t, f), 0.0f) << t;
      }
      for (Index t = kSeen; t < kSequence; ++t)
        for (const Activations* gradient : {&before.dq, &before.dk, &before.dv})
          ASSERT_EQ(gradient->at(t, f), 0.0f) << t;
      // The last token sees all of them, the second sequence none.
      ASSERT_NE(after.out.at(kSequence - 1, f), before.out.at(kSequence - 1, f));
      for (Index t = kSequence; t < 2 * kSequence; ++t)
        ASSERT_EQ(after.out.at(t, f), before.out.at(t, f)) << t;
    }
  }
}

// The same in all layouts: with one sequence to a panel the gradients are tested against slopes.
void expect_gradients_of_any_panels(bool causal) {
  const Context context({.threads = 1});
  const AttentionShape whole{
      .features = 8, .sequence = 64, .heads = 2, .lengths = {64, 40, 9}, .causal = causal};
  Operands expected(whole);
  expected.forward(whole, context);
  expected.backward(whole, context);
  for (const Index width : {16, 32, 128, 192}) {
    AttentionShape shape = whole;
    shape.panel_width = width;
    Operands x(shape);
    x.forward(shape, context);
    x.backward(shape, context);
    // Each is a sum over at most 64 tokens or 4 features of terms of which each is off by as much
    // again; doubled, since both sides are rounded.
    const auto expect_same = [&](const Activations& a, const Activations& b, const char* name) {
      const std::vector<float> found = testing::flat(a), same = testing::flat(b);
      float greatest = 0;
      for (const float value : same) greatest = std::max(greatest, std::abs(value));
      const double bound = 2 * 64 * (4 + 4 + 7 * 8) * kUnitRoundoff * greatest;
      for (std::size_t i = 0; i < same.size(); ++i)
        ASSERT_NEAR(found[i], same[i], bound) << name << " at " << i << ", width " << width;
    };
    expect_same(x.out, expected.out, "out");
    expect_same(x.dq, expected.dq, "dq");
    expect_same(x.dk, expected.dk, "dk");
    expect_same(x.dv, expected.dv, "dv");
    for (const Activations* a : {&x.out, &x.dq, &x.dk, &x.dv})
      for (Index lane = a->used_lanes(a->panels() - 1); lane < width; ++lane)
        ASSERT_EQ(a->row(a->panels() - 1, 0)[lane], 0.0f) << "padding";
  }
}

TEST(Attention, GradientsDoNotDependOnThePanels) { expect_gradients_of_any_panels(false); }
TEST(CausalAttention, GradientsDoNotDependOnThePanels) { expect_gradients_of_any_panels(true); }

TEST(Attention, PanelsFitTheSequencesAndAreNearTheWidthThatProductsLike) {
  EXPECT_EQ(sequence_panel_width(128, 512, 64), 64);
  EXPECT_EQ(sequence_panel_width(512, 2048, 128), 128);
  EXPECT_EQ(sequence_panel_width(16, 512, 64), 64);
  EXPECT_EQ(sequence_panel_width(48, 480, 128), 96);
  EXPECT_EQ(sequence_panel_width(144, 1440, 64), 48);
  EXPECT_EQ(sequence_panel_width(80, 800, 64), 80);  // 16 and 80 alone divide it
  EXPECT_EQ(sequence_panel_width(16, 32, 64), 32);   // no wider than the tokens
  EXPECT_EQ(sequence_panel_width(16, 0, 64), 16);
  for (const Index sequence : {0, -16, 10})
    EXPECT_THROW(sequence_panel_width(sequence, 16, 64), ShapeError);
}

TEST(Attention, KeysPastTheLengthHaveNoInfluence) {
  const Context context({.threads = 1});
  const AttentionShape shape{.features = 8, .sequence = 16, .heads = 2, .lengths = {5, 16}};
  Operands clean(shape), dirty(shape);
  for (Index f = 0; f < shape.features; ++f)
    for (Index t = 5; t < 16; ++t)
      dirty.k.at(t, f) = dirty.v.at(t, f) = std::numeric_limits<float>::quiet_NaN();
  for (Operands* x : {&clean, &dirty}) {
    x->forward(shape, context);
    x->backward(shape, context);
  }
  EXPECT_EQ(testing::flat(dirty.out), testing::flat(clean.out));
  EXPECT_EQ(testing::flat(dirty.dq), testing::flat(clean.dq));
  EXPECT_EQ(testing::flat(dirty.dk), testing::flat(clean.dk));
  EXPECT_EQ(testing::flat(dirty.dv), testing::flat(clean.dv));
  for (Index f = 0; f < shape.features; ++f)
    for (Index t = 5; t < 16; ++t) {
      EXPECT_EQ(clean.dk.at(t, f), 0.0f);
      EXPECT_EQ(clean.dv.at(t, f), 0.0f);
    }
}

TEST(Attention, NoLengthsMeansWholeSequences) {
  const Context context({.threads = 1});
  AttentionShape shape{.features = 8, .sequence = 16, .heads = 2, .lengths = {16, 16}};
  Operands given(shape), empty(shape);
  given.forward(shape, context);
  shape.lengths.clear();
  empty.forward(shape, context);
  EXPECT_EQ(testing::flat(empty.out), testing::flat(given.out));
}

TEST(Attention, LargeScoresDoNotOverflow) {
  const Context context({.threads = 1});
  const AttentionShape shape{.features = 1, .sequence = 16, .heads = 1, .lengths = {16}};
  Operands x(shape);
  for (Index t = 0; t < 16; ++t) {
    x.q.at(t, 0) = 1e3f;
    x.k.at(t, 0) = static_cast<float>(t);  // scores up to 15,000: all weight on the last key
  }
  x.forward(shape, context);
  for (Index t = 0; t < 16; ++t) EXPECT_EQ(x.out.at(t, 0), x.v.at(15, 0));
}

TEST(Attention, ResultsDoNotDependOnTheNumberOfThreads) {
  const AttentionShape shape{.features = 96, .sequence = 64, .heads = 6, .lengths = {64, 50, 1, 9}};
  std::vector<float> first;
  for (const int threads : {1, 2, 4, 8}) {
    const Context context({.threads = threads});
    Operands x(shape);
    x.forward(shape, context);
    x.backward(shape, context);
    std::vector<float> all;
    for (const Activations* part : {&x.out, &x.dq, &x.dk, &x.dv})
      all.insert(all.end(), part->values().begin(), part->values().end());
    if (threads == 1) first = all;
    EXPECT_TRUE(all == first) << threads << " threads";
  }
}

TEST(Attention, GradientOfQueriesMayOverwriteThatOfTheOutput) {
  const Context context({.threads = 1});
  const AttentionShape shape{.features = 8, .sequence = 16, .heads = 2, .lengths = {16, 9}};
  Operands x(shape);
  x.forward(shape, context);
  x.backward(shape, context);
  const std::vector<float> expected = testing::flat(x.dq);
  attention_backward(x.q, x.k, x.v, shape.heads, x.record, x.out, x.dout, x.dout, x.dk, x.dv,
                     context);
  EXPECT_EQ(testing::flat(x.dout), expected);
}

TEST(Attention, ErrorsNameTheOperand) {
  const Context context({.threads = 1});
  const AttentionShape shape{.features = 8, .sequence = 16, .heads = 2, .lengths = {16, 16}};
  Operands x(shape);
  const auto forward = [&](Index heads, std::vector<Index> lengths, Index sequence = 16) {
    attention_forward(x.q, x.k, x.v, heads, sequence, lengths, x.out, x.record, context);
  };
  EXPECT_THAT(
      [&] { forward(3, {}); },
      ThrowsMessage<ShapeError>("attention_forward: heads is 3; expected a divisor of 8 features"));
  EXPECT_THAT([&] { forward(2, {16}); },
              ThrowsMessage<ShapeError>("attention_forward: lengths has 1 values; expected 2, one "
                                        "for each sequence"));
  EXPECT_THAT(
      [&] {
        forward(2, {16, 0});
      },
      ThrowsMessage<ShapeError>("attention_forward: length 1 is 0; expected 1 to 16"));
  EXPECT_THAT([&] { forward(2, {17, 1}); }, ThrowsMessage<ShapeError>(HasSubstr("length 0 is 17")));
  EXPECT_THAT([&] { x.backward(shape, context); },
              ThrowsMessage<ShapeError>(
                  HasSubstr("attention_backward: record is empty; call attention_forward")));
  for (const Index sequence : {0, 8, 24, 40})
    EXPECT_THAT([&] { forward(2, {}, sequence); },
                ThrowsMessage<ShapeError>(HasSubstr("expected a multiple of 16 that divides the "
                                                    "panel width of 16 or is a multiple of it")));
  EXPECT_THAT([&] { forward(2, {}, 64); },
              ThrowsMessage<ShapeError>(HasSubstr("expected whole sequences of 64")));
  EXPECT_THAT(
      [&] {
        const auto pattern = attention_pattern({.block = 16}, 32, false);
        attention_forward(x.q, x.k, x.v, 2, 16, {}, x.out, x.record, context,
                          {.pattern = pattern.get()});
      },
      ThrowsMessage<ShapeError>(HasSubstr("pattern of 32 x 32 tokens in blocks of 16 x 16; "
                                          "expected 16 x 16 in square blocks")));
  // Without a key that it sees, the probabilities of a query would be 0 / 0.
  const auto blind = sparse::BlockPattern::from_coordinates(32, 32, {16, 16}, {{0, 0}});
  const Activations wide(32, 8, 32);
  Activations seen = wide;
  EXPECT_THAT(([&] {
                attention_forward(wide, wide, wide, 2, 32, {}, seen, x.record, context,
                                  {.pattern = blind.get()});
              }),
              ThrowsMessage<ShapeError>("attention_forward: pattern: block 1 does not see itself; "
                                        "expected every block to"));
  x.v = Activations(32, 4, 16);
  EXPECT_THAT([&] { forward(2, {}); },
              ThrowsMessage<ShapeError>(HasSubstr("attention_forward: v has 4 features")));
  Activations ragged(20, 8, 16), out = ragged;
  EXPECT_THAT([&] { attention_forward(ragged, ragged, ragged, 2, 16, {}, out, x.record, context); },
              ThrowsMessage<ShapeError>(
                  "attention_forward: q has 20 tokens; expected whole sequences of 16"));
}

}  // namespace
}  // namespace espalier::models
