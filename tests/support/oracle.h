// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/format/block_csr_matrix.h>

namespace espalier::testing {

/// A matrix of exact values (to double precision) and, for each, the sum of the magnitudes of the
/// terms that make it, which scales the rounding error of any way to add them.
struct Oracle {
  Index rows = 0;
  Index cols = 0;
  Index terms = 0;  ///< most terms that one value has
  std::vector<double> value;
  std::vector<double> magnitude;
};

/// y = w x + start, for a dense row-major w given in double and finite x. `start` may be empty.
Oracle oracle_product(const std::vector<double>& w, Index rows, Index inner,
                      const std::vector<double>& x, Index cols, const std::vector<double>& start);

/// Conversions to row-major double.
std::vector<double> to_double(const sparse::BlockCsrMatrix<float>& w);
std::vector<double> to_double(const sparse::Activations& x);
std::vector<double> transposed(const std::vector<double>& a, Index rows, Index cols);
/// What a bias starts the sums of a product from: each value once for each token.
std::vector<double> broadcast(std::span<const float> bias, Index tokens);

/// Rewrites a dense oracle to the stored values in pattern order.
Oracle at_stored(const Oracle& dense, const sparse::BlockPattern& pattern);

/// Bound on |computed - exact| for a sum of n products in float in any order, with or without
/// fused operations: gamma_n * sum of magnitudes, gamma_n = n u / (1 - n u), u = 2^-24 (Higham
/// 2002, Accuracy and Stability of Numerical Algorithms, section 3.1). Each term is rounded at most
/// once by its product and n - 1 times by additions; the start value counts as a term. One more
/// rounding allows for the reference, which rounds its double sum to float.
double rounding_bound(Index terms, double magnitude);

/// Empty if every element is within its bound, else a line that names the first that is not.
std::string difference(const Oracle& expected, std::span<const float> row_major);
std::string difference(const Oracle& expected, const sparse::Activations& panels);

/// Empty if every padding lane is exactly zero, else a line that names the first that is not.
std::string dirty_padding(const sparse::Activations& panels);

}  // namespace espalier::testing
