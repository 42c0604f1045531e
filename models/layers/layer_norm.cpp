// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/layer_norm.h>

#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>

#include <espalier/files/number_text.h>
#include <espalier/models/layers/layer_kernels.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/extent.h>
#include <espalier/sparse/core/profile.h>
#include <espalier/sparse/core/reused.h>
#include <espalier/sparse/core/simd_targets.h>
#include <espalier/sparse/ops/operand_check.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/models/layers/layer_norm.cpp"
#include <hwy/foreach_target.h>

#include <espalier/models/layers/vector_math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::models::HWY_NAMESPACE {

/// Features whose mean stands for the mean in the first estimate of the variance. More than one,
/// since a single feature may be an outlier.
constexpr Index kHead = 16;

/// sum[f] := x[f] + residual[f] for one row of N vectors; `sum` may be x.
template <int N>
HWY_INLINE void load_sum(const float* x, const float* residual, float* sum, Index at,
                         Vector (&z)[N]) {
  for (int i = 0; i < N; ++i) z[i] = load(x + at + i * kLanes);
  if (residual == nullptr) return;
  for (int i = 0; i < N; ++i) {
    z[i] = hn::Add(z[i], load(residual + at + i * kLanes));
    store(z[i], sum + at + i * kLanes);
  }
}

/// Makes the sums in `sums`, unless there is no residual. kRecord: leaves x-hat there, which then
/// is x, and writes the inverse deviation. Else `sums` is y.
template <int N, bool kRecord>
HWY_INLINE void forward_lanes(const float* x, const float* residual, float* sums, float* y,
                              const float* HWY_RESTRICT weight, const float* HWY_RESTRICT bias,
                              Index features, Index width, float epsilon,
                              float* HWY_RESTRICT inverse_deviation) {
  const float* const summed = residual == nullptr ? x : sums;
  Vector shift[N], sum[N], square[N], z[N];
  for (int i = 0; i < N; ++i) shift[i] = sum[i] = square[i] = set(0.0f);
  const Index head = std::min(features, kHead);
  for (Index f = 0; f < head; ++f) {
    load_sum<N>(x, residual, sums, f * width, z);
    for (int i = 0; i < N; ++i) shift[i] = hn::Add(shift[i], z[i]);
  }
  const Vector per_head = set(1.0f / static_cast<float>(head));
  for (int i = 0; i < N; ++i) shift[i] = hn::Mul(shift[i], per_head);
  for (Index f = 0; f < features; ++f) {
    if (f < head)
      load_sum<N>(summed, nullptr, sums, f * width, z);
    else
      load_sum<N>(x, residual, sums, f * width, z);
    for (int i = 0; i < N; ++i) {
      const Vector centred = hn::Sub(z[i], shift[i]);
      sum[i] = hn::Add(sum[i], centred);
      square[i] = hn::MulAdd(centred, centred, square[i]);
    }
  }
  const Vector per_feature = set(1.0f / static_cast<float>(features));
  for (int i = 0; i < N; ++i) {
    const Vector mean = hn::Mul(sum[i], per_feature);
    const Vector variance = hn::NegMulAdd(mean, mean, hn::Mul(square[i], per_feature));
    shift[i] = hn::Add(shift[i], mean);
    square[i] = hn::Div(set(1.0f), hn::Sqrt(hn::Add(hn::Max(variance, set(0.0f)), set(epsilon))));
    if constexpr (kRecord) store(square[i], inverse_deviation + i * kLanes);
  }
  for (Index f = 0; f < features; ++f) {
    const Vector w = set(weight[f]), b = set(bias[f]);
    for (int i = 0; i < N; ++i) {
      const Index at = f * width + i * kLanes;
      const Vector normalised = hn::Mul(hn::Sub(load(summed + at), shift[i]), square[i]);
      if constexpr (kRecord) store(normalised, sums + at);
      store(hn::MulAdd(normalised, w, b), y + at);
    }
  }
}

/// Adds the sums over the lanes of dy and dy * normalised to bias_sums and weight_sums, both
/// padded to a multiple of four features.
template <int N>
HWY_INLINE void backward_lanes(const float* normalised, const float* dy, float* dx,
                               const float* HWY_RESTRICT weight, Index features, Index width,
                               const float* HWY_RESTRICT inverse_deviation,
                               float* HWY_RESTRICT weight_sums, float* HWY_RESTRICT bias_sums) {
  Vector sum[N], product[N], deviation[N];
  for (int i = 0; i < N; ++i) sum[i] = product[i] = set(0.0f);
  const auto add_row = [&](Index f, Vector& weight_row, Vector& bias_row) HWY_ATTR {
    const Vector w = set(weight[f]);
    weight_row = bias_row = set(0.0f);
    for (int i = 0; i < N; ++i) {
      const Index at = f * width + i * kLanes;
      const Vector d = load(dy + at);
      const Vector dn = hn::Mul(d, load(normalised + at));
      bias_row = hn::Add(bias_row, d);
      weight_row = hn::Add(weight_row, dn);
      sum[i] = hn::MulAdd(d, w, sum[i]);
      product[i] = hn::MulAdd(dn, w, product[i]);
    }
  };
  Vector weight_rows[4], bias_rows[4];
  Index first = 0;
  for (; first + 4 <= features; first += 4) {
    add_row(first, weight_rows[0], bias_rows[0]);
    add_row(first + 1, weight_rows[1], bias_rows[1]);
    add_row(first + 2, weight_rows[2], bias_rows[2]);
    add_row(first + 3, weight_rows[3], bias_rows[3]);
    add_lane_sums(weight_rows, weight_sums + first);
    add_lane_sums(bias_rows, bias_sums + first);
  }
  if (first < features) {
    for (int j = 0; j < 4; ++j) weight_rows[j] = bias_rows[j] = set(0.0f);
    for (int j = 0; first + j < features; ++j) add_row(first + j, weight_rows[j], bias_rows[j]);
    add_lane_sums(weight_rows, weight_sums + first);
    add_lane_sums(bias_rows, bias_sums + first);
  }
  const Vector per_feature = set(1.0f / static_cast<float>(features));
  for (int i = 0; i < N; ++i) {
    deviation[i] = load(inverse_deviation + i * kLanes);
    sum[i] = hn::Mul(hn::Mul(sum[i], per_feature), deviation[i]);
    product[i] = hn::Mul(hn::Mul(product[i], per_feature), deviation[i]);
  }
  for (Index f = 0; f < features; ++f) {
    const Vector w = set(weight[f]);
    for (int i = 0; i < N; ++i) {
      const Index at = f * width + i * kLanes;
      const Vector centred = hn::MulSub(hn::Mul(load(dy + at), w), deviation[i], sum[i]);
      store(hn::NegMulAdd(load(normalised + at), product[i], centred), dx + at);
    }
  }
}

/// Calls body(constant number of vectors, first lane) for lanes [0, count): eight vectors at a
/// time, the width of a dense layer's panels in the widest target, else four, that of a sparse
/// one's.
template <typename Body>
HWY_INLINE void for_each_width(Index count, const Body& body) {
  Index lane = 0;
  for (; lane + 8 * kLanes <= count; lane += 8 * kLanes)
    body(std::integral_constant<int, 8>(), lane);
  for (; lane + 4 * kLanes <= count; lane += 4 * kLanes)
    body(std::integral_constant<int, 4>(), lane);
  for (; lane < count; lane += kLanes) body(std::integral_constant<int, 1>(), lane);
}

/// One strip of `count` lanes of a panel.
void forward_strip(float* x, const float* residual, float* y, const float* weight,
                   const float* bias, Index features, Index width, Index count, float epsilon,
                   float* inverse_deviation) {
  for_each_width(count, [&](auto vectors, Index lane) HWY_ATTR {
    forward_lanes<vectors, true>(x + lane, residual == nullptr ? nullptr : residual + lane,
                                 x + lane, y + lane, weight, bias, features, width, epsilon,
                                 inverse_deviation + lane);
  });
}

void normalise_strip(const float* x, const float* residual, float* y, const float* weight,
                     const float* bias, Index features, Index width, Index count, float epsilon) {
  for_each_width(count, [&](auto vectors, Index lane) HWY_ATTR {
    forward_lanes<vectors, false>(x + lane, residual == nullptr ? nullptr : residual + lane,
                                  y + lane, y + lane, weight, bias, features, width, epsilon,
                                  nullptr);
  });
}

/// The arithmetic of `forward_lanes` for one lane, whose sums go on one by one.
void normalise_row(const float* x, float* y, const float* HWY_RESTRICT weight,
                   const float* HWY_RESTRICT bias, Index features, float epsilon) {
  const hn::CappedTag<float, 1> one;
  const auto constant = [&](float value) HWY_ATTR { return hn::Set(one, value); };
  const Index head = std::min(features, kHead);
  auto shift = hn::Zero(one), sum = hn::Zero(one), square = hn::Zero(one);
  for (Index f = 0; f < head; ++f) shift = hn::Add(shift, hn::LoadU(one, x + f));
  shift = hn::Mul(shift, constant(1.0f / static_cast<float>(head)));
  for (Index f = 0; f < features; ++f) {
    const auto centred = hn::Sub(hn::LoadU(one, x + f), shift);
    sum = hn::Add(sum, centred);
    square = hn::MulAdd(centred, centred, square);
  }
  const auto per_feature = constant(1.0f / static_cast<float>(features));
  const auto mean = hn::Mul(sum, per_feature);
  const auto variance = hn::NegMulAdd(mean, mean, hn::Mul(square, per_feature));
  shift = hn::Add(shift, mean);
  const auto inverse = hn::Div(
      constant(1.0f), hn::Sqrt(hn::Add(hn::Max(variance, hn::Zero(one)), constant(epsilon))));
  const auto write = [&](auto d, Index f) HWY_ATTR {
    const auto centred = hn::Sub(hn::LoadU(d, x + f), hn::Set(d, hn::GetLane(shift)));
    const auto normalised = hn::Mul(centred, hn::Set(d, hn::GetLane(inverse)));
    hn::StoreU(hn::MulAdd(normalised, hn::LoadU(d, weight + f), hn::LoadU(d, bias + f)), d, y + f);
  };
  Index f = 0;
  for (; f + kLanes <= features; f += kLanes) write(Lanes(), f);
  for (; f < features; ++f) write(one, f);
}

void backward_strip(const float* normalised, const float* dy, float* dx, const float* weight,
                    Index features, Index width, Index count, const float* inverse_deviation,
                    float* weight_sums, float* bias_sums) {
  for_each_width(count, [&](auto vectors, Index lane) HWY_ATTR {
    backward_lanes<vectors>(normalised + lane, dy + lane, dx + lane, weight, features, width,
                            inverse_deviation + lane, weight_sums, bias_sums);
  });
}

NormKernels norm_kernels_of_target() {
  return {&forward_strip, &normalise_strip, &normalise_row, &backward_strip};
}

}  // namespace espalier::models::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::models {

HWY_EXPORT(norm_kernels_of_target);

NormKernels highway_norm_kernels() { return HWY_DYNAMIC_DISPATCH(norm_kernels_of_target)(); }

namespace {

using sparse::Activations;

/// Lanes of one task: eight vectors of the widest target, whose sums just fit its registers. A
/// constant, since the sums over tokens are formed strip by strip.
constexpr Index kStripLanes = 128;

/// A task's share of a panel.
struct Strip {
  Index panel;
  Index lane;
  Index count;
};

/// All strips of a group of panels, numbered panel by panel.
struct Strips {
  explicit Strips(const Activations& x)
      : width(x.panel_width()),
        per_panel((width + kStripLanes - 1) / kStripLanes),
        total(x.panels() * per_panel) {}

  Strip operator[](Index i) const {
    const Index lane = i % per_panel * kStripLanes;
    return {i / per_panel, lane, std::min(kStripLanes, width - lane)};
  }

  Index width;
  Index per_panel;
  Index total;
};

}  // namespace

bool is_norm_epsilon(double epsilon) {
  using Float = std::numeric_limits<float>;
  return epsilon >= double{Float::min()} && epsilon <= double{Float::max()};
}

LayerNorm::LayerNorm(const std::string& name, Index features, const Context& context,
                     double epsilon)
    : context_(&context), epsilon_(epsilon) {
  if (features < 1)
    throw ConfigError(name + ": features is " + std::to_string(features) + "; expected at least 1");
  if (!is_norm_epsilon(epsilon))
    throw ConfigError(name + ": epsilon is " + files::number_text(epsilon) + "; expected " +
                      kNormEpsilons);
  weight_.name = name + ".weight";
  bias_.name = name + ".bias";
  for (Parameter* parameter : parameters()) {
    parameter->make_dense({features});
    parameter->weight_decay = false;
  }
  std::fill(weight_.values.begin(), weight_.values.end(), 1.0f);
}

namespace {

constexpr const char* kKind = "LayerNorm";  // in profiles

}  // namespace

void LayerNorm::check_lengths() const {
  weight_.check_lengths();
  bias_.check_lengths();
}

void LayerNorm::forward(Activations& x, const Activations* residual, Activations& y,
                        AlignedVector<float>& inverse_deviation) const {
  const sparse::PanelShape shape = {x.tokens(), features(), x.panel_width()};
  shape.check(weight_.name, "x", x.shape());
  if (residual != nullptr) shape.check(weight_.name, "residual", residual->shape());
  shape.check(weight_.name, "y", y.shape());
  sparse::expect_apart(weight_.name, {"y", y}, {{"x", x}});
  check_lengths();
  const ProfileSection section(context_->profile(), kKind, "forward");
  inverse_deviation.resize(static_cast<std::size_t>(x.panels() * x.panel_width()));
  const Strips strips(x);
  const auto forward_strip = layer_kernels(*context_).norm.forward_strip;
  context_->parallel_for(strips.total, [&](Index i) {
    const Strip strip = strips[i];
    forward_strip(x.panel(strip.panel) + strip.lane,
                  residual == nullptr ? nullptr : residual->panel(strip.panel) + strip.lane,
                  y.panel(strip.panel) + strip.lane, weight_.values.data(), bias_.values.data(),
                  features(), x.panel_width(), strip.count, static_cast<float>(epsilon_),
                  inverse_deviation.data() + strip.panel * x.panel_width() + strip.lane);
  });
  x.clear_padding();
  y.clear_padding();
}

void layer_norm(const Activations& x, const Activations* residual, Activations& y,
                const NormWeights& norm, const Context& context) {
  constexpr const char* kName = "layer_norm";
  x.shape().check(kName, "y", y.shape());
  if (residual != nullptr) x.shape().check(kName, "residual", residual->shape());
  const auto features = static_cast<std::size_t>(x.features());
  if (norm.weight.size() != features || norm.bias.size() != features)
    throw ShapeError(std::string(kName) + ": " + std::to_string(norm.weight.size()) +
                     " weights and " + std::to_string(norm.bias.size()) + " biases; expected " +
                     std::to_string(features) + " of each");
  const ProfileSection section(context.profile(), kKind, "forward");
  const Strips strips(x);
  const auto normalise_strip = layer_kernels(context).norm.normalise_strip;
  context.parallel_for(strips.total, [&](Index i) {
    const Strip strip = strips[i];
    normalise_strip(x.panel(strip.panel) + strip.lane,
                    residual == nullptr ? nullptr : residual->panel(strip.panel) + strip.lane,
                    y.panel(strip.panel) + strip.lane, norm.weight.data(), norm.bias.data(),
                    x.features(), x.panel_width(), strip.count, static_cast<float>(norm.epsilon));
  });
  y.clear_padding();
}

void LayerNorm::backward(const Activations& normalised, std::span<const float> inverse_deviation,
                         const Activations& dy, Activations& dx) {
  const sparse::PanelShape shape = {normalised.tokens(), features(), normalised.panel_width()};
  shape.check(weight_.name, "normalised", normalised.shape());
  shape.check(weight_.name, "dy", dy.shape());
  shape.check(weight_.name, "dx", dx.shape());
  check_lengths();
  const Index lanes = normalised.panels() * normalised.panel_width();
  if (static_cast<Index>(inverse_deviation.size()) != lanes)
    throw ShapeError(weight_.name + ": inverse_deviation has " +
                     std::to_string(inverse_deviation.size()) + " values; expected " +
                     std::to_string(lanes));
  const ProfileSection section(context_->profile(), kKind, "backward");
  const Strips strips(normalised);
  const Index padded = (features() + 3) / 4 * 4;
  const Reused<AlignedVector<float>> memory;
  const std::span<float> sums =
      room_in(memory, static_cast<std::size_t>(
                          checked_product(weight_.name + ": sums", {strips.total, 2, padded})));
  const auto backward_strip = layer_kernels(*context_).norm.backward_strip;
  context_->parallel_for(strips.total, [&](Index i) {
    const Strip strip = strips[i];
    float* share = sums.data() + i * 2 * padded;
    std::fill_n(share, 2 * padded, 0.0f);
    backward_strip(normalised.panel(strip.panel) + strip.lane, dy.panel(strip.panel) + strip.lane,
                   dx.panel(strip.panel) + strip.lane, weight_.values.data(), features(),
                   normalised.panel_width(), strip.count,
                   inverse_deviation.data() + strip.panel * normalised.panel_width() + strip.lane,
                   share, share + padded);
  });
  const FloatMode mode = context_->float_mode();
  for (Index i = 0; i < strips.total; ++i)
    for (Index f = 0; f < features(); ++f) {
      weight_.gradient[f] += sums[i * 2 * padded + f];
      bias_.gradient[f] += sums[i * 2 * padded + padded + f];
    }
  dx.clear_padding();
}

}  // namespace espalier::models
#endif  // HWY_ONCE
