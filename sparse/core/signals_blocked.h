// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace espalier {

/// While it lives, no signal handler runs on the calling thread; signals wait until the end. Scopes
/// nest, and only the outermost calls the system.
///
/// The matrix product of oneDNN (2.6.3, AVX2 and AVX-512) points the stack register into the heap
/// while it computes, so that a handler without a stack of its own would write its frame over data.
/// Every signal is kept off, those included that the C library hides from `pthread_sigmask` (thread
/// cancellation and `setuid`). A fault of the product itself cannot wait: it ends the process
/// without its handler.
///
/// Where the stack register is left alone (not x86-64 Linux) it does nothing. Cost: two system
/// calls.
class SignalsBlocked {
 public:
  SignalsBlocked() noexcept;
  ~SignalsBlocked();
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  std::uint64_t saved_ = 0;
};

}  // namespace espalier
// Tested by tests/models/layers/signals_test.cpp
