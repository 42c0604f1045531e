// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/measure/density_curve.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>

namespace espalier::benchmarks {
namespace {

void sort_by_density(DensityCurve& curve) {
  std::map<double, double> by_density;
  for (std::size_t i = 0; i < curve.densities.size(); ++i)
    by_density.emplace(curve.densities[i], curve.speed_ups[i]);
  curve.densities.clear();
  curve.speed_ups.clear();
  for (const auto& [density, value] : by_density) {
    curve.densities.push_back(density);
    curve.speed_ups.push_back(value);
  }
  curve.shape.density = curve.densities.front();
}

}  // namespace

std::vector<DensityCurve> density_curves(const Results& results) {
  std::vector<DensityCurve> curves;
  for (const Record& r : results.records) {
    const double value = speed_up(results, r);
    if (r.what.implementation != "espalier" || r.what.shape.dense() || value == 0 ||
        !r.pattern.empty())
      continue;
    const auto same = [&](const DensityCurve& c) {
      Shape at = r.what.shape;
      at.density = c.shape.density;
      return c.product == r.what.product && c.shape == at;
    };
    auto curve = std::find_if(curves.begin(), curves.end(), same);
    if (curve == curves.end())
      curve = curves.insert(curves.end(), {r.what.product, r.what.shape, {}, {}});
    curve->densities.push_back(r.what.shape.density);
    curve->speed_ups.push_back(value);
  }
  for (DensityCurve& curve : curves) sort_by_density(curve);
  std::erase_if(curves, [](const DensityCurve& c) { return c.densities.size() < 2; });
  return curves;
}

std::optional<double> crossover(const DensityCurve& curve) {
  for (std::size_t i = curve.densities.size() - 1; i > 0; --i) {
    const double left = std::log(curve.speed_ups[i - 1]), right = std::log(curve.speed_ups[i]);
    if (left < 0 || right >= 0) continue;
    const double share = left / (left - right);
    return std::exp((1 - share) * std::log(curve.densities[i - 1]) +
                    share * std::log(curve.densities[i]));
  }
  return {};
}

}  // namespace espalier::benchmarks
