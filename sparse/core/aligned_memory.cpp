// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/aligned_memory.h>

#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace espalier {
namespace {

/// Size of a huge page on x86-64 and, with pages of 4 KiB, on aarch64.
constexpr std::size_t kHugePageBytes = std::size_t{2} << 20;
/// Below two huge pages the alignment could waste more than it gains.
constexpr std::size_t kHugeFromBytes = 2 * kHugePageBytes;

constexpr std::align_val_t alignment(std::size_t bytes) {
  return std::align_val_t{bytes >= kHugeFromBytes ? kHugePageBytes : kAlignmentBytes};
}

}  // namespace

void* allocate_aligned(std::size_t bytes) {
  void* const pointer = ::operator new(bytes, alignment(bytes));
#if defined(__linux__)
  // Advice: where it is refused, the memory is as good as any.
  if (bytes >= kHugeFromBytes)
    ::madvise(pointer, bytes / kHugePageBytes * kHugePageBytes, MADV_HUGEPAGE);
#endif
  return pointer;
}

void free_aligned(void* pointer, std::size_t bytes) noexcept {
  ::operator delete(pointer, alignment(bytes));
}

}  // namespace espalier
