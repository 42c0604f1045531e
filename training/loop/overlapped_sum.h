// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include <espalier/models/parameters/parameter.h>
#include <espalier/training/loop/rank_sum.h>

namespace espalier::training {

/// How long gradients took to be summed over the ranks of a job.
struct SumTimes {
  double seconds = 0;  ///< in which gradients travelled or were added
  double hidden = 0;   ///< of these, those in which the rank still computed others
};

/// Sums gradients over the ranks of a job as `RankSum` does, the first of them while a backward
/// pass still computes the others. A backward pass ends with the first parameters of a model, so
/// that the last ones can leave before: in buckets of consecutive parameters, cut from the end of
/// the list, of so many values or more. Buckets depend on the lengths alone, so that all ranks cut
/// the same; the bits of a sum depend neither on them nor on the time.
///
/// A thread of its own makes the calls, one bucket after another, since MPI sends nothing while
/// nobody calls it. From `complete` to the end of `finish`, nobody else may call the ranks'
/// transport. Not safe to call concurrently. Memory: that of `RankSum`.
/// Source: Li et al. 2020, "PyTorch Distributed", section 3.2.
class OverlappedSum {
 public:
  /// Both must outlive this object.
  OverlappedSum(models::ParameterList parameters, RankSum& sum,
                std::size_t bucket_values = kBucketValues);
  OverlappedSum(const OverlappedSum&) = delete;
  OverlappedSum& operator=(const OverlappedSum&) = delete;
  /// Waits for what may leave.
  ~OverlappedSum() = default;

  /// The gradients of this parameter and of all behind it are complete on this rank: what they fill
  /// of buckets may leave. They belong to the other thread then, until `finish` has returned.
  void complete(const models::Parameter& first);
  /// Sums all that is left of this step. Collective. Throws IoError as the transport.
  void finish();

  /// Of all steps so far.
  const SumTimes& times() const { return times_; }

  /// Values of a bucket at least: 1 MiB, which takes 8 ms at 1 Gb/s and 0.8 ms at 10 Gb/s. Long
  /// beside the latency of a network, some 50 us, and short beside a backward pass that hides it.
  static constexpr std::size_t kBucketValues = std::size_t{1} << 18;

 private:
  void cut();
  void release(std::size_t parameter);
  void run(const std::stop_token& stop);

  models::ParameterList parameters_;
  RankSum* sum_;
  std::size_t bucket_values_;
  /// Where each bucket of the step begins in the list, from the last one on; empty between steps.
  std::vector<std::size_t> begins_;
  SumTimes times_;

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::size_t released_ = 0;  ///< buckets that may leave
  std::size_t summed_ = 0;
  double seconds_ = 0;  ///< of the step
  std::exception_ptr failure_;
  std::jthread thread_;  ///< last: the others must outlive it
};

}  // namespace espalier::training
