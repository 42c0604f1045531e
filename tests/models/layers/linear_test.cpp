// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/linear.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include <espalier/models/optimizers/adamw.h>
#include <espalier/models/parameters/evolvable.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/float16.h>
#include <espalier/sparse/core/rng.h>
#include "tests/support/message.h"

namespace espalier::models {
namespace {

using ::testing::HasSubstr;
using testing::message_of;
using ::testing::ThrowsMessage;

Eigen::MatrixXf random_matrix(Index rows, Index cols, std::uint64_t stream) {
  const Random random(11, stream);
  Eigen::MatrixXf out(rows, cols);
  for (Index i = 0; i < out.size(); ++i) out.data()[i] = static_cast<float>(random.normal(i));
  return out;
}

/// The weight with zeros where nothing is stored.
Eigen::MatrixXd dense_weight(const Linear& layer) {
  Eigen::MatrixXd w = Eigen::MatrixXd::Zero(layer.out(), layer.in());
  const Parameter& p = layer.weight();
  if (!p.is_sparse()) {
    for (Index r = 0; r < w.rows(); ++r)
      for (Index c = 0; c < w.cols(); ++c) w(r, c) = p.values[r * w.cols() + c];
    return w;
  }
  const auto block = p.pattern->block();
  const auto coordinates = p.pattern->coordinates();
  for (std::size_t k = 0; k < coordinates.size(); ++k)
    for (Index i = 0; i < block.rows; ++i)
      for (Index j = 0; j < block.cols; ++j)
        w(coordinates[k].row * block.rows + i, coordinates[k].col * block.cols + j) =
            p.values[k * block.size() + i * block.cols + j];
  return w;
}

/// Largest error of a sum of n products whose absolute values sum to `magnitude`: gamma_n *
/// magnitude with gamma_n = n u / (1 - n u), u = 2^-24; one more term for the bias and one for the
/// final rounding.
double bound(Index n, double magnitude) {
  const double nu = static_cast<double>(n + 2) * std::numeric_limits<float>::epsilon() / 2;
  return nu / (1 - nu) * magnitude + std::numeric_limits<float>::min();
}

class LinearProducts : public ::testing::TestWithParam<std::tuple<double, Index>> {};

TEST_P(LinearProducts, MatchTheDefinitionForRaggedTokens) {
  const auto [density, block] = GetParam();
  const Context context({.threads = 2, .seed = 5});
  Linear layer({.in = 48, .out = 32, .block = block, .density = density}, context);
  Parameter& bias = *layer.parameters().at(1);
  for (std::size_t i = 0; i < bias.values.size(); ++i)
    bias.values[i] = 0.1f * static_cast<float>(i);
  const Eigen::MatrixXf x = random_matrix(48, 200, 1);
  const Eigen::MatrixXf dy = random_matrix(32, 200, 2);

  const Eigen::MatrixXf y = layer.forward(x);
  const Eigen::MatrixXf dx = layer.backward(dy);

  const Eigen::MatrixXd w = dense_weight(layer);
  const Eigen::MatrixXd xd = x.cast<double>(), dyd = dy.cast<double>();
  Eigen::VectorXd b(32);
  for (Index i = 0; i < 32; ++i) b(i) = bias.values[i];
  const Eigen::MatrixXd expected_y = (w * xd).colwise() + b;
  const Eigen::MatrixXd magnitude_y = (w.cwiseAbs() * xd.cwiseAbs()).colwise() + b.cwiseAbs();
  for (Index i = 0; i < y.size(); ++i)
    ASSERT_NEAR(y.data()[i], expected_y.data()[i], bound(48, magnitude_y.data()[i]));
  const Eigen::MatrixXd expected_dx = w.transpose() * dyd;
  const Eigen::MatrixXd magnitude_dx = w.cwiseAbs().transpose() * dyd.cwiseAbs();
  for (Index i = 0; i < dx.size(); ++i)
    ASSERT_NEAR(dx.data()[i], expected_dx.data()[i], bound(32, magnitude_dx.data()[i]));
  const Eigen::VectorXd expected_db = dyd.rowwise().sum();
  const Eigen::VectorXd magnitude_db = dyd.cwiseAbs().rowwise().sum();
  for (Index i = 0; i < 32; ++i)
    ASSERT_NEAR(bias.gradient[i], expected_db(i), bound(200, magnitude_db(i)));

  // The weight gradient, read back through a layer of the same pattern.
  const Eigen::MatrixXd expected_dw = dyd * xd.transpose();
  const Eigen::MatrixXd magnitude_dw = dyd.cwiseAbs() * xd.cwiseAbs().transpose();
  layer.weight().values = layer.weight().gradient;
  const Eigen::MatrixXd dw = dense_weight(layer);
  for (Index i = 0; i < dw.size(); ++i) {
    if (layer.is_sparse() && w.data()[i] == 0.0) {
      ASSERT_EQ(dw.data()[i], 0.0);
    } else {
      ASSERT_NEAR(dw.data()[i], expected_dw.data()[i], bound(200, magnitude_dw.data()[i]));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(DenseAndSparse, LinearProducts,
                         ::testing::Values(std::tuple{1.0, Index{1}}, std::tuple{0.2, Index{1}},
                                           std::tuple{0.2, Index{2}}, std::tuple{0.25, Index{4}},
                                           std::tuple{0.5, Index{8}}, std::tuple{0.5, Index{16}}));

/// The same where each of the two operands was rounded by up to u of itself: a product of theirs is
/// off by 2 u + u^2, and its sum by as much of the sum of magnitudes before it is rounded. u is
/// 2^-8 in bfloat16 and 2^-11 in float16, whose numbers below 2^-14 are off by up to 2^-25 instead:
/// `largest` is the largest operand.
double rounded_bound(Precision precision, Index n, double magnitude, double largest) {
  const bool half = precision == Precision::kFloat16;
  const double u = half ? 0x1p-11 : 0x1p-8;
  const double operands = 2 * u + u * u;
  const double small = half ? 2 * static_cast<double>(n) * largest * 0x1p-25 : 0;
  return operands * magnitude + small + bound(n, (1 + operands) * magnitude + small);
}

float rounded(Precision precision, double value) {
  const auto single = static_cast<float>(value);
  return precision == Precision::kFloat16 ? rounded_to_float16(single)
                                          : static_cast<float>(BFloat16(single));
}

class LinearInLowPrecision
    : public ::testing::TestWithParam<std::tuple<std::string, std::string, double, Index>> {};

// Within the bound of float from exact products of rounded operands, and within that of the
// rounding from those of the operands themselves. Bias and weights stay what they are.
TEST_P(LinearInLowPrecision, MatchesTheDefinition) {
  const auto& [kernel, name, density, block] = GetParam();
  const Precision precision = precision_by_name(name);
  const Context context({.threads = 2, .seed = 5, .kernel = kernel, .precision = precision});
  const auto rounded = [precision](const Eigen::MatrixXd& m) -> Eigen::MatrixXd {
    return m.unaryExpr([precision](double v) { return double{models::rounded(precision, v)}; });
  };
  Linear layer({.in = 48, .out = 32, .block = block, .density = density}, context);
  Parameter& bias = *layer.parameters().at(1);
  for (std::size_t i = 0; i < bias.values.size(); ++i)
    bias.values[i] = 0.1f * static_cast<float>(i);
  const auto weights_before = layer.weight().values;
  const Eigen::MatrixXf x = random_matrix(48, 200, 1);
  const Eigen::MatrixXf dy = random_matrix(32, 200, 2);

  const Eigen::MatrixXf y = layer.forward(x);
  const Eigen::MatrixXf dx = layer.backward(dy);
  EXPECT_EQ(layer.weight().values, weights_before);

  const Eigen::MatrixXd w = dense_weight(layer);
  const Eigen::MatrixXd xd = x.cast<double>(), dyd = dy.cast<double>();
  Eigen::VectorXd b(32);
  for (Index i = 0; i < 32; ++i) b(i) = bias.values[i];
  const auto largest_of = [](const Eigen::MatrixXd& left, const Eigen::MatrixXd& right) {
    return std::max(left.cwiseAbs().maxCoeff(), right.cwiseAbs().maxCoeff());
  };
  const auto expect_product = [&](const Eigen::MatrixXd& left, const Eigen::MatrixXd& right,
                                  const Eigen::VectorXd& start, const Eigen::MatrixXd& found) {
    const Index n = left.cols();
    const double operand = largest_of(left, right);
    const Eigen::MatrixXd exact = (left * right).colwise() + start;
    const Eigen::MatrixXd of_rounded = (rounded(left) * rounded(right)).colwise() + start;
    const Eigen::MatrixXd magnitude =
        (left.cwiseAbs() * right.cwiseAbs()).colwise() + start.cwiseAbs();
    const Eigen::MatrixXd rounded_magnitude =
        (rounded(left).cwiseAbs() * rounded(right).cwiseAbs()).colwise() + start.cwiseAbs();
    double largest = 0;
    for (Index i = 0; i < exact.size(); ++i) {
      ASSERT_NEAR(found.data()[i], of_rounded.data()[i], bound(n, rounded_magnitude.data()[i]));
      ASSERT_NEAR(found.data()[i], exact.data()[i],
                  rounded_bound(precision, n, magnitude.data()[i], operand));
      largest = std::max(
          largest, std::abs(found.data()[i] - exact.data()[i]) / bound(n, magnitude.data()[i]));
    }
    EXPECT_GT(largest, 1) << "as if nothing were rounded";
  };
  expect_product(w, xd, b, y.cast<double>());
  expect_product(w.transpose(), dyd, Eigen::VectorXd::Zero(48), dx.cast<double>());
  const Eigen::VectorXd expected_db = dyd.rowwise().sum();
  const Eigen::VectorXd magnitude_db = dyd.cwiseAbs().rowwise().sum();
  for (Index i = 0; i < 32; ++i)
    ASSERT_NEAR(bias.gradient[i], expected_db(i), bound(200, magnitude_db(i)));

  const Eigen::MatrixXd all_dw = dyd * xd.transpose();
  const Eigen::MatrixXd rounded_dw = rounded(dyd) * rounded(xd).transpose();
  const Eigen::MatrixXd magnitude_dw = dyd.cwiseAbs() * xd.cwiseAbs().transpose();
  layer.weight().values = layer.weight().gradient;
  const Eigen::MatrixXd dw = dense_weight(layer);
  for (Index i = 0; i < dw.size(); ++i) {
    if (layer.is_sparse() && w.data()[i] == 0.0) continue;
    ASSERT_NEAR(dw.data()[i], rounded_dw.data()[i], bound(200, 1.01 * magnitude_dw.data()[i]));
    ASSERT_NEAR(dw.data()[i], all_dw.data()[i],
                rounded_bound(precision, 200, magnitude_dw.data()[i], largest_of(dyd, xd)));
  }
}

INSTANTIATE_TEST_SUITE_P(
    DenseAndSparse, LinearInLowPrecision,
    ::testing::Combine(::testing::ValuesIn(kernel_names()),
                       ::testing::Values("bfloat16", "float16"), ::testing::Values(1.0, 0.5),
                       ::testing::Values(Index{1}, Index{2}, Index{4}, Index{8}, Index{16})),
    [](const auto& test) {
      return std::get<0>(test.param) + "_" + std::get<1>(test.param) +
             (std::get<2>(test.param) == 1.0 ? "_dense" : "_sparse") +
             std::to_string(std::get<3>(test.param));
    });

// A gradient that no float16 can hold becomes infinite, and all that it meets with it: who scales a
// loss sees it. A power of two that makes nothing too large or too small changes no bit.
TEST(Linear, InFloat16GradientsAreScaledWithoutErrorUntilTheyOverflow) {
  for (const double density : {1.0, 0.5}) {
    const Context context({.threads = 2, .precision = Precision::kFloat16});
    const LinearOptions options = {.in = 32, .out = 32, .block = 4, .density = density};
    Linear plain(options, context), scaled(options, context);
    const Eigen::MatrixXf x = random_matrix(32, 64, 1);
    // Magnitudes from 2^-10 to 2^6: their sixteen-bit numbers are all normal.
    const Eigen::MatrixXf dy = random_matrix(32, 64, 2).unaryExpr(
        [](float v) { return std::copysign(std::clamp(std::abs(v), 0x1p-10F, 0x1p6F), v); });
    plain.forward(x);
    scaled.forward(x);
    const Eigen::MatrixXf dx = plain.backward(dy);
    EXPECT_EQ(scaled.backward(dy * 256) / 256, dx);
    for (float& gradient : scaled.weight().gradient) gradient /= 256;
    EXPECT_EQ(scaled.weight().gradient, plain.weight().gradient);

    Eigen::MatrixXf large = dy;
    large(3, 5) = 65520;
    EXPECT_FALSE(scaled.backward(large).col(5).allFinite());
    EXPECT_FALSE(
        std::ranges::all_of(scaled.weight().gradient, [](float g) { return std::isfinite(g); }));
    // Too small for float16, and so lost: what scaling is for.
    for (float& gradient : plain.weight().gradient) gradient = 0;
    const Eigen::MatrixXf small = Eigen::MatrixXf::Constant(32, 64, 0x1p-26F);
    EXPECT_EQ(plain.backward(small).cwiseAbs().maxCoeff(), 0.0f);
    EXPECT_NE(plain.backward(small * 4).cwiseAbs().maxCoeff(), 0.0f);
  }
}

class LinearSharing : public ::testing::TestWithParam<Precision> {};

// Two layers that read the same activations share a copy of them: the same bits as two copies.
TEST_P(LinearSharing, SharesARoundedInput) {
  const Context context({.threads = 2, .precision = GetParam()});
  const LinearOptions options = {.in = 48, .out = 32, .block = 4, .density = 0.5};
  Linear alone(options, context), first(options, context);
  Linear second({.name = "second", .in = 48, .out = 16, .block = 8, .density = 0.5}, context);
  sparse::Activations x(100, 48), dy(100, 32), y(100, 32), shared_y(100, 32), other_y(100, 16);
  const Eigen::MatrixXf plain_x = random_matrix(48, 100, 1), plain_dy = random_matrix(32, 100, 2);
  sparse::pack_tokens({plain_x.data(), 100, 48}, x, context);
  sparse::pack_tokens({plain_dy.data(), 100, 32}, dy, context);
  alone.forward(x, y);
  alone.backward(x, dy, nullptr);
  RoundedInput rounded;
  second.forward(x, other_y, &rounded);
  EXPECT_TRUE(rounded.made);
  first.forward(x, shared_y, &rounded);
  first.backward(x, dy, nullptr, false, &rounded);
  EXPECT_TRUE(std::ranges::equal(y.values(), shared_y.values()));
  EXPECT_EQ(alone.weight().gradient, first.weight().gradient);
  // A stale copy is read as it is: whoever changes x clears it.
  x.clear();
  first.forward(x, shared_y, &rounded);
  EXPECT_TRUE(std::ranges::equal(y.values(), shared_y.values()));
  rounded.clear();
  first.forward(x, shared_y, &rounded);
  EXPECT_TRUE(std::ranges::all_of(shared_y.values(), [](float v) { return v == 0.0f; }));
}

INSTANTIATE_TEST_SUITE_P(Low, LinearSharing,
                         ::testing::Values(Precision::kBFloat16, Precision::kFloat16),
                         [](const auto& test) { return precision_name(test.param); });

TEST(Linear, GradientsAddUpOverBackwardPasses) {
  const Context context({.threads = 1});
  Linear layer({.in = 16, .out = 16, .block = 4, .density = 0.5}, context);
  const Eigen::MatrixXf x = random_matrix(16, 16, 1);
  layer.forward(x);
  layer.backward(x);
  const auto once = layer.weight().gradient;
  layer.backward(x);
  for (std::size_t i = 0; i < once.size(); ++i)
    EXPECT_FLOAT_EQ(layer.weight().gradient[i], 2 * once[i]);
}

TEST(Linear, StartsFromAPureFunctionOfSeedAndName) {
  const Context one({.threads = 1, .seed = 3});
  const Context two({.threads = 2, .seed = 3});
  const Context other({.threads = 1, .seed = 4});
  const LinearOptions options = {.name = "a", .in = 64, .out = 64, .block = 4, .density = 0.1};
  Linear a(options, one), b(options, two), c(options, other);
  EXPECT_EQ(a.weight().values, b.weight().values);
  EXPECT_EQ(*a.weight().pattern, *b.weight().pattern);
  EXPECT_NE(a.weight().values, c.weight().values);
  // ceil(0.1 * 256) blocks, not one more or less.
  EXPECT_EQ(a.weight().pattern->blocks(), 26);
}

TEST(Linear, FollowsAnEditOfItsPattern) {
  const Context context({.threads = 1, .seed = 9});
  Linear layer({.in = 8, .out = 8, .block = 4, .density = 0.25}, context);  // 1 of 4 blocks
  AdamW adamw(layer.parameters(), {});
  const auto weights = evolvable(layer, adamw);
  ASSERT_EQ(weights.size(), 1u);
  const auto old = layer.weight().pattern->coordinates().at(0);
  const sparse::BlockCoordinate grown = {.row = 1 - old.row, .col = 1 - old.col};

  edit_weight(*weights[0], {.drop = {0}, .grow = {grown}});

  EXPECT_THAT(layer.weight().pattern->coordinates(), ::testing::ElementsAre(grown));
  for (float& v : layer.weight().values) v = 1.0f;
  const Eigen::MatrixXf y = layer.forward(Eigen::MatrixXf::Ones(8, 3));
  for (Index r = 0; r < 8; ++r) EXPECT_EQ(y(r, 0), r / 4 == grown.row ? 4.0f : 0.0f);
}

std::string message_of(const LinearOptions& options) {
  try {
    const Context context({.threads = 1});
    Linear layer(options, context);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Linear, RejectsBadSettingsByName) {
  EXPECT_THAT(message_of({.name = "ffn", .in = 8, .out = 8, .density = 0.0}),
              HasSubstr("ffn: density"));
  EXPECT_THAT(message_of({.in = 8, .out = 8, .density = 1.5}), HasSubstr("density"));
  EXPECT_THAT(message_of({.in = 8, .out = 8, .density = std::nan("")}), HasSubstr("density"));
  EXPECT_THAT(message_of({.name = "ffn", .in = 10, .out = 8, .block = 4, .density = 0.5}),
              HasSubstr("ffn.weight: block shape 4x4"));
  EXPECT_THAT(message_of({.in = 0, .out = 8}), HasSubstr("in 0"));
}

TEST(Linear, RefusesABackwardWithoutItsForward) {
  const Context context({.threads = 1});
  Linear layer({.in = 8, .out = 8}, context);
  EXPECT_THAT([&] { layer.backward(Eigen::MatrixXf::Ones(8, 3)); },
              ThrowsMessage<ShapeError>(HasSubstr("call forward before backward")));
  layer.forward(Eigen::MatrixXf::Ones(8, 4));
  EXPECT_THROW(layer.backward(Eigen::MatrixXf::Ones(8, 3)), ShapeError);
  layer.forward(Eigen::MatrixXf(8, 0));
  EXPECT_EQ(layer.backward(Eigen::MatrixXf(8, 0)).cols(), 0);
}

TEST(Linear, StartsFromAGivenPattern) {
  const Context context({.threads = 1});
  const auto full = sparse::BlockPattern::full(8, 16, {4, 4});
  const Linear layer({.in = 16, .out = 8, .pattern = full}, context);
  EXPECT_TRUE(layer.is_sparse());
  EXPECT_EQ(layer.weight().pattern, full);
  EXPECT_EQ(layer.density(), 1.0);
  EXPECT_THROW(Linear({.in = 8, .out = 16, .pattern = full}, context), ShapeError);
}

TEST(Linear, GivesUsersWithoutPanelsTheSameBits) {
  const Context context({.threads = 2});
  Linear layer({.in = 48, .out = 32, .block = 8, .density = 0.5}, context);
  const Eigen::MatrixXf x = random_matrix(48, 150, 1), dy = random_matrix(32, 150, 2);
  const auto panels = [&](const Eigen::MatrixXf& plain) {
    sparse::Activations packed;
    sparse::pack_tokens({plain.data(), plain.cols(), plain.rows()}, packed, context);
    return packed;
  };
  sparse::Activations y(150, 32), dx(150, 48);
  layer.forward(panels(x), y);
  EXPECT_TRUE(std::ranges::equal(panels(layer.forward(x)).values(), y.values()));
  layer.backward(panels(x), panels(dy), &dx);
  EXPECT_TRUE(std::ranges::equal(panels(layer.backward(dy)).values(), dx.values()));
}

TEST(Linear, KeepsItsGradientsOperandsOnlyIfAsked) {
  const Context context({.threads = 1});
  Linear layer({.in = 16, .out = 8, .block = 4, .density = 0.5}, context);
  sparse::Activations x(3, 16), dy(3, 8);
  x.at(2, 5) = 7;
  dy.at(1, 6) = 3;
  layer.backward(x, dy, nullptr);
  EXPECT_EQ(layer.weight().operands.tokens(), 0);
  layer.weight().operands.want(true);
  layer.backward(x, dy, nullptr);
  EXPECT_EQ(layer.weight().operands.parts()[0].x.at(2, 5), 7);
  EXPECT_EQ(layer.weight().operands.parts()[0].dy.at(1, 6), 3);
  layer.backward(x, dy, nullptr);  // of the same step: its tokens come behind
  EXPECT_EQ(layer.weight().operands.tokens(), 6);
  EXPECT_EQ(layer.weight().operands.parts()[0].x.at(5, 5), 7);
}

/// Row-major, as set_weight takes it.
using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
MatrixView<const float> view(const RowMajor& matrix) {
  return {matrix.data(), matrix.rows(), matrix.cols()};
}

TEST(Linear, TakesADenseWeightWhereItStores) {
  const Context context({.threads = 1, .seed = 5});
  const RowMajor given = random_matrix(32, 48, 9);
  for (const double density : {0.25, 1.0}) {
    Linear layer({.in = 48, .out = 32, .block = 4, .density = density}, context);
    const sparse::PatternPtr pattern = layer.weight().pattern;
    layer.weight().gradient[0] = 1;
    layer.set_weight(view(given));
    EXPECT_EQ(layer.weight().pattern, pattern);
    EXPECT_EQ(layer.weight().gradient[0], 0);
    const Eigen::MatrixXd found = dense_weight(layer);
    Index stored = 0;
    for (Index r = 0; r < 32; ++r) {
      for (Index c = 0; c < 48; ++c) {
        const bool is_stored =
            pattern == nullptr ||
            pattern->find({static_cast<BlockIndex>(r / 4), static_cast<BlockIndex>(c / 4)}) >= 0;
        stored += is_stored ? 1 : 0;
        EXPECT_EQ(found(r, c), is_stored ? double{given(r, c)} : 0);
      }
    }
    EXPECT_EQ(stored, static_cast<Index>(layer.weight().values.size()));
  }
}

TEST(Linear, AdoptsTheMatrixThatItIsGiven) {
  const Context context({.threads = 1, .seed = 5});
  Linear layer({.in = 48, .out = 32, .block = 4, .density = 0.25, .bias = false}, context);
  const Linear other({.name = "other", .in = 48, .out = 32, .block = 8, .density = 0.5}, context);
  layer.set_weight({other.weight().pattern, other.weight().values});
  EXPECT_EQ(layer.weight().pattern, other.weight().pattern);
  EXPECT_EQ(layer.weight().gradient.size(), layer.weight().values.size());
  const Eigen::MatrixXf x = random_matrix(48, 5, 3);
  const Eigen::MatrixXd expected = dense_weight(other) * x.cast<double>();
  const Eigen::MatrixXf y = layer.forward(x);
  const Eigen::MatrixXd magnitude = dense_weight(other).cwiseAbs() * x.cast<double>().cwiseAbs();
  for (Index i = 0; i < y.size(); ++i) EXPECT_NEAR(y(i), expected(i), bound(48, magnitude(i)));
}

TEST(Linear, RefusesWeightsThatDoNotFit) {
  const Context context({.threads = 1, .seed = 5});
  Linear layer({.in = 48, .out = 32, .block = 4, .density = 0.25}, context);
  Linear dense({.name = "dense", .in = 48, .out = 32}, context);
  const AlignedVector<float> before = layer.weight().values;
  const sparse::PatternPtr pattern = layer.weight().pattern;
  RowMajor given = RowMajor::Ones(32, 48);
  EXPECT_THAT(message_of<ShapeError>([&] { layer.set_weight(view(RowMajor::Ones(48, 32))); }),
              HasSubstr("linear.weight: a matrix of 48x32; expected 32x48"));
  given(31, 47) = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(message_of<ShapeError>([&] { layer.set_weight(view(given)); }),
              HasSubstr("not finite"));
  sparse::BlockCsrMatrix<float> csr(sparse::BlockPattern::full(32, 48, {4, 4}));
  EXPECT_THAT(message_of<ShapeError>([&] { dense.set_weight(csr); }), HasSubstr("dense.weight"));
  csr.values()[7] = -std::numeric_limits<float>::infinity();
  EXPECT_THAT(message_of<ShapeError>([&] { layer.set_weight(csr); }), HasSubstr("not finite"));
  csr = sparse::BlockCsrMatrix<float>(sparse::BlockPattern::full(32, 48, {32, 3}));
  EXPECT_NE(message_of<ShapeError>([&] { layer.set_weight(csr); }), "");  // no kernel
  csr = sparse::BlockCsrMatrix<float>(sparse::BlockPattern::full(48, 32, {4, 4}));
  EXPECT_THAT(message_of<ShapeError>([&] { layer.set_weight(csr); }), HasSubstr("expected 32x48"));
  EXPECT_EQ(layer.weight().values, before);
  EXPECT_EQ(layer.weight().pattern, pattern);
}

TEST(Linear, ARefusedBackwardLeavesNothingBehind) {
  const Context context({.threads = 1, .seed = 5});
  for (const double density : {0.25, 1.0}) {
    Linear layer({.in = 48, .out = 32, .block = 4, .density = density}, context);
    layer.weight().operands.want(true);
    const sparse::Activations x(7, 48), dy(7, 32);
    sparse::Activations wrong_dx(7, 44);
    for (const auto& [bad_x, bad_dy, bad_dx] :
         {std::tuple(sparse::Activations(7, 44), dy, static_cast<sparse::Activations*>(nullptr)),
          std::tuple(x, sparse::Activations(7, 44), static_cast<sparse::Activations*>(nullptr)),
          std::tuple(x, dy, &wrong_dx)})
      EXPECT_THROW(layer.backward(bad_x, bad_dy, bad_dx), ShapeError);
    layer.forward(Eigen::MatrixXf::Ones(48, 4));
    EXPECT_THAT(message_of<ShapeError>([&] { layer.backward(Eigen::MatrixXf::Ones(44, 4)); }),
                HasSubstr("backward of 44 features; expected 32"));
    EXPECT_EQ(layer.weight().operands.tokens(), 0);
    for (const Parameter* parameter : layer.parameters())
      EXPECT_THAT(parameter->gradient, ::testing::Each(0.0F)) << parameter->name;
    EXPECT_NO_THROW(layer.backward(x, dy, nullptr));
  }
}

TEST(Linear, RefusesAnInputGradientInPlaceOfTheOutputs) {
  for (const Precision precision : {Precision::kFloat32, Precision::kBFloat16}) {
    const Context context({.threads = 1, .seed = 5, .precision = precision});
    Linear layer({.in = 32, .out = 32, .block = 4, .density = 0.25}, context);
    sparse::Activations x(7, 32), dy(7, 32);
    std::ranges::fill(dy.values(), 1.0F);
    std::ranges::fill(x.values(), 1.0F);
    EXPECT_THAT(message_of<ShapeError>([&] { layer.backward(x, dy, &dy); }),
                HasSubstr("dx overlaps dy"));
    EXPECT_THAT(message_of<ShapeError>([&] { layer.input_gradient(dy, dy); }),
                HasSubstr("dx overlaps dy"));
    EXPECT_THAT(message_of<ShapeError>([&] { layer.forward(x, x); }), HasSubstr("y overlaps x"));
    EXPECT_THAT(x.values(), ::testing::Each(1.0F));
    EXPECT_THAT(layer.weight().gradient, ::testing::Each(0.0F));
  }
}

class LinearInputGradient : public ::testing::TestWithParam<std::tuple<double, Precision>> {};

TEST_P(LinearInputGradient, AloneIsThatOfBackward) {
  const auto [density, precision] = GetParam();
  const Context context({.threads = 2, .seed = 5, .precision = precision});
  Linear layer({.in = 48, .out = 32, .block = 4, .density = density}, context);
  sparse::Activations x(40, 48), dy(40, 32), both(40, 48), alone(40, 48);
  for (Index t = 0; t < 40; ++t) {
    for (Index f = 0; f < 48; ++f) x.at(t, f) = static_cast<float>(t - f) / 7;
    for (Index f = 0; f < 32; ++f) dy.at(t, f) = static_cast<float>((t * 5 + f * 3) % 13 - 6) / 9;
  }
  layer.input_gradient(dy, alone);
  for (const Parameter* parameter : layer.parameters())
    for (const float value : parameter->gradient) ASSERT_EQ(value, 0.0f);
  layer.backward(x, dy, &both);
  EXPECT_TRUE(std::ranges::equal(alone.values(), both.values()));
  EXPECT_THAT([&] { layer.input_gradient(x, alone); },
              ThrowsMessage<ShapeError>(HasSubstr("input gradient: dy has 48 features")));
  EXPECT_THAT([&] { layer.input_gradient(dy, dy); },
              ThrowsMessage<ShapeError>(HasSubstr("input gradient: dx has 32 features")));
}

INSTANTIATE_TEST_SUITE_P(DenseAndSparse, LinearInputGradient,
                         ::testing::Combine(::testing::Values(1.0, 0.25),
                                            ::testing::Values(Precision::kFloat32,
                                                              Precision::kBFloat16,
                                                              Precision::kFloat16)));

TEST(Linear, RefusesADeviationThatIsNone) {
  const Context context({.threads = 1});
  for (const double wrong : {-1.0, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_THROW(Linear({.in = 8, .out = 8, .initial_deviation = wrong}, context), ConfigError);
}

TEST(Linear, NamesItselfInShapeErrors) {
  const Context context({.threads = 1, .seed = 5});
  for (const double density : {0.25, 1.0}) {
    Linear layer(
        {.name = "encoder.layer.3.query", .in = 48, .out = 32, .block = 4, .density = density},
        context);
    const sparse::Activations wrong(7, 44), x(7, 48), dy(7, 32);
    sparse::Activations y(7, 32);
    EXPECT_THAT(message_of<ShapeError>([&] { layer.forward(wrong, y); }),
                ::testing::AllOf(::testing::StartsWith("encoder.layer.3.query.weight: "),
                                 HasSubstr("44"), HasSubstr("48")));
    EXPECT_THAT(message_of<ShapeError>([&] { layer.backward(x, wrong, nullptr); }),
                ::testing::StartsWith("encoder.layer.3.query.weight: "));
    layer.parameters()[1]->values.resize(1);  // what names a parameter already is not named twice
    EXPECT_THAT(message_of<ShapeError>([&] { layer.forward(x, y); }),
                ::testing::StartsWith("encoder.layer.3.query.bias: 1 values"));
  }
}

}  // namespace
}  // namespace espalier::models
