// SPDX-License-Identifier: Apache-2.0
#include "tests/support/oracle.h"

#include <cmath>
#include <sstream>

#include <espalier/sparse/format/convert.h>

namespace espalier::testing {

Oracle oracle_product(const std::vector<double>& w, Index rows, Index inner,
                      const std::vector<double>& x, Index cols, const std::vector<double>& start) {
  Oracle out{rows, cols, inner + 1, start, {}};
  out.value.resize(static_cast<std::size_t>(rows * cols));
  for (const double value : out.value) out.magnitude.push_back(std::abs(value));
  for (Index r = 0; r < rows; ++r) {
    double* const value = out.value.data() + r * cols;
    double* const magnitude = out.magnitude.data() + r * cols;
    for (Index k = 0; k < inner; ++k) {
      const double weight = w[static_cast<std::size_t>(r * inner + k)];
      if (weight == 0) continue;  // as most of a sparse matrix
      for (Index t = 0; t < cols; ++t) {
        const double term = weight * x[static_cast<std::size_t>(k * cols + t)];
        value[t] += term;
        magnitude[t] += std::abs(term);
      }
    }
  }
  return out;
}

std::vector<double> to_double(const sparse::BlockCsrMatrix<float>& w) {
  const auto dense = sparse::to_dense(w);
  return {dense.begin(), dense.end()};
}

std::vector<double> to_double(const sparse::Activations& x) {
  std::vector<double> out;
  out.reserve(static_cast<std::size_t>(x.features() * x.tokens()));
  for (Index f = 0; f < x.features(); ++f)
    for (Index t = 0; t < x.tokens(); ++t) out.push_back(x.at(t, f));
  return out;
}

std::vector<double> transposed(const std::vector<double>& a, Index rows, Index cols) {
  std::vector<double> out;
  out.reserve(a.size());
  for (Index c = 0; c < cols; ++c)
    for (Index r = 0; r < rows; ++r) out.push_back(a[static_cast<std::size_t>(r * cols + c)]);
  return out;
}

std::vector<double> broadcast(std::span<const float> bias, Index tokens) {
  std::vector<double> out;
  for (const float b : bias) out.insert(out.end(), static_cast<std::size_t>(tokens), b);
  return out;
}

Oracle at_stored(const Oracle& dense, const sparse::BlockPattern& pattern) {
  Oracle out{1, pattern.values(), dense.terms, {}, {}};
  const sparse::BlockShape block = pattern.block();
  for (const auto [row, col] : pattern.coordinates()) {
    for (Index i = 0; i < block.rows; ++i) {
      for (Index j = 0; j < block.cols; ++j) {
        const auto k =
            static_cast<std::size_t>((row * block.rows + i) * dense.cols + col * block.cols + j);
        out.value.push_back(dense.value[k]);
        out.magnitude.push_back(dense.magnitude[k]);
      }
    }
  }
  return out;
}

double rounding_bound(Index terms, double magnitude) {
  const double nu = static_cast<double>(terms + 1) * 0x1.0p-24;
  return nu / (1 - nu) * magnitude;
}

std::string difference(const Oracle& expected, std::span<const float> row_major) {
  if (row_major.size() != expected.value.size())
    return std::to_string(row_major.size()) + " values; expected " +
           std::to_string(expected.value.size());
  for (std::size_t i = 0; i < row_major.size(); ++i) {
    const double error = std::abs(row_major[i] - expected.value[i]);
    const double bound = rounding_bound(expected.terms, expected.magnitude[i]);
    if (!(error <= bound)) {  // so that NaN fails
      std::ostringstream out;
      out.precision(9);
      out << "(" << static_cast<Index>(i) / expected.cols << ", "
          << static_cast<Index>(i) % expected.cols << ") is " << row_major[i] << "; expected "
          << expected.value[i] << " within " << bound;
      return out.str();
    }
  }
  return "";
}

std::string difference(const Oracle& expected, const sparse::Activations& panels) {
  if (panels.features() != expected.rows || panels.tokens() != expected.cols)
    return "shape of the panels differs";
  std::vector<float> row_major(expected.value.size());
  sparse::unpack(panels, {row_major.data(), expected.rows, expected.cols});
  return difference(expected, row_major);
}

std::string dirty_padding(const sparse::Activations& panels) {
  for (Index p = 0; p < panels.panels(); ++p)
    for (Index f = 0; f < panels.features(); ++f)
      for (Index lane = panels.used_lanes(p); lane < panels.panel_width(); ++lane)
        if (panels.row(p, f)[lane] != 0.0f)
          return "padding lane " + std::to_string(lane) + " of feature " + std::to_string(f) +
                 " is " + std::to_string(panels.row(p, f)[lane]) + "; expected 0";
  return "";
}

}  // namespace espalier::testing
