// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <espalier/models/optimizers/moments.h>

namespace espalier::models {

/// Constants of one AdamW step, worked out in double precision and rounded once.
struct AdamWConstants {
  MomentConstants moments;
  float step_size;  ///< learning rate / (1 - beta1^t)
  float decay;      ///< learning rate * weight decay
};

/// Updates `count` values and clears their gradients. Arrays start on a cache line and do not
/// overlap.
void adamw_update(const AdamWConstants& constants, float* values, float* gradient, float* first,
                  float* second, std::size_t count) noexcept;

/// The definition: one value after the other, in double precision.
void adamw_update_reference(const AdamWConstants& constants, float* values, float* gradient,
                            float* first, float* second, std::size_t count) noexcept;

}  // namespace espalier::models
