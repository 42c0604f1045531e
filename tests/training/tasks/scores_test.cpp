// SPDX-License-Identifier: Apache-2.0
// Against scikit-learn and SciPy; tests/golden/README.md says how the numbers were made.
#include <espalier/training/tasks/scores.h>

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/training/config/metric.h>

namespace espalier::training {
namespace {

using Json = nlohmann::json;

Json golden_scores() {
  return Json::parse(std::ifstream(ESPALIER_SOURCE_DIR "/tests/golden/scores.json"));
}

// Sums of up to 200 terms in double, whose roundings the differences of the formulas enlarge
// little.
constexpr double kRoundings = 1e-12;

TEST(Scores, OfClassesAreThoseOfScikitLearn) {
  const Json golden = golden_scores();
  for (const Json& item : golden.at("classes")) {
    const auto predicted = item.at("predicted").get<std::vector<std::int32_t>>();
    const auto truth = item.at("truth").get<std::vector<std::int32_t>>();
    EXPECT_NEAR(accuracy(predicted, truth), item.at("accuracy").get<double>(), kRoundings);
    EXPECT_NEAR(f1(predicted, truth), item.at("f1").get<double>(), kRoundings);
    EXPECT_NEAR(macro_f1(predicted, truth), item.at("macro_f1").get<double>(), kRoundings);
    EXPECT_NEAR(matthews(predicted, truth), item.at("matthews").get<double>(), kRoundings);
  }
}

TEST(Scores, OfNumbersAreThoseOfSciPy) {
  const Json golden = golden_scores();
  for (const Json& item : golden.at("numbers")) {
    const auto predicted = item.at("predicted").get<std::vector<double>>();
    const auto truth = item.at("truth").get<std::vector<double>>();
    EXPECT_NEAR(pearson(predicted, truth), item.at("pearson").get<double>(), kRoundings);
    EXPECT_NEAR(spearman(predicted, truth), item.at("spearman").get<double>(), kRoundings);
  }
}

TEST(Scores, OfNumbersThatAreAllTheSameAreUnknown) {
  const std::vector<double> same(5, 2.0), others = {1, 2, 3, 4, 5};
  EXPECT_TRUE(std::isnan(pearson(same, others)));
  EXPECT_TRUE(std::isnan(spearman(others, same)));
}

// Of a model that has diverged, on texts that are sorted.
TEST(Scores, OfNumbersOfWhichOneIsNoneAreUnknown) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::vector<double> sorted = {1, 2, 3, 4, 5}, none(5, kUnknown);
  const std::vector<double> infinite = {1, 2, 3, 4, kInfinity};
  EXPECT_TRUE(std::isnan(spearman(none, sorted)));
  EXPECT_TRUE(std::isnan(spearman(sorted, none)));
  EXPECT_TRUE(std::isnan(spearman(std::vector<double>{1, 2, kUnknown, 4, 5}, sorted)));
  EXPECT_NEAR(spearman(infinite, sorted), 1, kRoundings);  // as SciPy ranks it
}

TEST(Scores, RefuseWhatDoesNotFit) {
  const std::vector<std::int32_t> two = {0, 1}, three = {0, 1, 1}, none;
  EXPECT_THROW(accuracy(two, three), ShapeError);
  EXPECT_THROW(matthews(none, none), ShapeError);
  EXPECT_THROW(spearman(std::vector<double>{1}, std::vector<double>{}), ShapeError);
}

}  // namespace
}  // namespace espalier::training
