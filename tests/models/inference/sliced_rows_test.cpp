// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/inference/sliced_rows.h>

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/ops/linear_plain.h>
#include <espalier/sparse/topology/random_pattern.h>

namespace espalier::models {
namespace {

AlignedVector<float> random_values(Index count, std::uint64_t seed) {
  const Random random(seed, stream_id("sliced rows"));
  AlignedVector<float> values;
  for (Index i = 0; i < count; ++i)
    values.push_back(static_cast<float>(random.normal(static_cast<std::uint64_t>(i))));
  return values;
}

/// Both products of a pattern with one token must have the same bits.
void expect_bits_of_plain(const sparse::PatternPtr& pattern, bool with_bias,
                          const Context& context) {
  const AlignedVector<float> values = random_values(pattern->values(), 1);
  const AlignedVector<float> x = random_values(pattern->cols(), 2);
  const AlignedVector<float> bias = random_values(with_bias ? pattern->rows() : 0, 3);
  AlignedVector<float> expected(static_cast<std::size_t>(pattern->rows()));
  sparse::PlainScratch scratch;
  sparse::linear_plain(sparse::make_plan(pattern, context), values, {x.data(), 1, pattern->cols()},
                       {expected.data(), 1, pattern->rows()}, bias, scratch, context);
  AlignedVector<float> y(expected.size(), 7.0f);
  SlicedRows(*pattern, values, context).multiply(x, bias, y, context);
  EXPECT_EQ(y, expected) << pattern->rows() << " x " << pattern->cols();
}

TEST(SlicedRows, HasTheBitsOfLinearPlain) {
  for (const int threads : {1, 3}) {
    const Context context({.threads = threads, .kernel = "highway"});
    for (const auto& [rows, cols] : std::vector<std::pair<Index, Index>>{
             {1, 1}, {7, 5}, {8, 16}, {40, 33}, {300, 200}, {1000, 70}})
      for (const double density : {0.01, 0.3, 1.0})
        for (const bool with_bias : {false, true})
          expect_bits_of_plain(
              sparse::random_pattern(rows, cols, {1, 1}, density,
                                     Random(static_cast<std::uint64_t>(rows), stream_id("rows"))),
              with_bias, context);
  }
}

TEST(SlicedRows, TakesTheFirstAndTheLastColumnThat16BitsCount) {
  const Context context({.threads = 1, .kernel = "highway"});
  const auto pattern = std::make_shared<const sparse::BlockPattern>(
      2, 65536, sparse::BlockShape{1, 1}, std::vector<Index>{0, 2, 2},
      std::vector<BlockIndex>{0, 65535});
  expect_bits_of_plain(pattern, true, context);
  const sparse::BlockPattern wider(1, 65537, {1, 1}, {0, 1}, {65536});
  EXPECT_FALSE(SlicedRows::suit(wider, context));
  EXPECT_THROW(SlicedRows(wider, std::vector<float>{1.0f}, context), ShapeError);
}

TEST(SlicedRows, RefusesOtherNumbersOfValues) {
  const Context context({.threads = 1, .kernel = "highway"});
  const auto pattern = sparse::BlockPattern::full(9, 4, {1, 1});
  const SlicedRows rows(*pattern, random_values(36, 1), context);
  std::vector<float> x(4), y(9), more(10);
  EXPECT_THROW(rows.multiply(y, {}, y, context), ShapeError);
  EXPECT_THROW(rows.multiply(x, {}, more, context), ShapeError);
  EXPECT_THROW(rows.multiply(x, more, y, context), ShapeError);
  EXPECT_NO_THROW(rows.multiply(x, {}, y, context));
  EXPECT_THROW(SlicedRows(*pattern, more, context), ShapeError);
}

TEST(SlicedRows, SuitsBlocksOfOneAndVectorsOnly) {
  const Context context({.threads = 1, .kernel = "highway"});
  const Context reference({.threads = 1, .kernel = "reference"});
  EXPECT_TRUE(SlicedRows::suit(*sparse::BlockPattern::full(8, 8, {1, 1}), context));
  EXPECT_FALSE(SlicedRows::suit(*sparse::BlockPattern::full(8, 8, {2, 2}), context));
  EXPECT_FALSE(SlicedRows::suit(*sparse::BlockPattern::full(8, 8, {1, 1}), reference));
}

}  // namespace
}  // namespace espalier::models
