// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace espalier::models {

/// Constants of one AdamW step, worked out in double precision and rounded once.
struct AdamWConstants {
  float gradient_scale;
  float first_decay;   ///< beta1
  float first_rate;    ///< 1 - beta1
  float second_decay;  ///< beta2
  float second_rate;   ///< 1 - beta2
  float inverse_root;  ///< 1 / sqrt(1 - beta2^t)
  float epsilon;
  float step_size;  ///< learning rate / (1 - beta1^t)
  float decay;      ///< learning rate * weight decay
};

/// Updates `count` values and clears their gradients. Arrays start on a cache line and do not
/// overlap.
void adamw_update(const AdamWConstants& constants, float* values, float* gradient, float* first,
                  float* second, std::size_t count) noexcept;

/// Sum of squares in double precision; the order of the sum depends on the SIMD target only.
double sum_of_squares(const float* values, std::size_t count) noexcept;

}  // namespace espalier::models
