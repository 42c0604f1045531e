// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/benchmarks/measure/plan.h>
#include <espalier/benchmarks/measure/results.h>

namespace espalier::benchmarks {

/// Measures the forward product and the input gradient on row-major activations of 1 to 64 tokens,
/// in float, at the extents of each shape of the plan, and appends the records.
void measure_few_tokens(const Plan& plan, Results& results);

/// Bytes that it holds at once at these extents, as `held_bytes` counts them.
double few_tokens_bytes(const Plan& plan, Shape extents);

/// Prints a markdown table for each shape and product: a line for each number of tokens, with the
/// best dense product and the speed-up over it of each block size.
void print_few_tokens(const Plan& plan, const Results& results);

}  // namespace espalier::benchmarks
