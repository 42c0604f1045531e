// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/modes/ablation.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include <espalier/benchmarks/baselines/implementation.h>
#include <espalier/benchmarks/modes/ceilings.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::benchmarks {
namespace {

constexpr std::array kAblated = {Product::kSpmm, Product::kSddmm};

/// Row r stores `count` blocks from column r * count on, around the end: rows have the same number
/// of blocks, columns almost.
sparse::PatternPtr adjacent_pattern(const Shape& s) {
  const Index rows = s.out / s.block, cols = s.in / s.block;
  const auto wanted = static_cast<Index>(std::lround(s.density * static_cast<double>(cols)));
  const Index count = std::clamp<Index>(wanted, 1, cols);
  std::vector<sparse::BlockCoordinate> coordinates;
  for (Index r = 0; r < rows; ++r)
    for (Index i = 0; i < count; ++i)
      coordinates.push_back(
          {static_cast<BlockIndex>(r), static_cast<BlockIndex>((r * count + i) % cols)});
  std::sort(coordinates.begin(), coordinates.end());
  return sparse::BlockPattern::from_coordinates(s.out, s.in, {s.block, s.block}, coordinates);
}

/// Tokens that a kernel works on before it goes on to the next: a panel, or for the weight gradient
/// the panels that it sums in registers.
Index tokens_at_a_time(Product product) {
  return (product == Product::kSddmm ? 3 : 1) * sparse::kDefaultPanelWidth;
}

/// Extents whose operands fit into 48 KiB; the lines of the forward are as long as in a pass over
/// 768 features.
Shape small_extents(Product product, Shape s) {
  constexpr Index kFeaturesOfPass = 768, kOutputs = 64, kInputs = 96, kGradient = 32;
  if (product == Product::kSddmm) {
    s.out = s.in = kGradient;
    s.density = 1;
  } else {
    s.density = std::min(1.0, s.density * kFeaturesOfPass / kInputs);
    s.out = kOutputs;
    s.in = kInputs;
  }
  return s;
}

Shape shape_after(const AblationStep& step, Product product, const Shape& shape) {
  Shape s = step.first_level ? small_extents(product, shape) : shape;
  if (step.one_panel) s.tokens = tokens_at_a_time(product);
  return s;
}

AblationRow measure_product(const Plan& plan, Product product, const Shape& shape,
                            Results& results) {
  const auto ours = std::find_if(implementations().begin(), implementations().end(),
                                 [](const Implementation& i) { return i.name == "espalier"; });
  std::array<std::optional<Problem>, kAblationSteps.size()> problems;
  std::array<Timed, kAblationSteps.size()> timed;
  std::vector<Timed*> all;
  for (std::size_t i = 0; i < kAblationSteps.size(); ++i) {
    problems[i].emplace(ablation_problem(kAblationSteps[i], product, shape));
    timed[i].runner = make_runner(*ours, *problems[i], product, plan.threads);
    verify_or_throw(*timed[i].runner, *problems[i], product, kAblationSteps[i].name);
    all.push_back(&timed[i]);
  }
  measure_interleaved(all, plan.rounds, Caches::kWarm);
  AblationRow row{product, shape, {}};
  const int group = results.records.empty() ? 0 : results.records.back().group + 1;
  for (std::size_t i = 0; i < kAblationSteps.size(); ++i) {
    const RunTimes times = times_of(timed[i]);
    results.records.push_back({.what = {product, problems[i]->shape(), ours->name, plan.threads},
                               .group = group,
                               .pattern = kAblationSteps[i].name,
                               .flops = problems[i]->flops(product),
                               .operand_bytes = problems[i]->operand_bytes(product),
                               .seconds = times.seconds,
                               .cpu_seconds = times.cpu_seconds,
                               .iterations = times.iterations});
    row.gflops[i] = results.records.back().gflops();
  }
  results.keep_so_far();
  return row;
}

}  // namespace

Problem ablation_problem(const AblationStep& step, Product product, const Shape& shape) {
  const Shape s = shape_after(step, product, shape);
  return step.adjacent ? Problem(adjacent_pattern(s), s.tokens) : Problem(s);
}

std::vector<AblationRow> measure_ablation(const Plan& plan, Results& results) {
  std::vector<AblationRow> rows;
  for (Shape shape : plan.shapes) {
    shape.density = plan.density;
    for (const Product product : kAblated) {
      measure_ceilings(plan, results);
      for (const Index block : plan.blocks) {
        shape.block = block;
        rows.push_back(measure_product(plan, product, shape, results));
      }
    }
  }
  return rows;
}

double ablation_bytes(const Plan& plan, Shape shape) {
  shape.block = plan.blocks.front();
  shape.density = plan.density;
  double most = 0;
  for (const Product product : kAblated) {
    double held = 0;
    for (const AblationStep& step : kAblationSteps) {
      const Shape s = shape_after(step, product, shape);
      held += problem_bytes(s) + 2 * result_bytes(s, product);  // with that of the reference
    }
    most = std::max(most, held);
  }
  return most;
}

void print_ablation(const std::vector<AblationRow>& rows, const Results& results) {
  const auto found = results.ceilings.find("fma_f32");
  const double peak = found == results.ceilings.end() ? 0 : found->second * 1e-9;
  std::printf(
      "\n### What limits the products\n\nGFLOP/s on stored values (share of %.1f in "
      "multiply-adds); each column removes one more cost.\n\n| product | out x in | block |",
      peak);
  for (const AblationStep& step : kAblationSteps) std::printf(" %s |", step.name);
  std::printf("\n|---|---|---|");
  for (std::size_t i = 0; i < kAblationSteps.size(); ++i) std::printf("---|");
  std::printf("\n");
  for (const AblationRow& row : rows) {
    std::printf("| %s | %lld x %lld | %lld |", product_name(row.product, false).c_str(),
                static_cast<long long>(row.shape.out), static_cast<long long>(row.shape.in),
                static_cast<long long>(row.shape.block));
    for (const double gflops : row.gflops)
      std::printf(" %.1f (%.0f%%) |", gflops, peak > 0 ? 100 * gflops / peak : 0);
    std::printf("\n");
  }
  std::fflush(stdout);
}

}  // namespace espalier::benchmarks
