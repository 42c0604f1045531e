// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/loss.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <espalier/models/layers/layer_kernels.h>
#include <espalier/sparse/core/simd_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/models/layers/loss.cpp"
#include <hwy/foreach_target.h>

#include <espalier/models/layers/vector_math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::models::HWY_NAMESPACE {

/// exp(a - b)
HWY_INLINE Vector exp_difference(Vector a, Vector b) {
  return exp2(hn::Mul(hn::Sub(a, b), set(kLog2E)));
}

template <int N>
HWY_INLINE void reduce_columns(float* HWY_RESTRICT logits, Index rows, Index stride,
                               const float* HWY_RESTRICT bias, float* HWY_RESTRICT maximum,
                               float* HWY_RESTRICT sums, float* HWY_RESTRICT first) {
  Vector top[N], where[N], sum[N];
  for (int i = 0; i < N; ++i) {
    where[i] = sum[i] = set(0.0f);
    top[i] = hn::Add(load(logits + i * kLanes), set(bias[0]));
    store(top[i], logits + i * kLanes);
  }
  for (Index r = 1; r < rows; ++r) {
    const Vector b = set(bias[r]), index = set(static_cast<float>(r));
    for (int i = 0; i < N; ++i) {
      float* at = logits + r * stride + i * kLanes;
      const Vector z = hn::Add(load(at), b);
      store(z, at);
      where[i] = hn::IfThenElse(hn::Lt(top[i], z), index, where[i]);
      top[i] = hn::Max(top[i], z);
    }
  }
  for (Index r = 0; r < rows; ++r)
    for (int i = 0; i < N; ++i)
      sum[i] = hn::Add(sum[i], exp_difference(load(logits + r * stride + i * kLanes), top[i]));
  for (int i = 0; i < N; ++i) {
    store(top[i], maximum + i * kLanes);
    store(sum[i], sums + i * kLanes);
    store(where[i], first + i * kLanes);
  }
}

void reduce(float* logits, Index rows, Index columns, Index stride, const float* bias,
            float* maximum, float* sums, float* first) {
  constexpr int n = 4;
  Index t = 0;
  for (; t + n * kLanes <= columns; t += n * kLanes)
    reduce_columns<n>(logits + t, rows, stride, bias, maximum + t, sums + t, first + t);
  for (; t < columns; t += kLanes)
    reduce_columns<1>(logits + t, rows, stride, bias, maximum + t, sums + t, first + t);
}

/// logits := exp(logit - log_sum) * scale; adds the sum of each row to row_sums, padded to a
/// multiple of four rows.
void probabilities(float* HWY_RESTRICT logits, Index rows, Index columns, Index stride,
                   const float* HWY_RESTRICT log_sum, float scale, float* HWY_RESTRICT row_sums) {
  const Vector factor = set(scale);
  for (Index r = 0; r < rows; r += 4) {
    Vector sums[4];
    for (Index j = 0; j < 4; ++j) {
      sums[j] = set(0.0f);
      if (r + j >= rows) continue;
      float* row = logits + (r + j) * stride;
      for (Index t = 0; t < columns; t += kLanes) {
        const Vector p = hn::Mul(exp_difference(load(row + t), load(log_sum + t)), factor);
        sums[j] = hn::Add(sums[j], p);
        store(p, row + t);
      }
    }
    add_lane_sums(sums, row_sums + r);
  }
}

LossKernels loss_kernels_of_target() { return {&reduce, &probabilities}; }

}  // namespace espalier::models::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::models {

HWY_EXPORT(loss_kernels_of_target);

LossKernels highway_loss_kernels() { return HWY_DYNAMIC_DISPATCH(loss_kernels_of_target)(); }

void reduce_softmax(MatrixView<float> logits, std::span<const float> bias, SoftmaxPiece& piece,
                    const Context& context) {
  const auto columns = static_cast<std::size_t>(logits.cols);
  piece.maximum.resize(columns);
  piece.sum.resize(columns);
  piece.row.resize(columns);
  AlignedVector<float> zeros;
  if (bias.empty()) {
    zeros.resize(static_cast<std::size_t>(logits.rows));
    bias = zeros;
  }
  layer_kernels(context).loss.reduce(logits.data, logits.rows, logits.cols, logits.stride,
                                     bias.data(), piece.maximum.data(), piece.sum.data(),
                                     piece.row.data());
}

PredictionLoss combine_softmax(std::span<const SoftmaxPiece> pieces, Index piece_rows,
                               MatrixView<const float> logits, std::span<const std::int32_t> labels,
                               std::span<float> log_sum) {
  PredictionLoss result;
  std::fill(log_sum.begin(), log_sum.end(), std::numeric_limits<float>::infinity());
  for (std::size_t t = 0; t < labels.size(); ++t) {
    std::size_t best = 0;
    for (std::size_t c = 1; c < pieces.size(); ++c)
      if (pieces[c].maximum[t] > pieces[best].maximum[t]) best = c;
    const double maximum = pieces[best].maximum[t];
    double sum = 0;
    for (const SoftmaxPiece& piece : pieces)
      sum += piece.sum[t] * std::exp(piece.maximum[t] - maximum);
    const double log_total = maximum + std::log(sum);
    log_sum[t] = static_cast<float>(log_total);
    result.loss_sum += log_total - logits(labels[t], static_cast<Index>(t));
    const Index predicted =
        static_cast<Index>(best) * piece_rows + static_cast<Index>(pieces[best].row[t]);
    if (predicted == labels[t]) ++result.correct;
  }
  result.count = static_cast<Index>(labels.size());
  return result;
}

void softmax_gradient(MatrixView<float> logits, std::span<const float> log_sum,
                      std::span<const std::int32_t> labels, Index first_row, float scale,
                      std::span<float> bias_gradient, const Context& context) {
  AlignedVector<float> row_sums(static_cast<std::size_t>((logits.rows + 3) / 4 * 4));
  layer_kernels(context).loss.probabilities(logits.data, logits.rows, logits.cols, logits.stride,
                                            log_sum.data(), scale, row_sums.data());
  for (std::size_t t = 0; t < labels.size(); ++t) {
    const Index row = labels[t] - first_row;
    if (row < 0 || row >= logits.rows) continue;
    logits(row, static_cast<Index>(t)) -= scale;
    row_sums[row] -= scale;
  }
  if (bias_gradient.empty()) return;
  for (Index r = 0; r < logits.rows; ++r) bias_gradient[r] += row_sums[r];
}

}  // namespace espalier::models
#endif  // HWY_ONCE
