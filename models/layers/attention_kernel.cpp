// SPDX-License-Identifier: Apache-2.0
// The loops of attention over values, for each SIMD target.
#include <espalier/models/layers/layer_kernels.h>
#include <espalier/sparse/core/simd_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/models/layers/attention_kernel.cpp"
#include <hwy/foreach_target.h>

#include <espalier/models/layers/vector_math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::models::HWY_NAMESPACE {

// Queries lie in lanes, so that every reduction over keys or features is vertical. Four vectors at
// a time hide the latency of the additions.
constexpr int kVectors = 4;

template <int N>
HWY_INLINE void softmax_lanes(float* HWY_RESTRICT scores, Index keys, Index stride, float scale,
                              float* HWY_RESTRICT inverse_sum) {
  Vector top[N], sum[N];
  for (int i = 0; i < N; ++i) {
    top[i] = load(scores + i * kLanes);
    sum[i] = set(0.0f);
  }
  for (Index k = 1; k < keys; ++k)
    for (int i = 0; i < N; ++i) top[i] = hn::Max(top[i], load(scores + k * stride + i * kLanes));
  const Vector factor = set(scale * kLog2E);
  for (Index k = 0; k < keys; ++k)
    for (int i = 0; i < N; ++i) {
      float* at = scores + k * stride + i * kLanes;
      const Vector e = exp2(hn::Mul(hn::Sub(load(at), top[i]), factor));
      sum[i] = hn::Add(sum[i], e);
      store(e, at);
    }
  for (int i = 0; i < N; ++i) store(hn::Div(set(1.0f), sum[i]), inverse_sum + i * kLanes);
}

/// scores [keys][lanes] := exp(scale * (score - maximum over keys)); inverse_sum [lanes] of it.
/// Rows lie `stride` values apart.
void softmax(float* scores, Index keys, Index lanes, Index stride, float scale,
             float* inverse_sum) {
  Index lane = 0;
  for (; lane + kVectors * kLanes <= lanes; lane += kVectors * kLanes)
    softmax_lanes<kVectors>(scores + lane, keys, stride, scale, inverse_sum + lane);
  for (; lane < lanes; lane += kLanes)
    softmax_lanes<1>(scores + lane, keys, stride, scale, inverse_sum + lane);
}

/// scores [keys] := exp(scale * (score - maximum)); returns the inverse sum. The sum is made one by
/// one, as that of a lane is above.
float softmax_row(float* scores, Index keys, float scale) {
  using One = hn::CappedTag<float, 1>;
  const One one;
  const Index whole = keys / kLanes * kLanes;
  float top = scores[0];
  if (whole > 0) {
    Vector tops = load(scores);
    for (Index k = kLanes; k < whole; k += kLanes) tops = hn::Max(tops, load(scores + k));
    top = hn::GetLane(hn::MaxOfLanes(Lanes(), tops));
  }
  for (Index k = whole; k < keys; ++k)
    top = hn::GetLane(hn::Max(hn::Set(one, top), hn::LoadU(one, scores + k)));
  const Vector tops = set(top), factor = set(scale * kLog2E);
  for (Index k = 0; k < keys; k += kLanes)
    store(exp2(hn::Mul(hn::Sub(load(scores + k), tops), factor)), scores + k);
  auto sum = hn::Zero(one);
  for (Index k = 0; k < keys; ++k) sum = hn::Add(sum, hn::LoadU(one, scores + k));
  return hn::GetLane(hn::Div(hn::Set(one, 1.0f), sum));
}

/// x [rows][lanes] *= factor [lanes], lane by lane; rows of x lie `stride` values apart.
void scale_lanes(float* HWY_RESTRICT x, Index stride, const float* HWY_RESTRICT factor, Index rows,
                 Index lanes) {
  for (Index r = 0; r < rows; ++r)
    for (Index t = 0; t < lanes; t += kLanes)
      store(hn::Mul(load(x + r * stride + t), load(factor + t)), x + r * stride + t);
}

/// scaled := dout * factor, lane by lane; dot [lanes] := sum over rows of out * scaled. Rows of
/// dout and out lie `stride` values apart, those of scaled `scaled_stride`.
void scale_and_dot(const float* dout, const float* out, Index stride,
                   const float* HWY_RESTRICT factor, Index rows, Index lanes,
                   float* HWY_RESTRICT scaled, Index scaled_stride, float* HWY_RESTRICT dot) {
  for (Index t = 0; t < lanes; t += kLanes) {
    const Vector by = load(factor + t);
    Vector sum = set(0.0f);
    for (Index r = 0; r < rows; ++r) {
      const Vector value = hn::Mul(load(dout + r * stride + t), by);
      store(value, scaled + r * scaled_stride + t);
      sum = hn::MulAdd(value, load(out + r * stride + t), sum);
    }
    store(sum, dot + t);
  }
}

/// gradient [keys][lanes] := exponential * (gradient - dot) * scale. Rows lie `stride` values
/// apart.
void softmax_gradient(float* HWY_RESTRICT gradient, const float* HWY_RESTRICT exponential,
                      const float* HWY_RESTRICT dot, Index keys, Index lanes, Index stride,
                      float scale) {
  const Vector factor = set(scale);
  for (Index k = 0; k < keys; ++k)
    for (Index t = 0; t < lanes; t += kLanes) {
      float* at = gradient + k * stride + t;
      const Vector e = hn::Mul(load(exponential + k * stride + t), factor);
      store(hn::Mul(e, hn::Sub(load(at), load(dot + t))), at);
    }
}

AttentionKernels attention_kernels_of_target() {
  return {&softmax, &softmax_row, &scale_lanes, &scale_and_dot, &softmax_gradient};
}

}  // namespace espalier::models::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::models {

HWY_EXPORT(attention_kernels_of_target);

AttentionKernels highway_attention_kernels() {
  return HWY_DYNAMIC_DISPATCH(attention_kernels_of_target)();
}

}  // namespace espalier::models
#endif  // HWY_ONCE
