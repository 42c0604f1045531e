// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>

namespace espalier {

/// Calls `call` again for as long as a signal interrupts it: a handler, or a stop and continue, is
/// no reason to fail. Not for close, which has let go of its number even then.
template <typename Call>
auto uninterrupted(const Call& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

}  // namespace espalier
// Tested by tests/files/atomic_file_test.cpp
