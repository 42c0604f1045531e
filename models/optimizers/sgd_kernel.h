// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace espalier::models {

/// Constants of one step of SGD, worked out in double precision and rounded once.
///   g <- gradient_scale g + coupled_decay w
///   b <- momentum b + gain g
///   w <- w - (rate d + decay w)        d = g + momentum b with Nesterov, b without
struct SgdConstants {
  float gradient_scale;
  float coupled_decay;  ///< weight decay that goes through the momentum
  float momentum;
  float gain;   ///< 1 - dampening; 1 in the first step
  float rate;   ///< learning rate
  float decay;  ///< learning rate * weight decay that does not
  bool nesterov;
};

/// Updates `count` values and clears their gradients. `momentum` null: d = g. Arrays start on a
/// cache line and do not overlap.
void sgd_update(const SgdConstants& constants, float* values, float* gradient, float* momentum,
                std::size_t count) noexcept;

/// The definition: one value after the other, in double precision.
void sgd_update_reference(const SgdConstants& constants, float* values, float* gradient,
                          float* momentum, std::size_t count) noexcept;

}  // namespace espalier::models
