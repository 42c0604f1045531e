// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/memory_reserve.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace espalier::training {
namespace {

/// Enough to unwind, to say what happened and to write a manifest. malloc maps a block of this size
/// on its own, so that releasing it gives it back to the system.
constexpr std::size_t kReserveBytes = std::size_t{8} << 20;
/// Where there is less: JSON takes memory even to be destroyed, and ends the program without.
constexpr std::size_t kLeastReserveBytes = std::size_t{64} << 10;

std::atomic<void*> reserve = nullptr;
std::atomic<bool> spent = false;

void release_reserve() {
  void* block = reserve.exchange(nullptr);
  if (block == nullptr) throw std::bad_alloc();
  spent = true;
  std::free(block);
}

}  // namespace

void keep_memory_reserve() {
  if (reserve != nullptr) return;
  for (std::size_t bytes = kReserveBytes; reserve == nullptr && bytes >= kLeastReserveBytes;
       bytes /= 2)
    reserve = std::malloc(bytes);
  spent = false;
  std::set_new_handler(release_reserve);
}

bool memory_reserve_is_spent() { return spent; }

}  // namespace espalier::training
