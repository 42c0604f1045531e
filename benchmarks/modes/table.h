// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/benchmarks/measure/plan.h>
#include <espalier/benchmarks/measure/results.h>

namespace espalier::benchmarks {

/// Measures every implementation of every product at the shapes of the plan, all those of one
/// product and shape interleaved, and the ceilings in between, and appends the records. Throws
/// std::runtime_error if a result is wrong.
void measure_table(const Plan& plan, Results& results);

/// Bytes that it holds at once at these extents, as `held_bytes` counts them.
double table_bytes(const Plan& plan, const Shape& extents);

/// Prints the records of the plan's shapes as markdown: for each shape a table of speed-ups over
/// the best dense product with what is required, then the details of each cell.
void print_table(const Plan& plan, const Results& results);

}  // namespace espalier::benchmarks
