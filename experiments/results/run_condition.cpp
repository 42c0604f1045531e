// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/run_condition.h>

#include <compare>

#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

bool is_quoted(const std::string& text) {
  return text.size() >= 2 && (text.front() == '\'' || text.front() == '"') &&
         text.back() == text.front();
}

}  // namespace

std::string trimmed(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(kSpaces) - first + 1));
}

std::string_view number_part(std::string_view text) {
  if (text.ends_with('%')) text.remove_suffix(1);
  return text;
}

RunCondition::RunCondition(const std::string& text) {
  const std::string where = "where '" + files::printable(text) + "'";
  const std::size_t at = text.find_first_of("=!<>");
  const std::size_t end = at == std::string::npos ? at : text.find_first_not_of("=!<>", at);
  if (end != std::string::npos) {
    key_ = trimmed(text.substr(0, at));
    sign_ = text.substr(at, end - at);
    value_ = trimmed(text.substr(end));
  }
  if (key_.empty() || value_.empty())
    throw ConfigError(where + ": expected KEY=VALUE, or != < <= > >= in place of =");
  if (is_quoted(value_)) value_ = value_.substr(1, value_.size() - 2);
  if (sign_ == "=") sign_ = "==";
  if (sign_ == "==" || sign_ == "!=") return;
  if (sign_ != "<" && sign_ != "<=" && sign_ != ">" && sign_ != ">=")
    throw ConfigError(where + ": no sign '" + sign_ + "', expected = != < <= > or >=");
  if (!files::number_in<double>(number_part(value_)))
    throw ConfigError(where + ": '" + files::printable(value_) + "', expected a number");
}

bool RunCondition::holds(const std::string& found) const {
  const std::partial_ordering order =
      files::compare_numbers(number_part(found), number_part(value_));
  const bool numbers = order != std::partial_ordering::unordered;
  if (sign_ == "==") return numbers ? order == 0 : found == value_;
  if (sign_ == "!=") return numbers ? order != 0 : found != value_;
  if (sign_ == "<") return order < 0;
  if (sign_ == "<=") return order <= 0;
  if (sign_ == ">") return order > 0;
  return order >= 0;
}

}  // namespace espalier::experiments
