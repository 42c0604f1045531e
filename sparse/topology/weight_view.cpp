// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/topology/weight_view.h>

#include <utility>

#include <espalier/sparse/core/error.h>

namespace espalier::sparse {

WeightView::WeightView(std::string name, PatternPtr pattern, std::span<const float> values,
                       std::span<const float> gradient, WeightDetails details)
    : name_(std::move(name)),
      pattern_(std::move(pattern)),
      values_(values),
      gradient_(gradient),
      details_(std::move(details)) {
  if (pattern_ == nullptr) throw ShapeError("weight " + name_ + ": the pattern is null");
  const auto check = [&](const char* what, std::size_t found) {
    if (static_cast<Index>(found) != pattern_->values())
      throw ShapeError("weight " + name_ + ": " + std::to_string(found) + what + "; expected " +
                       std::to_string(pattern_->values()));
  };
  check(" values", values_.size());
  if (!gradient_.empty()) check(" values of the gradient", gradient_.size());
}

}  // namespace espalier::sparse
