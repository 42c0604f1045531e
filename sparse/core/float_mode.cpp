// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/float_mode.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace espalier {
namespace {

#if defined(__x86_64__)
/// Flush-to-zero and denormals-are-zero of MXCSR.
constexpr std::uint64_t kFlush = 1U << 15 | 1U << 6;

std::uint64_t control() { return _mm_getcsr(); }
void set_control(std::uint64_t bits) { _mm_setcsr(static_cast<unsigned>(bits)); }
#elif defined(__aarch64__)
/// FZ of FPCR, which flushes operands too.
constexpr std::uint64_t kFlush = std::uint64_t{1} << 24;

std::uint64_t control() {
  std::uint64_t bits;
  asm volatile("mrs %0, fpcr" : "=r"(bits));
  return bits;
}
void set_control(std::uint64_t bits) { asm volatile("msr fpcr, %0" : : "r"(bits)); }
#else
constexpr std::uint64_t kFlush = 0;

std::uint64_t control() { return 0; }
void set_control(std::uint64_t) {}
#endif

}  // namespace

FloatMode::FloatMode(bool flush_subnormals) noexcept : saved_(control()) {
  set_control(flush_subnormals ? saved_ | kFlush : saved_ & ~kFlush);
}

FloatMode::~FloatMode() { set_control(saved_); }

}  // namespace espalier
