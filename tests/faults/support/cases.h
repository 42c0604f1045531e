// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>

#include <espalier/sparse/core/types.h>

namespace espalier::faults {

/// `./check --faults` tries every case. `./check` sets ESPALIER_FAULT_STRIDE and tries one in so
/// many of them.
inline Index stride() {
  const char* text = std::getenv("ESPALIER_FAULT_STRIDE");
  return text == nullptr ? 1 : std::max<Index>(1, std::atol(text));
}

/// How many of `all` cases to try.
inline Index share_of(Index all) { return (all + stride() - 1) / stride(); }

/// Counts the cases of a test, prints how many there were, and fails the test if there were none or
/// if one went wrong.
class Cases {
 public:
  Cases() = default;
  ~Cases() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    std::cout << "cases tried: " << tried_ << "  " << test->test_suite_name() << '.' << test->name()
              << '\n';
    EXPECT_GT(tried_, 0);
    EXPECT_EQ(wrong_, 0) << "of " << tried_ << " cases; the first ones are above";
  }
  Cases(const Cases&) = delete;
  Cases& operator=(const Cases&) = delete;

  /// Notes a case; `wrong` says what is wrong with it, and is empty if all is well.
  void tried(const std::string& name, const std::string& wrong) {
    constexpr Index kMostTold = 5;  // one mistake often breaks hundreds of cases
    constexpr std::size_t kMostLetters = 600;
    ++tried_;
    if (wrong.empty()) return;
    if (++wrong_ <= kMostTold) ADD_FAILURE() << name << ": " << wrong.substr(0, kMostLetters);
  }

 private:
  Index tried_ = 0;
  Index wrong_ = 0;
};

}  // namespace espalier::faults
