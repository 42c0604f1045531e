// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/inference/sampling.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinite = std::numeric_limits<float>::infinity();

/// How often each token comes at places 0 to draws - 1.
std::vector<int> counts(const SamplingOptions& options, const std::vector<float>& logits,
                        int draws) {
  Sampler sampler(options, static_cast<Index>(logits.size()));
  std::vector<int> found(logits.size());
  for (int i = 0; i < draws; ++i) ++found[static_cast<std::size_t>(sampler.choose(logits, 0, i))];
  return found;
}

TEST(Sampling, GreedyTakesTheLargestAndOfEqualsTheLowerId) {
  Sampler sampler({}, 4);
  EXPECT_EQ(sampler.choose(std::vector<float>{1, 3, 3, 2}, 0, 0), 1);
  EXPECT_EQ(sampler.choose(std::vector<float>{kNone, -kInfinite, -5, kNone}, 0, 0), 2);
  EXPECT_EQ(sampler.choose(std::vector<float>{kNone, kNone, kNone, kNone}, 0, 0), 0);
  EXPECT_EQ(sampler.choose(std::vector<float>{0, 0, 0, 0, 9}, 0, 0), 0) << "9 is not of the four";
  const std::vector<std::int32_t> forbidden = {1, 2};
  EXPECT_EQ(Sampler({}, 4, forbidden).choose(std::vector<float>{1, 3, 3, 2}, 0, 0), 3);
}

// A share p of n draws has the deviation sqrt(p (1 - p) / n), at most 0.5 / 200; five of them.
TEST(Sampling, DrawsWithTheProbabilitiesOfTheLogits) {
  constexpr int kDraws = 40000;
  const std::vector<float> logits = {0, std::log(2.0f), -kInfinite, std::log(5.0f), kNone};
  const auto expect_shares = [&](const SamplingOptions& options,
                                 const std::vector<double>& shares) {
    const std::vector<int> found = counts(options, logits, kDraws);
    for (std::size_t i = 0; i < shares.size(); ++i) {
      EXPECT_NEAR(static_cast<double>(found[i]) / kDraws, shares[i], 5 * 0.5 / 200) << i;
      EXPECT_EQ(found[i] == 0, shares[i] == 0) << i;
    }
  };
  expect_shares({.temperature = 1}, {1.0 / 8, 2.0 / 8, 0, 5.0 / 8, 0});
  expect_shares({.temperature = 0.5}, {1.0 / 30, 4.0 / 30, 0, 25.0 / 30, 0});
  expect_shares({.temperature = 1, .top_k = 2}, {0, 2.0 / 7, 0, 5.0 / 7, 0});
  expect_shares({.temperature = 1, .top_p = 0.6}, {0, 0, 0, 1, 0});
  expect_shares({.temperature = 1, .top_p = 0.7}, {0, 2.0 / 7, 0, 5.0 / 7, 0});
  // Of the two that top_k leaves, the first has 5/7.
  expect_shares({.temperature = 1, .top_k = 2, .top_p = 0.7}, {0, 0, 0, 1, 0});
  expect_shares({.temperature = 1e-9}, {0, 0, 0, 1, 0});
}

TEST(Sampling, TiesGoToTheLowerId) {
  const std::vector<float> equal(6, 1.0f);
  const std::vector<int> of_two = counts({.temperature = 1, .top_k = 2}, equal, 100);
  EXPECT_EQ(of_two[0] + of_two[1], 100);
  // Three of six equal ones reach a half.
  const std::vector<int> of_half = counts({.temperature = 1, .top_p = 0.5}, equal, 100);
  EXPECT_EQ(of_half[0] + of_half[1] + of_half[2], 100);
  EXPECT_GT(of_half[2], 0);
}

// Those that may not be chosen, and those of a larger vocabulary, may be the largest.
TEST(Sampling, NeedsTheLargestLogitsAndThoseThatArePassedOver) {
  const std::vector<std::int32_t> forbidden = {1};
  const auto needed = [&](const SamplingOptions& options) {
    return Sampler(options, 4, forbidden).needed(6);
  };
  EXPECT_EQ(needed({}), 4);
  EXPECT_EQ(needed({.temperature = 1}), 0) << "all of them";
  EXPECT_EQ(needed({.temperature = 1, .top_k = 2}), 5);
  EXPECT_EQ(needed({.temperature = 1, .top_k = 5}), 6);
  // As a client says who wants all: a negative number, as of a sum that is too large, would let a
  // greedy text beside it decide how many there are.
  EXPECT_EQ(needed({.temperature = 1, .top_k = std::numeric_limits<Index>::max()}), 6);
}

TEST(Sampling, ADrawDependsOnSeedSequenceAndPlaceAlone) {
  std::vector<float> logits;
  for (int i = 0; i < 1000; ++i) logits.push_back(std::sin(static_cast<float>(i)));
  const SamplingOptions options = {.temperature = 1, .top_p = 0.9, .seed = 7};
  Sampler first(options, 1000), second(options, 1000);
  for (Index place = 0; place < 20; ++place) second.choose(logits, 5, place);
  const std::int32_t drawn = first.choose(logits, 2, 3);
  EXPECT_EQ(second.choose(logits, 2, 3), drawn);
  int others = 0;
  for (std::uint64_t i = 0; i < 10; ++i) {
    others += first.choose(logits, 3 + i, 3) != drawn;
    others += first.choose(logits, 2, 4 + static_cast<Index>(i)) != drawn;
    others += Sampler({.temperature = 1, .seed = 8 + i}, 1000).choose(logits, 2, 3) != drawn;
  }
  EXPECT_GT(others, 25);
}

TEST(Sampling, SurvivesLogitsThatOverflow) {
  EXPECT_EQ(counts({.temperature = 1}, {1, kInfinite, 2}, 10)[1], 10);
  const std::vector<int> found = counts({.temperature = 1}, {kNone, -kInfinite}, 100);
  EXPECT_EQ(found[0] + found[1], 100);
}

TEST(Sampling, RefusesOptionsOutsideTheirDomain) {
  const auto expect_refused = [](const SamplingOptions& options, const std::string& message) {
    EXPECT_THAT([&] { check(options); }, ThrowsMessage<ConfigError>(HasSubstr(message)));
  };
  expect_refused({.temperature = -1}, "temperature is -1; expected 0");
  expect_refused({.temperature = kNone}, "temperature is nan");
  expect_refused({.temperature = kInfinite}, "temperature is inf");
  expect_refused({.temperature = 1, .top_k = -1}, "top_k is -1; expected a number of tokens");
  expect_refused({.temperature = 1, .top_p = 0}, "top_p is 0; expected a probability");
  expect_refused({.temperature = 1, .top_p = 1.5}, "top_p is 1.5; expected a probability");
  expect_refused({.temperature = 1, .top_p = 1.0000001}, "top_p is 1.0000001; expected");
  expect_refused({.top_p = 0.5}, "top_p is 0.5; expected a temperature above 0");
  EXPECT_NO_THROW(check({.temperature = 0.7, .top_k = 5, .top_p = 0.9}));
  EXPECT_THAT(
      [] {
        Sampler({}, 2, std::vector<std::int32_t>{0, 1});
      },
      ThrowsMessage<ShapeError>(HasSubstr("all of 2 tokens are forbidden")));
}

}  // namespace
}  // namespace espalier::models
