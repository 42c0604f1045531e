// SPDX-License-Identifier: Apache-2.0
// What a user of the layers may get wrong: a context that dies first, parameters that lost their
// length, an output that is an input, extents that wrap.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <vector>

#include <espalier/models/families/causal_lm_model.h>
#include <espalier/models/families/encoder_layer.h>
#include <espalier/models/families/lm_head.h>
#include <espalier/models/families/mlm_model.h>
#include <espalier/models/families/mlp.h>
#include <espalier/models/families/pooled_head.h>
#include <espalier/models/families/sequence_classifier.h>
#include <espalier/models/families/transformer.h>
#include <espalier/models/layers/activation.h>
#include <espalier/models/layers/attention.h>
#include <espalier/models/layers/classification_loss.h>
#include <espalier/models/layers/convolution.h>
#include <espalier/models/layers/embedding.h>
#include <espalier/models/layers/layer_norm.h>
#include <espalier/models/layers/linear.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"

namespace espalier::models {
namespace {

using sparse::Activations;
using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::message_of;

/// Can a T be made of these and a context that lives on, but not of a temporary one?
template <typename T, typename... Arguments>
constexpr bool kWantsALastingContext = std::is_constructible_v<T, Arguments..., const Context&> &&
                                       !std::is_constructible_v<T, Arguments..., Context> &&
                                       !std::is_constructible_v<T, Arguments..., const Context>;

static_assert(kWantsALastingContext<Linear, LinearOptions>);
static_assert(kWantsALastingContext<LayerNorm, std::string, Index>);
static_assert(!std::is_constructible_v<LayerNorm, std::string, Index, Context, double>);
static_assert(kWantsALastingContext<TokenEmbedding, EmbeddingOptions>);
static_assert(kWantsALastingContext<GroupedConvolution, ConvolutionOptions>);
static_assert(kWantsALastingContext<LmHead, Linear&, Index, Index, double>);
static_assert(kWantsALastingContext<EncoderLayer, EncoderLayerOptions>);
static_assert(kWantsALastingContext<Transformer, TransformerStyle, EncoderOptions>);
static_assert(kWantsALastingContext<MlmModel, EncoderOptions>);
static_assert(kWantsALastingContext<CausalLmModel, EncoderOptions>);
static_assert(kWantsALastingContext<Dropout, std::string, double>);
static_assert(kWantsALastingContext<PooledHead, Index, Index, double>);
static_assert(kWantsALastingContext<SequenceClassifier, EncoderOptions, Index>);
static_assert(kWantsALastingContext<Mlp, MlpOptions>);

class Misuse : public ::testing::Test {
 protected:
  /// For each parameter: `use` works, names it with one value or gradient more or less, and works
  /// again when the length is right.
  template <typename Use>
  static void expect_lengths_checked(const ParameterList& parameters, const Use& use) {
    for (Parameter* parameter : parameters)
      for (AlignedVector<float>* array : {&parameter->values, &parameter->gradient})
        for (const int change : {-1, 1}) {
          const AlignedVector<float> whole = *array;
          array->resize(whole.size() + static_cast<std::size_t>(change));
          EXPECT_THAT(message_of<ShapeError>(use),
                      AllOf(HasSubstr(parameter->name), HasSubstr("expected")));
          *array = whole;
          EXPECT_NO_THROW(use());
        }
  }

  Context context_{{.threads = 1}};
};

TEST_F(Misuse, LinearChecksTheLengthsOfItsParameters) {
  for (const double density : {1.0, 0.5}) {
    Linear layer({.name = "l", .in = 8, .out = 16, .block = 4, .density = density}, context_);
    Activations x(20, 8), y(20, 16), dx(20, 8);
    expect_lengths_checked(layer.parameters(), [&] { layer.forward(x, y); });
    expect_lengths_checked(layer.parameters(), [&] { layer.backward(x, y, &dx); });
  }
}

TEST_F(Misuse, LinearDoesNotForgetABiasThatWasCleared) {
  Linear layer({.name = "l", .in = 8, .out = 16}, context_);
  Activations x(20, 8), y(20, 16);
  layer.parameters()[1]->values.clear();
  EXPECT_THAT(message_of<ShapeError>([&] { layer.forward(x, y); }),
              HasSubstr("l.bias: 0 values and 16 gradients; expected 16 of each"));
}

TEST_F(Misuse, LayerNormChecksTheLengthsOfItsParameters) {
  LayerNorm norm("n", 8, context_);
  Activations x(20, 8), y(20, 8);
  AlignedVector<float> deviation;
  expect_lengths_checked(norm.parameters(), [&] { norm.forward(x, nullptr, y, deviation); });
  expect_lengths_checked(norm.parameters(), [&] { norm.backward(x, deviation, y, y); });
}

TEST_F(Misuse, ConvolutionChecksTheLengthsOfItsParameters) {
  GroupedConvolution layer({.name = "c", .features = 8, .group = 4, .kernel = 3}, context_);
  Activations x(32, 8, 16), y(32, 8, 16), dx(32, 8, 16);
  expect_lengths_checked(layer.parameters(), [&] { layer.forward(x, {.sequence = 16}, y); });
  expect_lengths_checked(layer.parameters(), [&] { layer.backward(x, {.sequence = 16}, y, dx); });
}

TEST_F(Misuse, EmbeddingChecksTheLengthsOfItsParameters) {
  for (const double density : {1.0, 0.5}) {
    TokenEmbedding embedding({.vocabulary = 12,
                              .max_positions = 16,
                              .segments = 2,
                              .hidden = 8,
                              .initial_deviation = 0.02,
                              .density = density},
                             context_);
    const std::vector<std::int32_t> tokens(16, 3);
    Activations y(16, 8);
    EmbeddingRecord record;
    expect_lengths_checked(embedding.parameters(),
                           [&] { embedding.forward(tokens, {}, 16, y, record); });
    expect_lengths_checked(embedding.parameters(),
                           [&] { embedding.backward(tokens, {}, record, y); });
  }
}

TEST_F(Misuse, HeadChecksTheLengthsOfItsParametersAndOfTheEmbedding) {
  for (const double density : {1.0, 0.5}) {
    Linear embedding(
        {.name = "words", .in = 8, .out = 12, .block = 4, .density = density, .bias = false},
        context_);
    LmHead head(embedding, 8, 12, 0.02, context_);
    Activations hidden(20, 8), dhidden(20, 8);
    const std::vector<Index> positions = {3, 4};
    const std::vector<std::int32_t> labels = {1, 2};
    MlmRecord record;
    ParameterList parameters = head.parameters();
    parameters.push_back(&embedding.weight());
    expect_lengths_checked(parameters, [&] { head.forward(hidden, positions, labels, record); });
    expect_lengths_checked(parameters, [&] {
      head.forward_backward(hidden, positions, labels, 1.0, dhidden, record);
    });
  }
}

TEST_F(Misuse, OutputsOverlapNoInput) {
  Activations x(32, 16), y(32, 16), z(32, 16);
  AlignedVector<float> deviation;
  const Linear dense({.name = "l", .in = 16, .out = 16}, context_);
  const Linear sparse({.name = "l", .in = 16, .out = 16, .block = 4, .density = 0.5}, context_);
  EXPECT_THROW(dense.forward(x, x), ShapeError);
  EXPECT_THROW(sparse.forward(x, x), ShapeError);
  const LayerNorm norm("n", 16, context_);
  EXPECT_THAT(message_of<ShapeError>([&] { norm.forward(x, nullptr, x, deviation); }),
              HasSubstr("n.weight: y overlaps x"));
  EXPECT_THAT(message_of<ShapeError>([&] { gelu(x, x, context_); }),
              HasSubstr("gelu: y overlaps x"));
  AttentionRecord record;
  EXPECT_THAT(
      message_of<ShapeError>([&] { attention_forward(x, y, z, 2, 16, {}, z, record, context_); }),
      HasSubstr("attention_forward: out overlaps v"));
  Activations out(32, 16), dq(32, 16), dk(32, 16), dv(32, 16);
  attention_forward(x, y, z, 2, 16, {}, out, record, context_);
  const auto backward = [&](Activations& for_q, Activations& for_k, Activations& for_v) {
    return message_of<ShapeError>(
        [&] { attention_backward(x, y, z, 2, record, out, out, for_q, for_k, for_v, context_); });
  };
  EXPECT_THAT(backward(x, dk, dv), HasSubstr("attention_backward: dq overlaps q"));
  EXPECT_THAT(backward(dq, dq, dv), HasSubstr("attention_backward: dk overlaps dq"));
  EXPECT_THAT(backward(dq, dk, dk), HasSubstr("attention_backward: dv overlaps dk"));
}

TEST_F(Misuse, RecordsAreThoseOfTheForwardPass) {
  Activations q(32, 16), out(32, 16), dq(32, 16), dk(32, 16), dv(32, 16), logits(32, 16);
  AttentionRecord record;
  attention_forward(q, q, q, 2, 16, {}, out, record, context_);
  record.exponentials.resize(7);
  EXPECT_THROW(attention_backward(q, q, q, 2, record, out, out, dq, dk, dv, context_), ShapeError);
  ClassificationRecord empty;
  EXPECT_THROW(
      classification_loss_backward(logits, std::vector<std::int32_t>(32), 1.0, empty, context_),
      ShapeError);
}

TEST_F(Misuse, ExtentsThatNoArrayHoldsAreRefused) {
  const Index huge = Index{1} << 62;
  EXPECT_THAT(message_of<ShapeError>(
                  [&] { const Linear layer({.name = "l", .in = 4, .out = huge}, context_); }),
              HasSubstr("l.weight: 4611686018427387904 x 4 elements; expected at most"));
  EXPECT_THROW(TokenEmbedding({.vocabulary = huge,
                               .max_positions = 4,
                               .segments = 4,
                               .hidden = 4,
                               .initial_deviation = 0.02},
                              context_),
               ShapeError);
  EXPECT_THROW(LayerNorm("n", huge, context_), ShapeError);
  EXPECT_THROW(GroupedConvolution({.features = huge, .group = huge, .kernel = 3}, context_),
               ShapeError);
  EXPECT_THROW(Mlp({.widths = {huge, 4, 4}}, context_), ShapeError);
}

}  // namespace
}  // namespace espalier::models
