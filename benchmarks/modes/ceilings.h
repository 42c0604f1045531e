// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/benchmarks/measure/plan.h>
#include <espalier/benchmarks/measure/results.h>

namespace espalier::benchmarks {

/// Measures limits of the machine on the plan's threads by small loops, interleaved, and keeps them
/// in the results, of several measurements the highest:
///
/// "fma_f32", and "dot_bf16" where the processor has that instruction, in operations per second:
/// chains of multiply-adds that touch no memory, on the best instruction set of this machine. A
/// multiply-add counts as two.
///
/// "read_l1", "read_l2", "read_l3" and "read_memory" in bytes per second: sums over a buffer of
/// half the first and second cache, of four second caches (if the last cache is at least twice
/// that), and of twice the last caches that the threads may have, but at most 4 GiB and a quarter
/// of the available memory. Each thread has a part of it, which it has written itself.
void measure_ceilings(const Plan& plan, Results& results);

}  // namespace espalier::benchmarks
