// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/activation.h>

#include <espalier/models/layers/layer_kernels.h>
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
template <bool kDerivative>
HWY_INLINE void gelu_loop(float* HWY_RESTRICT x, float* HWY_RESTRICT y, Index count) {
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
    if constexpr (kDerivative) {
      store(hn::Mul(v, distribution), y + i);
      const Vector slope = hn::Mul(v, set(0.39894228f));  // 1 / sqrt(2 pi)
      store(hn::MulAdd(slope, density, distribution), x + i);
    } else {
      store(hn::Mul(v, distribution), x + i);
    }
  }
}

void gelu_values(float* HWY_RESTRICT x, float* HWY_RESTRICT y, Index count) {
  gelu_loop<true>(x, y, count);
}

void gelu_only(float* HWY_RESTRICT x, Index count) { gelu_loop<false>(x, nullptr, count); }

/// y := x * factor; `y` may be `x`.
void multiply_values(const float* x, const float* HWY_RESTRICT factor, float* y, Index count) {
  for (Index i = 0; i < count; i += kLanes) store(hn::Mul(load(x + i), load(factor + i)), y + i);
}

/// 1 / (1 + exp(-x)) and 1 / (1 + exp(x)). Of the exponential of -|x|, so that nothing overflows
/// and the smaller of the two is not a difference.
struct Sigmoid {
  Vector of_x, of_minus_x;
};
HWY_INLINE Sigmoid sigmoid(Vector x) {
  const Vector e = exp2(hn::Mul(hn::Abs(x), set(-kLog2E)));
  const Vector larger = reciprocal(hn::Add(set(1.0f), e)), smaller = hn::Mul(e, larger);
  const auto negative = hn::Lt(x, set(0.0f));
  return {hn::IfThenElse(negative, smaller, larger), hn::IfThenElse(negative, larger, smaller)};
}

/// y := GELU(x) in its tanh form, x := its derivative, of the sigmoid of
///   z = 2 sqrt(2 / pi) (x + 0.044715 x^3)
/// Beyond 12 the sigmoid is 0 or 1 to any float, and x^2 could overflow.
template <bool kDerivative>
HWY_INLINE void gelu_tanh_loop(float* HWY_RESTRICT x, float* HWY_RESTRICT y, Index count) {
  constexpr float kFactor = 1.59576912f;  // 2 sqrt(2 / pi)
  for (Index i = 0; i < count; i += kLanes) {
    const Vector v = load(x + i);
    const Vector end = set(12.0f);
    const Vector near = hn::IfThenElse(hn::Gt(hn::Abs(v), end), hn::CopySign(end, v), v);
    const Vector square = hn::Mul(near, near);
    const Vector slope = hn::MulAdd(square, set(3 * 0.044715f * kFactor), set(kFactor));
    const Sigmoid s =
        sigmoid(hn::Mul(near, hn::MulAdd(square, set(0.044715f * kFactor), set(kFactor))));
    if constexpr (kDerivative) {
      store(hn::Mul(v, s.of_x), y + i);
      const Vector bend = hn::Mul(hn::Mul(near, s.of_x), hn::Mul(s.of_minus_x, slope));
      store(hn::Add(bend, s.of_x), x + i);
    } else {
      store(hn::Mul(v, s.of_x), x + i);
    }
  }
}

void gelu_tanh_values(float* HWY_RESTRICT x, float* HWY_RESTRICT y, Index count) {
  gelu_tanh_loop<true>(x, y, count);
}

void gelu_tanh_only(float* HWY_RESTRICT x, Index count) {
  gelu_tanh_loop<false>(x, nullptr, count);
}

void silu_values(float* HWY_RESTRICT x, float* HWY_RESTRICT y, Index count) {
  for (Index i = 0; i < count; i += kLanes) {
    const Vector v = load(x + i);
    const Sigmoid s = sigmoid(v);
    store(hn::Mul(v, s.of_x), y + i);
    store(hn::MulAdd(hn::Mul(v, s.of_x), s.of_minus_x, s.of_x), x + i);
  }
}

void glu_values(float* HWY_RESTRICT gate, float* HWY_RESTRICT value, float* HWY_RESTRICT y,
                Index count) {
  for (Index i = 0; i < count; i += kLanes) {
    const Vector v = load(value + i);
    const Sigmoid s = sigmoid(load(gate + i));
    const Vector product = hn::Mul(v, s.of_x);
    store(product, y + i);
    store(hn::Mul(product, s.of_minus_x), gate + i);
    store(s.of_x, value + i);
  }
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

ActivationKernels activation_kernels_of_target() {
  return {&gelu_values, &gelu_tanh_values, &gelu_only,   &gelu_tanh_only, &multiply_values,
          &silu_values, &glu_values,       &relu_values, &pass_positive};
}

}  // namespace espalier::models::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::models {

HWY_EXPORT(activation_kernels_of_target);

ActivationKernels highway_activation_kernels() {
  return HWY_DYNAMIC_DISPATCH(activation_kernels_of_target)();
}

namespace {

/// Values of one task: 64 KiB of each operand, so that a task is worth its start and its share
/// stays in a second-level cache.
constexpr Index kChunk = 1 << 14;

/// Calls body(first, count) for consecutive chunks of `x`.
template <typename Body>
void for_each_chunk(const sparse::Activations& x, const Context& context, const Body& body) {
  context.parallel_for_chunks(static_cast<Index>(x.values().size()), kChunk, body);
}

constexpr const char* kKind = "activation";  // in profiles

using Loop = void (*)(float*, float*, Index);

/// y := f(x), x := f'(x) by a loop that does both.
void apply_loop(const char* function, Loop loop, sparse::Activations& x, sparse::Activations& y,
                const Context& context) {
  x.shape().check(function, "y", y.shape());
  sparse::expect_apart(function, {"y", y}, {{"x", x}});
  const ProfileSection section(context.profile(), kKind, "forward");
  for_each_chunk(x, context, [&](Index first, Index count) {
    loop(x.values().data() + first, y.values().data() + first, count);
  });
  x.clear_padding();
  y.clear_padding();
}

/// dy := dy * derivative.
void multiply_gradient(const char* function, const sparse::Activations& derivative,
                       sparse::Activations& dy, const Context& context) {
  derivative.shape().check(function, "dy", dy.shape());
  const ProfileSection section(context.profile(), kKind, "backward");
  const auto multiply_values = layer_kernels(context).activation.multiply_values;
  for_each_chunk(dy, context, [&](Index first, Index count) {
    multiply_values(dy.values().data() + first, derivative.values().data() + first,
                    dy.values().data() + first, count);
  });
}

/// `x` is twice as wide as `y`.
void check_halves(const char* function, const sparse::Activations& y, const char* name,
                  const sparse::Activations& x) {
  sparse::PanelShape{y.tokens(), 2 * y.features(), y.panel_width()}.check(function, name,
                                                                          x.shape());
}

/// Calls body(panel, first, count) for chunks of the values of each panel of `x`.
template <typename Body>
void for_each_panel_chunk(const sparse::Activations& x, const Context& context, const Body& body) {
  const Index values = x.panel_stride(), chunks = (values + kChunk - 1) / kChunk;
  context.parallel_for(x.panels() * chunks, [&](Index task) {
    const Index first = task % chunks * kChunk;
    body(task / chunks, first, std::min(kChunk, values - first));
  });
}

}  // namespace

void gelu(sparse::Activations& x, sparse::Activations& y, const Context& context) {
  apply_loop("gelu", layer_kernels(context).activation.gelu_values, x, y, context);
}

void gelu_backward(const sparse::Activations& derivative, sparse::Activations& dy,
                   const Context& context) {
  multiply_gradient("gelu_backward", derivative, dy, context);
}

void gelu_tanh(sparse::Activations& x, sparse::Activations& y, const Context& context) {
  apply_loop("gelu_tanh", layer_kernels(context).activation.gelu_tanh_values, x, y, context);
}

void silu(sparse::Activations& x, sparse::Activations& y, const Context& context) {
  apply_loop("silu", layer_kernels(context).activation.silu_values, x, y, context);
}

void silu_backward(const sparse::Activations& derivative, sparse::Activations& dy,
                   const Context& context) {
  multiply_gradient("silu_backward", derivative, dy, context);
}

void glu(sparse::Activations& x, sparse::Activations& y, const Context& context) {
  check_halves("glu", y, "x", x);
  sparse::expect_apart("glu", {"y", y}, {{"x", x}});
  const ProfileSection section(context.profile(), kKind, "forward");
  const auto glu_values = layer_kernels(context).activation.glu_values;
  for_each_panel_chunk(y, context, [&](Index panel, Index first, Index count) {
    glu_values(x.row(panel, 0) + first, x.row(panel, y.features()) + first, y.panel(panel) + first,
               count);
  });
  x.clear_padding();
  y.clear_padding();
}

void glu_backward(const sparse::Activations& derivative, const sparse::Activations& dy,
                  sparse::Activations& dx, const Context& context) {
  check_halves("glu_backward", dy, "derivative", derivative);
  check_halves("glu_backward", dy, "dx", dx);
  sparse::expect_apart("glu_backward", {"dx", dx}, {{"dy", dy}, {"derivative", derivative}});
  const ProfileSection section(context.profile(), kKind, "backward");
  const auto multiply_values = layer_kernels(context).activation.multiply_values;
  for_each_panel_chunk(dy, context, [&](Index panel, Index first, Index count) {
    for (const Index half : {Index{0}, dy.features()})
      multiply_values(dy.panel(panel) + first, derivative.row(panel, half) + first,
                      dx.row(panel, half) + first, count);
  });
}

void relu(sparse::Activations& x, const Context& context) {
  activate(Activation::kRelu, x, context);
}

void relu_backward(const sparse::Activations& y, sparse::Activations& dy, const Context& context) {
  y.shape().check("relu_backward", "dy", dy.shape());
  const ProfileSection section(context.profile(), kKind, "backward");
  const auto pass_positive = layer_kernels(context).activation.pass_positive;
  for_each_chunk(dy, context, [&](Index first, Index count) {
    pass_positive(y.values().data() + first, dy.values().data() + first, count);
  });
}

void activate(Activation activation, sparse::Activations& x, sparse::Activations& y,
              const Context& context) {
  switch (activation) {
    case Activation::kGelu:
      return gelu(x, y, context);
    case Activation::kGeluTanh:
      return gelu_tanh(x, y, context);
    case Activation::kRelu:
      x.shape().check("activate", "y", y.shape());
      sparse::expect_apart("activate", {"y", y}, {{"x", x}});
      y = x;
      relu(y, context);
      std::ranges::fill(x.values(), 1.0f);
      return relu_backward(y, x, context);
  }
}

void activate(Activation activation, sparse::Activations& x, const Context& context) {
  const ProfileSection section(context.profile(), kKind, "forward");
  const ActivationKernels kernels = layer_kernels(context).activation;
  const auto loop = activation == Activation::kGelu       ? kernels.gelu_only
                    : activation == Activation::kGeluTanh ? kernels.gelu_tanh_only
                                                          : kernels.relu_values;
  for_each_chunk(x, context,
                 [&](Index first, Index count) { loop(x.values().data() + first, count); });
  x.clear_padding();
}

void activate_backward(const sparse::Activations& derivative, sparse::Activations& dy,
                       const Context& context) {
  multiply_gradient("activate_backward", derivative, dy, context);
}

}  // namespace espalier::models
#endif  // HWY_ONCE
