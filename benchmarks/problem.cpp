// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/problem.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "sparse/core/rng.h"
#include "sparse/format/activations.h"
#include "sparse/format/convert.h"
#include "sparse/ops/gemm.h"
#include "sparse/ops/sddmm.h"
#include "sparse/ops/spmm.h"
#include "sparse/topology/random_pattern.h"

namespace espalier::benchmarks {
namespace {

using sparse::Transpose;

std::vector<float> normal_values(const char* stream, Index count) {
  const Random random(1, stream_id(stream));
  std::vector<float> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(random.normal(i));
  return values;
}

std::vector<float> unpacked(const sparse::Activations& a) {
  std::vector<float> out(static_cast<std::size_t>(a.features() * a.tokens()));
  unpack(a, {out.data(), a.features(), a.tokens()});
  return out;
}

}  // namespace

std::string product_name(Product product) {
  switch (product) {
    case Product::kSpmm:
      return "spmm";
    case Product::kSpmmTransposed:
      return "spmm_transposed";
    case Product::kSddmm:
      return "sddmm";
    case Product::kGemm:
      return "gemm";
    case Product::kGemmTransposed:
      return "gemm_transposed";
    default:
      return "gemm_weight_gradient";
  }
}

Product dense_counterpart(Product product) {
  switch (product) {
    case Product::kSpmm:
      return Product::kGemm;
    case Product::kSpmmTransposed:
      return Product::kGemmTransposed;
    case Product::kSddmm:
      return Product::kGemmWeightGradient;
    default:
      return product;
  }
}

Problem::Problem(const Shape& shape)
    : shape_(shape),
      x_(normal_values("benchmark x", shape.in * shape.tokens)),
      dy_(normal_values("benchmark dy", shape.out * shape.tokens)) {
  if (shape.block == 0) {
    dense_w_ = normal_values("benchmark w", shape.out * shape.in);
    return;
  }
  w_.emplace(sparse::random_pattern(shape.out, shape.in, {shape.block, shape.block}, shape.density,
                                    Random(1, stream_id("benchmark pattern"))));
  const std::vector<float> values = normal_values("benchmark w", w_->pattern().values());
  std::copy(values.begin(), values.end(), w_->values().begin());
  const auto dense = to_dense(*w_);
  dense_w_.assign(dense.begin(), dense.end());
}

double Problem::flops() const {
  const double stored = static_cast<double>(w_ ? w_->pattern().values() : shape_.out * shape_.in);
  return 2.0 * static_cast<double>(shape_.tokens) * stored;
}

const std::vector<float>& Problem::reference(Product product) const {
  std::vector<float>& result = references_[product];
  if (!result.empty()) return result;
  const Context context({.threads = 1, .kernel = "reference"});
  const auto [out, in, tokens, block, density] = shape_;
  const MatrixView<const float> w(dense_w_.data(), out, in);
  const MatrixView<const float> x(x_.data(), in, tokens), dy(dy_.data(), out, tokens);
  const auto dense = [&](MatrixView<const float> a, Transpose ta, MatrixView<const float> b,
                         Transpose tb, Index rows, Index cols) {
    result.resize(static_cast<std::size_t>(rows * cols));
    multiply(a, ta, b, tb, {result.data(), rows, cols}, false, context);
  };
  switch (product) {
    case Product::kGemm:
      dense(w, Transpose::kNo, x, Transpose::kNo, out, tokens);
      return result;
    case Product::kGemmTransposed:
      dense(w, Transpose::kYes, dy, Transpose::kNo, in, tokens);
      return result;
    case Product::kGemmWeightGradient:
      dense(dy, Transpose::kNo, x, Transpose::kYes, out, in);
      return result;
    default:
      break;
  }
  const sparse::ProductPlan plan = make_plan(w_->pattern_ptr(), context);
  const sparse::Activations x_panels = sparse::pack(x), dy_panels = sparse::pack(dy);
  if (product == Product::kSpmm) {
    sparse::Activations y(tokens, out);
    spmm(plan, w_->values(), x_panels, y, {}, context);
    result = unpacked(y);
  } else if (product == Product::kSpmmTransposed) {
    sparse::Activations dx(tokens, in);
    spmm_transposed(plan, w_->values(), dy_panels, dx, {}, context);
    result = unpacked(dx);
  } else {
    result.resize(w_->values().size());
    sddmm(plan, dy_panels, x_panels, result, false, context);
  }
  return result;
}

std::string Problem::verify(Product product, const std::vector<float>& result) const {
  const std::vector<float>& expected = reference(product);
  if (result.size() != expected.size())
    return std::to_string(result.size()) + " values; expected " + std::to_string(expected.size());
  const bool over_tokens = product == Product::kSddmm || product == Product::kGemmWeightGradient;
  const Index longest = over_tokens ? shape_.tokens : std::max(shape_.in, shape_.out);
  // gamma_n times the sum of n magnitudes |a b| of mean 2 / pi, doubled to cover its spread.
  const auto n = static_cast<double>(longest);
  const double bound = (n + 2) * 0x1.0p-24 * n * 2 * (2 / 3.14159);
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (!(std::abs(static_cast<double>(result[i]) - expected[i]) <= bound)) {
      std::ostringstream message;
      message << "value " << i << " is " << result[i] << "; expected " << expected[i] << " within "
              << bound;
      return message.str();
    }
  }
  return "";
}

}  // namespace espalier::benchmarks
