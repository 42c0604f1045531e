// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace espalier {

/// While it lives, the calling thread treats subnormal floats as zero, in operands and results, or
/// keeps them, whatever the thread did before; then it does again what it did before. Scopes nest.
/// Cost: some nanoseconds.
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
