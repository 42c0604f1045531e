// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/activation.h>

#include <espalier/models/layers/plain_loops.h>
#include <espalier/sparse/core/profile.h>
#include <espalier/sparse/core/simd_targets.h>
#include <espalier/sparse/ops/operand_check.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/models/layers/activation.cpp"
#include <hwy/foreach_target.h>

#include <espalier/models/layers/vector_math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::models::HWY_NAMESPACE {

/// y := GELU(x), x := GELU'(x). The distribution function comes from
///   erf(a) = 1 - (polynomial in t) exp(-a^2), t = 1 / (1 + 0.3275911 a), a >= 0, error 1.5e-7
/// with a = |x| / sqrt(2), so that exp(-a^2) also is the density. Source: Abramowitz and Stegun
/// 1964, formula 7.1.26. The constants below include the half of (1 + erf) / 2.
void gelu_values(float* HWY_RESTRICT x, float* HWY_RESTRICT y, Index count) {
  for (Index i = 0; i < count; i += kLanes) {
    const Vector v = load(x + i);
    const Vector t = reciprocal(hn::MulAdd(hn::Abs(v), set(0.3275911f * 0.70710678f), set(1.0f)));
    const Vector density = exp2(hn::Mul(hn::Mul(v, v), set(-0.5f * kLog2E)));
    Vector tail = set(0.5f * 1.061405429f);
    tail = hn::MulAdd(tail, t, set(0.5f * -1.453152027f));
    tail = hn::MulAdd(tail, t, set(0.5f * 1.421413741f));
    tail = hn::MulAdd(tail, t, set(0.5f * -0.284496736f));
    tail = hn::MulAdd(tail, t, set(0.5f * 0.254829592f));
    tail = hn::Mul(hn::Mul(tail, t), density);
    const Vector distribution =
        hn::IfThenElse(hn::Lt(v, set(0.0f)), tail, hn::Sub(set(1.0f), tail));
    store(hn::Mul(v, distribution), y + i);
    const Vector slope = hn::Mul(v, set(0.39894228f));  // 1 / sqrt(2 pi)
    store(hn::MulAdd(slope, density, distribution), x + i);
  }
}

void multiply_values(const float* HWY_RESTRICT factor, float* HWY_RESTRICT y, Index count) {
  for (Index i = 0; i < count; i += kLanes) store(hn::Mul(load(factor + i), load(y + i)), y + i);
}

void relu_values(float* HWY_RESTRICT x, Index count) {
  for (Index i = 0; i < count; i += kLanes) {
    const Vector v = load(x + i);
    store(hn::IfThenZeroElse(hn::Lt(v, set(0.0f)), v), x + i);
  }
}

void pass_positive(const float* HWY_RESTRICT y, float* HWY_RESTRICT dy, Index count) {
  for (Index i = 0; i < count; i += kLanes)
    store(hn::IfThenZeroElse(hn::Le(load(y + i), set(0.0f)), load(dy + i)), dy + i);
}

}  // namespace espalier::models::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::models {
namespace {

HWY_EXPORT(gelu_values);
HWY_EXPORT(multiply_values);
HWY_EXPORT(relu_values);
HWY_EXPORT(pass_positive);

/// Values of one task: 64 KiB of each operand, so that a task is worth its start and its share
/// stays in a second-level cache.
constexpr Index kChunk = 1 << 14;

/// Calls body(first, count) for consecutive chunks of `x`.
template <typename Body>
void for_each_chunk(const sparse::Activations& x, const Context& context, const Body& body) {
  const Index total = static_cast<Index>(x.values().size());
  context.parallel_for((total + kChunk - 1) / kChunk,
                       [&](Index c) { body(c * kChunk, std::min(kChunk, total - c * kChunk)); });
}

constexpr const char* kKind = "activation";  // in profiles

}  // namespace

void gelu(sparse::Activations& x, sparse::Activations& y, const Context& context) {
  x.shape().check("gelu", "y", y.shape());
  sparse::expect_apart("gelu", {"y", y}, {{"x", x}});
  const ProfileSection section(context.profile(), kKind, "forward");
  for_each_chunk(x, context, [&](Index first, Index count) {
    context.variant().loop(HWY_DYNAMIC_DISPATCH(gelu_values), plain::gelu_values)(
        x.values().data() + first, y.values().data() + first, count);
  });
  x.clear_padding();
  y.clear_padding();
}

void gelu_backward(const sparse::Activations& derivative, sparse::Activations& dy,
                   const Context& context) {
  derivative.shape().check("gelu_backward", "dy", dy.shape());
  const ProfileSection section(context.profile(), kKind, "backward");
  for_each_chunk(dy, context, [&](Index first, Index count) {
    context.variant().loop(HWY_DYNAMIC_DISPATCH(multiply_values), plain::multiply_values)(
        derivative.values().data() + first, dy.values().data() + first, count);
  });
}

void relu(sparse::Activations& x, const Context& context) {
  const ProfileSection section(context.profile(), kKind, "forward");
  for_each_chunk(x, context, [&](Index first, Index count) {
    context.variant().loop(HWY_DYNAMIC_DISPATCH(relu_values), plain::relu_values)(
        x.values().data() + first, count);
  });
  x.clear_padding();
}

void relu_backward(const sparse::Activations& y, sparse::Activations& dy, const Context& context) {
  y.shape().check("relu_backward", "dy", dy.shape());
  const ProfileSection section(context.profile(), kKind, "backward");
  for_each_chunk(dy, context, [&](Index first, Index count) {
    context.variant().loop(HWY_DYNAMIC_DISPATCH(pass_positive), plain::pass_positive)(
        y.values().data() + first, dy.values().data() + first, count);
  });
}

}  // namespace espalier::models
#endif  // HWY_ONCE
