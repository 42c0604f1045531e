// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <espalier/benchmarks/plan.h>
#include <espalier/benchmarks/results.h>

namespace espalier::benchmarks {

using Problems = std::vector<std::unique_ptr<Problem>>;

/// Whom this library is measured with, besides the dense products.
enum class Peers { kNone, kAll };

/// Measures every implementation of a product on the problems, interleaved round by round in this
/// process, and appends the records as one group. With more than one thread, this library on one
/// thread is measured too. Throws std::runtime_error if a result is wrong.
void measure_group(const Plan& plan, const Problems& problems, Product product, Peers peers,
                   const std::string& pattern, Results& results);

/// Measures arithmetic and memory ceilings on the plan's threads; of several measurements the
/// results keep the highest.
void measure_ceilings(const Plan& plan, Results& results);

}  // namespace espalier::benchmarks
