// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/modes/products.h>

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdio>
#include <optional>
#include <stdexcept>

#include <espalier/benchmarks/baselines/implementation.h>

namespace espalier::benchmarks {
namespace {

/// The operands and the verified runner of the benchmark that ran last: Google Benchmark calls a
/// benchmark several times to find the number of iterations.
class Stage {
 public:
  Runner& runner(const Case& what, const Implementation& implementation, Caches caches) {
    if (what_ == what) return *runner_;
    what_.reset();
    runner_.reset();
    if (!problem_ || problem_->shape() != what.shape) problem_.emplace(what.shape);
    const OperandSets sets =
        caches == Caches::kCold
            ? cold_operand_sets(problem_->operand_bytes(what.product), 1, what.threads)
            : OperandSets{};
    if (!sets.warning.empty())
      std::fprintf(stderr, "%s: %s\n", name_of(what).c_str(), sets.warning.c_str());
    runner_ = make_verified_runner(implementation, *problem_, what, sets.count);
    what_ = what;
    return *runner_;
  }
  const Problem& problem() const { return *problem_; }

 private:
  std::optional<Case> what_;
  std::optional<Problem> problem_;
  std::unique_ptr<Runner> runner_;
};

void run_benchmark(benchmark::State& state, const Case& what, const Implementation& implementation,
                   Caches caches, Stage& stage, bool& failed) {
  Runner* runner = nullptr;
  try {
    runner = &stage.runner(what, implementation, caches);
  } catch (const NotOnThisProcessor&) {
    state.SkipWithError("not on this processor");
    return;
  } catch (const std::runtime_error& error) {
    failed = true;
    state.SkipWithError(error.what());
    return;
  }
  // The library divides by the processor time of this thread, which says little if there are
  // others; so the rate is taken from the clock on the wall.
  const auto begin = std::chrono::steady_clock::now();
  for ([[maybe_unused]] auto _ : state) runner->run();
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  const double flops = stage.problem().flops(what.product);
  state.counters["useful_gflops"] =
      flops * static_cast<double>(state.iterations()) / wall.count() * 1e-9;
  state.counters["flops"] = flops;
  state.counters["operand_bytes"] = stage.problem().operand_bytes(what.product);
  state.counters["cold"] = caches == Caches::kCold ? 1 : 0;
}

}  // namespace

std::shared_ptr<const bool> register_products(const Plan& plan) {
  const auto failed = std::make_shared<bool>(false);
  const auto stage = std::make_shared<Stage>();
  const auto add = [&](const Shape& shape) {
    for (const Product product : kAllProducts) {
      for (const Implementation& implementation : implementations()) {
        if (!implementation.offers(shape, product, plan.threads)) continue;
        const Case what{product, shape, implementation.name, plan.threads};
        benchmark::RegisterBenchmark(name_of(what).c_str(), [=, &implementation,
                                                             caches = plan.caches](
                                                                benchmark::State& state) {
          run_benchmark(state, what, implementation, caches, *stage, *failed);
        })->Unit(benchmark::kMicrosecond);
      }
    }
  };
  for (const Shape& extents : plan.shapes)
    for (const Shape& shape : shapes_at(plan, extents)) add(shape);
  return failed;
}

}  // namespace espalier::benchmarks
