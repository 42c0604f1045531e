// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/modes/crossover.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include <espalier/benchmarks/measure/density_curve.h>
#include <espalier/benchmarks/measure/work_progress.h>
#include <espalier/benchmarks/modes/group.h>

namespace espalier::benchmarks {
namespace {

constexpr std::array kCurveProducts = {Product::kSpmm, Product::kSpmmTransposed, Product::kSddmm,
                                       Product::kLayerStep};

/// Dense, and at each density.
std::vector<Shape> shapes_of(const Plan& plan, Index block, Type type) {
  Shape shape = plan.shapes.front();
  std::vector<Shape> shapes = {dense_counterpart(shape)};
  shape.block = block;
  shape.type = type;
  for (const double density : plan.crossover_densities) {
    shape.density = density;
    shapes.push_back(shape);
  }
  return shapes;
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

void measure_crossover(const Plan& plan, Results& results) {
  double total = 0;
  for (const Product product : kCurveProducts)
    total += static_cast<double>(plan.types.size() * plan.blocks.size()) *
             group_weight(plan.shapes.front(), product);
  WorkProgress progress("crossover", total);
  for (const Type type : plan.types) {
    for (const Index block : plan.blocks) {
      Problems problems;
      for (const Shape& shape : shapes_of(plan, block, type))
        problems.push_back(std::make_unique<Problem>(shape));
      for (const Product product : kCurveProducts) {
        progress.begin(product_name(product, false), group_weight(plan.shapes.front(), product));
        measure_group(plan, problems, product, Peers::kDense, "", results,
                      [&](double share) { progress.reach(share); });
      }
    }
  }
}

double crossover_bytes(const Plan& plan) {
  double most = 0;
  for (const Type type : plan.types)
    most = std::max(most, held_bytes(plan, shapes_of(plan, plan.blocks.front(), type),
                                     kCurveProducts, Peers::kDense));
  return most;
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
