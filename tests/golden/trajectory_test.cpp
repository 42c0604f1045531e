// SPDX-License-Identifier: Apache-2.0
// The library's sparse training against an independent masked-dense one in double precision; see
// README.md here.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include <espalier/files/safetensors.h>
#include <espalier/models/families/causal_lm_model.h>
#include <espalier/models/families/mlm_model.h>
#include <espalier/models/optimizers/adamw.h>
#include <espalier/models/parameters/evolvable.h>
#include <espalier/sparse/core/kernel_variant.h>
#include <espalier/sparse/topology/topology_edit.h>
#include "tests/support/dense_values.h"

namespace espalier::models {
namespace {

using Json = nlohmann::json;
using testing::dense_values;

/// What a run of the library leaves.
struct Trajectory {
  std::vector<double> losses;
  std::map<std::string, std::vector<float>> weights;          ///< dense, by name
  std::map<std::string, std::vector<float>> first_gradients;  ///< of step 0, likewise
};

std::string path_of(const std::string& kind, const std::string& problem,
                    const std::string& suffix) {
  return ESPALIER_SOURCE_DIR "/tests/golden/trajectory_" + kind + "_" + problem + suffix;
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
                             const std::string& weight, const sparse::BlockPattern& pattern) {
  sparse::TopologyEdit edit;
  for (const auto position : row_of<std::int32_t>(input, weight + ".drop", update)) {
    edit.drop.push_back(position);
  }
  const auto grid_cols = static_cast<BlockIndex>(pattern.grid_cols());
  for (const auto position : row_of<std::int32_t>(input, weight + ".grow", update)) {
    edit.grow.push_back({position / grid_cols, position % grid_cols});
  }
  return edit;
}

std::vector<float> dense_weight(const Parameter& parameter) {
  return dense_values(parameter, parameter.values);
}

/// Calls `action(model)` with a model of sparse weights, if the problem has a pattern for them, or
/// of dense ones.
template <typename Action>
auto with_model(const Json& config, bool sparse, const Context& context, const Action& action) {
  const std::string model = config.value("model", "bert");
  EncoderOptions options;
  options.config = {
      .name = "trajectory",
      .family = model == "gpt" || model == "groupbert" ? model : "bert",
      .layers = config.at("layers"),
      .hidden = config.at("hidden"),
      .heads = config.at("heads"),
      .intermediate = config.at("intermediate"),
      .vocabulary = config.at("vocabulary"),
      .max_positions = config.at("max_positions"),
      .segments = config.at("segments"),
      .norm = model == "bert" || model == "bert_nsp" ? NormPlacement::kPost : NormPlacement::kPre};
  const Index block = config.at("block");
  if (sparse && block > 0) {
    options.block = block;
    options.density = 0.5;  // sparse at all; the patterns come from the file
    if (config.value("sparse_words", false)) options.embedding_density = 0.5;
  }
  if (model == "gpt") {
    CausalLmModel made(options, context);
    return action(made);
  }
  MlmModel made(options, context, model == "bert_nsp");
  return action(made);
}

/// Sum of the losses that a loss consists of, each a mean.
double mean_loss(const PredictionLoss& loss) {
  return loss.loss_sum / static_cast<double>(loss.count);
}
double mean_loss(const PretrainingLoss& loss) {
  const PredictionLoss& masked = loss;
  return mean_loss(masked) + (loss.next_sentence.count > 0 ? mean_loss(loss.next_sentence) : 0.0);
}

AdamWOptions adamw_options(const Json& config) {
  return {.beta1 = config.at("beta1"),
          .beta2 = config.at("beta2"),
          .epsilon = config.at("epsilon"),
          .weight_decay = config.at("weight_decay")};
}

/// How a run differs from the golden one.
struct Course {
  Index delay = 0;        ///< updates come so many steps late
  double loss_scale = 1;  ///< gradients are those of so many losses until the optimizer gets them
};

/// Trains as the input file says. Calls `before_step` between gradients and optimizer, and
/// `update(number)` after a step with an update.
template <typename LanguageModel, typename BeforeStep, typename Update>
Trajectory run(LanguageModel& model, AdamW& adamw, const files::TensorFile& input,
               const Course& course, const BeforeStep& before_step, const Update& update) {
  const Json config = Json::parse(input.metadata().at("config"));
  const auto rates = copy_elements<std::vector<double>>(*input.find("learning_rates"));
  const auto update_steps = config.at("update_steps").get<std::vector<Index>>();
  Trajectory trajectory;
  typename LanguageModel::Record record;
  for (Index step = 0; step < config.at("steps"); ++step) {
    const auto tokens = row_of<std::int32_t>(input, "tokens", step);
    const auto positions = row_of<Index>(input, "positions", step);
    const auto labels = row_of<std::int32_t>(input, "labels", step);
    const auto lengths = row_of<Index>(input, "lengths", step);
    MlmBatch batch{.tokens = tokens,
                   .sequence = config.at("sequence"),
                   .positions = positions,
                   .labels = labels,
                   .lengths = lengths};
    const double count = static_cast<double>(labels.size());
    std::vector<std::int32_t> segments, next_sentence;
    if (input.find("segments") != nullptr) {
      batch.segments = segments = row_of<std::int32_t>(input, "segments", step);
      batch.next_sentence = next_sentence = row_of<std::int32_t>(input, "next_sentence", step);
      batch.next_sentence_weight = count / static_cast<double>(next_sentence.size());
    }
    trajectory.losses.push_back(mean_loss(model.train(batch, course.loss_scale / count, record)));
    before_step();
    if (step == 0)
      for (const Parameter* parameter : model.parameters()) {
        std::vector<float>& gradient = trajectory.first_gradients[parameter->name];
        gradient = dense_values(*parameter, parameter->gradient);
        for (float& value : gradient) value /= static_cast<float>(course.loss_scale);
      }
    EXPECT_TRUE(adamw.step(rates[static_cast<std::size_t>(step)], 1 / course.loss_scale).applied);
    const auto found = std::find(update_steps.begin(), update_steps.end(), step - course.delay);
    if (found != update_steps.end()) update(found - update_steps.begin());
  }
  for (const Parameter* parameter : model.parameters()) {
    trajectory.weights[parameter->name] = dense_weight(*parameter);
  }
  return trajectory;
}

/// Of the library's sparse weights.
Trajectory run(const files::TensorFile& input, const Context& context, const Course& course = {}) {
  const Json config = Json::parse(input.metadata().at("config"));
  return with_model(config, true, context, [&](auto& model) {
    for (Parameter* parameter : model.parameters()) set_parameter(*parameter, input);
    AdamW adamw(model.parameters(), adamw_options(config), &context);
    const sparse::WeightOwners weights = evolvable(model, adamw);
    const Index sparse_layers = config.at("block") == 0 ? 0 : config.at("layers").get<Index>();
    const std::size_t of_a_layer = config.value("model", "bert") == "groupbert" ? 12 : 6;
    EXPECT_EQ(weights.size(), of_a_layer * static_cast<std::size_t>(sparse_layers));
    return run(
        model, adamw, input, course, [] {},
        [&](Index update) {
          for (const auto& weight : weights)
            edit_weight(*weight,
                        edit_of(input, update, weight->view().name(), weight->view().pattern()));
        });
  });
}

/// A dense weight and the pattern that it stands for.
struct MaskedWeight {
  Parameter* dense;
  sparse::PatternPtr pattern;

  /// Clears what the pattern does not store, of values in the order of the dense tensor.
  void mask(AlignedVector<float>& values) const {
    std::vector<char> stored(values.size());
    const Index block = pattern->block().rows, cols = pattern->cols();
    for (const sparse::BlockCoordinate& at : pattern->coordinates())
      for (Index i = 0; i < block * block; ++i)
        stored[static_cast<std::size_t>((at.row * block + i / block) * cols + at.col * block +
                                        i % block)] = 1;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!stored[i]) values[i] = 0;
  }
};

/// Of dense weights times a mask; where they start says `sparse_start`.
template <typename LanguageModel>
Trajectory run_masked(LanguageModel& model, LanguageModel& sparse_start,
                      const files::TensorFile& input, const Context& context,
                      const Course& course) {
  const Json config = Json::parse(input.metadata().at("config"));
  std::vector<MaskedWeight> masked;
  const ParameterList parameters = model.parameters(), starts = sparse_start.parameters();
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    set_parameter(*starts[p], input);
    const std::vector<float> start = dense_weight(*starts[p]);
    parameters[p]->values.assign(start.begin(), start.end());
    if (starts[p]->is_sparse()) masked.push_back({parameters[p], starts[p]->pattern});
  }
  AdamW adamw(parameters, adamw_options(config), &context);
  return run(
      model, adamw, input, course,
      [&] {
        for (const MaskedWeight& weight : masked) weight.mask(weight.dense->gradient);
      },
      [&](Index update) {
        for (MaskedWeight& weight : masked) {
          if (input.find(weight.dense->name + ".drop") == nullptr)
            continue;  // its pattern is fixed
          weight.pattern = apply_edit(*weight.pattern,
                                      edit_of(input, update, weight.dense->name, *weight.pattern))
                               .pattern;
          weight.mask(weight.dense->values);
          for (const std::string& name : adamw.state())  // nobody else has to clear a moment
            weight.mask(const_cast<AlignedVector<float>&>(adamw.state(*weight.dense, name)));
        }
      });
}

Trajectory run_masked(const files::TensorFile& input, const Context& context,
                      const Course& course = {}) {
  const Json config = Json::parse(input.metadata().at("config"));
  return with_model(config, false, context, [&](auto& model) {
    return with_model(config, true, context, [&](auto& sparse_start) {
      if constexpr (std::is_same_v<decltype(model), decltype(sparse_start)>)
        return run_masked(model, sparse_start, input, context, course);
      else
        return Trajectory();  // never: both are of one problem
    });
  });
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

class TrajectoryTest : public ::testing::TestWithParam<std::string> {
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

  const Json gradients = golden_.value("first_gradients", Json::object());
  for (const auto& [name, expected] : gradients.items()) {
    double squares = 0;
    for (const float value : trajectory.first_gradients.at(name)) squares += double{value} * value;
    EXPECT_NEAR(squares, expected.at("sum_of_squares").get<double>(),
                expected.at("sum_of_squares_tolerance").get<double>())
        << name;
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

/// Of those whose pattern moves.
class MovingTrajectoryTest : public TrajectoryTest {};

// The tolerances are tight enough to tell: updates that come a step late, and moments that stay
// where the pattern moved, both lie far outside.
TEST_P(MovingTrajectoryTest, TellsAWrongTrajectory) {
  EXPECT_GT(distance(run(input_, context_, {.delay = 1}), golden_), 100);
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

/// Of a run in 16 bits: gradients of float16 need a scale.
Course course_in(Precision precision) {
  return {.loss_scale = precision == Precision::kFloat16 ? 1024.0 : 1.0};
}

// With rounded operands, equality to the last bit. A product of two has 16 binary digits in
// bfloat16, and in float16 is a multiple of 2^-48, while sums here stay below 2^5: so the reference
// kernels, which add in double, make sums without error, in any order and with any number of zeros
// among the terms; each is then rounded to float once. What is not stored must therefore have no
// influence at all, and all the rest be the same arithmetic.
TEST_P(MovingTrajectoryTest, EqualsMaskedDenseTrainingOfRoundedOperandsBitByBit) {
  for (const Precision precision : {Precision::kBFloat16, Precision::kFloat16}) {
    SCOPED_TRACE(precision_name(precision));
    const Context context({.threads = 2, .kernel = "reference", .precision = precision});
    Course course = course_in(precision);
    const Trajectory sparse = run(input_, context, course);
    const Trajectory masked = run_masked(input_, context, course);
    EXPECT_EQ(sparse.losses, masked.losses);
    EXPECT_EQ(sparse.weights, masked.weights);
    // Nor is it the trajectory of float.
    EXPECT_GT(distance(sparse, golden_), 10);
    // A pattern that moves late is told.
    course.delay = 1;
    EXPECT_NE(run(input_, context, course).losses, masked.losses);
  }
}

class RoundedTrajectoryTest
    : public ::testing::TestWithParam<std::tuple<std::string, std::string>> {};

void expect_values(const std::vector<float>& found, const Json& expected) {
  double sum_of_squares = 0;
  for (const float value : found) sum_of_squares += double{value} * double{value};
  EXPECT_NEAR(sum_of_squares, expected.at("sum_of_squares").get<double>(),
              expected.at("sum_of_squares_tolerance").get<double>());
  for (std::size_t i = 0; i < expected.at("positions").size(); ++i)
    EXPECT_NEAR(double{found.at(expected.at("positions").at(i).get<std::size_t>())},
                expected.at("values").at(i).get<double>(),
                expected.at("value_tolerance").get<double>());
}

// The oracle says for itself what is rounded, where. Its first loss and first gradients are exact
// to some roundings of float; later ones less and less, as an optimizer that divides a gradient by
// its size makes much of little.
TEST_P(RoundedTrajectoryTest, EqualsThatOfTheOracle) {
  const auto& [problem, name] = GetParam();
  const files::TensorFile input =
      files::read_safetensors(path_of("input", problem, ".safetensors"));
  const Json golden = Json::parse(std::ifstream(path_of("golden", problem + "_" + name, ".json")));
  const Precision precision = precision_by_name(name);
  const auto trained = [&](Precision in) {
    return run(input, Context({.threads = 2, .kernel = "reference", .precision = in}),
               course_in(precision));
  };
  const Trajectory found = trained(precision);
  EXPECT_LE(distance(found, golden), 1);
  for (const auto& [parameter, expected] : golden.at("gradients").items()) {
    SCOPED_TRACE("gradient of " + parameter);
    expect_values(found.first_gradients.at(parameter), expected);
  }
  for (const auto& [parameter, expected] : golden.at("parameters").items()) {
    SCOPED_TRACE(parameter);
    expect_values(found.weights.at(parameter), expected);
  }
  // Tight enough to tell what was not rounded.
  EXPECT_GT(distance(trained(Precision::kFloat32), golden), 10);
}

INSTANTIATE_TEST_SUITE_P(Models, RoundedTrajectoryTest,
                         ::testing::Combine(::testing::Values("b4", "gpt_b4"),
                                            ::testing::Values("bfloat16", "float16")),
                         [](const auto& test) {
                           return std::get<0>(test.param) + "_" + std::get<1>(test.param);
                         });

// The fast kernels differ from the reference in the last bit of a sum, and then now and then in the
// rounding of an operand, by u of that one value, 2^-8 in bfloat16, where rounding changed every
// value by half of that or less. So they stay as near to the reference as that is to exact
// arithmetic; four times as far would be another rounding.
TEST_P(TrajectoryTest, InSixteenBitsStaysNearTheReference) {
  for (const Precision precision : {Precision::kBFloat16, Precision::kFloat16}) {
    SCOPED_TRACE(precision_name(precision));
    const auto rounded = [&](const std::string& kernel) {
      return run(input_, Context({.threads = 2, .kernel = kernel, .precision = precision}),
                 course_in(precision));
    };
    const Trajectory reference = rounded("reference");
    const auto rms = [&](const auto& other) {
      double sum = 0;
      for (std::size_t step = 0; step < reference.losses.size(); ++step) {
        const double difference = reference.losses[step] - other(step);
        sum += difference * difference;
      }
      return std::sqrt(sum);
    };
    const double rounding =
        rms([&](std::size_t step) { return golden_.at("losses").at(step).get<double>(); });
    for (const std::string& kernel : kernel_names()) {
      const Trajectory fast = rounded(kernel);
      const double apart = rms([&](std::size_t step) { return fast.losses[step]; });
      EXPECT_LT(apart, 4 * rounding) << kernel;
    }
  }
}

std::string name_of(const ::testing::TestParamInfo<std::string>& test) { return test.param; }

INSTANTIATE_TEST_SUITE_P(Models, TrajectoryTest,
                         ::testing::Values("b1", "b4", "b16", "bert_pre_b0", "bert_pre_b4",
                                           "bert_nsp_b0", "bert_nsp_b4", "gpt_b0", "gpt_b4",
                                           "groupbert_b0", "groupbert_b4", "words_b4",
                                           "gpt_words_b4"),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Models, MovingTrajectoryTest,
                         ::testing::Values("b1", "b4", "b16", "bert_pre_b4", "bert_nsp_b4",
                                           "gpt_b4", "groupbert_b4", "words_b4", "gpt_words_b4"),
                         name_of);

}  // namespace
}  // namespace espalier::models
