// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace espalier::models {

/// Sum of squares in double precision; the order of the sum depends on the SIMD target only.
/// `values` start on a cache line.
double sum_of_squares(const float* values, std::size_t count) noexcept;

/// The definition: one value after the other.
double sum_of_squares_reference(const float* values, std::size_t count) noexcept;

}  // namespace espalier::models
