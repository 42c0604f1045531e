// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/crossover.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>

#include <espalier/benchmarks/group.h>
#include <espalier/benchmarks/work_progress.h>

namespace espalier::benchmarks {
namespace {

constexpr std::array kCurveProducts = {Product::kSpmm, Product::kSpmmTransposed, Product::kSddmm,
                                       Product::kLayerStep};

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

std::string text_of(const DensityCurve& curve) {
  char text[32];
  if (const auto density = crossover(curve))
    std::snprintf(text, sizeof text, "%.2f", *density);
  else
    std::snprintf(text, sizeof text, "%s %g", curve.speed_ups.back() >= 1 ? "above" : "below",
                  curve.speed_ups.back() >= 1 ? curve.densities.back() : curve.densities.front());
  return text;
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

void measure_crossover(const Plan& plan, Results& results) {
  double total = 0;
  for (const Product product : kCurveProducts)
    total += static_cast<double>(plan.types.size() * plan.blocks.size()) *
             group_weight(plan.shapes.front(), product);
  WorkProgress progress("crossover", total);
  for (const Type type : plan.types) {
    for (const Index block : plan.blocks) {
      Shape shape = plan.shapes.front();
      Problems problems;
      problems.push_back(std::make_unique<Problem>(dense_counterpart(shape)));
      for (const double density : plan.crossover_densities) {
        shape.block = block;
        shape.density = density;
        shape.type = type;
        problems.push_back(std::make_unique<Problem>(shape));
      }
      for (const Product product : kCurveProducts) {
        progress.begin(product_name(product, false), group_weight(shape, product));
        measure_group(plan, problems, product, Peers::kDense, "", results,
                      [&](double share) { progress.reach(share); });
      }
    }
  }
}

void print_crossover(const Plan& plan, const Results& results) {
  const Shape& extents = plan.shapes.front();
  const auto curves = density_curves(results);
  std::printf(
      "\n### Density at which sparse and dense take the same time, %lld x %lld, %lld "
      "tokens\n\n| product | type |",
      static_cast<long long>(extents.out), static_cast<long long>(extents.in),
      static_cast<long long>(extents.tokens));
  for (const Index block : plan.blocks) std::printf(" b=%lld |", static_cast<long long>(block));
  std::printf("\n|---|---|");
  for (std::size_t i = 0; i < plan.blocks.size(); ++i) std::printf("---|");
  std::printf("\n");
  for (const Product product : kCurveProducts) {
    for (const Type type : plan.types) {
      std::printf("| %s | %s |", product_name(product, false).c_str(), type_name(type));
      for (const Index block : plan.blocks) {
        const auto curve = std::find_if(curves.begin(), curves.end(), [&](const DensityCurve& c) {
          return c.product == product && c.shape.block == block && c.shape.type == type &&
                 c.shape.out == extents.out && c.shape.in == extents.in;
        });
        std::printf(" %s |", curve == curves.end() ? "-" : text_of(*curve).c_str());
      }
      std::printf("\n");
    }
  }
  std::fflush(stdout);
}

}  // namespace espalier::benchmarks
