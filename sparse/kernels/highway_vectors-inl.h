// SPDX-License-Identifier: Apache-2.0

// What the units of the Highway variant share, compiled once for each instruction set.
#if defined(ESPALIER_HIGHWAY_VECTORS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ESPALIER_HIGHWAY_VECTORS_INL_H_
#undef ESPALIER_HIGHWAY_VECTORS_INL_H_
#else
#define ESPALIER_HIGHWAY_VECTORS_INL_H_
#endif

#include <hwy/highway.h>

#include <utility>

#include <espalier/sparse/core/types.h>
#include <espalier/sparse/core/unroll.h>

/// For the lambdas that `unroll` calls. Highway's attribute alone leaves it to the compiler whether
/// to expand them; where it does not, registers go through memory and half of the speed is lost.
#ifndef ESPALIER_INLINE
#define ESPALIER_INLINE HWY_ATTR __attribute__((always_inline))
#endif

HWY_BEFORE_NAMESPACE();
namespace espalier::sparse::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Vectors of at most 16 lanes: panel widths are multiples of 16.
using Lanes = hn::CappedTag<float, 16>;
using Vector = hn::Vec<Lanes>;
inline constexpr Index kLanes = static_cast<Index>(hn::MaxLanes(Lanes()));

/// AVX-512 and NEON have 32 vector registers, SSE and AVX2 have 16. The tiles are chosen so that
/// accumulators and operands stay in registers.
#if HWY_TARGET == HWY_NEON || (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3)
inline constexpr bool kManyRegisters = true;
#else
inline constexpr bool kManyRegisters = false;
#endif

/// The usual width of panels, for which there is code of its own: addresses at constant distances
/// leave their registers to the sums.
inline constexpr Index kUsualWidth = 64;

/// The width of the panels: kWidth, or what the task says if that is 0.
template <Index kWidth, typename Task>
HWY_INLINE Index width_of(const Task& task) {
  return kWidth > 0 ? kWidth : task.panel_width;
}

/// The same vector, which the compiler now has to keep in a register. g++ 12 otherwise folds a load
/// that is used twice into both multiply-adds, and where loads are the limit that costs a quarter
/// of the speed.
HWY_INLINE Vector in_register(Vector v) {
#if HWY_ARCH_X86 && HWY_COMPILER_GCC && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
  auto raw = v.raw;
  asm("" : "+v"(raw));
  v.raw = raw;
#endif
  return v;
}

/// Calls body(constant 0), ..., body(constant count - 1), expanded in the source, so that arrays
/// indexed by the constant are split into registers before the optimiser meets any loop.
template <int kCount, typename Body>
HWY_INLINE void unroll(const Body& body) {
  [&]<int... kIndex>(std::integer_sequence<int, kIndex...>) __attribute__((always_inline)) {
    (body(std::integral_constant<int, kIndex>{}), ...);
  }
  (std::make_integer_sequence<int, kCount>{});
}

}  // namespace espalier::sparse::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
