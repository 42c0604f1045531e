// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/core/types.h>

namespace espalier::schedules {

/// Choices of the explored-parameter estimate.
struct ExploredOptions {
  bool regrow_dropped = false;  ///< blocks dropped by an update may be grown by the same update
};

/// Expected share of positions that were ever stored after training with random growth and a cosine
/// drop fraction, starting from density d:
///   c_0 = d,   c_k = c_(k-1) + p_k d (1 - c_(k-1)) / (1 - d),   p_k = drop_fraction/2 (1 + cos(pi
///   k/n))
/// for k = 1 .. n - 1, where n is `updates`: the last of n intervals ends training without an
/// update. With `regrow_dropped` the candidates also include the dropped positions and the divisor
/// is 1 - d + p_k d. A dense model (d = 1) has explored everything. The recurrence is the exact
/// expectation when positions are grown uniformly among those not stored. An update that would grow
/// more positions than are free grows all of them. Throws ConfigError if density is outside (0, 1],
/// updates < 1, or drop_fraction outside [0, 1]. Source: derived from Dietrich et al. 2021,
/// algorithm 1; the literature calls the result degrees of freedom, or R_s (Liu et al. 2021,
/// "In-Time Over-Parameterization").
double expected_explored(double density, Index updates, double drop_fraction,
                         const ExploredOptions& options = {});

}  // namespace espalier::schedules
