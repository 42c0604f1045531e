// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include <espalier/sparse/core/types.h>

namespace espalier::models {

/// Names of the moments in the state of Adam and what follows from it, as PyTorch has them.
inline constexpr const char* kFirstMoment = "exp_avg";
inline constexpr const char* kSecondMoment = "exp_avg_sq";

/// Constants of one step of the moments, worked out in double precision and rounded once.
///   m <- b1 m + (1 - b1) g        v <- b2 v + (1 - b2) g^2
///   m' = m / (1 - b1^t)           v' = v / (1 - b2^t)
struct MomentConstants {
  float gradient_scale;
  float first_decay;        ///< b1
  float first_rate;         ///< 1 - b1
  float second_decay;       ///< b2
  float second_rate;        ///< 1 - b2
  float inverse_root;       ///< 1 / sqrt(1 - b2^t); 1 without correction
  float epsilon;            ///< added to the root of the second moment
  double first_correction;  ///< 1 - b1^t; 1 without correction

  bool forgets() const { return first_decay < first_rate || second_decay < second_rate; }
};

/// `Options` has beta1, beta2 and epsilon. `step` is t, from 1; 0: no correction.
template <typename Options>
MomentConstants moment_constants(const Options& options, Index step, double gradient_scale) {
  const auto power = static_cast<double>(step);
  const auto correction = [&](double beta) { return step == 0 ? 1 : 1 - std::pow(beta, power); };
  return {.gradient_scale = static_cast<float>(gradient_scale),
          .first_decay = static_cast<float>(options.beta1),
          .first_rate = static_cast<float>(1 - options.beta1),
          .second_decay = static_cast<float>(options.beta2),
          .second_rate = static_cast<float>(1 - options.beta2),
          .inverse_root = static_cast<float>(1 / std::sqrt(correction(options.beta2))),
          .epsilon = static_cast<float>(options.epsilon),
          .first_correction = correction(options.beta1)};
}

/// The definition of what the kernels do with the moments of one value, in double precision: takes
/// the gradient into both and returns m / (sqrt(v') + epsilon), with m not yet corrected.
inline double adam_quotient_reference(const MomentConstants& constants, float gradient,
                                      float& first, float& second) {
  const double g = double{gradient} * constants.gradient_scale;
  const double m = double{first} + constants.first_rate * (g - first);
  const double v = double{second} + constants.second_rate * (g * g - second);
  first = static_cast<float>(m);
  second = static_cast<float>(v);
  return m / (std::sqrt(v) * constants.inverse_root + constants.epsilon);
}

}  // namespace espalier::models
