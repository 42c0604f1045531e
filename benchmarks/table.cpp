// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/bench_products.h"

namespace espalier::benchmarks {
namespace {

/// A runner and how long its runs took.
struct Timed {
  std::string name;
  Index block;
  double flops;
  std::unique_ptr<Runner> runner;
  int repeats = 1;  ///< runs in one measurement
  std::vector<double> seconds;

  double measure() {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < repeats; ++i) runner->run();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    return wall.count() / repeats;
  }

  double median_seconds() const {
    std::vector<double> sorted = seconds;
    std::nth_element(sorted.begin(), sorted.begin() + sorted.size() / 2, sorted.end());
    return sorted[sorted.size() / 2];
  }
};

/// Long enough that the resolution of the clock and a cold cache do not show.
constexpr double kMinimumSeconds = 0.004;

void add_runners(const Plan& plan, const Problem& problem, Product product,
                 std::vector<Timed>& runners) {
  for (const Implementation& implementation : implementations()) {
    if (implementation.name == "espalier.reference") continue;
    std::unique_ptr<Runner> runner = implementation.make(problem, product, plan.threads);
    if (runner == nullptr) continue;
    verify_or_throw(*runner, problem, product, product_name(product) + "/" + implementation.name);
    runners.push_back(
        {implementation.name, problem.shape().block, problem.flops(), std::move(runner), 1, {}});
  }
}

/// One after the other, round by round, so that a change of the machine's speed meets all alike.
void measure_interleaved(std::vector<Timed>& runners, int rounds) {
  for (Timed& t : runners)
    t.repeats = std::max(1, static_cast<int>(kMinimumSeconds / std::max(1e-9, t.measure())));
  for (int round = 0; round < rounds; ++round)
    for (Timed& t : runners) t.seconds.push_back(t.measure());
}

void print_product(const Plan& plan, const Shape& extents, Product product) {
  std::vector<std::unique_ptr<Problem>> problems;
  std::vector<Timed> runners;
  Shape shape = extents;
  shape.block = 0;
  shape.density = 1;
  problems.push_back(std::make_unique<Problem>(shape));
  add_runners(plan, *problems.back(), dense_counterpart(product), runners);
  for (const Index block : plan.blocks) {
    shape.block = block;
    shape.density = plan.density;
    problems.push_back(std::make_unique<Problem>(shape));
    add_runners(plan, *problems.back(), product, runners);
  }
  measure_interleaved(runners, plan.rounds);

  const Timed* best_dense = nullptr;
  for (const Timed& t : runners)
    if (t.block == 0 &&
        (best_dense == nullptr || t.median_seconds() < best_dense->median_seconds()))
      best_dense = &t;
  if (best_dense == nullptr) return;
  for (const Timed& t : runners) {
    const double seconds = t.median_seconds();
    const std::string label = t.block == 0 ? "dense" : "block " + std::to_string(t.block);
    std::printf("| %s | %lldx%lldx%lld | %s | %s | %.3f | %.1f | %.2f%s |\n",
                product_name(product).c_str(), static_cast<long long>(extents.out),
                static_cast<long long>(extents.in), static_cast<long long>(extents.tokens),
                label.c_str(), t.name.c_str(), seconds * 1e3, t.flops / seconds * 1e-9,
                best_dense->median_seconds() / seconds, &t == best_dense ? " (best dense)" : "");
  }
  std::fflush(stdout);
}

}  // namespace

void print_table(const Plan& plan) {
  std::printf("Density %g, %d thread(s), median of %d interleaved rounds.\n\n", plan.density,
              plan.threads, plan.rounds);
  std::printf(
      "| product | out x in x tokens | stored | implementation | ms | useful GFLOP/s | "
      "x best dense |\n|---|---|---|---|---|---|---|\n");
  for (const Shape& shape : plan.shapes)
    for (const Product product : kSparseProducts) print_product(plan, shape, product);
}

}  // namespace espalier::benchmarks
