// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/convolution.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/ops/convert_bf16.h>
#include "tests/models/layers/layer_oracles.h"
#include "tests/support/generated_problem.h"
#include "tests/support/message.h"
#include "tests/support/oracle.h"

namespace espalier::models {
namespace {

using sparse::Activations;
using testing::difference;
using ::testing::HasSubstr;
using testing::message_of;
using testing::nan_activations;
using testing::normal_activations;
using testing::to_double;

/// Sequences and the panels that they lie in.
struct Layout {
  Index sequence, sequences, width;
  std::vector<Index> lengths = {};
  std::vector<Index> documents = {};

  Index tokens() const { return sequence * sequences; }
  TokenLayout told() const {
    return {.sequence = sequence, .lengths = lengths, .documents = documents};
  }
  std::pair<Index, Index> seen_by(Index token) const {
    Index first = 0;
    for (const Index document : documents) {
      if (token < first + document) return {first, first + document};
      first += document;
    }
    first = token / sequence * sequence;
    return {first, first + (lengths.empty() ? sequence : lengths[token / sequence])};
  }
};

/// Several sequences to a panel, one, several panels to a sequence, sequences shorter than the
/// kernel, and panels that are not full.
const Layout kLayouts[] = {{16, 4, 64},
                           {16, 4, 64, {16, 1, 7, 15}},
                           {16, 3, 32, {2, 16, 9}},
                           {32, 2, 32},
                           {64, 2, 16, {64, 17}},
                           {48, 2, 16, {33, 3}},
                           {2, 8, 16, {2, 1, 2, 2, 1, 2, 2, 1}},
                           {16, 3, 32, {}, {3, 1, 12, 16, 9, 7}},
                           {64, 2, 16, {}, {15, 2, 40, 7, 64}}};

struct Extents {
  Index features, group, kernel;
};
const Extents kExtents[] = {{32, 16, 7}, {6, 3, 5}, {4, 1, 1}, {8, 8, 3}};

void fill_normal(GroupedConvolution& layer) {
  for (Parameter* parameter : layer.parameters()) {
    const auto values = testing::normal_values(static_cast<Index>(parameter->values.size()),
                                               parameter->name.size());
    parameter->values.assign(values.begin(), values.end());
  }
}

// Each value is a sum of at most group * kernel products and a bias, or of as many tokens.
TEST(GroupedConvolution, MatchesTheDefinition) {
  for (const int threads : {1, 3})
    for (const Layout& layout : kLayouts)
      for (const auto& [features, group, kernel] : kExtents) {
        SCOPED_TRACE(::testing::Message() << "sequence " << layout.sequence << ", panels of "
                                          << layout.width << ", " << features << " features");
        const Context context({.threads = threads});
        GroupedConvolution layer({.features = features, .group = group, .kernel = kernel}, context);
        fill_normal(layer);
        const Activations x = normal_activations(layout.tokens(), features, layout.width, 1);
        const Activations dy = normal_activations(layout.tokens(), features, layout.width, 2);
        Activations y = nan_activations(layout.tokens(), features, layout.width), dx = y;
        layer.forward(x, layout.told(), y);
        layer.backward(x, layout.told(), dy, dx);

        const testing::ConvolutionShape shape = {features, group, kernel, layout.tokens(),
                                                 [&](Index t) { return layout.seen_by(t); }};
        const std::vector<double> weight = testing::to_doubles(layer.parameters()[0]->values);
        const std::vector<double> bias = testing::to_doubles(layer.parameters()[1]->values);
        EXPECT_EQ(difference(testing::convolution_oracle(shape, weight, bias, to_double(x)), y),
                  "");
        const testing::ConvolutionGradients expected =
            testing::convolution_gradient_oracle(shape, weight, to_double(x), to_double(dy));
        EXPECT_EQ(difference(expected.x, dx), "");
        EXPECT_EQ(difference(expected.weight, layer.parameters()[0]->gradient), "");
        EXPECT_EQ(difference(expected.bias, layer.parameters()[1]->gradient), "");
        EXPECT_EQ(testing::dirty_padding(y), "");
        EXPECT_EQ(testing::dirty_padding(dx), "");
      }
}

// What stands past a length, even if it is no number, changes nothing, and gets no gradient.
TEST(GroupedConvolution, SeesNothingPastALength) {
  const Context context({.threads = 1});
  for (const Layout& layout : {kLayouts[1], kLayouts[4]}) {
    GroupedConvolution layer({.features = 32}, context);
    fill_normal(layer);
    Activations x = normal_activations(layout.tokens(), 32, layout.width, 1);
    const Activations dy = normal_activations(layout.tokens(), 32, layout.width, 2);
    Activations y(layout.tokens(), 32, layout.width), dx = y;
    layer.forward(x, layout.told(), y);
    layer.backward(x, layout.told(), dy, dx);
    const Activations before_y = y, before_dx = dx;
    const AlignedVector<float> gradient = layer.parameters()[0]->gradient;
    for (Index t = 0; t < layout.tokens(); ++t)
      for (Index f = 0; f < 32; ++f)
        if (t % layout.sequence >= layout.lengths[t / layout.sequence]) {
          x.at(t, f) = std::numeric_limits<float>::quiet_NaN();
          EXPECT_EQ(dx.at(t, f), 0.0f);
        }
    for (Parameter* parameter : layer.parameters())
      std::fill(parameter->gradient.begin(), parameter->gradient.end(), 0.0f);
    layer.forward(x, layout.told(), y);
    layer.backward(x, layout.told(), dy, dx);
    EXPECT_TRUE(std::ranges::equal(y.values(), before_y.values()));
    EXPECT_TRUE(std::ranges::equal(dx.values(), before_dx.values()));
    EXPECT_EQ(layer.parameters()[0]->gradient, gradient);
  }
}

/// Everything that a forward and a backward pass compute.
std::vector<float> results(const Context& context, const Layout& layout, bool round_first = false) {
  GroupedConvolution layer({.features = 64}, context);
  fill_normal(layer);
  Activations x = normal_activations(layout.tokens(), 64, layout.width, 1);
  Activations dy = normal_activations(layout.tokens(), 64, layout.width, 2);
  if (round_first) {
    const auto round = [](std::span<float> values) {
      for (float& value : values) value = static_cast<float>(BFloat16(value));
    };
    round(x.values());
    round(dy.values());
    round(layer.parameters()[0]->values);
  }
  Activations y(layout.tokens(), 64, layout.width), dx = y;
  layer.forward(x, layout.told(), y);
  layer.backward(x, layout.told(), dy, dx);
  std::vector<float> all;
  for (const std::span<const float> values :
       {std::span<const float>(y.values()), std::span<const float>(dx.values()),
        std::span<const float>(layer.parameters()[0]->gradient)})
    all.insert(all.end(), values.begin(), values.end());
  return all;
}

TEST(GroupedConvolution, ResultsDoNotDependOnTheNumberOfThreads) {
  for (const Layout& layout : kLayouts) {
    const std::vector<float> one = results(Context({.threads = 1}), layout);
    for (const int threads : {2, 5})
      EXPECT_EQ(results(Context({.threads = threads}), layout), one) << threads << " threads";
  }
}

// Products of two rounded operands are exact in float, so that rounding the operands first gives
// the same bits.
TEST(GroupedConvolution, RoundsTheOperandsOfItsProductsInBfloat16) {
  const auto context = [](Precision precision) {
    return ContextOptions{.threads = 2, .kernel = "reference", .precision = precision};
  };
  for (const Layout& layout : kLayouts) {
    const Context narrow(context(Precision::kBFloat16)), wide(context(Precision::kFloat32));
    EXPECT_EQ(results(narrow, layout), results(wide, layout, true));
    EXPECT_NE(results(narrow, layout), results(wide, layout));
  }
}

TEST(GroupedConvolution, ErrorsNameTheOperand) {
  const Context context({.threads = 1});
  const auto refusal = [&](const ConvolutionOptions& options) {
    return message_of<ShapeError>([&] { const GroupedConvolution layer(options, context); });
  };
  EXPECT_EQ(refusal({.name = "conv", .features = 24}),
            "conv: groups of 16 features; expected a divisor of 24");
  EXPECT_THAT(refusal({.features = 0}), HasSubstr("expected a divisor of 0"));
  EXPECT_THAT(refusal({.features = 16, .kernel = 4}), HasSubstr("kernel is 4; expected an odd"));

  GroupedConvolution layer({.name = "conv", .features = 16}, context);
  const Activations x(32, 16, 32), narrow(32, 8, 32);
  Activations y(32, 16, 32);
  const auto forward = [&](const Activations& input, const TokenLayout& layout,
                           Activations& output) {
    return message_of<ShapeError>([&] { layer.forward(input, layout, output); });
  };
  const std::vector<Index> one = {16}, long_one = {16, 17}, short_one = {16, 15};
  EXPECT_THAT(forward(narrow, {.sequence = 16}, y), HasSubstr("conv.weight: x has 8 features"));
  EXPECT_THAT(forward(x, {.sequence = 12}, y),
              HasSubstr("conv.weight: sequence is 12; expected whole ones"));
  EXPECT_THAT(forward(x, {.sequence = 16, .lengths = one}, y),
              HasSubstr("lengths has 1 values; expected 2"));
  EXPECT_THAT(forward(x, {.sequence = 16, .lengths = long_one}, y),
              HasSubstr("length 1 is 17; expected 1 to 16"));
  EXPECT_THAT(forward(x, {.sequence = 16, .documents = long_one}, y),
              HasSubstr("a document of 17 tokens; expected 1 to 16"));
  EXPECT_THAT(forward(x, {.sequence = 16, .documents = short_one}, y),
              HasSubstr("documents of 31 tokens; expected those of 32"));
  EXPECT_THAT(forward(x, {.sequence = 16, .lengths = short_one, .documents = short_one}, y),
              HasSubstr("lengths and documents; expected one of the two"));
  EXPECT_THAT(forward(y, {.sequence = 16}, y), HasSubstr("conv.weight: y overlaps x"));
  layer.parameters()[0]->values.pop_back();
  EXPECT_THAT(forward(x, {.sequence = 16}, y), HasSubstr("conv.weight"));
}

}  // namespace
}  // namespace espalier::models
