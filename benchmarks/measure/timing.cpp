// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/measure/timing.h>

#include <time.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <sstream>
#include <stop_token>
#include <thread>

namespace espalier::benchmarks {
namespace {

/// Long enough that the resolution of the clock does not show.
constexpr double kMinimumSeconds = 0.004;

/// Threads of OpenMP and, as they are set here, of OpenBLAS spin for some milliseconds.
constexpr double kSpinningSeconds = 0.03;

/// Runs until `minimum` seconds have passed, at least once, and looks at the clock after 1, 3, 7,
/// ... runs: how long one takes may differ from call to call.
void measure(Timed& timed, double minimum, const Clock& clock) {
  const double cpu_begin = clock.cpu_seconds(), begin = clock.wall_seconds();
  Index runs = 0;
  double wall = 0;
  do {
    for (Index more = runs + 1; more > 0; --more, ++runs) timed.runner->run();
    wall = clock.wall_seconds() - begin;
  } while (wall < minimum);
  const auto count = static_cast<double>(runs);
  timed.seconds.push_back(wall / count);
  timed.cpu_seconds.push_back((clock.cpu_seconds() - cpu_begin) / count);
  timed.iterations += runs;
}

}  // namespace

double Clock::wall_seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double Clock::cpu_seconds() const {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void Clock::sleep(double seconds) const {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

RunTimes times_of(const Timed& timed) {
  return {.seconds = spread_of(timed.seconds),
          .cpu_seconds = spread_of(timed.cpu_seconds).median,
          .iterations = timed.iterations};
}

bool clearly_faster(const Spread& a, const Spread& b) {
  return a.upper_quartile < b.lower_quartile;
}

void measure_interleaved(std::span<Timed* const> all, int rounds, Caches caches,
                         const std::function<void(int)>& done, const Clock& clock) {
  const bool warm = caches == Caches::kWarm;
  // Whatever ran before the first round may spin too.
  if (std::ranges::any_of(all, [](const Timed* t) { return !t->spinning.empty(); }))
    clock.sleep(kSpinningSeconds);
  std::string spinning;
  for (int round = 0; round < rounds; ++round) {
    for (Timed* t : all) {
      if (!spinning.empty() && spinning != t->spinning) clock.sleep(kSpinningSeconds);
      spinning = t->spinning;
      if (warm) t->runner->run();
      measure(*t, warm ? kMinimumSeconds : 0, clock);
    }
    if (done) done(round + 1);
  }
}

double seconds_together(int threads, Index runs, const std::function<void(int)>& loop,
                        const Clock& clock) {
  std::atomic<int> ready = 1, busy = threads - 1;
  std::atomic<bool> begun = false;
  const auto call = [&](int thread) {
    for (Index run = 0; run < runs; ++run) loop(thread);
  };
  // Each has a core to itself, so that waiting in place takes nothing from others. Where not all
  // can be started, those that wait are told to stop.
  std::vector<std::jthread> others;
  for (int thread = 1; thread < threads; ++thread)
    others.emplace_back([&, thread](const std::stop_token& stop) {
      loop(thread);
      ++ready;
      while (!begun && !stop.stop_requested()) std::this_thread::yield();
      call(thread);
      --busy;
    });
  loop(0);
  while (ready < threads) std::this_thread::yield();
  const double begin = clock.wall_seconds();
  begun = true;
  call(0);
  while (busy > 0) std::this_thread::yield();
  return clock.wall_seconds() - begin;
}

ThreadArrays::ThreadArrays(int threads, std::size_t values)
    : values_(values), arrays_(static_cast<std::size_t>(threads)) {
  for (AlignedVector<float>& array : arrays_) array.reserve(values);  // which writes none of it
}

const AlignedVector<float>& ThreadArrays::of(int thread) {
  AlignedVector<float>& array = arrays_[static_cast<std::size_t>(thread)];
  if (array.empty()) array.assign(values_, 1.0F);
  return array;
}

OperandSets cold_operand_sets(double bytes, int runners, int threads, const MemorySizes& sizes) {
  constexpr double kExcess = 1.5, kCopies = 3, kMiB = 1 << 20;
  const double all = bytes * runners;
  const auto cache = static_cast<double>(last_level_bytes(sizes, threads));
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
