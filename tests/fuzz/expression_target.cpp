// SPDX-License-Identifier: Apache-2.0
// An input is an expression over keys, each of which has its length for its value.
#include <espalier/experiments/config/expression.h>

#include <cmath>

#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

void run(std::string_view input) {
  const std::string text = with_repetitions(input);
  may_refuse([&] {
    const double value = experiments::evaluate_expression(text, [](std::string_view name) {
      if (name.size() > 32) throw experiments::ExpressionError("a long name");
      return static_cast<double>(name.size());
    });
    require(std::isfinite(value), "a value is a number");
  });
}

}  // namespace espalier::fuzz
