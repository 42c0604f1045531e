// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <espalier/benchmarks/measure/plan.h>
#include <espalier/benchmarks/measure/results.h>

namespace espalier::benchmarks {

using Problems = std::vector<std::unique_ptr<Problem>>;

/// Whom this library is measured with.
enum class Peers {
  kDense,  ///< the fastest dense products; from warm caches, those that three rounds show to take
           ///< 8% more time than the fastest of their type are left out
  kAll     ///< every product, dense and sparse, of every library
};

/// Measures the implementations of a product on the problems, interleaved round by round in this
/// process, and appends the records as one group. With more than one thread, this library on one
/// thread is measured too. What a library does not have on this processor is noted in the results.
/// After each round, calls `reached`, if it is given, with the share of the rounds that are done.
/// Throws std::runtime_error that names the benchmark if a result is wrong or a library fails.
void measure_group(const Plan& plan, const Problems& problems, Product product, Peers peers,
                   const std::string& pattern, Results& results,
                   const std::function<void(double)>& reached = {});

/// Bytes that groups of these products hold at once on problems of these shapes: the problems, the
/// results that others are compared with, and the results of the runners of one group, of which
/// each has a problem of its own where caches are cold. What libraries pack for themselves is not
/// counted.
double held_bytes(const Plan& plan, std::span<const Shape> shapes,
                  std::span<const Product> products, Peers peers);

/// How long that takes, in any unit, for a random pattern: the weight of the group in the progress
/// of a mode.
double group_weight(const Shape& extents, Product product);

}  // namespace espalier::benchmarks
