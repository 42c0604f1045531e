// SPDX-License-Identifier: Apache-2.0
// The product of sliced rows with one token, for each SIMD target.
#include <espalier/models/inference/sliced_rows.h>
#include <espalier/sparse/core/simd_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/models/inference/sliced_rows_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <bit>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace espalier::models::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

constexpr Index kRows = SlicedRows::kRows;

using One = hn::CappedTag<float, 1>;

HWY_INLINE float add_product(float w, float x, float sum) {
  const One d;
  return hn::GetLane(hn::MulAdd(hn::Set(d, w), hn::Set(d, x), hn::Set(d, sum)));
}

#if HWY_TARGET != HWY_SCALAR
using Four = hn::FixedTag<float, 4>;

/// The inputs of four columns. Four loads into one register: a gather takes longer where it is made
/// of many small steps, as on Zen 3, and a detour through memory waits for the stores.
HWY_INLINE hn::Vec<Four> inputs_of(const float* HWY_RESTRICT x, const std::uint16_t* columns) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t four;
  std::memcpy(&four, columns, sizeof four);
  const float* const a = x + static_cast<std::uint16_t>(four);
  const float* const b = x + static_cast<std::uint16_t>(four >> 16);
  const float* const c = x + static_cast<std::uint16_t>(four >> 32);
  const float* const e = x + (four >> 48);
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128
  return hn::Vec<Four>{_mm_setr_ps(*a, *b, *c, *e)};
#else
  alignas(16) const float values[4] = {*a, *b, *c, *e};
  return hn::Load(Four(), values);
#endif
}
#endif

/// Adds what is interleaved to the sums of eight rows.
HWY_INLINE void add_together(const SlicedRows::Task& task, const SlicedRows::Slice& slice,
                             float* sums) {
  const float* values = task.values + slice.first;
  const std::uint16_t* columns = task.columns + slice.first;
#if HWY_TARGET == HWY_SCALAR
  for (Index e = 0; e < slice.together; ++e, values += kRows, columns += kRows)
    for (Index i = 0; i < kRows; ++i)
      sums[i] = add_product(values[i], task.x.data()[columns[i]], sums[i]);
#else
  const Four d;
  const float* const x = task.x.data();
  auto low = hn::LoadU(d, sums), high = hn::LoadU(d, sums + 4);
  for (Index e = 0; e < slice.together; ++e, values += kRows, columns += kRows) {
    low = hn::MulAdd(hn::LoadU(d, values), inputs_of(x, columns), low);
    high = hn::MulAdd(hn::LoadU(d, values + 4), inputs_of(x, columns + 4), high);
  }
  hn::StoreU(low, d, sums);
  hn::StoreU(high, d, sums + 4);
#endif
}

void multiply(const SlicedRows::Task& task) {
  for (const SlicedRows::Slice& slice : task.slices) {
    const BlockIndex* const row = task.row + slice.place;
    float sums[kRows] = {};
    if (!task.bias.empty())
      for (Index i = 0; i < slice.rows; ++i) sums[i] = task.bias.data()[row[i]];
    add_together(task, slice, sums);
    Index at = slice.first + slice.together * kRows;
    for (Index i = 0; i < slice.rows; ++i) {
      for (const Index end = at + task.length[slice.place + i] - slice.together; at < end; ++at)
        sums[i] = add_product(task.values[at], task.x.data()[task.columns[at]], sums[i]);
      task.y.data()[row[i]] = sums[i];
    }
  }
}

}  // namespace

SlicedProduct sliced_product_of_target() { return &multiply; }

}  // namespace espalier::models::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::models {

HWY_EXPORT(sliced_product_of_target);

SlicedProduct highway_sliced_product() { return HWY_DYNAMIC_DISPATCH(sliced_product_of_target)(); }

}  // namespace espalier::models
#endif  // HWY_ONCE
