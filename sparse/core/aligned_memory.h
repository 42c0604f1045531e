// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <new>
#include <vector>

namespace espalier {

/// Alignment of every array that kernels touch: one cache line, which is also one AVX-512 vector.
inline constexpr std::size_t kAlignmentBytes = 64;

/// Memory aligned to `kAlignmentBytes`. From 4 MiB on it is aligned to 2 MiB and the system is
/// asked for huge pages: panels and weights are walked in an order that pages of 4 KiB would make
/// miss the translation buffer. Throws std::bad_alloc.
void* allocate_aligned(std::size_t bytes);
/// Frees memory of `allocate_aligned`; `bytes` is the size that was asked for.
void free_aligned(void* pointer, std::size_t bytes) noexcept;

/// Allocator on the functions above, for use with standard containers.
template <typename T>
struct AlignedAllocator {
  using value_type = T;

  AlignedAllocator() = default;
  template <typename U>
  AlignedAllocator(const AlignedAllocator<U>&) noexcept {}

  T* allocate(std::size_t count) {
    if (count > std::numeric_limits<std::ptrdiff_t>::max() / sizeof(T))
      throw std::bad_array_new_length();
    return static_cast<T*>(allocate_aligned(count * sizeof(T)));
  }
  void deallocate(T* pointer, std::size_t count) noexcept {
    free_aligned(pointer, count * sizeof(T));
  }
  template <typename U>
  bool operator==(const AlignedAllocator<U>&) const noexcept {
    return true;
  }
};

/// Growable array aligned for kernels; new elements are zero.
template <typename T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

}  // namespace espalier
