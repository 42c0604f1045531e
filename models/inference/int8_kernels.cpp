// SPDX-License-Identifier: Apache-2.0
// The loops of weights in 8 bits, for each SIMD target.

// AVX-512 with VNNI, which Highway leaves out unless asked.
#define HWY_WANT_AVX3_DL
#include <espalier/models/inference/int8_kernels.h>
#include <espalier/sparse/core/simd_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/models/inference/int8_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstdint>
#include <cstring>
#include <limits>

#include <espalier/sparse/core/unroll.h>

// Highway 1.0 chooses processors that have it, but does not name it to the compiler.
#if HWY_TARGET == HWY_AVX3_DL
HWY_PUSH_ATTRIBUTES(HWY_TARGET_STR ",avx512vnni")
#else
HWY_BEFORE_NAMESPACE();
#endif
namespace espalier::models::HWY_NAMESPACE {
#if HWY_TARGET == HWY_SCALAR
Int8Kernels int8_kernels_of_target() { return reference_int8_kernels(); }
#else
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;
using Ints = hn::RebindToSigned<Floats>;
constexpr Index kLanes = static_cast<Index>(hn::MaxLanes(Floats()));
/// That hold sixteen lanes.
constexpr int kVectors = static_cast<int>(kInt8Lanes / kLanes);

// add_products(sum, u, w) adds to each sum the products of four values of a token and four weights.
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128
using FourInts = hn::Vec128<std::int32_t>;
HWY_INLINE FourInts add_products(FourInts sum, FourInts u, FourInts w) {
  const FourInts pairs{_mm_maddubs_epi16(u.raw, w.raw)};
  return hn::Add(sum, FourInts{_mm_madd_epi16(pairs.raw, _mm_set1_epi16(1))});
}
#if HWY_TARGET <= HWY_AVX2
using EightInts = hn::Vec256<std::int32_t>;
HWY_INLINE EightInts add_products(EightInts sum, EightInts u, EightInts w) {
  const EightInts pairs{_mm256_maddubs_epi16(u.raw, w.raw)};
  return hn::Add(sum, EightInts{_mm256_madd_epi16(pairs.raw, _mm256_set1_epi16(1))});
}
#endif
#if HWY_TARGET <= HWY_AVX3
using SixteenInts = hn::Vec512<std::int32_t>;
HWY_INLINE SixteenInts add_products(SixteenInts sum, SixteenInts u, SixteenInts w) {
#if HWY_TARGET == HWY_AVX3_DL
  // Not in the shorter vectors above: Highway names AVX-VNNI to the compiler, whose form of those
  // not all these processors have.
  return SixteenInts{_mm512_dpbusd_epi32(sum.raw, u.raw, w.raw)};
#else
  const SixteenInts pairs{_mm512_maddubs_epi16(u.raw, w.raw)};
  return hn::Add(sum, SixteenInts{_mm512_madd_epi16(pairs.raw, _mm512_set1_epi16(1))});
#endif
}
#endif
#else
template <class V>
HWY_INLINE V add_products(V sum, V u, V w) {
  const hn::DFromV<V> d;
  const hn::Repartition<std::int16_t, decltype(d)> d16;
  const auto low_byte = hn::Set(d16, std::int16_t{0xFF});
  const auto u16 = hn::BitCast(d16, u), w16 = hn::BitCast(d16, w);
  const auto first = hn::Mul(hn::And(u16, low_byte), hn::ShiftRight<8>(hn::ShiftLeft<8>(w16)));
  const auto second = hn::Mul(hn::And(hn::ShiftRight<8>(u16), low_byte), hn::ShiftRight<8>(w16));
  const auto pairs = hn::BitCast(d, hn::Add(first, second));
  return hn::Add(sum,
                 hn::Add(hn::ShiftRight<16>(hn::ShiftLeft<16>(pairs)), hn::ShiftRight<16>(pairs)));
}
#endif

/// The smallest and the largest value, 0 included, and NaN if one is not finite.
struct Extremes {
  hn::Vec<Floats> low, high, poison;

  HWY_INLINE Extremes()
      : low(hn::Zero(Floats())), high(hn::Zero(Floats())), poison(hn::Zero(Floats())) {}
  HWY_INLINE void see(hn::Vec<Floats> a, hn::Vec<Floats> b, hn::Vec<Floats> c, hn::Vec<Floats> e) {
    const auto zero = hn::Zero(Floats());
    low = hn::Min(low, hn::Min(hn::Min(a, b), hn::Min(c, e)));
    high = hn::Max(high, hn::Max(hn::Max(a, b), hn::Max(c, e)));
    const auto two = hn::MulAdd(a, zero, hn::Mul(b, zero));
    poison = hn::Add(poison, hn::MulAdd(c, zero, hn::MulAdd(e, zero, two)));
  }
};

void round_lanes(const Int8Rounding& task) {
  const Floats d;
  const Ints di;
  const Index step = kInt8Inputs * task.stride;
  HWY_ALIGN float low[kInt8Lanes], high[kInt8Lanes], poison[kInt8Lanes], inverse[kInt8Lanes];
  Extremes extremes[kVectors];
  const float* x = task.x;
  for (Index f = 0; f < task.features; f += kInt8Inputs, x += step) {
    ESPALIER_UNROLL(4)
    for (int v = 0; v < kVectors; ++v) {
      const float* const at = x + v * kLanes;
      extremes[v].see(hn::Load(d, at), hn::Load(d, at + task.stride),
                      hn::Load(d, at + 2 * task.stride), hn::Load(d, at + 3 * task.stride));
    }
  }
  for (int v = 0; v < kVectors; ++v) {
    hn::Store(extremes[v].low, d, low + v * kLanes);
    hn::Store(extremes[v].high, d, high + v * kLanes);
    hn::Store(extremes[v].poison, d, poison + v * kLanes);
  }
  for (Index l = 0; l < kInt8Lanes; ++l) {
    const Int8Scale scale =
        poison[l] == 0 ? Int8Scale::of(low[l], high[l]) : Int8Scale::of_nonfinite();
    task.steps[l] = scale.step;
    task.zeros[l] = scale.zero;
    inverse[l] = scale.inverse;
  }
  x = task.x;
  std::uint8_t* u = task.u;
  for (Index f = 0; f < task.features; f += kInt8Inputs, x += step, u += kInt8Inputs * kInt8Lanes) {
    ESPALIER_UNROLL(4)
    for (int v = 0; v < kVectors; ++v) {
      const float* const at = x + v * kLanes;
      const auto factor = hn::Load(d, inverse + v * kLanes);
      const auto rounded = [&](Index input) HWY_ATTR {
        return hn::NearestInt(hn::Mul(hn::Load(d, at + input * task.stride), factor));
      };
      // Each is the low byte of its 32 bits once zero is added; to the sum of all four, at once.
      const auto low_pair = hn::Add(rounded(0), hn::ShiftLeft<8>(rounded(1)));
      const auto high_pair = hn::Add(rounded(2), hn::ShiftLeft<8>(rounded(3)));
      const auto zeros = hn::Mul(hn::Load(di, task.zeros + v * kLanes), hn::Set(di, 0x01010101));
      hn::Store(hn::Add(hn::Add(low_pair, zeros), hn::ShiftLeft<16>(high_pair)), di,
                reinterpret_cast<std::int32_t*>(u) + v * kLanes);
    }
  }
}

Int8Scale round_token(std::span<const float> x, std::uint8_t* u) {
  const Floats d;
  const Ints di;
  const auto features = static_cast<Index>(x.size());
  Extremes extremes;
  Index f = 0;
  const auto zero = hn::Zero(d);
  for (; f + kLanes <= features; f += kLanes)
    extremes.see(hn::LoadU(d, x.data() + f), zero, zero, zero);
  float low = hn::GetLane(hn::MinOfLanes(d, extremes.low));
  float high = hn::GetLane(hn::MaxOfLanes(d, extremes.high));
  float poison = hn::GetLane(hn::SumOfLanes(d, extremes.poison));
  for (Index rest = f; rest < features; ++rest) {
    low = x[rest] < low ? x[rest] : low;
    high = x[rest] > high ? x[rest] : high;
    poison += x[rest] * 0;
  }
  const Int8Scale scale = poison == 0 ? Int8Scale::of(low, high) : Int8Scale::of_nonfinite();
  const auto factor = hn::Set(d, scale.inverse);
  const auto zeros = hn::Set(di, scale.zero);
  const hn::Rebind<std::uint8_t, Ints> bytes;
  for (f = 0; f + kLanes <= features; f += kLanes)
    hn::StoreU(
        hn::DemoteTo(bytes,
                     hn::Add(hn::NearestInt(hn::Mul(hn::LoadU(d, x.data() + f), factor)), zeros)),
        bytes, u + f);
  const hn::CappedTag<float, 1> one;
  for (; f < features; ++f)
    u[f] = static_cast<std::uint8_t>(
        hn::GetLane(hn::NearestInt(hn::Set(one, x[f] * scale.inverse))) + scale.zero);
  return scale;
}

template <class D>
HWY_INLINE hn::Vec<D> broadcast_four(D d, const void* from) {
  std::int32_t four;
  std::memcpy(&four, from, sizeof four);
  return hn::Set(d, four);
}

/// kRows rows, from row `in_block` of block row `line`, by kCount vectors of lanes. Sums stay in
/// registers while the blocks pass.
template <int kBlock, int kRows, int kCount>
HWY_INLINE void multiply_tile(const Int8Rows& rows, const Int8Groups& groups, Index line,
                              Index in_block, Index group) {
  const Floats d;
  const Ints di;
  constexpr Index kInputStep = kInt8Inputs * kInt8Lanes;
  const Index group_step = groups.features * kInt8Lanes;
  const std::uint8_t* const u = groups.u + group * group_step;
  const auto* const zeros = groups.zeros + group * kInt8Lanes;
  const auto* const steps = groups.steps + group * kInt8Lanes;
  const Index row = line * kBlock + in_block;
  hn::Vec<Ints> sums[kRows][kCount];
  ESPALIER_UNROLL(8)
  for (int r = 0; r < kRows; ++r) {
    const auto row_sum = hn::Set(di, -rows.row_sums[row + r]);
    ESPALIER_UNROLL(4)
    for (int v = 0; v < kCount; ++v)
      sums[r][v] = hn::Mul(row_sum, hn::Load(di, zeros + v * kLanes));
  }
  const std::int8_t* w = rows.values + rows.offsets[line] * (kBlock * kBlock);
  const BlockIndex* const end = rows.columns + rows.offsets[line + 1];
  for (const BlockIndex* column = rows.columns + rows.offsets[line]; column < end;
       ++column, w += kBlock * kBlock) {
    const std::uint8_t* const x = u + *column * (kBlock / kInt8Inputs * kInputStep);
    ESPALIER_UNROLL(4)
    for (int q = 0; q < kBlock / kInt8Inputs; ++q) {
      hn::Vec<Ints> inputs[kCount];
      ESPALIER_UNROLL(4)
      for (int v = 0; v < kCount; ++v)
        inputs[v] = hn::Load(di, reinterpret_cast<const std::int32_t*>(x + q * kInputStep +
                                                                       v / kVectors * group_step) +
                                     v % kVectors * kLanes);
      ESPALIER_UNROLL(8)
      for (int r = 0; r < kRows; ++r) {
        const auto weights = broadcast_four(di, w + (q * kBlock + in_block + r) * kInt8Inputs);
        ESPALIER_UNROLL(4)
        for (int v = 0; v < kCount; ++v) sums[r][v] = add_products(sums[r][v], inputs[v], weights);
      }
    }
  }
  float* const y = groups.y + row * groups.stride + group * kInt8Lanes;
  ESPALIER_UNROLL(8)
  for (int r = 0; r < kRows; ++r) {
    const auto row_step = hn::Set(d, rows.row_steps[row + r]);
    const auto bias = hn::Set(d, rows.bias == nullptr ? 0.0f : rows.bias[row + r]);
    ESPALIER_UNROLL(4)
    for (int v = 0; v < kCount; ++v)
      hn::Store(hn::MulAdd(hn::ConvertTo(d, sums[r][v]),
                           hn::Mul(hn::Load(d, steps + v * kLanes), row_step), bias),
                d, y + r * groups.stride + v * kLanes);
  }
}

/// Eight sums and more cover the latency of an addition; the registers hold those of two vectors.
constexpr int kTileRows = HWY_TARGET == HWY_SSE4 ? 2 : 4;

template <int kBlock, int kGroups>
HWY_INLINE Index multiply_groups(const Int8Rows& rows, const Int8Groups& groups, Index group) {
  for (; group + kGroups <= groups.count; group += kGroups)
    for (Index line = rows.first_row; line < rows.end_row; ++line)
      for (Index row = 0; row < kBlock; row += kTileRows)
        multiply_tile<kBlock, kTileRows, kGroups * kVectors>(rows, groups, line, row, group);
  return group;
}

template <int kBlock>
void multiply_block(const Int8Rows& rows, const Int8Groups& groups) {
  const Index done = multiply_groups < kBlock, kVectors == 1 ? 2 : 1 > (rows, groups, 0);
  if constexpr (kVectors == 1) multiply_groups<kBlock, 1>(rows, groups, done);
}

void multiply_lanes(const Int8Rows& rows, const Int8Groups& groups) {
  switch (rows.block) {
    case 4:
      return multiply_block<4>(rows, groups);
    case 8:
      return multiply_block<8>(rows, groups);
    default:
      return multiply_block<16>(rows, groups);
  }
}

/// One token: the rows of a block are the lanes.
template <int kBlock>
void multiply_token_block(const Int8Rows& rows, const std::uint8_t* u, const Int8Scale& scale,
                          float* y) {
  const hn::CappedTag<float, kBlock> d;
  const hn::RebindToSigned<decltype(d)> di;
  constexpr int kOf = static_cast<int>(hn::MaxLanes(d)), kCount = kBlock / kOf;
  const auto zero = hn::Set(di, -scale.zero);
  const auto step = hn::Set(d, scale.step);
  for (Index line = rows.first_row; line < rows.end_row; ++line) {
    hn::Vec<decltype(di)> sums[kCount];
    ESPALIER_UNROLL(4)
    for (int v = 0; v < kCount; ++v)
      sums[v] = hn::Mul(zero, hn::LoadU(di, rows.row_sums + line * kBlock + v * kOf));
    const std::int8_t* w = rows.values + rows.offsets[line] * (kBlock * kBlock);
    const BlockIndex* const end = rows.columns + rows.offsets[line + 1];
    for (const BlockIndex* column = rows.columns + rows.offsets[line]; column < end;
         ++column, w += kBlock * kBlock) {
      ESPALIER_UNROLL(4)
      for (int q = 0; q < kBlock / kInt8Inputs; ++q) {
        const auto inputs = broadcast_four(di, u + *column * kBlock + q * kInt8Inputs);
        ESPALIER_UNROLL(4)
        for (int v = 0; v < kCount; ++v)
          sums[v] = add_products(
              sums[v], inputs,
              hn::LoadU(di, reinterpret_cast<const std::int32_t*>(w + q * kBlock * kInt8Inputs) +
                                v * kOf));
      }
    }
    ESPALIER_UNROLL(4)
    for (int v = 0; v < kCount; ++v) {
      const Index row = line * kBlock + v * kOf;
      const auto bias = rows.bias == nullptr ? hn::Zero(d) : hn::LoadU(d, rows.bias + row);
      hn::StoreU(hn::MulAdd(hn::ConvertTo(d, sums[v]),
                            hn::Mul(step, hn::LoadU(d, rows.row_steps + row)), bias),
                 d, y + row);
    }
  }
}

void multiply_token(const Int8Rows& rows, const std::uint8_t* u, const Int8Scale& scale, float* y) {
  switch (rows.block) {
    case 4:
      return multiply_token_block<4>(rows, u, scale, y);
    case 8:
      return multiply_token_block<8>(rows, u, scale, y);
    default:
      return multiply_token_block<16>(rows, u, scale, y);
  }
}

}  // namespace

Int8Kernels int8_kernels_of_target() {
  return {&round_lanes, &round_token, &multiply_lanes, &multiply_token};
}
#endif

}  // namespace espalier::models::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::models {

// Not by Highway's dispatch. That asks an inline function which has one name in all units, and in
// each the targets of that unit. Where it is not inlined, as in a build without optimization, the
// linker keeps one of them: units that lack AVX-512 VNNI would call what they do not have.
namespace {

Int8Kernels best_int8_kernels() {
  const struct {
    std::int64_t target;
    Int8Kernels (*kernels)();  // null: not on this architecture
  } by_rank[] = {{HWY_AVX3_DL, HWY_CHOOSE_AVX3_DL(int8_kernels_of_target)},
                 {HWY_AVX3, HWY_CHOOSE_AVX3(int8_kernels_of_target)},
                 {HWY_AVX2, HWY_CHOOSE_AVX2(int8_kernels_of_target)},
                 {HWY_SSE4, HWY_CHOOSE_SSE4(int8_kernels_of_target)}};
  const std::int64_t supported = hwy::SupportedTargets();
  for (const auto& [target, kernels] : by_rank)
    if (kernels != nullptr && (supported & target) != 0) return kernels();
  return HWY_STATIC_DISPATCH(int8_kernels_of_target)();
}

}  // namespace

Int8Kernels highway_int8_kernels() noexcept {
  static const Int8Kernels best = best_int8_kernels();  // asking the processor takes a while
  return best;
}

}  // namespace espalier::models
#endif  // HWY_ONCE
