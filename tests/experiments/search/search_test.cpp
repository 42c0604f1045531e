// SPDX-License-Identifier: Apache-2.0
// Searches on functions whose least value is known.
#include <espalier/experiments/search/gaussian_process.h>
#include <espalier/experiments/search/halving.h>
#include <espalier/experiments/search/proposal.h>
#include <espalier/experiments/search/space.h>

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numbers>
#include <set>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::message_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

using Function = std::function<double(const Point&)>;

Dimension numbers(double low, double high, bool logarithmic = false, double step = 0) {
  return {.name = "x", .low = low, .high = high, .logarithmic = logarithmic, .step = step};
}
Dimension alternatives(Index count) { return {.name = "x", .choices = count}; }

/// The least value that a Bayesian search of so many trials finds, `workers` at a time.
double least_by_bayes(const Space& space, const Function& f, std::uint64_t seed, Index trials,
                      Index workers = 1) {
  std::vector<Tried> tried;
  double least = std::numeric_limits<double>::infinity();
  while (std::ssize(tried) < trials) {
    const std::size_t begin = tried.size();
    for (Index w = 0; w < workers; ++w) tried.push_back({*propose(space, seed, tried), {}});
    for (std::size_t i = begin; i < tried.size(); ++i) {
      tried[i].loss = f(tried[i].point);
      least = std::min(least, *tried[i].loss);
    }
  }
  return least;
}

double least_at_random(const Space& space, const Function& f, std::uint64_t seed, Index trials) {
  double least = std::numeric_limits<double>::infinity();
  for (const Point& point : random_points(space, seed, trials)) least = std::min(least, f(point));
  return least;
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// Least 0.397887 at three places.
double branin(const Point& p) {
  const double pi = std::numbers::pi;
  const double a = p[1] - 5.1 / (4 * pi * pi) * p[0] * p[0] + 5 / pi * p[0] - 6;
  return a * a + 10 * (1 - 1 / (8 * pi)) * std::cos(p[0]) + 10;
}
constexpr double kLeastOfBranin = 0.39788735772973816;

TEST(Space, PointsKeepToRangesAndSteps) {
  const Space space = {numbers(-1, 3), numbers(1e-4, 1e-1, true), numbers(0.1, 0.3, false, 0.1),
                       numbers(8, 512, true, 8), alternatives(3)};
  validate(space);
  std::map<double, Index> multiples, choices;
  Index below_middle = 0;
  const std::vector<Point> points = random_points(space, 7, 3000);
  ASSERT_THAT(points, SizeIs(3000));
  for (const Point& p : points) {
    EXPECT_TRUE(p[0] >= -1 && p[0] <= 3);
    EXPECT_TRUE(p[1] >= 1e-4 && p[1] <= 1e-1);
    EXPECT_TRUE(p[3] >= 8 && p[3] <= 512 && std::fmod(p[3], 8) == 0) << p[3];
    ++multiples[std::round(p[2] * 1e6) / 1e6];
    ++choices[p[4]];
    if (p[1] < std::sqrt(1e-5)) ++below_middle;  // of the logarithm
    const Point again = point_at(space, fractions_of(space, p));
    for (std::size_t d = 0; d < p.size(); ++d) EXPECT_NEAR(again[d], p[d], 1e-12 * std::abs(p[d]));
  }
  // Each with 3000 draws: six standard deviations are 6 sqrt(3000 p (1 - p)), 155 and 164.
  ASSERT_THAT(multiples, SizeIs(3));
  ASSERT_THAT(choices, SizeIs(3));
  for (const auto& [value, count] : multiples) EXPECT_NEAR(count, 1000, 155);
  for (const auto& [value, count] : choices) EXPECT_NEAR(count, 1000, 155);
  EXPECT_NEAR(below_middle, 1500, 164);
}

TEST(Space, NormalNumbersAndLogarithms) {
  // Of mean 3 and deviation 0.5, and their exponentials; and multiples of 0.5.
  const Dimension normal = {.name = "x", .low = 1, .high = 5, .normal = true};
  const Dimension log_normal = {.name = "x",
                                .low = std::exp(1.0),
                                .high = std::exp(5.0),
                                .logarithmic = true,
                                .normal = true};
  const Dimension multiples = {
      .name = "x", .low = 1, .high = 5, .logarithmic = false, .step = 0.5, .normal = true};
  const Space space = {normal, log_normal, multiples};
  validate(space);
  const auto all_at = [&](double fraction) {
    return point_at(space, {fraction, fraction, fraction});
  };
  // Values have six digits, and the quantiles as many as are written here.
  for (const auto& [deviations, quantile] :
       {std::pair{0.0, 0.5}, {1.0, 0.841345}, {-2.0, 0.0227501}}) {
    const double value = 3 + 0.5 * deviations;
    EXPECT_NEAR(all_at(quantile)[0], value, 2e-5) << deviations;
    EXPECT_NEAR(all_at(quantile)[1], std::exp(value), 2e-5 * std::exp(value)) << deviations;
    EXPECT_EQ(all_at(quantile)[2], value) << deviations;
  }
  EXPECT_NEAR(all_at(0)[0], 1, 1e-5);
  EXPECT_NEAR(all_at(1)[1], std::exp(5.0), 1e-3);

  Index within = 0;
  for (const Point& p : random_points(space, 7, 3000)) {
    within += std::abs(p[0] - 3) < 0.5;
    EXPECT_EQ(std::fmod(p[2], 0.5), 0);
    const Point again = point_at(space, fractions_of(space, p));
    for (std::size_t d = 0; d < p.size(); ++d) EXPECT_NEAR(again[d], p[d], 1e-5 * p[d]);
  }
  // 68.27% of 3000, by six of sqrt(3000 p (1 - p)) = 25.5.
  EXPECT_NEAR(within, 2048, 153);
}

TEST(Space, AlternativesMayBeLikelierThanOthers) {
  Dimension dimension = alternatives(3);
  dimension.probabilities = {0.1, 0.6, 0.3};
  const Space space = {dimension, numbers(0, 1)};
  validate(space);
  std::map<double, Index> choices;
  for (const Point& p : random_points(space, 7, 3000)) ++choices[p[0]];
  // Six deviations again: 6 sqrt(3000 p (1 - p)).
  EXPECT_NEAR(choices[0], 300, 99);
  EXPECT_NEAR(choices[1], 1800, 161);
  EXPECT_NEAR(choices[2], 900, 151);
  for (const double choice : {0.0, 1.0, 2.0})
    EXPECT_EQ(point_at(space, fractions_of(space, {choice, 0.5}))[0], choice);
  EXPECT_EQ(point_at(space, {1, 0})[0], 2);
  for (const std::vector<double>& bad :
       {std::vector{0.5, 0.5}, {0.5, 0.6, 0.3}, {0.0, 0.5, 0.5}, {1.5, -0.25, -0.25}}) {
    dimension.probabilities = bad;
    EXPECT_THAT(message_of<ConfigError>([&] { validate({dimension}); }),
                HasSubstr("expected 3 numbers above 0 that sum to 1"));
  }
}

TEST(Space, RandomTrialIDependsOnSeedAndIAlone) {
  const Space space = {numbers(0, 1), alternatives(4)};
  const auto few = random_points(space, 3, 5), many = random_points(space, 3, 50);
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
  EXPECT_NE(few, random_points(space, 4, 5));
}

TEST(Space, RandomCoversAFiniteSpaceOnce) {
  const Space space = {alternatives(4), numbers(1, 5, false, 1)};
  EXPECT_EQ(points_in(space), 20);
  const auto points = random_points(space, 1, 1000);
  EXPECT_THAT(points, SizeIs(20));
  EXPECT_THAT(std::set<Point>(points.begin(), points.end()), SizeIs(20));
}

TEST(Space, RefusesWhatIsNoRange) {
  const auto refusal = [](const Dimension& dimension) {
    return message_of<ConfigError>([&] { validate({dimension}); });
  };
  EXPECT_THAT(refusal(numbers(2, 1)), HasSubstr("x: from 2 to 1, expected"));
  EXPECT_THAT(refusal(numbers(0, std::numeric_limits<double>::infinity())), HasSubstr("finite"));
  EXPECT_THAT(refusal(numbers(0, 1, true)), HasSubstr("min 0 of a logarithmic range"));
  EXPECT_THAT(refusal(numbers(0.1, 0.9, false, 1)), HasSubstr("q 1, expected two multiples"));
  EXPECT_THAT(refusal(alternatives(1)), HasSubstr("one value"));
}

TEST(GaussianProcess, GoesThroughWhatItSawAndKnowsWhereItDoesNotKnow) {
  const Space space = {numbers(0, 1)};
  std::vector<Point> points;
  std::vector<double> values;
  for (const double x : {0.0, 0.1, 0.2, 0.3, 0.4, 0.5}) {
    points.push_back({x});
    values.push_back(100 + std::sin(6 * x));
  }
  const GaussianProcess process(space, points, values);
  for (std::size_t i = 0; i < points.size(); ++i)
    EXPECT_NEAR(process.at(points[i]).mean, values[i], 0.05);
  EXPECT_NEAR(process.at({0.25}).mean, 100 + std::sin(1.5), 0.05);
  EXPECT_GT(process.at({1.0}).deviation, 5 * process.at({0.25}).deviation);
}

TEST(GaussianProcess, SeesThroughNoise) {
  const Space space = {numbers(0, 1), alternatives(2)};
  const Random random(1, stream_id("noise"));
  std::vector<Point> points = random_points(space, 1, 120);
  std::vector<double> values;
  const auto truth = [](const Point& p) { return p[0] * p[0] + 2 * p[1]; };
  for (std::size_t i = 0; i < points.size(); ++i)
    values.push_back(truth(points[i]) + 0.1 * random.normal(i));
  const GaussianProcess process(space, points, values);
  // Some 60 values of deviation 0.1 for each alternative, over about three lengths of the function:
  // 0.1 sqrt(3 / 60) = 0.022, five of which are allowed.
  for (const double x : {0.2, 0.5, 0.8})
    for (const double c : {0.0, 1.0})
      EXPECT_NEAR(process.at({x, c}).mean, truth({x, c}), 0.11) << x << ' ' << c;
}

TEST(Bayes, FindsTheLeastOfBraninWhereRandomDoesNot) {
  const Space space = {numbers(-5, 10), numbers(0, 15)};
  std::vector<double> bayes, random;
  int better = 0;
  for (std::uint64_t seed = 1; seed <= 15; ++seed) {
    bayes.push_back(least_by_bayes(space, branin, seed, 30) - kLeastOfBranin);
    random.push_back(least_at_random(space, branin, seed, 30) - kLeastOfBranin);
    better += bayes.back() < random.back();
  }
  EXPECT_LT(median(bayes), 0.02);
  EXPECT_GT(median(random), 20 * median(bayes));
  EXPECT_GE(better, 14) << "of 15";
}

TEST(Bayes, SearchesLogarithmsIntegersAndAlternatives) {
  // A loss as over a learning rate, a width and an optimizer: best at 3e-3, 24 and the second.
  const Space space = {numbers(1e-5, 1, true), numbers(8, 64, false, 8), alternatives(3)};
  const Function f = [](const Point& p) {
    return std::pow(std::log10(p[0] / 3e-3), 2) + std::pow((p[1] - 24) / 32, 2) +
           (p[2] == 1 ? 0 : 0.5);
  };
  std::vector<double> bayes, random;
  for (std::uint64_t seed = 1; seed <= 9; ++seed) {
    bayes.push_back(least_by_bayes(space, f, seed, 30));
    random.push_back(least_at_random(space, f, seed, 30));
  }
  EXPECT_LT(median(bayes), 0.01);
  EXPECT_GT(median(random), 5 * median(bayes));
}

TEST(Bayes, FourAtATimeAreApartAndDoNearlyAsWell) {
  const Space space = {numbers(-5, 10), numbers(0, 15)};
  std::vector<double> at_a_time;
  for (std::uint64_t seed = 1; seed <= 9; ++seed)
    at_a_time.push_back(least_by_bayes(space, branin, seed, 32, 4) - kLeastOfBranin);
  EXPECT_LT(median(at_a_time), 0.1);

  std::vector<Tried> tried;
  for (const Point& point : random_points(space, 1, 8)) tried.push_back({point, branin(point)});
  for (int i = 0; i < 4; ++i) tried.push_back({*propose(space, 1, tried), {}});
  for (std::size_t i = 8; i < tried.size(); ++i)
    for (std::size_t j = 8; j < i; ++j)
      EXPECT_GT(
          std::hypot(tried[i].point[0] - tried[j].point[0], tried[i].point[1] - tried[j].point[1]),
          0.1);
}

TEST(Bayes, IsAFunctionOfSeedAndResults) {
  const Space space = {numbers(-5, 10), numbers(0, 15)};
  std::vector<Tried> tried;
  for (const Point& point : random_points(space, 1, 8)) tried.push_back({point, branin(point)});
  EXPECT_EQ(propose(space, 1, tried), propose(space, 1, tried));
  EXPECT_NE(propose(space, 1, tried), propose(space, 2, tried));
}

TEST(Bayes, KeepsAwayFromWhatFailed) {
  // Above 0.6 every run diverges, and the loss falls up to there.
  const Space space = {numbers(0, 1)};
  std::vector<Tried> tried;
  Index failed = 0;
  for (int i = 0; i < 30; ++i) {
    const Point point = *propose(space, 1, tried);
    const bool fails = point[0] > 0.6;
    failed += fails && i >= random_trials(space);
    tried.push_back({point, fails ? std::numeric_limits<double>::quiet_NaN() : 1 - point[0]});
  }
  EXPECT_LE(failed, 8);
  double least = 1;
  for (const Tried& one : tried)
    if (std::isfinite(*one.loss)) least = std::min(least, *one.loss);
  EXPECT_LT(least, 0.41);
  // Without a single result it goes on at random.
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(propose(space, 1, {{{0.1}, nan}, {{0.2}, nan}, {{0.3}, nan}, {{0.4}, nan}}));
}

TEST(Bayes, TriesEveryPointOfAFiniteSpaceOnceAndEnds) {
  const Space space = {alternatives(3), numbers(1, 5, false, 1)};
  std::vector<Tried> tried;
  while (const auto point = propose(space, 1, tried))
    tried.push_back({*point, (*point)[0] + (*point)[1]});
  EXPECT_THAT(tried, SizeIs(15));
}

TEST(Bayes, EqualLossesAreNoTrouble) {
  const Space space = {numbers(0, 1)};
  std::vector<Tried> tried;
  for (int i = 0; i < 10; ++i) tried.push_back({*propose(space, 1, tried), 2.5});
  EXPECT_TRUE(propose(space, 1, tried));
}

TEST(Halving, RungsAndBudgets) {
  const Bracket bracket = {.trials = 30, .eta = 3, .rungs = 4};
  EXPECT_EQ(bracket.size(0), 30);
  EXPECT_EQ(bracket.size(1), 10);
  EXPECT_EQ(bracket.size(2), 3);
  EXPECT_EQ(bracket.size(3), 1);
  EXPECT_DOUBLE_EQ(bracket.budget_share(0), 1.0 / 27);
  EXPECT_DOUBLE_EQ(bracket.budget_share(3), 1);
  EXPECT_EQ((Bracket{.trials = 2, .eta = 3, .rungs = 3}.size(2)), 1);
  const Bracket uneven = {.trials = 30, .eta = 3, .rungs = 3, .first = 0.15};
  EXPECT_DOUBLE_EQ(uneven.budget_share(0), 0.15);
  EXPECT_DOUBLE_EQ(uneven.budget_share(1), 0.45);
  EXPECT_DOUBLE_EQ(uneven.budget_share(2), 1);
}

TEST(Halving, PromotesTheBestOfARung) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<RungResult> rung = {{0, 3.0}, {1, 1.0}, {2, nan}, {3, 2.0}, {4, 1.0}, {5, 9.0}};
  EXPECT_THAT(promoted(rung, 3), ElementsAre(1, 4, 3));
  EXPECT_THAT(promoted(rung, 9), ElementsAre(1, 4, 3, 0, 5));
  EXPECT_THAT(promoted({{0, nan}}, 1), SizeIs(0));
}

TEST(Halving, EndsWithTheBestWhereItShowsEarly) {
  // Trial t comes to t, and a rung adds an error below the number that goes on from it: so fewer
  // than go on can come before trial 0.
  const Bracket bracket = {.trials = 27, .eta = 3, .rungs = 4};
  const Random random(1, stream_id("early losses"));
  std::vector<Index> running;
  for (Index t = 0; t < bracket.trials; ++t) running.push_back(t);
  for (Index rung = 0; rung < bracket.rungs; ++rung) {
    ASSERT_EQ(std::ssize(running), bracket.size(rung));
    std::vector<RungResult> results;
    for (const Index t : running) {
      const double error = random.uniform(static_cast<std::uint64_t>(64 * rung + t));
      results.push_back(
          {t, static_cast<double>(t) + static_cast<double>(bracket.size(rung + 1)) * error});
    }
    running = promoted(results, bracket.size(rung + 1));
  }
  EXPECT_THAT(running, ElementsAre(0));
}

}  // namespace
}  // namespace espalier::experiments
