// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <espalier/sparse/core/types.h>
#include <espalier/sparse/kernels/line_visit.h>

namespace espalier::sparse {

// Private to the products: what a ProductPlan holds besides its pattern.

/// Some of the inputs of a pass, and what it does with them.
struct ProductSweep {
  Index first_input = 0;  ///< feature where its inputs begin
  Index inputs = 0;       ///< features in it
  std::vector<kernels::LineVisit> visits;
};

/// The part of a product in one rectangle of the matrix, a range of output lines and a range of
/// input lines, small enough for the panels and the weights of the rectangle to stay in the
/// second-level cache.
///
/// A sweep takes a part of the inputs: all, or for small blocks what stays in the first-level
/// cache. Lines of small blocks are ordered by length: those of equal length run side by side, and
/// trip counts are constant in runs. Others keep their order, and so do their weights in memory.
struct ProductPass {
  std::vector<ProductSweep> sweeps;  ///< those with entries; one at least; inputs ascending
  Index first_input = 0;             ///< feature where the range of inputs begins
  Index inputs = 0;                  ///< features in it
  Index first_output = 0;
  Index outputs = 0;

  /// Whether this is the first pass over its lines: its first sweep visits each, to start its sum.
  bool starts() const { return first_input == 0; }
};

/// The order in which the kernels take the blocks of a pattern. A product runs pass after pass,
/// ranges of outputs outside and ranges of inputs inside. The first pass over a range of outputs is
/// there always, others where they have entries. Since the entries of a line ascend, the
/// sum of an output keeps its order whatever the passes.
struct PlanPasses {
  /// Lines are block rows, with entries in pattern order.
  std::vector<ProductPass> forward;
  /// Lines are block columns, with entries in the order of the pattern's column-wise traversal.
  std::vector<ProductPass> transposed;
  /// As `forward`, for the weight gradient: one sweep in each pass, in the order of the rows.
  std::vector<ProductPass> gradient;
  /// Input line of each entry, counted from where the inputs of its sweep begin: 16 bits, because
  /// the kernels of small blocks spend much of their time on reading these.
  std::vector<std::uint16_t> forward_inputs;
  std::vector<std::uint16_t> transposed_inputs;
  /// The same for products that visit each line once: one pass of one sweep. Lines are ordered by
  /// length but for the weight gradient.
  std::vector<ProductPass> whole_forward;
  std::vector<ProductPass> whole_transposed;
  std::vector<ProductPass> whole_gradient;
};

}  // namespace espalier::sparse
