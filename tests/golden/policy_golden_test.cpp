// SPDX-License-Identifier: Apache-2.0
// Densities, growth and scores against an independent script; see README.md here.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <espalier/schedules/rules/density_distribution.h>
#include <espalier/sparse/ops/block_norms.h>
#include <espalier/sparse/ops/block_scores.h>
#include <espalier/sparse/ops/sddmm_top_k.h>

namespace espalier::schedules {
namespace {

using Json = nlohmann::json;

const Json& golden() {
  static const Json file =
      Json::parse(std::ifstream(ESPALIER_SOURCE_DIR "/tests/golden/policy_golden.json"));
  return file;
}

sparse::BlockShape block_of(const Json& test_case) {
  return {test_case.at("block").at(0), test_case.at("block").at(1)};
}

std::vector<float> scaled(const Json& integers) {
  std::vector<float> values;
  for (const Json& integer : integers)
    values.push_back(integer.get<float>() / golden().at("scale").get<float>());
  return values;
}

sparse::Activations activations(const Json& tokens) {
  sparse::Activations a(static_cast<Index>(tokens.size()), static_cast<Index>(tokens.at(0).size()),
                        16);
  for (Index t = 0; t < a.tokens(); ++t) {
    const std::vector<float> values = scaled(tokens.at(static_cast<std::size_t>(t)));
    for (Index f = 0; f < a.features(); ++f) a.at(t, f) = values[static_cast<std::size_t>(f)];
  }
  return a;
}

TEST(PolicyGolden, DensitiesOfErk) {
  ASSERT_FALSE(golden().at("densities").empty());
  for (const Json& test_case : golden().at("densities")) {
    std::vector<WeightShape> weights;
    for (const Json& extents : test_case.at("weights"))
      weights.push_back({"", extents.at(0), extents.at(1), block_of(test_case)});
    DensityOptions options{.distribution = "erk",
                           .density = test_case.at("density"),
                           .erk_power = test_case.at("power")};
    const auto expected = test_case.at("counts").get<std::vector<Index>>();
    EXPECT_EQ(stored_blocks(weights, options), expected) << test_case;
    if (options.erk_power == 1) {
      options.distribution = "er";
      EXPECT_EQ(stored_blocks(weights, options), expected) << test_case;
    }
  }
}

TEST(PolicyGolden, GrowthByGradient) {
  const Context context({.threads = 2});
  ASSERT_FALSE(golden().at("growth").empty());
  for (const Json& test_case : golden().at("growth")) {
    const sparse::Activations dy = activations(test_case.at("dy"));
    const sparse::Activations x = activations(test_case.at("x"));
    const sparse::BlockShape block = block_of(test_case);
    const auto grid_cols = static_cast<BlockIndex>(x.features() / block.cols);
    const auto pool = test_case.at("pool") == "sum"    ? sparse::GradientPool::kSum
                      : test_case.at("pool") == "mean" ? sparse::GradientPool::kMean
                                                       : sparse::GradientPool::kMax;

    const auto scores = test_case.at("scores").get<std::vector<double>>();
    sparse::sddmm_block_scores(
        dy, x, block, pool,
        [&](Index row, std::span<const float> found) {
          for (std::size_t c = 0; c < found.size(); ++c)
            EXPECT_EQ(double{found[c]}, scores.at(static_cast<std::size_t>(row * grid_cols) + c));
        },
        Context({.threads = 1}));

    std::vector<sparse::BlockCoordinate> stored, expected;
    for (const BlockIndex p : test_case.at("excluded"))
      stored.push_back({p / grid_cols, p % grid_cols});
    for (const BlockIndex p : test_case.at("top"))
      expected.push_back({p / grid_cols, p % grid_cols});
    const auto excluded =
        sparse::BlockPattern::from_coordinates(dy.features(), x.features(), block, stored);
    EXPECT_EQ(
        sparse::sddmm_top_k(dy, x, *excluded, static_cast<Index>(expected.size()), pool, context),
        expected);
  }
}

TEST(PolicyGolden, ScoresOfStoredBlocks) {
  ASSERT_FALSE(golden().at("scores").empty());
  for (const Json& test_case : golden().at("scores")) {
    const sparse::BlockShape block = block_of(test_case);
    const std::vector<float> values = scaled(test_case.at("values"));
    const std::vector<float> gradient = scaled(test_case.at("gradient"));
    const auto pattern = sparse::BlockPattern::full(
        block.rows * static_cast<Index>(values.size()) / block.size(), block.cols, block);
    const auto expected = [&](const char* name) {
      return test_case.at(name).get<std::vector<double>>();
    };
    EXPECT_EQ(block_norms(*pattern, values, sparse::BlockNorm::kL1), expected("l1"));
    EXPECT_EQ(block_norms(*pattern, values, sparse::BlockNorm::kL2), expected("l2"));
    EXPECT_EQ(block_norms(*pattern, values, sparse::BlockNorm::kLinf), expected("linf"));
    EXPECT_EQ(block_sums(*pattern, values), expected("sum"));
    EXPECT_EQ(block_saliencies(*pattern, values, gradient), expected("saliency"));
    EXPECT_EQ(block_magnitude_gradients(*pattern, values, gradient,
                                        test_case.at("gradient_weight").get<double>()),
              expected("magnitude_gradient"));
  }
}

}  // namespace
}  // namespace espalier::schedules
