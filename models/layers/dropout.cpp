// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/dropout.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <espalier/models/layers/layer_kernels.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/number_text.h>
#include <espalier/sparse/core/profile.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/core/simd_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/models/layers/dropout.cpp"
#include <hwy/foreach_target.h>

#include <espalier/models/layers/vector_math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::models::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
void mask_values(const DropoutMask& mask, Index first_row, Index first_column, const float* x,
                 Index x_stride, float* y, Index y_stride, Index rows, Index columns) {
  reference_layer_kernels().dropout.mask_values(mask, first_row, first_column, x, x_stride, y,
                                                y_stride, rows, columns);
}
#else
using Bits = hn::RebindToUnsigned<Lanes>;
using Words = hn::Vec<Bits>;
using Wide = hn::RepartitionToWide<Bits>;

/// Philox4x32-10 in the even lanes of four vectors; the odd ones hold anything. Source: Salmon et
/// al. 2011, section 4.3.
HWY_INLINE void philox(Words (&c)[4], std::uint64_t seed) {
  const Bits d;
  const Words first_factor = hn::Set(d, 0xD2511F53u), second_factor = hn::Set(d, 0xCD9E8D57u);
  auto low_key = static_cast<std::uint32_t>(seed),
       high_key = static_cast<std::uint32_t>(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const auto first = hn::MulEven(c[0], first_factor), second = hn::MulEven(c[2], second_factor);
    const auto mixed = [&](auto product, Words with, std::uint32_t key) HWY_ATTR {
      const Words high = hn::BitCast(d, hn::ShiftRight<32>(product));
      return hn::Xor(hn::Xor(high, with), hn::Set(d, key));
    };
    c[0] = mixed(second, c[1], low_key);
    c[2] = mixed(first, c[3], high_key);
    c[1] = hn::BitCast(d, second);
    c[3] = hn::BitCast(d, first);
    low_key += 0x9E3779B9u;
    high_key += 0xBB67AE85u;
  }
}

/// x [rows][columns] times its mask, eight rows of a vector at a time: what four words hold.
void mask_values(const DropoutMask& mask, Index first_row, Index first_column, const float* x,
                 Index x_stride, float* y, Index y_stride, Index rows, Index columns) {
  const Bits d;
  const Wide wide;
  const hn::RebindToSigned<Lanes> whole;
  const Vector scale = set(mask.scale);
  const auto least = hn::Set(whole, mask.threshold - 1);
  const Words low_stream = hn::Set(d, static_cast<std::uint32_t>(mask.stream));
  const Words high_stream = hn::Set(d, static_cast<std::uint32_t>(mask.stream >> 32));
  for (Index t = 0; t < columns; t += kLanes) {
    const Words column = hn::Iota(d, static_cast<std::uint32_t>(first_column + t));
    const Words next = hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(wide, column)));
    for (Index r = 0; r < rows; r += 8) {
      const Words group = hn::Set(d, static_cast<std::uint32_t>((first_row + r) / 8));
      Words even[4] = {column, group, low_stream, high_stream};
      Words odd[4] = {next, group, low_stream, high_stream};
      philox(even, mask.seed);
      philox(odd, mask.seed);
      const Index end = rows - r < 8 ? rows - r : 8;
      for (Index i = 0; i < end; ++i) {
        const Words shifted = hn::BitCast(d, hn::ShiftLeft<32>(hn::BitCast(wide, odd[i / 2])));
        const Words both = hn::OddEven(shifted, even[i / 2]);
        const Words half =
            i % 2 == 0 ? hn::And(both, hn::Set(d, 0xFFFFu)) : hn::ShiftRight<16>(both);
        const auto kept = hn::RebindMask(Lanes(), hn::Gt(hn::BitCast(whole, half), least));
        const Vector value = hn::Mul(load(x + (r + i) * x_stride + t), scale);
        store(hn::IfThenElseZero(kept, value), y + (r + i) * y_stride + t);
      }
    }
  }
}
#endif

DropoutKernels dropout_kernels_of_target() { return {&mask_values}; }

}  // namespace espalier::models::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::models {

HWY_EXPORT(dropout_kernels_of_target);

DropoutKernels highway_dropout_kernels() {
  return HWY_DYNAMIC_DISPATCH(dropout_kernels_of_target)();
}

namespace {

using sparse::Activations;

constexpr Index kRandomValues = 1 << 16;  // of a word of the mask

/// Features of one task, so that it is worth its start: some 16,000 values. A multiple of 8, as
/// masks are drawn for eight rows together.
constexpr Index kChunkFeatures = 256;

}  // namespace

void apply_mask(const DropoutMask& mask, Index first_row, Index first_column,
                MatrixView<const float> x, MatrixView<float> y, const Context& context) {
  layer_kernels(context).dropout.mask_values(mask, first_row, first_column, x.data, x.stride,
                                             y.data, y.stride, x.rows, x.cols);
}

Dropout::Dropout(std::string name, double probability, const Context& context)
    : context_(&context), name_(std::move(name)) {
  if (!(probability >= 0.0 && probability < 1.0))
    throw ConfigError(name_ + ": probability is " + number_text(probability) +
                      "; expected 0 or more and less than 1");
  // Something is always kept, so that the scale is finite.
  const auto rounded = std::llround(probability * static_cast<double>(kRandomValues));
  threshold_ = static_cast<std::int32_t>(std::min<long long>(rounded, kRandomValues - 1));
}

DropoutMask Dropout::mask(Index step, Index matrix) const {
  const auto kept = static_cast<double>(kRandomValues - threshold_);
  return {.seed = context_->seed(),
          .stream = stream_id("dropout " + name_, static_cast<std::uint64_t>(step),
                              static_cast<std::uint64_t>(matrix)),
          .threshold = threshold_,
          .scale = static_cast<float>(static_cast<double>(kRandomValues) / kept)};
}

void Dropout::apply(const Activations& x, Index step, Index first_token, Activations& y) const {
  x.shape().check(name_, "y", y.shape());
  const ProfileSection section(context_->profile(), "dropout", "apply");
  const DropoutMask whole = mask(step);
  const Index width = x.panel_width();
  const Index chunks = (x.features() + kChunkFeatures - 1) / kChunkFeatures;
  context_->parallel_for(x.panels() * chunks, [&](Index task) {
    const Index panel = task / chunks, first = task % chunks * kChunkFeatures;
    const Index features = std::min(kChunkFeatures, x.features() - first);
    apply_mask(whole, first, first_token + panel * width, {x.row(panel, first), features, width},
               {y.row(panel, first), features, width}, *context_);
  });
}

}  // namespace espalier::models
#endif  // HWY_ONCE
