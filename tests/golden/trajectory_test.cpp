// SPDX-License-Identifier: Apache-2.0
// The library's sparse training against an independent masked-dense one in double precision; see
// README.md here.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <espalier/files/safetensors.h>
#include <espalier/models/families/mlm_model.h>
#include <espalier/models/optimizers/adamw.h>
#include <espalier/models/parameters/evolvable.h>

namespace espalier::models {
namespace {

using Json = nlohmann::json;

/// What a run of the library leaves.
struct Trajectory {
  std::vector<double> losses;
  std::map<std::string, std::vector<float>> weights;  ///< dense, by name
};

std::string path_of(const std::string& kind, Index block, const std::string& suffix) {
  return ESPALIER_SOURCE_DIR "/tests/golden/trajectory_" + kind + "_b" + std::to_string(block) +
         suffix;
}

/// The sub-tensor of one step or update: row `step` of a matrix.
template <typename T>
std::vector<T> row_of(const files::TensorFile& input, const std::string& name, Index step) {
  const files::TensorView& tensor = *input.find(name);
  const auto all = copy_elements<std::vector<T>>(tensor);
  const auto width = static_cast<std::ptrdiff_t>(tensor.elements() / tensor.shape[0]);
  return {all.begin() + step * width, all.begin() + (step + 1) * width};
}

void set_parameter(Parameter& parameter, const files::TensorFile& input) {
  if (parameter.is_sparse()) {
    const auto offsets =
        copy_elements<std::vector<Index>>(*input.find(parameter.name + ".crow_indices"));
    const auto columns =
        copy_elements<std::vector<BlockIndex>>(*input.find(parameter.name + ".col_indices"));
    parameter.pattern = std::make_shared<const sparse::BlockPattern>(
        parameter.shape[0], parameter.shape[1], parameter.pattern->block(), offsets, columns);
    parameter.values = copy_elements<AlignedVector<float>>(*input.find(parameter.name + ".values"));
    parameter.gradient.assign(parameter.values.size(), 0.0f);
    parameter.pattern_changed();
  } else {
    parameter.values = copy_elements<AlignedVector<float>>(
        input.require(parameter.name, files::DataType::kF32, parameter.shape));
  }
}

sparse::TopologyEdit edit_of(const files::TensorFile& input, Index update,
                             const sparse::WeightView& weight) {
  sparse::TopologyEdit edit;
  for (const auto position : row_of<std::int32_t>(input, weight.name() + ".drop", update)) {
    edit.drop.push_back(position);
  }
  const auto grid_cols = static_cast<BlockIndex>(weight.pattern().grid_cols());
  for (const auto position : row_of<std::int32_t>(input, weight.name() + ".grow", update)) {
    edit.grow.push_back({position / grid_cols, position % grid_cols});
  }
  return edit;
}

std::vector<float> dense_values(const Parameter& parameter) {
  if (!parameter.is_sparse()) return {parameter.values.begin(), parameter.values.end()};
  std::vector<float> dense(static_cast<std::size_t>(parameter.positions()));
  const sparse::BlockShape block = parameter.pattern->block();
  const float* value = parameter.values.data();
  for (const sparse::BlockCoordinate& at : parameter.pattern->coordinates()) {
    for (Index r = 0; r < block.rows; ++r) {
      for (Index c = 0; c < block.cols; ++c) {
        const Index row = at.row * block.rows + r;
        const Index col = at.col * block.cols + c;
        dense[static_cast<std::size_t>(row * parameter.shape[1] + col)] = *value++;
      }
    }
  }
  return dense;
}

/// Trains as the input file says. With `delay`, updates come so many steps late.
Trajectory run(const files::TensorFile& input, const Context& context, Index delay = 0) {
  const Json config = Json::parse(input.metadata().at("config"));
  EncoderOptions options;
  options.config = {.name = "trajectory",
                    .layers = config.at("layers"),
                    .hidden = config.at("hidden"),
                    .heads = config.at("heads"),
                    .intermediate = config.at("intermediate"),
                    .vocabulary = config.at("vocabulary"),
                    .max_positions = config.at("max_positions"),
                    .segments = config.at("segments")};
  options.block = config.at("block");
  options.density = 0.5;  // sparse at all; the patterns come from the file
  MlmModel bert(options, context);
  for (Parameter* parameter : bert.parameters()) set_parameter(*parameter, input);
  AdamW adamw(bert.parameters(),
              {.beta1 = config.at("beta1"),
               .beta2 = config.at("beta2"),
               .epsilon = config.at("epsilon"),
               .weight_decay = config.at("weight_decay")},
              &context);
  const sparse::WeightOwners weights = evolvable(bert, adamw);
  EXPECT_EQ(weights.size(), 6u * static_cast<std::size_t>(options.config.layers));

  const auto rates = copy_elements<std::vector<double>>(*input.find("learning_rates"));
  const auto update_steps = config.at("update_steps").get<std::vector<Index>>();
  Trajectory trajectory;
  MlmModel::Record record;
  for (Index step = 0; step < config.at("steps"); ++step) {
    const auto tokens = row_of<std::int32_t>(input, "tokens", step);
    const auto positions = row_of<Index>(input, "positions", step);
    const auto labels = row_of<std::int32_t>(input, "labels", step);
    const auto lengths = row_of<Index>(input, "lengths", step);
    const MlmBatch batch{.tokens = tokens,
                         .sequence = config.at("sequence"),
                         .positions = positions,
                         .labels = labels,
                         .lengths = lengths};
    const double count = static_cast<double>(labels.size());
    trajectory.losses.push_back(bert.train(batch, 1 / count, record).loss_sum / count);
    EXPECT_TRUE(adamw.step(rates[static_cast<std::size_t>(step)]).applied);
    const auto found = std::find(update_steps.begin(), update_steps.end(), step - delay);
    if (found == update_steps.end()) continue;
    for (const auto& weight : weights) {
      edit_weight(*weight, edit_of(input, found - update_steps.begin(), weight->view()));
    }
  }
  for (const Parameter* parameter : bert.parameters()) {
    trajectory.weights[parameter->name] = dense_values(*parameter);
  }
  return trajectory;
}

/// Largest distance between the losses of a run and the golden ones, in tolerances.
double distance(const Trajectory& trajectory, const Json& golden) {
  double largest = 0;
  for (std::size_t step = 0; step < trajectory.losses.size(); ++step) {
    largest = std::max(
        largest, std::abs(trajectory.losses[step] - golden.at("losses").at(step).get<double>()) /
                     golden.at("loss_tolerances").at(step).get<double>());
  }
  return largest;
}

class TrajectoryTest : public ::testing::TestWithParam<Index> {
 protected:
  const files::TensorFile input_ =
      files::read_safetensors(path_of("input", GetParam(), ".safetensors"));
  const Json golden_ = Json::parse(std::ifstream(path_of("golden", GetParam(), ".json")));
  const Context context_{{.threads = 2}};
};

TEST_P(TrajectoryTest, EqualsMaskedDenseTrainingInDoublePrecision) {
  const Trajectory trajectory = run(input_, context_);
  ASSERT_EQ(trajectory.losses.size(), golden_.at("losses").size());
  for (std::size_t step = 0; step < trajectory.losses.size(); ++step) {
    EXPECT_NEAR(trajectory.losses[step], golden_.at("losses").at(step).get<double>(),
                golden_.at("loss_tolerances").at(step).get<double>())
        << "step " << step;
  }

  ASSERT_EQ(trajectory.weights.size(), golden_.at("parameters").size());
  for (const auto& [name, expected] : golden_.at("parameters").items()) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(trajectory.weights.contains(name));
    const std::vector<float>& values = trajectory.weights.at(name);
    double sum = 0;
    double sum_of_squares = 0;
    for (const float value : values) {
      sum += double{value};
      sum_of_squares += double{value} * double{value};
    }
    EXPECT_NEAR(sum, expected.at("sum").get<double>(), expected.at("sum_tolerance").get<double>());
    EXPECT_NEAR(sum_of_squares, expected.at("sum_of_squares").get<double>(),
                expected.at("sum_of_squares_tolerance").get<double>());
    for (std::size_t i = 0; i < expected.at("positions").size(); ++i) {
      EXPECT_NEAR(double{values.at(expected.at("positions").at(i).get<std::size_t>())},
                  expected.at("values").at(i).get<double>(),
                  expected.at("value_tolerance").get<double>());
    }
  }
}

// The tolerances are tight enough to tell: updates that come a step late, and moments that stay
// where the pattern moved, both lie far outside.
TEST_P(TrajectoryTest, TellsAWrongTrajectory) {
  EXPECT_GT(distance(run(input_, context_, 1), golden_), 100);
  const auto& tolerances = golden_.at("loss_tolerances").get<std::vector<double>>();
  EXPECT_GT(golden_.at("largest_loss_change_if_moments_stay").get<double>(),
            10 * *std::max_element(tolerances.begin(), tolerances.end()));
}

TEST_P(TrajectoryTest, DoesNotDependOnTheNumberOfThreads) {
  const Context one({.threads = 1});
  const Trajectory a = run(input_, context_);
  const Trajectory b = run(input_, one);
  EXPECT_EQ(a.losses, b.losses);
  EXPECT_EQ(a.weights, b.weights);
}

INSTANTIATE_TEST_SUITE_P(Blocks, TrajectoryTest, ::testing::Values(1, 4, 16),
                         [](const auto& test) { return "Block" + std::to_string(test.param); });

}  // namespace
}  // namespace espalier::models
