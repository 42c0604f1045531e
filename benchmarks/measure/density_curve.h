// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <espalier/benchmarks/measure/results.h>

namespace espalier::benchmarks {

/// How the speed of one sparse product falls with density.
struct DensityCurve {
  Product product;
  Shape shape;                    ///< of its lowest density
  std::vector<double> densities;  ///< ascending
  std::vector<double> speed_ups;  ///< over the best dense product
};

/// The curves in the results of this library: products and blocks that were measured at two
/// densities or more.
std::vector<DensityCurve> density_curves(const Results& results);

/// The density at which the curve passes 1, interpolated between the two neighbours on logarithmic
/// axes. Nothing if it stays on one side of 1.
std::optional<double> crossover(const DensityCurve& curve);

}  // namespace espalier::benchmarks
