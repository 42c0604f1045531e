// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <mutex>
#include <utility>

#include <espalier/sparse/format/block_pattern.h>
#include <espalier/sparse/ops/product_plan.h>

namespace espalier::python {

/// `espalier.BlockPattern`: a pattern and its product plan, which is made when a product first asks
/// for it and shared by everyone who holds the pattern.
class Pattern {
 public:
  explicit Pattern(sparse::PatternPtr pattern) : pattern_(std::move(pattern)) {}

  const sparse::PatternPtr& ptr() const { return pattern_; }
  const sparse::BlockPattern& operator*() const { return *pattern_; }
  const sparse::BlockPattern* operator->() const { return pattern_.get(); }

  /// Throws ShapeError if there are no kernels for its blocks.
  const sparse::ProductPlan& plan(const Context& context) const {
    std::call_once(planned_, [&] { plan_ = sparse::make_plan(pattern_, context); });
    return plan_;
  }

 private:
  sparse::PatternPtr pattern_;
  mutable std::once_flag planned_;
  mutable sparse::ProductPlan plan_;
};

using SharedPattern = std::shared_ptr<Pattern>;

inline SharedPattern shared(sparse::PatternPtr pattern) {
  return std::make_shared<Pattern>(std::move(pattern));
}

void bind_patterns(pybind11::module_& module);

}  // namespace espalier::python
