// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/modes/few_tokens.h>

#include <array>
#include <cstdio>
#include <memory>

#include <espalier/benchmarks/measure/work_progress.h>
#include <espalier/benchmarks/modes/group.h>

namespace espalier::benchmarks {
namespace {

constexpr std::array<Index, 7> kTokenCounts = {1, 2, 4, 8, 16, 32, 64};
constexpr std::array kRowProducts = {Product::kLinearPlain, Product::kLinearPlainTransposed};

Plan in_float(Plan plan) {
  plan.types = {Type::kF32};
  return plan;
}

const Record* record_of(const Results& results, const Case& what) {
  for (const Record& r : results.records)
    if (r.what == what) return &r;
  return nullptr;
}

/// Blocks of 1 as they are stored where the weights stay.
void print_sliced(const Plan& plan, const Results& results, Shape extents) {
  extents.tokens = 1;
  Case what{Product::kLinearPlain, extents, "espalier.sliced", plan.threads};
  what.shape.block = 1;
  what.shape.density = plan.density;
  if (const Record* const record = record_of(results, what))
    std::printf("\nOne token, b=1 in slices of eight rows, for weights that stay: %.2f (%.1f us)\n",
                speed_up(results, *record), record->seconds.median * 1e6);
}

}  // namespace

void measure_few_tokens(const Plan& plan, Results& results) {
  const Plan floats = in_float(plan);
  WorkProgress progress("few tokens", static_cast<double>(plan.shapes.size() * kTokenCounts.size() *
                                                          kRowProducts.size()));
  for (Shape extents : plan.shapes) {
    for (const Index tokens : kTokenCounts) {
      extents.tokens = tokens;
      Problems problems;
      for (const Shape& shape : shapes_at(floats, extents))
        problems.push_back(std::make_unique<Problem>(shape));
      for (const Product product : kRowProducts) {
        progress.begin(product_name(product, false), 1);
        measure_group(floats, problems, product, Peers::kDense, "", results,
                      [&](double share) { progress.reach(share); });
      }
    }
  }
}

double few_tokens_bytes(const Plan& plan, Shape extents) {
  const Plan floats = in_float(plan);
  extents.tokens = kTokenCounts.back();
  return held_bytes(floats, shapes_at(floats, extents), kRowProducts, Peers::kDense);
}

void print_few_tokens(const Plan& plan, const Results& results) {
  for (Shape extents : plan.shapes) {
    for (const Product product : kRowProducts) {
      std::printf(
          "\n### %s, %lld x %lld, density %g, %s, %d thread%s\n\n| tokens | best dense, us |",
          product_name(product, false).c_str(), static_cast<long long>(extents.out),
          static_cast<long long>(extents.in), plan.density,
          plan.caches == Caches::kCold ? "cold" : "warm", plan.threads,
          plan.threads == 1 ? "" : "s");
      for (const Index block : plan.blocks) std::printf(" b=%lld |", static_cast<long long>(block));
      std::printf("\n|---|---|");
      for (std::size_t i = 0; i < plan.blocks.size(); ++i) std::printf("---|");
      for (const Index tokens : kTokenCounts) {
        extents.tokens = tokens;
        const Record* dense = nullptr;
        std::string row;
        for (const Index block : plan.blocks) {
          Case what{product, extents, "espalier", plan.threads};
          what.shape.block = block;
          what.shape.density = plan.density;
          const Record* record = record_of(results, what);
          if (record == nullptr) continue;
          dense = best_dense(results, *record);
          char cell[64];
          std::snprintf(cell, sizeof cell, " %.2f (%.1f us) |", speed_up(results, *record),
                        record->seconds.median * 1e6);
          row += cell;
        }
        if (dense != nullptr)
          std::printf("\n| %lld | %s %.1f |%s", static_cast<long long>(tokens),
                      dense->what.implementation.c_str(), dense->seconds.median * 1e6, row.c_str());
      }
      std::printf("\n");
    }
    print_sliced(plan, results, extents);
  }
  std::fflush(stdout);
}

}  // namespace espalier::benchmarks
