// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/modes/group.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>

#include <espalier/benchmarks/baselines/implementation.h>

namespace espalier::benchmarks {
namespace {

struct Entry {
  Case what;
  const Problem* problem;
  const Implementation* implementation;
  Timed timed = {};
};

Entry entry_of(const Problem& problem, const Implementation& implementation, Product product,
               int threads) {
  Entry entry{{product, problem.shape(), implementation.name, threads}, &problem, &implementation};
  // Our threads sleep when their work is done.
  if (threads > 1 && !implementation.name.starts_with("espalier"))
    entry.timed.spinning = implementation.name;
  return entry;
}

/// Who computes a product of one shape, and on how many threads.
struct Contestant {
  const Implementation* implementation;
  int threads;
};

std::vector<Contestant> contestants(const Plan& plan, const Shape& shape, Product product,
                                    Peers peers) {
  std::vector<Contestant> found;
  for (const Implementation& implementation : implementations()) {
    if (implementation.name == "espalier.reference") continue;
    const bool ours = implementation.name.starts_with("espalier");
    if (!ours && !shape.dense() && peers == Peers::kDense) continue;
    if (implementation.offers(shape, product, plan.threads))
      found.push_back({&implementation, plan.threads});
    if (ours && !shape.dense() && plan.threads > 1 && implementation.offers(shape, product, 1))
      found.push_back({&implementation, 1});
  }
  return found;
}

/// What there is of one product; the runners are made later, when their number is known.
std::vector<Entry> entries_of(const Plan& plan, const Problems& problems, Product product,
                              Peers peers) {
  std::vector<Entry> entries;
  for (const auto& problem : problems)
    for (const auto& [implementation, threads] :
         contestants(plan, problem->shape(), product, peers))
      entries.push_back(entry_of(*problem, *implementation, product, threads));
  return entries;
}

/// Makes and verifies the runners. What is not on this processor leaves the entries.
void prepare(const Plan& plan, std::vector<Entry>& entries, Results& results) {
  const bool cold = plan.caches == Caches::kCold;
  double bytes = 0;
  for (const Entry& e : entries) bytes += e.problem->operand_bytes(e.what.product);
  const auto count = static_cast<int>(entries.size());
  const OperandSets sets =
      cold ? cold_operand_sets(bytes / count, count, plan.threads) : OperandSets{};
  if (!sets.warning.empty()) std::fprintf(stderr, "espalier-bench: %s\n", sets.warning.c_str());
  for (Entry& e : entries) {
    try {
      e.timed.runner = make_verified_runner(*e.implementation, *e.problem, e.what, sets.count);
    } catch (const NotOnThisProcessor&) {
      results.absent.push_back(e.what);
    }
  }
  std::erase_if(entries, [](const Entry& e) { return e.timed.runner == nullptr; });
}

/// Leaves out dense products that cannot be the fastest: what they take is most of the time.
void leave_out_slow_dense(std::vector<Entry>& entries) {
  constexpr int kRounds = 3;
  constexpr double kTooSlow = 1.08;
  std::vector<Timed*> dense;
  for (Entry& e : entries)
    if (e.what.shape.dense()) dense.push_back(&e.timed);
  measure_interleaved(dense, kRounds, Caches::kWarm);
  const auto seconds = [](const Entry& e) { return *std::ranges::min_element(e.timed.seconds); };
  std::map<Type, double> fastest;
  for (const Entry& e : entries)
    if (e.what.shape.dense()) {
      const auto [at, is_new] = fastest.emplace(e.what.shape.type, seconds(e));
      if (!is_new) at->second = std::min(at->second, seconds(e));
    }
  std::erase_if(entries, [&](const Entry& e) {
    return e.what.shape.dense() && seconds(e) > kTooSlow * fastest.at(e.what.shape.type);
  });
  for (Entry& e : entries) {
    e.timed.seconds.clear();
    e.timed.cpu_seconds.clear();
    e.timed.iterations = 0;
  }
}

}  // namespace

void measure_group(const Plan& plan, const Problems& problems, Product product, Peers peers,
                   const std::string& pattern, Results& results,
                   const std::function<void(double)>& reached) {
  std::vector<Entry> entries = entries_of(plan, problems, product, peers);
  prepare(plan, entries, results);
  if (peers == Peers::kDense && plan.caches == Caches::kWarm) leave_out_slow_dense(entries);
  std::vector<Timed*> all;
  all.reserve(entries.size());
  for (Entry& e : entries) all.push_back(&e.timed);
  measure_interleaved(all, plan.rounds, plan.caches, [&](int rounds) {
    if (reached) reached(static_cast<double>(rounds) / plan.rounds);
  });
  const int group = results.records.empty() ? 0 : results.records.back().group + 1;
  for (const Entry& e : entries) {
    const RunTimes times = times_of(e.timed);
    results.records.push_back({.what = e.what,
                               .cold = plan.caches == Caches::kCold,
                               .group = group,
                               .pattern = pattern,
                               .flops = e.problem->flops(product),
                               .operand_bytes = e.problem->operand_bytes(product),
                               .seconds = times.seconds,
                               .cpu_seconds = times.cpu_seconds,
                               .iterations = times.iterations});
  }
  results.keep_so_far();
}

double held_bytes(const Plan& plan, std::span<const Shape> shapes,
                  std::span<const Product> products, Peers peers) {
  double kept = 0;
  for (const Shape& shape : shapes) {
    kept += problem_bytes(shape);
    for (const Product step : kSteps)
      if (std::ranges::any_of(products, [step](Product product) {
            return product == Product::kLayerStep || packed_counterpart(product) == step;
          }))
        kept += result_bytes(shape, step);
  }
  double most = 0;
  for (const Product product : products) {
    double of_runners = 0;
    for (const Shape& shape : shapes) {
      const auto runners = static_cast<double>(contestants(plan, shape, product, peers).size());
      const double own = plan.caches == Caches::kCold ? problem_bytes(shape) : 0;
      of_runners += runners * (own + result_bytes(shape, product));
    }
    most = std::max(most, of_runners);
  }
  return kept + most;
}

double group_weight(const Shape& extents, Product product) {
  constexpr double kOfUpdate = 0.1;  // of the time of a dense product
  const double one = 1e-9 * static_cast<double>(extents.out) * static_cast<double>(extents.in) *
                     static_cast<double>(extents.tokens);
  if (product == Product::kTopologyUpdate) return kOfUpdate * one;
  return product == Product::kLayerStep ? 3 * one : one;
}

}  // namespace espalier::benchmarks
