// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/format/panels.h>
#include "tests/support/generated_problem.h"
#include "tests/support/oracle.h"

namespace espalier::testing {

/// The operands of a Problem rounded to bfloat16. `exact` holds the rounded values as floats, so
/// that oracles of those are oracles of these.
struct Bf16Problem {
  explicit Bf16Problem(const ProblemSpec& spec);
  explicit Bf16Problem(Problem problem);
  /// With every operand a small integer: products and sums are exact in any order.
  static Bf16Problem of_small_integers(const ProblemSpec& spec);

  Problem exact;
  std::vector<BFloat16> w;  ///< in pattern order
  sparse::Panels<BFloat16> x;
  sparse::Panels<BFloat16> dy;
};

/// Conversions by the definition, one value at a time.
sparse::Panels<BFloat16> narrowed(const sparse::Activations& x);
sparse::Activations widened(const sparse::Panels<BFloat16>& x);

/// NaN everywhere, padding too: what an output holds before a product overwrites it.
sparse::Panels<BFloat16> nan_bf16_activations(Index tokens, Index features, Index panel_width);

/// As `difference` of floats, with the rounding to bfloat16 at the end of each sum: an error e in
/// float grows to at most e + u (|exact| + e), u = 2^-8.
std::string difference(const Oracle& expected, const sparse::Panels<BFloat16>& panels);

/// Empty if all padding, lanes and the place of a missing feature, is exactly zero.
std::string dirty_padding(const sparse::Panels<BFloat16>& panels);

}  // namespace espalier::testing
