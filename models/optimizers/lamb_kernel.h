// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <espalier/models/optimizers/moments.h>

namespace espalier::models {

/// Constants of one LAMB step, worked out in double precision and rounded once.
struct LambConstants {
  MomentConstants moments;
  float correction;  ///< 1 / (1 - beta1^t); 1 without correction
  float decay;       ///< weight decay
};

/// The first half of a step: takes the gradients into the moments and replaces them by the
/// direction u = correction m / (sqrt(v') + epsilon) + decay w. Arrays start on a cache line and do
/// not overlap.
void lamb_direction(const LambConstants& constants, const float* values, float* gradient,
                    float* first, float* second, std::size_t count) noexcept;

/// The second half: w <- w - rate u; clears u.
void lamb_step(float rate, float* values, float* direction, std::size_t count) noexcept;

/// The definitions: one value after the other, in double precision.
void lamb_direction_reference(const LambConstants& constants, const float* values, float* gradient,
                              float* first, float* second, std::size_t count) noexcept;
void lamb_step_reference(float rate, float* values, float* direction, std::size_t count) noexcept;

}  // namespace espalier::models
