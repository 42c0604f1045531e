// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <espalier/models/parameters/parameter.h>

namespace espalier::testing {

/// `values`, one for each that a parameter stores, such as its gradient, as a dense tensor with
/// zeros between them.
template <typename T>
std::vector<T> dense_values(const models::Parameter& parameter, std::span<const T> values) {
  if (!parameter.is_sparse()) return {values.begin(), values.end()};
  std::vector<T> dense(static_cast<std::size_t>(parameter.positions()));
  const sparse::BlockShape block = parameter.pattern->block();
  auto value = values.begin();
  for (const sparse::BlockCoordinate& at : parameter.pattern->coordinates())
    for (Index r = 0; r < block.rows; ++r)
      for (Index c = 0; c < block.cols; ++c)
        dense[static_cast<std::size_t>((at.row * block.rows + r) * parameter.shape[1] +
                                       at.col * block.cols + c)] = *value++;
  return dense;
}
inline std::vector<float> dense_values(const models::Parameter& parameter,
                                       const AlignedVector<float>& values) {
  return dense_values(parameter, std::span<const float>(values));
}

}  // namespace espalier::testing
