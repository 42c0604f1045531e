// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <espalier/sparse/core/types.h>

namespace espalier {

/// The values that a setting of a policy, an optimizer or a configuration may have, and the words
/// that describe them.
struct Domain {
  std::string expected;  ///< the words, which messages put after "expected"
  std::function<bool(double)> contains = [](double) { return true; };  ///< tests a finite number
  std::vector<std::string> choices = {};                 ///< the texts allowed; empty: any
  std::function<bool(const std::string&)> is_text = {};  ///< tests a text; empty: any passes
  bool numbers_are_text = false;  ///< a number serves where a text is expected

  /// Is the number finite and in the domain?
  bool has(double value) const;
  bool has(Index value) const;
  bool has(const std::string& text) const;

  /// Counts above it are typing errors, and products of two such still fit 64 bits.
  static constexpr double kLargestCount = 2147483647.0;

  static Domain any_text();
  static Domain truth();
  static Domain one_of(std::vector<std::string> choices);
  static Domain one_of_counts(std::vector<Index> choices);
  static Domain count_from(double low, double high = kLargestCount);
  static Domain multiple_of(Index factor, Index high);
  static Domain positive();
  static Domain not_negative(double high = std::numeric_limits<double>::max());
  /// `interval` is the range in words, such as "[0, 1)".
  static Domain share(const std::string& interval);
};

}  // namespace espalier
