// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace espalier {

/// While it lives, the calling thread either treats subnormal floats as zero, in operands and
/// results, or keeps them. Afterwards the thread's former mode is back. Scopes nest. Cost: some
/// nanoseconds.
class FloatMode {
 public:
  explicit FloatMode(bool flush_subnormals) noexcept;
  ~FloatMode();
  FloatMode(const FloatMode&) = delete;
  FloatMode& operator=(const FloatMode&) = delete;

 private:
  std::uint64_t saved_;
};

}  // namespace espalier
// Tested by tests/sparse/core/context_test.cpp
