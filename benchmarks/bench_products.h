// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "benchmarks/implementation.h"

namespace espalier::benchmarks {

/// What to measure.
struct Plan {
  std::vector<Shape> shapes;  ///< extents; block and density are set for each benchmark
  std::vector<Index> blocks = {1, 2, 4, 8, 16};
  double density = 0.1;
  int threads = 1;
  bool reference_variant = true;  ///< also time the reference kernels, which are slow
  int rounds = 15;                ///< interleaved repeats of the table
};

/// Runs a fresh runner once and compares it with the reference. Throws std::runtime_error that
/// names the benchmark if they differ: a wrong result has no speed.
void verify_or_throw(Runner& runner, const Problem& problem, Product product,
                     const std::string& name);

/// Registers every product of every implementation and shape with Google Benchmark, as
/// PRODUCT/IMPLEMENTATION/block:B/out:O/in:I/tokens:T/density:D/type:f32/threads:N.
/// A wrong result is reported as an error instead of a time, and sets the value that is returned.
std::shared_ptr<const bool> register_products(const Plan& plan);

/// Measures all implementations interleaved in this process and prints, for each sparse product and
/// block size, how much faster it is than the fastest dense product for the same work.
void print_table(const Plan& plan);

}  // namespace espalier::benchmarks
