// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/block_pattern.h>

namespace espalier::sparse {

struct PlanPasses;

/// What the kernels want to know of a pattern besides the pattern itself. Made once for a pattern
/// by `make_plan`, owned by the layer, made anew after an edit. A pure function of the pattern and
/// the kernel variant. Immutable; copies share what they hold.
///
/// A plan that was made by default or moved from has no pattern; products refuse it.
class ProductPlan {
 public:
  ProductPlan() = default;
  ProductPlan(PatternPtr pattern, std::shared_ptr<const PlanPasses> passes)
      : pattern_(std::move(pattern)), passes_(std::move(passes)) {}

  const PatternPtr& pattern() const { return pattern_; }
  /// The order of the blocks. Its type is private to the products.
  const PlanPasses& passes() const { return *passes_; }

 private:
  PatternPtr pattern_;
  std::shared_ptr<const PlanPasses> passes_;
};

/// Makes the plan of a pattern. Throws ShapeError if `pattern` is null or its blocks are not square
/// of size 1, 2, 4, 8 or 16 (the sizes that have kernels). Cost: O(blocks + grid_rows + grid_cols +
/// rectangles), where the rectangles are those of 768x768 features that hold a block, each at the
/// cost of its block rows and columns.
ProductPlan make_plan(PatternPtr pattern, const Context& context);

}  // namespace espalier::sparse
// Tested by tests/sparse/ops/product_test.cpp
