// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/parameters/value_slices.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <list>
#include <vector>

#include <espalier/models/parameters/value_chunks.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

constexpr std::size_t kChunk = kChunkValues;

/// Parameters of these lengths.
struct Parameters {
  explicit Parameters(const std::vector<std::size_t>& lengths) {
    for (const std::size_t length : lengths) {
      owned.emplace_back().values.resize(length);
      list.push_back(&owned.back());
    }
  }
  std::list<Parameter> owned;
  ParameterList list;
};

/// Checks that slices follow each other in each parameter and in all, and end on chunks.
void expect_cover(const ValueSlices& slices, const ParameterList& parameters) {
  std::vector<std::size_t> expected = {0};
  std::vector<std::size_t> sizes(static_cast<std::size_t>(slices.count()));
  std::size_t last_slice = 0;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::size_t length = parameters[i]->values.size();
    std::size_t end = 0;
    for (std::size_t s = 0; s < sizes.size(); ++s) {
      const ValueRange range = slices.range(i, length, static_cast<int>(s));
      EXPECT_EQ(range.begin, end);
      EXPECT_TRUE(range.end % kChunk == 0 || range.end == length);
      end = range.end;
      sizes[s] += range.size();
      if (range.size() == 0) continue;
      EXPECT_GE(s, last_slice) << "a slice is one run of the values of all";
      last_slice = s;
    }
    EXPECT_EQ(end, length);
  }
  for (const std::size_t size : sizes) expected.push_back(expected.back() + size);
  EXPECT_EQ(slices.borders(parameters), expected);
}

TEST(ValueSlices, CoverTheValuesInWholeChunks) {
  const Parameters model({5 * kChunk + 3, 0, 7, 3 * kChunk, 1, 20 * kChunk - 1, 64, 64});
  for (const int count : {1, 2, 3, 4, 8, 64})
    expect_cover(ValueSlices(model.list, count), model.list);
}

TEST(ValueSlices, AreEqualButForTwoChunks) {
  std::vector<std::size_t> lengths;
  for (std::size_t i = 0; i < 200; ++i) lengths.push_back(i % 3 == 0 ? 17 : i * 1001 % 70000);
  const Parameters model(lengths);
  for (const std::size_t count : {2, 4, 8, 16}) {
    const auto borders = ValueSlices(model.list, static_cast<int>(count)).borders(model.list);
    const std::size_t mean = borders.back() / count;
    for (std::size_t s = 0; s < count; ++s) {
      EXPECT_LE(borders[s + 1] - borders[s], mean + 2 * kChunk);
      EXPECT_GE(borders[s + 1] - borders[s] + 2 * kChunk, mean);
    }
  }
}

TEST(ValueSlices, MoveBordersWithinAParameterThatIsEdited) {
  const Parameters model({6 * kChunk, 10 * kChunk, 6 * kChunk});
  const ValueSlices slices(model.list, 4);
  std::vector<ValueRange> before;
  for (int s = 0; s < 4; ++s) before.push_back(slices.range(2, 6 * kChunk, s));
  for (const std::size_t length : {std::size_t{0}, std::size_t{5}, 3 * kChunk, 19 * kChunk + 1}) {
    model.list[1]->values.resize(length);
    expect_cover(slices, model.list);
    for (int s = 0; s < 4; ++s)
      EXPECT_EQ(slices.range(2, 6 * kChunk, s).begin, before[static_cast<std::size_t>(s)].begin);
  }
}

TEST(ValueSlices, OfNothingAreEmpty) {
  const Parameters model({0, 0});
  expect_cover(ValueSlices(model.list, 3), model.list);
  EXPECT_THROW(ValueSlices(model.list, 0), ConfigError);
}

}  // namespace
}  // namespace espalier::models
