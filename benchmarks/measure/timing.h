// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <espalier/benchmarks/measure/machine.h>
#include <espalier/benchmarks/measure/runner.h>
#include <espalier/sparse/core/aligned_memory.h>
#include <espalier/sparse/core/spread.h>
#include <espalier/sparse/core/types.h>

namespace espalier::benchmarks {

/// Whether nearly all times of `a` lie below those of `b`: its upper quartile below the lower one.
bool clearly_faster(const Spread& a, const Spread& b);

/// A runner and how long its runs took.
struct Timed {
  std::unique_ptr<Runner> runner;
  /// Whose threads spin on for a while after a run, in wait for more work; empty: nobody's.
  std::string spinning = {};
  std::vector<double> seconds = {};      ///< of one run, by measurement
  std::vector<double> cpu_seconds = {};  ///< of one run, summed over the threads of the process
  Index iterations = 0;                  ///< runs in all measurements together
};

/// What the measurements of a runner say of one run.
struct RunTimes {
  Spread seconds;
  double cpu_seconds = 0;  ///< median, summed over the threads of the process
  Index iterations = 0;    ///< runs that were timed
};
RunTimes times_of(const Timed& timed);

/// Whether operands are in cache when a run begins.
enum class Caches {
  kWarm,  ///< a measurement is one untimed run, then runs for at least 4 ms
  kCold,  ///< a measurement is one run; the operands of all runners exceed the caches together
};

/// Tells the time, and lets it pass.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual double wall_seconds() const;
  /// Of the processor, by all threads of this process.
  virtual double cpu_seconds() const;
  virtual void sleep(double seconds) const;
};

/// One after the other, round by round, so that a change of the machine's speed meets all alike.
/// Before each measurement waits for the threads of another that ran last and still spin. After
/// each round, calls `done`, if it is given, with the number of rounds so far.
void measure_interleaved(std::span<Timed* const> all, int rounds, Caches caches,
                         const std::function<void(int)>& done = {}, const Clock& clock = Clock());

/// Seconds that several threads take for `runs` calls each of `loop` with their number, from when
/// all have called it once: what it takes to start them, milliseconds where they are many, is no
/// part of it.
double seconds_together(int threads, Index runs, const std::function<void(int)>& loop,
                        const Clock& clock = Clock());

/// An array of ones for each of several threads. A thread writes its own when it first asks for it:
/// a page of memory lies near whoever first writes it, on the same socket where there are several.
class ThreadArrays {
 public:
  /// Throws std::bad_alloc.
  ThreadArrays(int threads, std::size_t values);
  const AlignedVector<float>& of(int thread);

 private:
  std::size_t values_;
  std::vector<AlignedVector<float>> arrays_;
};

/// Operand sets of each of several runners that are measured in turn, so that no run finds its
/// operands in cache.
struct OperandSets {
  int count = 0;
  /// One line if memory does not allow as many as are wanted, or nobody knows how many those are.
  std::string warning = {};
};

/// As many sets as make `bytes` of operands of each set of each runner exceed the last-level caches
/// of so many threads by half, but not more than fit into half of the available memory, at three
/// times `bytes` for a set with its packed copies; at least one, and two if there is one runner.
OperandSets cold_operand_sets(double bytes, int runners, int threads,
                              const MemorySizes& sizes = memory_sizes());

}  // namespace espalier::benchmarks
