// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/inspection.h>

#include <gmock/gmock.h>

#include <espalier/models/optimizers/adamw.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/loop/trainer.h>
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;
using models::ParameterSummary;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

ParameterSummary weight(const std::string& name, Index rows, Index cols, bool sparse = true) {
  ParameterSummary summary = {.name = name, .shape = {rows, cols}};
  if (sparse) summary.pattern = sparse::BlockPattern::full(rows, cols, {1, 1});
  return summary;
}

std::vector<std::vector<std::string>> chain_names(const std::vector<ParameterSummary>& parameters) {
  std::vector<std::vector<std::string>> names;
  for (const auto& chain : weight_chains(parameters)) {
    names.emplace_back();
    for (const ChainLink& link : chain) names.back().push_back(link.weight->name);
  }
  return names;
}

TEST(WeightChains, OfAnEncoderMixNoTokens) {
  const std::string layer = "bert.encoder.layer.0.";
  const std::string value = layer + "attention.self.value.weight",
                    attention = layer + "attention.output.dense.weight",
                    intermediate = layer + "intermediate.dense.weight",
                    output = layer + "output.dense.weight";
  EXPECT_THAT(
      chain_names({weight(layer + "attention.self.query.weight", 4, 4), weight(value, 4, 4),
                   weight(attention, 4, 4), weight(intermediate, 8, 4), weight(output, 4, 8)}),
      ElementsAre(ElementsAre(value, attention), ElementsAre(intermediate, output)));
}

// A grouped weight is followed as the block-diagonal matrix that it stands for.
TEST(WeightChains, OfAGroupBertPassItsGroupsAndMixers) {
  const std::string layer = "groupbert.encoder.layer.0.";
  const std::string widening = layer + "intermediate_first.dense.weight",
                    grouped = layer + "output_first.grouped_matmul.weight",
                    mixer = layer + "output_first.dense_output_projection.weight";
  const std::vector<ParameterSummary> parameters = {
      weight(layer + "attention.self.query.weight", 16, 16), weight(widening, 64, 16),
      weight(grouped, 16, 16), weight(mixer, 16, 16)};
  EXPECT_THAT(chain_names(parameters), ElementsAre(ElementsAre(widening, grouped, mixer)));
  const auto chains = weight_chains(parameters);
  EXPECT_EQ(chains[0][1].pattern->cols(), 64);
  EXPECT_EQ(chains[0][1].pattern->values(), 16 * 16);
}

TEST(WeightChains, OfAPerceptronEndAtADenseLayer) {
  EXPECT_THAT(chain_names({weight("layer0.weight", 8, 4), weight("layer1.weight", 6, 8),
                           weight("layer2.weight", 6, 6), weight("layer3.weight", 2, 6, false)}),
              ElementsAre(ElementsAre("layer0.weight", "layer1.weight", "layer2.weight")));
  EXPECT_THAT(chain_names({weight("layer0.weight", 8, 4), weight("layer2.weight", 6, 8)}),
              IsEmpty());
  EXPECT_THAT(chain_names({weight("layer0.weight", 8, 4), weight("layer1.weight", 6, 9)}),
              IsEmpty());  // does not fit
  EXPECT_THAT(chain_names({weight("layer99999999999999999999.weight", 8, 4)}), IsEmpty());
}

TEST(HistogramText, HasABarForEachPowerOfTwo) {
  EXPECT_EQ(
      histogram_text({.zeros = 0, .not_finite = 0, .lowest_exponent = -3, .counts = {8, 0, 1}}),
      "2^-3 █ ▁ 2^0");
  EXPECT_EQ(histogram_text({.zeros = 4, .not_finite = 1, .lowest_exponent = 0, .counts = {2, 1}}),
            "2^0 █▄ 2^2, 4 at 0, 1 not finite");
  EXPECT_EQ(histogram_text({.zeros = 3, .not_finite = 0, .lowest_exponent = 0, .counts = {}}),
            "3 at 0");
  EXPECT_EQ(histogram_text({}), "no blocks");
}

/// A checkpoint of two sparse layers: the second reads outputs 0 and 1 of the first, which writes
/// outputs 0 and 2 from an input each.
class InspectionTest : public FolderTest {
 protected:
  static void fill(models::Parameter& parameter, const std::string& name,
                   sparse::PatternPtr pattern) {
    parameter.name = name;
    parameter.shape = {pattern->rows(), pattern->cols()};
    parameter.values.assign(static_cast<std::size_t>(pattern->values()), 0.5F);
    parameter.gradient.assign(parameter.values.size(), 0.0F);
    parameter.pattern = std::move(pattern);
  }

  void SetUp() override {
    fill(first_, "layer0.weight",
         sparse::BlockPattern::from_coordinates(4, 3, {1, 1}, {{0, 1}, {2, 0}}));
    fill(second_, "layer1.weight",
         sparse::BlockPattern::from_coordinates(2, 4, {1, 1}, {{0, 0}, {0, 1}}));
  }

  /// With the explored positions of the first weight, unless there are none.
  std::filesystem::path save(const std::vector<std::uint64_t>& explored = {}) {
    models::CheckpointExtras extras;
    if (!explored.empty())
      extras.bits[std::string(training::kExploredPrefix) + "layer0.weight"] = explored;
    const models::ParameterList parameters = {&first_, &second_};
    models::AdamW adamw(parameters, {});
    return models::save_checkpoint(folder_, 1, parameters, adamw, extras);
  }

  models::Parameter first_, second_;
};

TEST_F(InspectionTest, TellsWhatACheckpointKnows) {
  // 12 positions of the first weight: three were stored at some time.
  const auto path = save({0b100010001});
  const std::vector<training::NamedPattern> initial = {
      {"layer0.weight", sparse::BlockPattern::from_coordinates(4, 3, {1, 1}, {{0, 1}, {3, 0}})}};

  const Inspection inspection = inspect_checkpoint_topology(path, initial);

  ASSERT_EQ(inspection.parameters.size(), 2u);
  const InspectedParameter& first = inspection.parameters[0];
  EXPECT_EQ(first.dead_rows, 2);
  EXPECT_EQ(first.dead_cols, 1);
  EXPECT_DOUBLE_EQ(first.explored.value(), 3.0 / 12.0);
  EXPECT_DOUBLE_EQ(first.overlap_initial.value(), 0.5);
  EXPECT_EQ(first.norms.lowest_exponent, -1);
  EXPECT_THAT(first.norms.counts, ElementsAre(2));
  const InspectedParameter& second = inspection.parameters[1];
  EXPECT_FALSE(second.explored);
  EXPECT_FALSE(second.overlap_initial);

  const nlohmann::json json = inspection_json(inspection);
  EXPECT_EQ(json.at("parameters")[0].at("dead_rows"), 2);
  EXPECT_TRUE(json.at("parameters")[1].at("explored").is_null());
  EXPECT_THAT(inspection_text(inspection),
              AllOf(HasSubstr("layer0.weight"), HasSubstr("0.2500"), HasSubstr("2^-1 █ 2^0")));
}

TEST_F(InspectionTest, FollowsPathsWhereGraphBlasIsThere) {
  if (!follows_paths()) GTEST_SKIP() << "built without GraphBLAS";
  const Inspection inspection = inspect_checkpoint_topology(save(), {});
  // The only path is input 1, output 0, output 0: half of each weight lies on it.
  ASSERT_EQ(inspection.chains.size(), 1u);
  EXPECT_EQ(inspection.chains[0].paths, 1);
  EXPECT_DOUBLE_EQ(inspection.parameters[0].effective.value(), 0.5);
  EXPECT_DOUBLE_EQ(inspection.parameters[1].effective.value(), 0.5);
  EXPECT_THAT(inspection_text(inspection),
              HasSubstr("1 paths through layer0.weight, layer1.weight"));
}

TEST_F(InspectionTest, RefusesExploredPositionsOfAnotherShape) {
  for (const std::vector<std::uint64_t>& words :
       {std::vector<std::uint64_t>{1, 0}, {std::uint64_t{1} << 12}}) {
    const auto path = save(words);
    EXPECT_THAT(message_of<FormatError>([&] { (void)inspect_checkpoint_topology(path, {}); }),
                HasSubstr("layer0.weight do not fit its 12 blocks"));
  }
}

TEST(InspectionText, NoNameOfAFileReachesTheTerminalAsACommand) {
  Inspection inspection;
  inspection.checkpoint = "step\x1b[2J";
  inspection.parameters.emplace_back().summary = weight("w\x1b]0;title\x07", 2, 2);
  const std::string text = inspection_text(inspection);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_THAT(text, HasSubstr("w?]0;title?"));
}

}  // namespace
}  // namespace espalier::experiments
