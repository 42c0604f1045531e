// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <espalier/models/parameters/parameter.h>

namespace espalier::testing {

/// `values`, one for each that a parameter or a stored tensor has, such as its gradient, as a dense
/// tensor with zeros between them.
template <typename T, typename Tensor>
std::vector<T> dense_values(const Tensor& tensor, std::span<const T> values) {
  if (!tensor.is_sparse()) return {values.begin(), values.end()};
  std::vector<T> dense(static_cast<std::size_t>(tensor.shape[0] * tensor.shape[1]));
  const sparse::BlockShape block = tensor.pattern->block();
  auto value = values.begin();
  for (const sparse::BlockCoordinate& at : tensor.pattern->coordinates())
    for (Index r = 0; r < block.rows; ++r)
      for (Index c = 0; c < block.cols; ++c)
        dense[static_cast<std::size_t>((at.row * block.rows + r) * tensor.shape[1] +
                                       at.col * block.cols + c)] = *value++;
  return dense;
}
inline std::vector<float> dense_values(const models::Parameter& parameter,
                                       const AlignedVector<float>& values) {
  return dense_values(parameter, std::span<const float>(values));
}

}  // namespace espalier::testing
