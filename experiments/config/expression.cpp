// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/config/expression.h>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <system_error>
#include <utility>
#include <vector>

#include <espalier/files/plain_text.h>

namespace espalier::experiments {
namespace {

/// No formula of a person is nested deeper; each level takes some frames of the stack.
constexpr int kDeepest = 64;

/// Evaluates while it reads: each rule of the grammar is a function.
class Evaluator {
 public:
  Evaluator(std::string_view text, const std::function<double(std::string_view)>& value_of)
      : text_(text), value_of_(value_of) {}

  double value() {
    if (!take('=')) fail(at_, "expected '='");
    const double result = sum();
    if (at_ < text_.size()) fail(at_, "expected an operator");
    return result;
  }

 private:
  [[noreturn]] void fail(std::size_t at, const std::string& what) const {
    throw ExpressionError(
        fmt::format("'{}', character {}: {}", files::printable(text_), at + 1, what));
  }

  double finite(double value, std::size_t at) const {
    if (!std::isfinite(value)) fail(at, "no finite number");
    return value;
  }

  static bool is_space(char c) { return c == ' ' || c == '\t'; }
  static bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
  static bool is_of_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  }

  void skip_spaces() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  /// Goes past `wanted`, and the spaces behind it, if it comes next.
  bool take(char wanted) {
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    skip_spaces();
    return true;
  }

  double sum() {
    double value = product();
    while (true) {
      const std::size_t at = at_;
      if (take('+'))
        value = finite(value + product(), at);
      else if (take('-'))
        value = finite(value - product(), at);
      else
        return value;
    }
  }

  double product() {
    double value = sign();
    while (true) {
      const std::size_t at = at_;
      if (take('*'))
        value = finite(value * sign(), at);
      else if (take('/'))
        value = finite(value / sign(), at);
      else
        return value;
    }
  }

  /// Every way into the depth leads through here.
  double sign() {
    if (++depth_ > kDeepest) fail(at_, fmt::format("nested more than {} deep", kDeepest));
    const double value = take('-') ? -sign() : power();
    --depth_;
    return value;
  }

  double power() {
    const double base = atom();
    const std::size_t at = at_;
    return take('^') ? finite(std::pow(base, sign()), at) : base;
  }

  double atom() {
    if (take('(')) {
      const double value = sum();
      close();
      return value;
    }
    if (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) return number();
    if (at_ < text_.size() && is_of_name(text_[at_])) return named();
    fail(at_, "expected a number, a key, a function or '('");
  }

  void close() {
    if (!take(')')) fail(at_, "expected ')'");
  }

  double number() {
    double value = 0;
    const char* const begin = text_.data() + at_;
    const auto [stop, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc()) fail(at_, "expected a number");
    at_ += static_cast<std::size_t>(stop - begin);
    skip_spaces();
    return value;
  }

  double named() {
    const std::size_t at = at_;
    while (at_ < text_.size() && is_of_name(text_[at_])) ++at_;
    const std::string_view name = text_.substr(at, at_ - at);
    skip_spaces();
    if (take('(')) return finite(function(name, at), at);
    try {
      return finite(value_of_(name), at);
    } catch (const ExpressionError& error) {
      fail(at, error.what());
    }
  }

  double function(std::string_view name, std::size_t at) {
    std::vector<double> values = {sum()};
    while (take(',')) values.push_back(sum());
    close();
    if (name == "min" || name == "max") {
      if (values.size() < 2) fail(at, fmt::format("{} of one value, expected two or more", name));
      return name == "min" ? *std::ranges::min_element(values) : *std::ranges::max_element(values);
    }
    if (name != "sqrt" && name != "exp" && name != "log" && name != "round")
      fail(at, fmt::format("unknown function {}, expected sqrt, exp, log, round, min or max",
                           files::printable(name)));
    if (values.size() != 1)
      fail(at, fmt::format("{} of {} values, expected one", name, values.size()));
    const double value = values.front();
    if (name == "sqrt") return std::sqrt(value);
    if (name == "exp") return std::exp(value);
    return name == "log" ? std::log(value) : std::round(value);
  }

  std::string_view text_;
  const std::function<double(std::string_view)>& value_of_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

bool is_expression(std::string_view text) { return text.starts_with('='); }

double evaluate_expression(std::string_view text,
                           const std::function<double(std::string_view)>& value_of) {
  return Evaluator(text, value_of).value();
}

}  // namespace espalier::experiments
