// SPDX-License-Identifier: Apache-2.0
// What a model tells of its backward pass is so: gradients that are complete change no more.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <espalier/models/families/causal_lm_model.h>
#include <espalier/models/families/mlm_model.h>
#include <espalier/sparse/core/context.h>

namespace espalier::models::backward_progress_test {
namespace {

constexpr Index kLayers = 3, kSequence = 16, kVocabulary = 64;

EncoderOptions options(const std::string& family) {
  return {.config = {.family = family,
                     .layers = kLayers,
                     .hidden = 32,
                     .heads = 2,
                     .intermediate = 64,
                     .vocabulary = kVocabulary,
                     .max_positions = kSequence,
                     .segments = family == "gpt" ? 0 : 2,
                     .norm = family == "bert" ? NormPlacement::kPost : NormPlacement::kPre},
          .block = 4,
          .density = 0.5};
}

using Gradients = std::vector<AlignedVector<float>>;

Gradients gradients_of(const ParameterList& parameters) {
  Gradients all;
  for (const Parameter* parameter : parameters) all.push_back(parameter->gradient);
  return all;
}

/// Trains on one group and returns, for each call, the first complete parameter.
template <typename SomeModel>
std::vector<std::string> told_by(SomeModel& model) {
  const std::vector<std::int32_t> tokens = {7, 3, 9, 60, 1, 2, 5, 4, 8, 11, 13, 12, 50, 40, 30, 20};
  const std::vector<Index> positions = {2, 5, 11};
  const std::vector<std::int32_t> labels = {1, 9, 33};
  const ParameterList parameters = model.parameters();
  std::vector<std::pair<std::size_t, Gradients>> told;
  typename SomeModel::Record record;
  model.train({.tokens = tokens, .sequence = kSequence, .positions = positions, .labels = labels},
              1.0, record, 0, [&](const Parameter& first) {
                told.emplace_back(std::ranges::find(parameters, &first) - parameters.begin(),
                                  gradients_of(parameters));
              });
  const Gradients last = gradients_of(parameters);
  std::vector<std::string> names;
  for (const auto& [begin, gradients] : told) {
    const auto from = static_cast<std::ptrdiff_t>(begin);
    EXPECT_TRUE(std::equal(gradients.begin() + from, gradients.end(), last.begin() + from))
        << parameters[begin]->name;
    EXPECT_NE(gradients[begin], Gradients::value_type(gradients[begin].size()));
    names.push_back(parameters[begin]->name);
  }
  return names;
}

TEST(BackwardProgress, IsToldAfterTheHeadAndEachLayer) {
  const Context context({.threads = 1, .seed = 4});
  for (const std::string family : {"bert", "groupbert"}) {
    MlmModel model(options(family), context);
    const std::vector<std::string> told = told_by(model);
    ASSERT_EQ(told.size(), std::size_t{1 + kLayers}) << family;
    EXPECT_EQ(told[0], "cls.predictions.bias");
    for (Index i = 0; i < kLayers; ++i)
      EXPECT_NE(told[static_cast<std::size_t>(1 + i)].find("layer." +
                                                           std::to_string(kLayers - 1 - i) + "."),
                std::string::npos)
          << told[static_cast<std::size_t>(1 + i)];
  }
}

TEST(BackwardProgress, IsToldAfterEachLayerIfTheHeadHasNoParameters) {
  const Context context({.threads = 1, .seed = 4});
  CausalLmModel model(options("gpt"), context);
  EXPECT_EQ(told_by(model).size(), std::size_t{kLayers});
}

}  // namespace
}  // namespace espalier::models::backward_progress_test
