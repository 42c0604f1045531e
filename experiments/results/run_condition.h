// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace espalier::experiments {

/// `text` without the spaces around it.
std::string trimmed(std::string_view text);

/// What of a value may be a number: of a percentage what stands before its sign.
std::string_view number_part(std::string_view text);

/// A condition on one value of a run, as users write it: KEY=VALUE, or == != < <= > >= in place of
/// =, with spaces around both and quotes around VALUE if they like. Numbers compare by value, so
/// that 0.004 is 4e-3 and 50% is 50; the others are equal letter by letter.
class RunCondition {
 public:
  /// Throws ConfigError if `text` is none, or compares in size with what is no number.
  explicit RunCondition(const std::string& text);

  /// What stands before the sign.
  const std::string& key() const { return key_; }
  /// Does a run fulfil it that has this value? What is no number is neither less nor more.
  bool holds(const std::string& found) const;

 private:
  std::string key_, sign_, value_;
};

}  // namespace espalier::experiments
