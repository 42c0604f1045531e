// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/inference/top_outputs.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <espalier/models/inference/sampling.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/ops/linear_plain.h>

namespace espalier::models {
namespace {

using sparse::BlockPattern;
using Matrix = sparse::BlockCsrMatrix<float>;
using Values = AlignedVector<float>;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

Values normal(Index length, std::uint64_t seed, double deviation = 1) {
  const Random random(seed, stream_id("top outputs"));
  Values values;
  for (Index i = 0; i < length; ++i)
    values.push_back(static_cast<float>(deviation * random.normal(static_cast<std::uint64_t>(i))));
  return values;
}

/// A dense table of words.
struct Table {
  Table(Index words, Index cols, Index block)
      : outputs(words),
        matrix(BlockPattern::full((words + block - 1) / block * block, cols, {block, block})) {}

  void set_row(Index row, std::span<const float> values) {
    const Index block = matrix.pattern().block().rows;
    for (Index c = 0; c < cols(); ++c)
      matrix.block(row / block * matrix.pattern().grid_cols() +
                   c / block)[static_cast<std::size_t>(row % block * block + c % block)] =
          values[static_cast<std::size_t>(c)];
  }
  Index cols() const { return matrix.pattern().cols(); }

  Index outputs;
  Matrix matrix;
};

Table random_table(Index outputs, Index cols, Index block) {
  Table table(outputs, cols, block);
  for (Index r = 0; r < outputs; ++r) table.set_row(r, normal(cols, static_cast<std::uint64_t>(r)));
  return table;
}

/// The `count` largest, largest first, of equal ones the first.
std::vector<std::pair<float, Index>> largest(std::span<const float> y, Index count) {
  std::vector<std::pair<float, Index>> all;
  for (const float value : y) all.emplace_back(value, static_cast<Index>(all.size()));
  std::ranges::stable_sort(all, [](const auto& a, const auto& b) { return a.first > b.first; });
  all.resize(static_cast<std::size_t>(count));
  return all;
}

/// Compares with a whole product and returns how many rows were computed.
std::optional<Index> expect_largest(const Table& table, const Values& x, Index count,
                                    const Context& context) {
  const auto rows = static_cast<std::size_t>(table.matrix.pattern().rows());
  Values whole(rows), found(rows, std::numeric_limits<float>::quiet_NaN());
  sparse::PlainScratch plain;
  sparse::linear_plain(sparse::make_plan(table.matrix.pattern_ptr(), context),
                       table.matrix.values(), {x.data(), 1, table.cols()},
                       {whole.data(), 1, table.matrix.pattern().rows()}, {}, plain, context);
  const TopOutputs top(table.matrix, table.outputs, context);
  Int8Inputs inputs;
  TopScratch scratch;
  const std::optional<Index> computed =
      top.find(table.matrix.values(), x, count, found, inputs, scratch, context);
  if (!computed) return computed;
  Index written = 0;
  for (std::size_t r = 0; r < static_cast<std::size_t>(table.outputs); ++r) {
    if (found[r] == -kInfinity) continue;
    ++written;
    EXPECT_EQ(found[r], whole[r]) << "row " << r;
  }
  EXPECT_EQ(written, *computed);
  const auto outputs = static_cast<std::size_t>(table.outputs);
  EXPECT_EQ(largest(std::span(found).first(outputs), count),
            largest(std::span(whole).first(outputs), count));
  return computed;
}

TEST(TopOutputs, AreThoseOfTheWholeProduct) {
  for (const char* kernel : {"", "reference"})
    for (const Index block : {4, 8, 16})
      for (const int threads : {1, 2}) {
        const Context context({.threads = threads, .kernel = kernel});
        const Table table = random_table(1000, 48 * block / 4, block);
        for (std::uint64_t seed = 0; seed < 10; ++seed)
          for (const Index count : {1, 5, 40}) {
            const auto computed =
                expect_largest(table, normal(table.cols(), 5000 + seed), count, context);
            EXPECT_TRUE(computed && *computed >= count) << "block " << block;
          }
      }
}

// A table of words and a state, as large as they are in models: few rows can be meant.
TEST(TopOutputs, ComputeFewRows) {
  const Context context({.threads = 1});
  const Table table = random_table(4001, 768, 16);
  const auto computed = expect_largest(table, normal(768, 9999), 1, context);
  ASSERT_TRUE(computed.has_value());
  EXPECT_LT(*computed, 100);
}

TEST(TopOutputs, AreRightWhereSomeInputsAreLarge) {
  const Context context({.threads = 1});
  const Table table = random_table(2000, 256, 16);
  int found = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Values x = normal(256, 7000 + seed);
    x[seed] *= 30;
    found += expect_largest(table, x, 3, context).has_value();
  }
  EXPECT_GT(found, 0);
}

TEST(TopOutputs, OfEqualRowsTheFirst) {
  const Context context({.threads = 1});
  Table table = random_table(1000, 64, 16);
  const Values x = normal(64, 77);
  // As large as none of the others, three times.
  for (const Index row : {37, 500, 999}) table.set_row(row, x);
  EXPECT_GE(expect_largest(table, x, 2, context), 3);
}

// Two rows, of which 8 bits have the order wrong: the rounding of the first points along the input
// (as far as any can), that of the second is zero.
TEST(TopOutputs, AreRightWhereEightBitsAreWrong) {
  const Context context({.threads = 1});
  constexpr Index kCols = 64;
  Table table(800, kCols, 16);
  Values first(kCols), second(kCols), x(kCols);
  for (std::size_t c = 0; c < kCols; ++c) {
    const float whole = c == 0 ? 127.0f : 20.0f;
    second[c] = whole;
    first[c] = c == 0 ? whole : whole + 0.45f;
    x[c] = c == 0 ? 0.0f : 1.0f;
  }
  second[1] +=
      20;  // by 8 bits the second is larger by 20, and in truth the first by 63 * 0.45 - 20
  table.set_row(3, first);
  table.set_row(700, second);
  for (Index r = 0; r < 800; ++r)
    if (r != 3 && r != 700) table.set_row(r, normal(kCols, static_cast<std::uint64_t>(r)));
  const Int8Weights rounded(table.matrix);
  Int8Inputs inputs;
  Values y(800);
  rounded.multiply(x, {}, y, inputs, context);
  ASSERT_GT(y[700], y[3]);
  EXPECT_EQ(expect_largest(table, x, 1, context), 2);
}

TEST(TopOutputs, GiveUpWhereTheBoundSaysNothing) {
  const Context context({.threads = 1});
  const Table table = random_table(1000, 64, 16);
  const Values x = normal(64, 1);
  const auto scaled = [&](float factor) {
    Values y = x;
    for (float& value : y) value *= factor;
    return y;
  };
  EXPECT_FALSE(expect_largest(table, x, 126, context)) << "too many are wanted";
  EXPECT_FALSE(expect_largest(table, x, 0, context));
  EXPECT_FALSE(expect_largest(table, Values(64), 1, context)) << "all are equal";
  EXPECT_FALSE(expect_largest(table, scaled(1e-38f), 1, context)) << "too small for float";
  EXPECT_FALSE(expect_largest(table, scaled(1e38f), 1, context)) << "too large for float";
  for (const float value : {kInfinity, -kInfinity, std::numeric_limits<float>::quiet_NaN()}) {
    Values y = x;
    y[5] = value;
    EXPECT_FALSE(expect_largest(table, y, 1, context));
  }
  Table equal(1000, 64, 16);
  for (Index r = 0; r < 1000; ++r) equal.set_row(r, x);
  EXPECT_FALSE(expect_largest(equal, x, 1, context)) << "all rows may be meant";
}

TEST(TopOutputs, RefuseWhatHasNoSuchForm) {
  const Context context({.threads = 1});
  EXPECT_FALSE(TopOutputs::suit(*BlockPattern::full(64, 64, {2, 2})));
  EXPECT_THROW(TopOutputs(random_table(64, 64, 2).matrix, 64, context), ShapeError);
  EXPECT_THROW(TopOutputs(random_table(64, 64, 16).matrix, 65, context), ShapeError);
}

// What a sampler needs of the logits is enough for what it chooses.
TEST(TopOutputs, SufficeForASampler) {
  const Context context({.threads = 1});
  const Index vocabulary = 1000;
  const Table table = random_table(1003, 64, 16);
  const TopOutputs top(table.matrix, table.outputs, context);
  const sparse::ProductPlan plan = sparse::make_plan(table.matrix.pattern_ptr(), context);
  const auto rows = table.matrix.pattern().rows();
  Values whole(static_cast<std::size_t>(rows)), found(static_cast<std::size_t>(rows));
  sparse::PlainScratch plain;
  Int8Inputs inputs;
  TopScratch scratch;
  const std::vector<SamplingOptions> cases = {
      {}, {.temperature = 0.7, .top_k = 5}, {.temperature = 5, .top_k = 20, .top_p = 0.8}};
  for (const SamplingOptions& options : cases)
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      const Values x = normal(64, 300 + seed);
      sparse::linear_plain(plan, table.matrix.values(), {x.data(), 1, 64}, {whole.data(), 1, rows},
                           {}, plain, context);
      // The best tokens are forbidden, or behind those that may be chosen.
      std::vector<std::int32_t> forbidden;
      for (const auto& [value, row] : largest(std::span(whole).first(1003), 4))
        if (row < vocabulary) forbidden.push_back(static_cast<std::int32_t>(row));
      Sampler sampler(options, vocabulary, forbidden);
      const Index needed = sampler.needed(table.outputs);
      EXPECT_EQ(needed, std::ssize(forbidden) + 3 + std::max<Index>(1, options.top_k));
      ASSERT_TRUE(top.find(table.matrix.values(), x, needed, found, inputs, scratch, context));
      for (Index place = 0; place < 5; ++place)
        ASSERT_EQ(sampler.choose(found, seed, place), sampler.choose(whole, seed, place));
    }
  EXPECT_EQ(Sampler({.temperature = 1}, vocabulary).needed(vocabulary), 0);
  EXPECT_EQ(Sampler({.temperature = 1, .top_p = 0.9}, vocabulary).needed(vocabulary), 0);
  EXPECT_EQ(Sampler({.temperature = 1, .top_k = 5000}, vocabulary).needed(vocabulary), vocabulary);
}

}  // namespace
}  // namespace espalier::models
