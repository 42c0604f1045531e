// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/parameters/parameter.h>

#include <utility>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/extent.h>

namespace espalier::models {

Index Parameter::positions() const { return checked_product(name, shape); }

void Parameter::make_dense(std::vector<Index> extents) {
  shape = std::move(extents);
  values.assign(static_cast<std::size_t>(positions()), 0.0f);
  gradient.assign(values.size(), 0.0f);
}

void Parameter::check_lengths() const {
  const auto expected = static_cast<std::size_t>(is_sparse() ? pattern->values() : positions());
  if (values.size() != expected || gradient.size() != expected)
    throw ShapeError(name + ": " + std::to_string(values.size()) + " values and " +
                     std::to_string(gradient.size()) + " gradients; expected " +
                     std::to_string(expected) + " of each");
}

}  // namespace espalier::models
