// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/topology_setup.h>

#include <gmock/gmock.h>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/matrix_io.h>
#include <espalier/sparse/topology/random_pattern.h>
#include "tests/support/temporary_folder.h"

namespace espalier::training {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

RunConfig images(const std::string& policy) {
  RunConfig config;
  config.run.task = "images";
  config.run.seed = 3;
  config.model.widths = "64-32-16-4";
  config.model.block = 4;
  config.model.density = 0.25;
  config.topology = topology_preset(policy);
  config.training.steps = 1000;
  return config;
}

std::vector<Index> stored(const InitialTopology& topology) {
  std::vector<Index> blocks;
  for (const InitialWeight& weight : topology.weights)
    blocks.push_back(weight.pattern == nullptr ? -1 : weight.pattern->blocks());
  return blocks;
}

// 64x32 and 32x16 in blocks of 4: grids of 128 and 32 blocks. The last layer is dense.
TEST(InitialTopology, SpreadsTheDensityUniformly) {
  const InitialTopology topology = initial_topology(images("static"));
  EXPECT_THAT(topology.targets(), ElementsAre(Pair("layer0.weight", 32), Pair("layer1.weight", 8)));
  EXPECT_THAT(stored(topology), ElementsAre(32, 8));
  EXPECT_EQ(topology.source()("layer0.weight", 32, 64), topology.weights[0].pattern);
  EXPECT_EQ(topology.source()("layer2.weight", 4, 16), nullptr);
}

TEST(InitialTopology, StartsFromTheRandomPatternsOfTheLayersThemselves) {
  const InitialTopology topology = initial_topology(images("dynamic"));
  const sparse::PatternPtr expected =
      sparse::random_pattern(32, 64, {4, 4}, 0.25, Random(3, stream_id("pattern:layer0.weight")));
  EXPECT_EQ(*topology.weights[0].pattern, *expected);
}

TEST(InitialTopology, StartsDenserIfThePolicySaysSo) {
  EXPECT_THAT(stored(initial_topology(images("gmp"))), ElementsAre(128, 32));
  EXPECT_THAT(stored(initial_topology(images("granet"))), ElementsAre(64, 16));
  EXPECT_THAT(initial_topology(images("gmp")).targets(),
              ElementsAre(Pair("layer0.weight", 32), Pair("layer1.weight", 8)));
}

// ERK for extents (32, 64) and (16, 32): p = 96/2048 and 48/512, so that both want the same number
// of values, 1536 * eps / 16 blocks: 40 blocks in all are 26.67 and 13.33 in the ratio 96 : 48.
TEST(InitialTopology, SpreadsByErk) {
  RunConfig config = images("static");
  config.topology.distribution = "erk";
  EXPECT_THAT(stored(initial_topology(config)), ElementsAre(27, 13));
}

TEST(InitialTopology, TakesDensitiesByGlob) {
  RunConfig config = images("static");
  config.topology.layers = "layer0.*=0.5  layer1.weight=1";
  const InitialTopology topology = initial_topology(config);
  EXPECT_THAT(stored(topology), ElementsAre(64, -1));
  EXPECT_THAT(topology.targets(), ElementsAre(Pair("layer0.weight", 64)));

  config.topology.layers = "layer0.*";
  EXPECT_THAT(message_of<ConfigError>([&] { initial_topology(config); }),
              HasSubstr("topology.layers: 'layer0.*', expected glob=density"));
  config.topology.layers = "layer9=0.5";
  EXPECT_THAT(message_of<ConfigError>([&] { initial_topology(config); }), HasSubstr("layer9"));
}

/// Names of the weights of one layer of an encoder that a policy may move.
std::vector<std::string> movable_names(const RunConfig& config) {
  std::vector<std::string> names;
  for (const schedules::WeightShape& weight : movable_weights(config))
    if (const std::size_t at = weight.name.find("layer.0."); at != std::string::npos)
      names.push_back(weight.name.substr(at + 8));
  return names;
}

TEST(InitialTopology, LeavesAttentionDenseIfThePolicyOrTheConfigurationSaysSo) {
  RunConfig config = images("blast");
  EXPECT_THAT(stored(initial_topology(config)), ElementsAre(128, 32));  // a perceptron has none
  config.run.task = "mlm";
  config.model.name = "nano";
  EXPECT_TRUE(config.topology.dense_attention);
  EXPECT_THAT(movable_names(config),
              ElementsAre("intermediate.dense.weight", "output.dense.weight"));
  EXPECT_EQ(initial_topology(config).weights[0].pattern, nullptr);

  config.topology.layers = "*.query.weight=0.25";  // the key for single weights decides
  EXPECT_THAT(movable_names(config),
              ElementsAre("attention.self.query.weight", "intermediate.dense.weight",
                          "output.dense.weight"));
  config.topology.layers.clear();
  config.topology.dense_attention = false;
  EXPECT_EQ(movable_names(config).size(), 6u);

  config.topology = topology_preset("static");
  EXPECT_FALSE(config.topology.dense_attention);
  config.topology.dense_attention = true;
  EXPECT_EQ(movable_names(config).size(), 2u);
}

TEST(InitialTopology, MakesNothingSparseIfThePolicyIsDense) {
  RunConfig config = images("dense");
  config.model.density = 1;
  EXPECT_THAT(stored(initial_topology(config)), ElementsAre(-1, -1));
  EXPECT_TRUE(initial_topology(config).targets().empty());
}

TEST(InitialTopology, NamesTheLayersOfAnEncoder) {
  RunConfig config = images("static");
  config.run.task = "mlm";
  config.model.name = "nano";
  const InitialTopology topology = initial_topology(config);
  ASSERT_FALSE(topology.weights.empty());
  EXPECT_EQ(topology.weights.size() % 6, 0u);
  EXPECT_EQ(topology.weights[0].shape.name, "bert.encoder.layer.0.attention.self.query.weight");
}

/// Patterns that a task gives for the layers of `images`.
std::map<std::string, sparse::PatternPtr> given(double first, double second) {
  const Random random(7, stream_id("given"));
  return {{"layer0.weight", sparse::random_pattern(32, 64, {4, 4}, first, random)},
          {"layer1.weight", sparse::random_pattern(16, 32, {4, 4}, second, random)}};
}

TEST(InitialTopology, LowersTheDensityOfGivenPatternsToThatOfTheConfiguration) {
  for (const char* policy : {"granet", "gmp"}) {
    const InitialTopology topology = initial_topology(images(policy), given(0.5, 0.125));
    EXPECT_THAT(stored(topology), ElementsAre(64, 4)) << policy;
    EXPECT_THAT(topology.targets(),
                ElementsAre(Pair("layer0.weight", 32), Pair("layer1.weight", 4)))
        << policy;
  }
  EXPECT_THAT(initial_topology(images("dynamic"), given(0.5, 0.125)).targets(),
              ElementsAre(Pair("layer0.weight", 64), Pair("layer1.weight", 4)));
}

TEST(InitialTopology, OfAPolicyThatKeepsTheDensityHasThatOfTheConfiguration) {
  const auto refusal = [](const RunConfig& config, double first, double second) {
    return message_of<ConfigError>([&] {
      require_density(config, initial_topology(config, given(first, second)), "encoder");
    });
  };
  const auto check = [](const RunConfig& config, double first, double second) {
    require_density(config, initial_topology(config, given(first, second)), "encoder");
  };
  RunConfig config = images("static");
  // Of 160 blocks 68 are 0.425.
  EXPECT_THAT(refusal(config, 0.5, 0.125),
              HasSubstr("encoder: stores 68 of 160 blocks, expected 40 by a model.density of 0.25, "
                        "since policy static keeps what is stored; set model.density = 0.425, or"));
  config.model.density = 0.425;
  EXPECT_NO_THROW(check(config, 0.5, 0.125)) << "69 in all: each is rounded up";
  EXPECT_NO_THROW(check(images("static"), 0.25, 0.25));
  EXPECT_NO_THROW(check(images("static"), 0.1875, 0.5)) << "40 in all, spread otherwise";
  EXPECT_NO_THROW(check(images("granet"), 0.5, 0.5));

  config = images("static");
  config.topology.layers = "layer0.*=0.5";
  EXPECT_NO_THROW(check(config, 0.5, 0.25));
  EXPECT_THAT(refusal(config, 0.25, 0.25),
              HasSubstr("set model.density = 0.25 and topology.layers to what is there"));
  config.topology.layers = "layer0.*=1";  // which no policy moves
  EXPECT_NO_THROW(check(config, 0.5, 0.25));
}

class PatternFile : public FolderTest {};

TEST_F(PatternFile, StoresWhatTheFileHas) {
  const auto pattern = [&](const std::string& name, Index rows, Index cols) {
    write(
        name, std::to_string(rows) + ", " + std::to_string(cols) + ", 2\n" + [&] {
          std::string offsets = "0";
          for (Index r = 0; r < rows; ++r) offsets += r == 0 ? " 1" : " 2";
          return offsets;
        }() + "\n0 5\n");
  };
  pattern("layer0.weight.smtx", 32, 64);
  pattern("layer1.weight.smtx", 16, 32);
  RunConfig config = images("static");
  config.topology.pattern = "file:" + (folder_ / "{weight}.smtx").string();
  const InitialTopology topology = initial_topology(config);
  EXPECT_THAT(stored(topology), ElementsAre(2, 2));
  EXPECT_THAT(topology.weights[0].pattern->columns(), ElementsAre(0, 1));
  EXPECT_THAT(topology.targets(), ElementsAre(Pair("layer0.weight", 2), Pair("layer1.weight", 2)));

  config.topology.pattern = "file:" + (folder_ / "none.smtx").string();
  EXPECT_THROW(initial_topology(config), IoError);
}

TEST_F(PatternFile, IsKnownByWhatIsInIt) {
  const auto hash_with = [&](const std::string& second, const std::string& policy) {
    write("layer0.weight.mtx", "%%MatrixMarket matrix coordinate pattern general\n32 64 1\n1 1\n");
    write("layer1.weight.mtx",
          "%%MatrixMarket matrix coordinate pattern general\n16 32 1\n" + second + "\n");
    RunConfig config = images(policy);
    config.topology.pattern = "file:" + (folder_ / "{weight}.mtx").string();
    const std::vector<DataHash> hashes = initial_topology(config).data_hashes();
    EXPECT_EQ(hashes.size(), 1U);
    return hashes.empty() ? "" : hashes.front().value;
  };
  const std::string first = hash_with("1 1", "static");
  EXPECT_EQ(hash_with("2 3", "static"), first) << "the same block";
  EXPECT_NE(hash_with("1 5", "static"), first);
  EXPECT_NE(hash_with("5 1", "static"), first);
  EXPECT_EQ(hash_with("1 1", "srigl"), first);
  EXPECT_TRUE(initial_topology(images("static")).data_hashes().empty()) << "no file";
}

}  // namespace
}  // namespace espalier::training
