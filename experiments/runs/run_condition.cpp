// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/runs/run_condition.h>

#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {

RunCondition::RunCondition(const std::string& text) {
  const std::string where = "where '" + files::printable(text) + "'";
  const std::size_t at = text.find_first_of("=!<>");
  const std::size_t end = at == std::string::npos ? at : text.find_first_not_of("=!<>", at);
  if (at == 0 || end == std::string::npos)
    throw ConfigError(where + ": expected KEY=VALUE, or != < <= > >= in place of =");
  key_ = text.substr(0, at);
  sign_ = text.substr(at, end - at);
  value_ = text.substr(end);
  if (sign_ == "=") sign_ = "==";
  if (sign_ == "==" || sign_ == "!=") return;
  if (sign_ != "<" && sign_ != "<=" && sign_ != ">" && sign_ != ">=")
    throw ConfigError(where + ": no sign '" + sign_ + "', expected = != < <= > or >=");
  if (!files::number_in<double>(value_))
    throw ConfigError(where + ": '" + files::printable(value_) + "', expected a number");
}

bool RunCondition::holds(const std::string& found) const {
  const auto left = files::number_in<double>(found), right = files::number_in<double>(value_);
  const bool numbers = left && right;
  if (sign_ == "==") return numbers ? *left == *right : found == value_;
  if (sign_ == "!=") return numbers ? *left != *right : found != value_;
  if (!numbers) return false;
  if (sign_ == "<") return *left < *right;
  if (sign_ == "<=") return *left <= *right;
  if (sign_ == ">") return *left > *right;
  return *left >= *right;
}

}  // namespace espalier::experiments
