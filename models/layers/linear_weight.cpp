// SPDX-License-Identifier: Apache-2.0
// Weights that come from elsewhere.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <espalier/models/layers/linear.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

void require_extents(const Parameter& weight, Index rows, Index cols) {
  if (rows == weight.shape[0] && cols == weight.shape[1]) return;
  throw ShapeError(weight.name + ": a matrix of " + std::to_string(rows) + "x" +
                   std::to_string(cols) + "; expected " + std::to_string(weight.shape[0]) + "x" +
                   std::to_string(weight.shape[1]));
}

void require_finite(const Parameter& weight, std::span<const float> values) {
  if (std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); }))
    return;
  throw ShapeError(weight.name +
                   ": a matrix with values that are not finite; expected finite ones");
}

/// The values of `dense` at the stored positions.
AlignedVector<float> stored_values(MatrixView<const float> dense,
                                   const sparse::BlockPattern& pattern) {
  const sparse::BlockShape block = pattern.block();
  AlignedVector<float> values;
  values.reserve(static_cast<std::size_t>(pattern.values()));
  for (const sparse::BlockCoordinate& at : pattern.coordinates()) {
    for (Index r = at.row * block.rows; r < (at.row + 1) * block.rows; ++r) {
      const auto row = dense.row(r).subspan(static_cast<std::size_t>(at.col * block.cols),
                                            static_cast<std::size_t>(block.cols));
      values.insert(values.end(), row.begin(), row.end());
    }
  }
  return values;
}

}  // namespace

void Linear::set_weight(MatrixView<const float> weight) {
  check_lengths();
  require_extents(weight_, weight.rows, weight.cols);
  for (Index r = 0; r < weight.rows; ++r) require_finite(weight_, weight.row(r));
  if (is_sparse()) {
    weight_.values = stored_values(weight, *weight_.pattern);
  } else {
    for (Index r = 0; r < weight.rows; ++r)
      std::ranges::copy(weight.row(r), weight_.values.begin() + r * weight.cols);
  }
  std::fill(weight_.gradient.begin(), weight_.gradient.end(), 0.0f);
}

void Linear::set_weight(const sparse::BlockCsrMatrix<float>& weight) {
  if (!is_sparse())
    throw ShapeError(weight_.name + ": a block-sparse matrix; expected a dense one, as the layer");
  require_extents(weight_, weight.pattern().rows(), weight.pattern().cols());
  require_finite(weight_, weight.values());
  sparse::ProductPlan plan = plan_of(weight.pattern_ptr());
  AlignedVector<float> values(weight.values().begin(), weight.values().end());
  AlignedVector<float> gradient(values.size());
  plan_ = std::move(plan);
  weight_.pattern = weight.pattern_ptr();
  weight_.values = std::move(values);
  weight_.gradient = std::move(gradient);
}

}  // namespace espalier::models
