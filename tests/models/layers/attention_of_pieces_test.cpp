// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/attention_of_pieces.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <espalier/sparse/core/error.h>
#include "tests/models/layers/layer_oracles.h"
#include "tests/support/generated_problem.h"
#include "tests/support/message.h"

namespace espalier::models {
namespace {

using sparse::Activations;
using testing::AttentionShape;
using testing::Doubles;
using ::testing::HasSubstr;
using testing::kUnitRoundoff;
using testing::nan_activations;
using testing::normal_activations;
using ::testing::ThrowsMessage;

constexpr Index kPieceFeatures = 24, kPieceHeads = 3;

/// A sequence of so many tokens, in pieces that the caller places.
struct Placed {
  Index length;
  std::vector<TokenPiece> pieces;
};

/// Queries, keys and values of one sequence, [3 features][tokens].
std::vector<float> of_sequence(Index length, std::uint64_t seed) {
  return testing::normal_values(3 * kPieceFeatures * length, seed);
}

void put(const std::vector<float>& values, const Placed& placed, Activations& qkv) {
  Index token = 0;
  for (const TokenPiece& piece : placed.pieces)
    for (Index t = 0; t < piece.tokens; ++t, ++token)
      for (Index f = 0; f < 3 * kPieceFeatures; ++f)
        qkv.row(piece.panel, f)[piece.lane + t] = values[f * placed.length + token];
}

/// [features][tokens].
std::vector<float> taken(const Activations& out, const Placed& placed) {
  std::vector<float> values(static_cast<std::size_t>(kPieceFeatures * placed.length));
  Index token = 0;
  for (const TokenPiece& piece : placed.pieces)
    for (Index t = 0; t < piece.tokens; ++t, ++token)
      for (Index f = 0; f < kPieceFeatures; ++f)
        values[f * placed.length + token] = out.row(piece.panel, f)[piece.lane + t];
  return values;
}

std::vector<std::vector<float>> attended(const std::vector<Placed>& sequences, Index panels,
                                         Index width, bool causal, int threads) {
  const Context context({.threads = threads});
  Activations qkv(panels * width, 3 * kPieceFeatures, width),
      out(panels * width, kPieceFeatures, width);
  std::vector<TokenPiece> pieces;
  std::vector<Index> first = {0};
  for (std::size_t s = 0; s < sequences.size(); ++s) {
    put(of_sequence(sequences[s].length, s + 1), sequences[s], qkv);
    pieces.insert(pieces.end(), sequences[s].pieces.begin(), sequences[s].pieces.end());
    first.push_back(static_cast<Index>(pieces.size()));
  }
  PiecesScratch scratch;
  attend(qkv, kPieceHeads, {pieces, first}, causal, out, scratch, context);
  std::vector<std::vector<float>> results;
  for (const Placed& sequence : sequences) results.push_back(taken(out, sequence));
  return results;
}

const std::vector<Placed>& spread() {
  static const std::vector<Placed> sequences = {
      {5, {{0, 16, 5}}}, {50, {{2, 0, 32}, {1, 0, 18}}}, {1, {{0, 0, 1}}}, {16, {{3, 16, 16}}}};
  return sequences;
}

// The bound of attention_test.cpp: a score is a sum of d products scaled, off by (d + 4) u sum |q
// k| / sqrt(d) at most; a probability then by twice that, 2^-21 for two exponentials and (keys + 4)
// u for the sum; the output by one more sum over the keys.
TEST(AttentionOfPieces, IsTheDefinitionForEachSequence) {
  for (const bool causal : {false, true}) {
    const auto results = attended(spread(), 4, 32, causal, 2);
    for (std::size_t s = 0; s < results.size(); ++s) {
      const Index length = spread()[s].length;
      const AttentionShape shape = {.features = kPieceFeatures,
                                    .sequence = length,
                                    .heads = kPieceHeads,
                                    .lengths = {length},
                                    .causal = causal};
      const Doubles all = testing::to_doubles(of_sequence(length, s + 1));
      const auto part = [&](Index i) {
        return Doubles(all.begin() + i * kPieceFeatures * length,
                       all.begin() + (i + 1) * kPieceFeatures * length);
      };
      const Doubles expected = testing::attention_oracle(shape, part(0), part(1), part(2));
      double greatest = 0;
      for (const double value : all) greatest = std::max(greatest, std::abs(value));
      const double size = static_cast<double>(kPieceFeatures) / kPieceHeads;
      const double score = (size + 4) * std::sqrt(size) * greatest * greatest;
      const double bound =
          kUnitRoundoff * greatest * (2 * score + 8 + 2 * (static_cast<double>(length) + 4));
      for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_NEAR(results[s][i], expected[i], bound) << "sequence " << s << ", value " << i;
    }
  }
}

TEST(AttentionOfPieces, HasTheSameBitsWhereverAndBesideWhatASequenceLies) {
  for (const bool causal : {false, true}) {
    const auto together = attended(spread(), 4, 32, causal, 1);
    EXPECT_EQ(attended(spread(), 4, 32, causal, 2), together);
    const std::vector<Placed> moved = {
        {5, {{0, 32, 5}}}, {50, {{0, 0, 32}, {1, 32, 18}}}, {1, {{1, 16, 1}}}, {16, {{1, 0, 16}}}};
    EXPECT_EQ(attended(moved, 2, 64, causal, 2), together);
    EXPECT_EQ(attended({{5, {{0, 0, 5}}}}, 1, 16, causal, 2).front(), together.front());
  }
}

TEST(AttentionOfPieces, RefusesWhatDoesNotFit) {
  const auto with = [](const TokenPiece& piece) {
    return [piece] { attended({{piece.tokens, {piece}}}, 1, 32, false, 1); };
  };
  EXPECT_NO_THROW(with({0, 16, 16})());
  Activations qkv(32, 3 * kPieceFeatures, 32), out(32, kPieceFeatures, 32),
      narrow(32, kPieceFeatures - 1, 32);
  PiecesScratch scratch;
  const Context context({.threads = 1});
  const std::vector<TokenPiece> outside = {{0, 16, 17}};
  const std::vector<Index> first = {0, 1};
  EXPECT_THAT(
      [&] {
        attend(qkv, kPieceHeads, {outside, first}, false, out, scratch, context);
      },
      ThrowsMessage<ShapeError>(HasSubstr("piece 0 of 17 tokens from lane 16")));
  EXPECT_THAT(
      [&] {
        attend(qkv, kPieceHeads, {{}, {}}, false, narrow, scratch, context);
      },
      ThrowsMessage<ShapeError>(HasSubstr("attend: qkv has")));
  EXPECT_THAT(
      [&] {
        attend(qkv, 5, {{}, {}}, false, out, scratch, context);
      },
      ThrowsMessage<ShapeError>(HasSubstr("heads is 5; expected a divisor of 24")));
}

}  // namespace
}  // namespace espalier::models
