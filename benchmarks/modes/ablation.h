// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include <espalier/benchmarks/measure/plan.h>
#include <espalier/benchmarks/measure/results.h>

namespace espalier::benchmarks {

/// What keeps a product from the ceiling of the processor: the product as it is, then with one cost
/// after another removed. Each step keeps what the steps before it removed, and all run the same
/// kernels.
struct AblationStep {
  const char* name;
  bool adjacent;     ///< the blocks of a row side by side, as many in each row: regular addresses
  bool one_panel;    ///< the tokens that are worked on at a time, again and again: nothing streams
  bool first_level;  ///< so few features that the operands fit into the first-level cache
};

inline constexpr std::array kAblationSteps = {AblationStep{"random pattern", false, false, false},
                                              AblationStep{"adjacent blocks", true, false, false},
                                              AblationStep{"one panel", true, true, false},
                                              AblationStep{"first-level cache", true, true, true}};

/// The speed of one product after each step.
struct AblationRow {
  Product product;
  Shape shape;  ///< before any step
  std::array<double, kAblationSteps.size()> gflops;
};

/// The operands of a product after a step: a pattern of the density and block size of `shape`.
Problem ablation_problem(const AblationStep& step, Product product, const Shape& shape);

/// Measures this library's forward and weight gradient for each shape and block size of the plan in
/// single precision. (The input gradient has the kernel of the forward, after a copy of the values
/// that one panel would not pay for.) The steps of a product run interleaved. Appends a record
/// for each, with the name of the step as its pattern, and the ceilings. Throws std::runtime_error
/// if a result is wrong.
std::vector<AblationRow> measure_ablation(const Plan& plan, Results& results);

/// Bytes of the operands and results that it holds at once at these extents.
double ablation_bytes(const Plan& plan, Shape shape);

/// Prints a markdown table: GFLOP/s on stored values, and in brackets the share of the measured
/// multiply-adds, one column for each step.
void print_ablation(const std::vector<AblationRow>& rows, const Results& results);

}  // namespace espalier::benchmarks
