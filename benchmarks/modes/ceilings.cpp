// SPDX-License-Identifier: Apache-2.0
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/benchmarks/modes/ceilings.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace espalier::benchmarks::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Two units of latency 4 need 8 chains; 10 fit the 16 registers of AVX2.
constexpr int kChains = 10;

/// Returns the operations done; the sum goes to `sink`, so that nothing is left out.
double multiply_add(std::int64_t rounds, float* sink) {
  const hn::ScalableTag<float> d;
  using V = hn::Vec<decltype(d)>;
  const V scale = hn::Set(d, 0.999f), shift = hn::Set(d, 0.001f);
  V a0 = hn::Set(d, 0.0f), a1 = hn::Set(d, 0.1f), a2 = hn::Set(d, 0.2f), a3 = hn::Set(d, 0.3f),
    a4 = hn::Set(d, 0.4f), a5 = hn::Set(d, 0.5f), a6 = hn::Set(d, 0.6f), a7 = hn::Set(d, 0.7f),
    a8 = hn::Set(d, 0.8f), a9 = hn::Set(d, 0.9f);
  for (std::int64_t i = 0; i < rounds; ++i) {
    a0 = hn::MulAdd(a0, scale, shift);
    a1 = hn::MulAdd(a1, scale, shift);
    a2 = hn::MulAdd(a2, scale, shift);
    a3 = hn::MulAdd(a3, scale, shift);
    a4 = hn::MulAdd(a4, scale, shift);
    a5 = hn::MulAdd(a5, scale, shift);
    a6 = hn::MulAdd(a6, scale, shift);
    a7 = hn::MulAdd(a7, scale, shift);
    a8 = hn::MulAdd(a8, scale, shift);
    a9 = hn::MulAdd(a9, scale, shift);
  }
  const V low = hn::Add(hn::Add(hn::Add(a0, a1), hn::Add(a2, a3)), a4);
  const V high = hn::Add(hn::Add(hn::Add(a5, a6), hn::Add(a7, a8)), a9);
  *sink = hn::GetLane(hn::Add(low, high));
  return 2.0 * kChains * static_cast<double>(rounds) * static_cast<double>(hn::Lanes(d));
}

/// Sums `count` floats, a multiple of 256, with as many loads in flight as the core allows.
float read(const float* values, std::size_t count) {
  const hn::ScalableTag<float> d;
  using V = hn::Vec<decltype(d)>;
  const std::size_t n = hn::Lanes(d);
  V s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
  for (std::size_t i = 0; i < count; i += 8 * n) {
    s0 = hn::Add(s0, hn::Load(d, values + i));
    s1 = hn::Add(s1, hn::Load(d, values + i + n));
    s2 = hn::Add(s2, hn::Load(d, values + i + 2 * n));
    s3 = hn::Add(s3, hn::Load(d, values + i + 3 * n));
    s4 = hn::Add(s4, hn::Load(d, values + i + 4 * n));
    s5 = hn::Add(s5, hn::Load(d, values + i + 5 * n));
    s6 = hn::Add(s6, hn::Load(d, values + i + 6 * n));
    s7 = hn::Add(s7, hn::Load(d, values + i + 7 * n));
  }
  return hn::GetLane(hn::Add(hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)),
                             hn::Add(hn::Add(s4, s5), hn::Add(s6, s7))));
}

}  // namespace espalier::benchmarks::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <espalier/benchmarks/measure/machine.h>
#include <espalier/benchmarks/measure/timing.h>
#include <espalier/benchmarks/modes/ceilings.h>
#include <espalier/sparse/ops/target_names.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace espalier::benchmarks {

HWY_EXPORT(multiply_add);
HWY_EXPORT(read);

namespace {

/// A loop that each of several threads runs, and what one run of it does.
struct Probe {
  std::string name;
  double work;  ///< floating-point operations or bytes of one run, all threads together
  std::function<void(int thread)> loop;
  Index runs = 1;  ///< that take long enough to be timed, as far as is known
};

/// Some milliseconds of arithmetic.
constexpr std::int64_t kRounds = 1 << 20;

/// Where the loops leave their sums, a cache line for each thread.
struct Sinks {
  explicit Sinks(int threads) : values(static_cast<std::size_t>(threads) * 16) {}
  float* at(int thread) { return values.data() + thread * 16; }
  AlignedVector<float> values;
};

#if defined(__x86_64__)
__attribute__((target("avx512f,avx512bf16"))) double dot_bf16(std::int64_t rounds, float* sink) {
  const __m512 ones = _mm512_set1_ps(1);
  const auto pairs = _mm512_cvtne2ps_pbh(ones, ones);
  constexpr std::size_t kDotChains = 12;
  __m512 sums[kDotChains];
  for (__m512& sum : sums) sum = _mm512_setzero_ps();
  for (std::int64_t i = 0; i < rounds; ++i)
#pragma GCC unroll 12
    for (std::size_t j = 0; j < kDotChains; ++j) sums[j] = _mm512_dpbf16_ps(sums[j], pairs, pairs);
  __m512 total = sums[0];
  for (std::size_t j = 1; j < kDotChains; ++j) total = _mm512_add_ps(total, sums[j]);
  *sink = _mm512_cvtss_f32(total);
  // 16 lanes of two multiply-adds.
  return 2.0 * 32 * static_cast<double>(kDotChains) * static_cast<double>(rounds);
}

bool has_dot_bf16() {
  return sparse::forced_simd_target().empty() && __builtin_cpu_supports("avx512bf16") != 0;
}
#else
double dot_bf16(std::int64_t, float*) { return 0; }
bool has_dot_bf16() { return false; }
#endif

Probe arithmetic_probe(const char* name, int threads, double (*loop)(std::int64_t, float*)) {
  auto sinks = std::make_shared<Sinks>(threads);
  const double work = loop(kRounds, sinks->at(0)) * threads;
  return {name, work, [=](int thread) { loop(kRounds, sinks->at(thread)); }};
}

/// Reads `bytes` on each thread, often enough that one run takes some tenths of a millisecond.
Probe memory_probe(const char* name, int threads, std::size_t bytes) {
  constexpr std::size_t kBlock = 256;
  const std::size_t count = std::max(kBlock, bytes / sizeof(float) / kBlock * kBlock);
  const std::size_t repeats =
      std::max<std::size_t>(1, (std::size_t{64} << 20) / (count * sizeof(float)));
  auto sinks = std::make_shared<Sinks>(threads);
  auto arrays = std::make_shared<ThreadArrays>(threads, count);
  const double work = static_cast<double>(count * sizeof(float) * repeats) * threads;
  return {name, work, [=](int thread) {
            const AlignedVector<float>& array = arrays->of(thread);
            for (std::size_t i = 0; i < repeats; ++i)
              *sinks->at(thread) += HWY_DYNAMIC_DISPATCH(read)(array.data(), array.size());
          }};
}

std::vector<Probe> arithmetic_probes(int threads) {
  std::vector<Probe> probes;
  probes.push_back(arithmetic_probe("fma_f32", threads, [](std::int64_t rounds, float* sink) {
    return HWY_DYNAMIC_DISPATCH(multiply_add)(rounds, sink);
  }));
  if (has_dot_bf16()) probes.push_back(arithmetic_probe("dot_bf16", threads, &dot_bf16));
  return probes;
}

std::vector<Probe> memory_probes(int threads) {
  constexpr std::size_t kMiB = std::size_t{1} << 20;
  const MemorySizes sizes = memory_sizes();
  const auto shared = static_cast<std::size_t>(threads);
  std::vector<Probe> probes;
  if (sizes.level1_bytes > 0)
    probes.push_back(memory_probe("read_l1", threads, sizes.level1_bytes / 2));
  if (sizes.level2_bytes > 0)
    probes.push_back(memory_probe("read_l2", threads, sizes.level2_bytes / 2));
  if (sizes.level2_bytes > 0 && sizes.last_level_bytes / shared >= 8 * sizes.level2_bytes)
    probes.push_back(memory_probe("read_l3", threads, 4 * sizes.level2_bytes));
  const std::size_t caches = last_level_bytes(sizes, threads);
  const std::size_t memory =
      std::min({std::max(2 * caches, 64 * kMiB), 4096 * kMiB, sizes.available_bytes / 4});
  probes.push_back(memory_probe("read_memory", threads, memory / shared));
  return probes;
}

/// Operations or bytes per second of all threads together.
double rate_of(Probe& probe, int threads) {
  constexpr double kMinimumSeconds = 0.004;
  for (;; probe.runs *= 2) {
    const double seconds = seconds_together(threads, probe.runs, probe.loop);
    if (seconds >= kMinimumSeconds) return probe.work * static_cast<double>(probe.runs) / seconds;
  }
}

}  // namespace

void measure_ceilings(const Plan& plan, Results& results) {
  constexpr int kMostRounds = 5;  // it is called again, and the most counts
  std::vector<Probe> probes = arithmetic_probes(plan.threads);
  for (Probe& probe : memory_probes(plan.threads)) probes.push_back(std::move(probe));
  for (int round = 0; round < std::min(plan.rounds, kMostRounds); ++round)
    for (Probe& probe : probes) {
      // The most that was seen: a ceiling is not lowered by what else the machine does.
      double& ceiling = results.ceilings[probe.name];
      ceiling = std::max(ceiling, rate_of(probe, plan.threads));
    }
}

}  // namespace espalier::benchmarks
#endif  // HWY_ONCE
