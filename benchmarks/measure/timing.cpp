// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/measure/timing.h>

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <sstream>

namespace espalier::benchmarks {
namespace {

/// Long enough that the resolution of the clock does not show.
constexpr double kMinimumSeconds = 0.004;

/// Seconds of one run.
struct RunTime {
  double wall;
  double cpu;
};

double process_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

RunTime time_of_runs(Runner& runner, int repeats) {
  const double cpu_begin = process_seconds();
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < repeats; ++i) runner.run();
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  return {wall.count() / repeats, (process_seconds() - cpu_begin) / repeats};
}

/// The value below which a share of sorted values lies.
double quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], at - static_cast<double>(below));
}

}  // namespace

Spread spread_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  return {quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75)};
}

RunTimes times_of(const Timed& timed) {
  return {.seconds = spread_of(timed.seconds),
          .cpu_seconds = spread_of(timed.cpu_seconds).median,
          .iterations = static_cast<Index>(timed.seconds.size()) * timed.repeats};
}

bool clearly_faster(const Spread& a, const Spread& b) {
  return a.upper_quartile < b.lower_quartile;
}

void measure_interleaved(std::span<Timed* const> all, int rounds, Caches caches,
                         const std::function<void(int)>& done) {
  const bool warm = caches == Caches::kWarm;
  if (warm) {
    for (Timed* t : all) {
      const double once = std::max(1e-9, time_of_runs(*t->runner, 1).wall);
      t->repeats = std::max(1, static_cast<int>(std::ceil(kMinimumSeconds / once)));
    }
  }
  for (int round = 0; round < rounds; ++round) {
    for (Timed* t : all) {
      if (warm) t->runner->run();
      const RunTime time = time_of_runs(*t->runner, t->repeats);
      t->seconds.push_back(time.wall);
      t->cpu_seconds.push_back(time.cpu);
    }
    if (done) done(round + 1);
  }
}

OperandSets cold_operand_sets(double bytes, int runners, const MemorySizes& sizes) {
  constexpr double kExcess = 1.5, kCopies = 3, kMiB = 1 << 20;
  const double all = bytes * runners, cache = static_cast<double>(sizes.last_level_bytes);
  const double least = runners == 1 ? 2 : 1;
  const double wanted = std::max(least, std::ceil(kExcess * cache / all));
  const double fit = std::floor(static_cast<double>(sizes.available_bytes) / 2 / (kCopies * all));
  OperandSets sets{static_cast<int>(std::max(least, std::min(wanted, fit)))};
  std::ostringstream text;
  if (cache == 0) {
    text << "operands of " << std::round(sets.count * all / kMiB)
         << " MiB, and this system does not say how large its caches are: they may be warm";
  } else if (sets.count < wanted) {
    text << "operands of " << std::round(sets.count * all / kMiB)
         << " MiB, limited by memory, for a cache of " << std::round(cache / kMiB)
         << " MiB: not all cold";
  }
  sets.warning = text.str();
  return sets;
}

}  // namespace espalier::benchmarks
