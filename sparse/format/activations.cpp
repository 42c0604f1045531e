// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/format/activations.h>

#include <algorithm>
#include <string>

#include <espalier/sparse/core/error.h>

namespace espalier::sparse {
namespace {

void check_fits(MatrixView<const float> matrix, const Activations& x) {
  check_matrix("activations", "matrix", matrix);
  if (matrix.rows != x.features() || matrix.cols != x.tokens())
    throw ShapeError("activations: matrix is " + std::to_string(matrix.rows) + " features x " +
                     std::to_string(matrix.cols) + " tokens; panels hold " +
                     std::to_string(x.features()) + " x " + std::to_string(x.tokens()));
}

}  // namespace

Activations pack(MatrixView<const float> features_by_tokens, Index panel_width) {
  Activations out(features_by_tokens.cols, features_by_tokens.rows, panel_width);
  pack(features_by_tokens, out);
  return out;
}

void pack(MatrixView<const float> features_by_tokens, Activations& out) {
  check_fits(features_by_tokens, out);
  for (Index p = 0; p < out.panels(); ++p)
    for (Index f = 0; f < out.features(); ++f)
      std::copy_n(&features_by_tokens(f, p * out.panel_width()), out.used_lanes(p), out.row(p, f));
  out.clear_padding();
}

void unpack(const Activations& x, MatrixView<float> features_by_tokens) {
  check_fits(features_by_tokens, x);
  for (Index p = 0; p < x.panels(); ++p)
    for (Index f = 0; f < x.features(); ++f)
      std::copy_n(x.row(p, f), x.used_lanes(p), &features_by_tokens(f, p * x.panel_width()));
}

}  // namespace espalier::sparse
