// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/overlapped_sum.h>

#include <algorithm>
#include <functional>
#include <utility>

#include <espalier/training/loop/run_clock.h>

namespace espalier::training {

OverlappedSum::OverlappedSum(models::ParameterList parameters, RankSum& sum,
                             std::size_t bucket_values)
    : parameters_(std::move(parameters)),
      sum_(&sum),
      bucket_values_(bucket_values),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

/// Cuts the list into the buckets of a step, unless that is done: an edit may have changed lengths
/// since the last one.
void OverlappedSum::cut() {
  if (!begins_.empty()) return;
  std::size_t values = 0;
  for (std::size_t i = parameters_.size(); i-- > 0;) {
    values += parameters_[i]->gradient.size();
    if (values < bucket_values_ && i > 0) continue;
    begins_.push_back(i);
    values = 0;
  }
}

/// Lets the buckets leave that begin at this parameter or behind it.
void OverlappedSum::release(std::size_t parameter) {
  cut();
  const std::lock_guard lock(mutex_);
  while (released_ < begins_.size() && begins_[released_] >= parameter) ++released_;
  changed_.notify_all();
}

void OverlappedSum::complete(const models::Parameter& first) {
  release(static_cast<std::size_t>(std::ranges::find(parameters_, &first) - parameters_.begin()));
}

void OverlappedSum::finish() {
  const std::function<double()> waited = stopwatch();
  release(0);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return summed_ == begins_.size() || failure_ != nullptr; });
  if (failure_ != nullptr) std::rethrow_exception(failure_);
  times_.seconds += seconds_;
  times_.hidden += std::max(0.0, seconds_ - waited());
  released_ = summed_ = 0;
  seconds_ = 0;
  begins_.clear();
}

void OverlappedSum::run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return summed_ < released_; })) {
    const std::size_t begin = begins_[summed_];
    const std::size_t end = summed_ == 0 ? parameters_.size() : begins_[summed_ - 1];
    lock.unlock();
    const std::function<double()> taken = stopwatch();
    std::exception_ptr failure;
    try {
      RankSum::Arrays gradients;
      for (std::size_t i = begin; i < end; ++i) gradients.emplace_back(parameters_[i]->gradient);
      sum_->add(gradients);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    seconds_ += taken();
    ++summed_;
    failure_ = failure;
    changed_.notify_all();
    if (failure_ != nullptr) return;
  }
}

}  // namespace espalier::training
