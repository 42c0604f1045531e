// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <espalier/sparse/core/aligned_memory.h>

namespace espalier {

/// An object of type T that the calling thread uses again and again: scratch memory of a call that
/// comes often, so that the system need not clear its pages each time. It starts
/// default-constructed and later holds whatever its last user left. A thread may hold any number of
/// them at once. Each must end on the thread that it began on. A thread keeps as many as it ever
/// held at once.
template <typename T>
class Reused {
 public:
  Reused() {
    if (free_.empty()) {
      free_.reserve(made_ + 1);  // so that none is lost for want of memory, where nothing may throw
      object_ = std::make_unique<T>();
      ++made_;
    } else {
      object_ = std::move(free_.back());
      free_.pop_back();
    }
  }
  ~Reused() { free_.push_back(std::move(object_)); }
  Reused(const Reused&) = delete;
  Reused& operator=(const Reused&) = delete;

  T& operator*() const { return *object_; }
  T* operator->() const { return object_.get(); }

 private:
  static inline thread_local std::vector<std::unique_ptr<T>> free_;
  static inline thread_local std::size_t made_ = 0;
  std::unique_ptr<T> object_;
};

/// The first `size` values of this memory, which grows only if it is too small. The values are
/// unspecified.
template <typename T>
std::span<T> room_in(const Reused<AlignedVector<T>>& memory, std::size_t size) {
  if (memory->size() < size) memory->resize(size);
  return std::span(*memory).first(size);
}

}  // namespace espalier
