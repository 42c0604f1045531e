// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <espalier/benchmarks/measure/problem.h>

namespace espalier::benchmarks {

/// How many times faster than the best dense product a sparse one has to be at density 0.1 on one
/// thread: what the project asks of itself on 768x768 and 3072x768 with 2048 tokens.
struct Required {
  double speed_up;
  double aim;
};

/// Nothing for other shapes, densities and products, and from cold caches.
std::optional<Required> required(Product product, const Shape& shape, int threads,
                                 bool cold = false);

/// What a contraction over 3072 may fall short of `required`, as a share of it: the operands of one
/// panel no longer fit the second-level cache.
inline constexpr double kLongContractionAllowance = 0.2;
bool is_long_contraction(Product product, const Shape& shape);

/// Limits of a topology update of a 3072x768 matrix with blocks of one value.
inline constexpr double kRequiredUpdateSeconds = 0.010;

}  // namespace espalier::benchmarks
