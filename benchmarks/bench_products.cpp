// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/bench_products.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <memory>
#include <sstream>
#include <stdexcept>

namespace espalier::benchmarks {
namespace {

std::string benchmark_name(Product product, const std::string& implementation, const Shape& s,
                           int threads) {
  std::ostringstream name;
  name << product_name(product) << '/' << implementation << "/block:" << s.block << "/out:" << s.out
       << "/in:" << s.in << "/tokens:" << s.tokens << "/density:" << s.density
       << "/type:f32/threads:" << threads;
  return name.str();
}

void run_benchmark(benchmark::State& state, const std::string& name,
                   const Implementation& implementation, const Problem& problem, Product product,
                   int threads, bool& failed) {
  const std::unique_ptr<Runner> runner = implementation.make(problem, product, threads);
  try {
    verify_or_throw(*runner, problem, product, name);
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
  state.counters["useful_gflops"] =
      problem.flops() * static_cast<double>(state.iterations()) / wall.count() * 1e-9;
}

void register_shape(const Plan& plan, const Shape& shape, const std::shared_ptr<bool>& failed) {
  const auto problem = std::make_shared<const Problem>(shape);
  for (const Implementation& implementation : implementations()) {
    if (implementation.name == "espalier.reference" && !plan.reference_variant) continue;
    for (const Product sparse_product : kSparseProducts) {
      const Product product = shape.block == 0 ? dense_counterpart(sparse_product) : sparse_product;
      if (implementation.make(*problem, product, plan.threads) == nullptr) continue;
      const std::string name = benchmark_name(product, implementation.name, shape, plan.threads);
      benchmark::RegisterBenchmark(name.c_str(), [=,
                                                  threads = plan.threads](benchmark::State& state) {
        run_benchmark(state, name, implementation, *problem, product, threads, *failed);
      })->Unit(benchmark::kMicrosecond);
    }
  }
}

}  // namespace

void verify_or_throw(Runner& runner, const Problem& problem, Product product,
                     const std::string& name) {
  runner.run();
  const std::string difference = problem.verify(product, runner.result());
  if (!difference.empty()) throw std::runtime_error(name + ": wrong result: " + difference);
}

std::shared_ptr<const bool> register_products(const Plan& plan) {
  const auto failed = std::make_shared<bool>(false);
  for (Shape shape : plan.shapes) {
    shape.block = 0;
    shape.density = 1;
    register_shape(plan, shape, failed);
    for (const Index block : plan.blocks) {
      shape.block = block;
      shape.density = plan.density;
      register_shape(plan, shape, failed);
    }
  }
  return failed;
}

}  // namespace espalier::benchmarks
