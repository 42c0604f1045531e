// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <espalier/sparse/core/aligned_memory.h>

namespace espalier {

/// An object of type T, made by default, that the calling thread has used before if it can: scratch
/// memory of a call that comes again and again, and whose pages the system would have to clear each
/// time. What it holds is not specified. A thread may hold any number of them at once; each belongs
/// to it until it ends with its owner, on the same thread. Threads keep as many as they ever held.
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

/// `size` values of memory that is asked for only where there is not enough. What they are is not
/// specified.
template <typename T>
std::span<T> room_in(const Reused<AlignedVector<T>>& memory, std::size_t size) {
  if (memory->size() < size) memory->resize(size);
  return std::span(*memory).first(size);
}

}  // namespace espalier
// Tested by tests/sparse/ops/linear_plain_test.cpp
