// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace espalier::experiments {

/// `text` without the spaces around it.
std::string trimmed(std::string_view text);

/// The part of a value that may be a number: for a percentage the part before its sign.
std::string_view number_part(std::string_view text);

/// A condition on one value of a run, as users write it: KEY=VALUE, or == != < <= > >= in place of
/// =. Spaces around the sign and quotes around VALUE are allowed. Numbers compare by value, so that
/// 0.004 equals 4e-3 and 50% equals 50; other values are equal only letter by letter.
class RunCondition {
 public:
  /// Throws ConfigError if `text` is not a condition, or compares the size of something that is not
  /// a number.
  explicit RunCondition(const std::string& text);

  /// The text before the sign.
  const std::string& key() const { return key_; }
  /// Does a run with this value fulfil the condition? A value that is not a number is neither less
  /// nor more.
  bool holds(const std::string& found) const;

 private:
  std::string key_, sign_, value_;
};

}  // namespace espalier::experiments
