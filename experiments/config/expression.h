// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include <espalier/sparse/core/error.h>

namespace espalier::experiments {

/// Small arithmetic over the keys of a run, such as "=0.05/sqrt(model.density)": a value that
/// follows others.

/// What is wrong with an expression, with the place in it.
class ExpressionError : public ConfigError {
  using ConfigError::ConfigError;
};

/// Is a text such an expression? It begins with an equals sign.
bool is_expression(std::string_view text);

/// The value of an expression.
///   = sum      sum = product {(+|-) product}     product = sign {(*|/) sign}
///   sign = [-] sign | power     power = atom [^ sign]
///   atom = number | key | (sum) | function(sum, ...)
/// with the functions sqrt, exp, log (natural), round, min and max; -2^2 is -4, 2^3^2 is 2^9. Keys
/// have what `value_of` returns, which throws ExpressionError for one that has no number. Throws
/// ExpressionError in one line that names the character, counted from 1 with the equals sign, if
/// the text is none, is nested more than 64 deep, or has a part that is no finite number. Cost: one
/// pass.
double evaluate_expression(std::string_view text,
                           const std::function<double(std::string_view)>& value_of);

}  // namespace espalier::experiments
