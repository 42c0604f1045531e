// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

namespace espalier::testing {

/// The message of the `Expected` that `action` throws; fails the test and returns "" if it throws
/// nothing. An exception of another type passes through and fails the test by itself.
template <typename Expected, typename Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const Expected& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

}  // namespace espalier::testing
