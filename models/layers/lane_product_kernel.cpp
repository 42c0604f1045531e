// SPDX-License-Identifier: Apache-2.0
// The small products of attention in pieces, which multiply a matrix with lanes of tokens.
#include <espalier/models/layers/layer_kernels.h>
#include <espalier/sparse/core/simd_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/models/layers/lane_product_kernel.cpp"
#include <hwy/foreach_target.h>

#include <espalier/models/layers/vector_math-inl.h>
#include <espalier/sparse/core/unroll.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::models::HWY_NAMESPACE {

/// kRows rows by kN vectors of lanes, which stay in registers while the depth passes.
template <int kRows, int kN>
HWY_INLINE void multiply_tile(const LaneProduct& product, Index row, Index lane) {
  const float* HWY_RESTRICT a = product.a + row * product.a_row;
  const float* HWY_RESTRICT b = product.b + lane;
  float* const c = product.c + row * product.c_stride + lane;
  Vector sums[kRows][kN];
  ESPALIER_UNROLL(4)
  for (int r = 0; r < kRows; ++r) {
    ESPALIER_UNROLL(3)
    for (int v = 0; v < kN; ++v)
      sums[r][v] = product.accumulate ? load(c + r * product.c_stride + v * kLanes) : set(0.0f);
  }
  for (Index i = 0; i < product.depth; ++i, a += product.a_depth, b += product.b_stride) {
    Vector lanes[kN];
    ESPALIER_UNROLL(3)
    for (int v = 0; v < kN; ++v) lanes[v] = load(b + v * kLanes);
    ESPALIER_UNROLL(4)
    for (int r = 0; r < kRows; ++r) {
      const Vector factor = set(a[r * product.a_row]);
      ESPALIER_UNROLL(3)
      for (int v = 0; v < kN; ++v) sums[r][v] = hn::MulAdd(factor, lanes[v], sums[r][v]);
    }
  }
  ESPALIER_UNROLL(4)
  for (int r = 0; r < kRows; ++r) {
    ESPALIER_UNROLL(3)
    for (int v = 0; v < kN; ++v) store(sums[r][v], c + r * product.c_stride + v * kLanes);
  }
}

template <int kN>
HWY_INLINE void multiply_rows(const LaneProduct& product, Index lane) {
  Index row = 0;
  for (; row + 4 <= product.rows; row += 4) multiply_tile<4, kN>(product, row, lane);
  for (; row < product.rows; ++row) multiply_tile<1, kN>(product, row, lane);
}

/// Twelve accumulators, of four rows and three vectors, cover the latency of a multiply-add and
/// leave room in 16 registers.
void multiply(const LaneProduct& product) {
  Index lane = 0;
  for (; lane + 3 * kLanes <= product.lanes; lane += 3 * kLanes) multiply_rows<3>(product, lane);
  for (; lane + 2 * kLanes <= product.lanes; lane += 2 * kLanes) multiply_rows<2>(product, lane);
  for (; lane < product.lanes; lane += kLanes) multiply_rows<1>(product, lane);
}

LaneProductKernels lane_product_kernels_of_target() { return {&multiply}; }

}  // namespace espalier::models::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::models {

HWY_EXPORT(lane_product_kernels_of_target);

LaneProductKernels highway_lane_product_kernels() {
  return HWY_DYNAMIC_DISPATCH(lane_product_kernels_of_target)();
}

}  // namespace espalier::models
#endif  // HWY_ONCE
