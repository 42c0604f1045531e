// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/benchmarks/measure/plan.h>
#include <espalier/benchmarks/measure/results.h>

namespace espalier::benchmarks {

/// Measures this library at the densities of the plan, for each product and block size interleaved
/// with the dense products, on the first shape of the plan, and appends the records.
void measure_crossover(const Plan& plan, Results& results);

/// Bytes that it holds at once, as `held_bytes` counts them.
double crossover_bytes(const Plan& plan);

/// Prints a markdown table of crossovers, one column for each block size.
void print_crossover(const Plan& plan, const Results& results);

}  // namespace espalier::benchmarks
