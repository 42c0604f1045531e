// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/timing/cadence.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/number_text.h>

namespace espalier::schedules {
namespace {

void check(bool holds, const char* what, Index found, const std::string& expected) {
  if (!holds)
    throw ConfigError(std::string("cadence: ") + what + " is " + std::to_string(found) +
                      "; expected " + expected);
}

}  // namespace

Cadence::Cadence(Index offset, Index numerator, Index denominator, Index count, Index end_step)
    : offset_(offset),
      numerator_(numerator),
      denominator_(denominator),
      count_(count),
      end_step_(end_step) {}

Cadence Cadence::updates(Index count, Index total_steps) {
  check(total_steps >= 1 && total_steps <= kMaxSteps, "number of steps", total_steps,
        "a value from 1 to 2^31");
  check(count >= 1 && count <= total_steps, "number of updates", count,
        "a value from 1 to the number of steps, " + std::to_string(total_steps));
  return {0, total_steps, count, count - 1, total_steps};
}

Cadence Cadence::every(Index steps, Index first, Index last) {
  check(last >= 1 && last <= kMaxSteps, "last step", last, "a value from 1 to 2^31");
  check(first >= 1 && first <= last, "first step", first,
        "a value from 1 to the last step, " + std::to_string(last));
  check(steps >= 1 && steps <= kMaxSteps, "period", steps, "a value from 1 to 2^31 steps");
  return {first - steps, steps, 1, (last - first + steps - 1) / steps, last};
}

Cadence Cadence::once(Index step) {
  check(step >= 1 && step < kMaxSteps, "step of the only update", step,
        "a value from 1 to 2^31 - 1");
  return every(1, step, step + 1);
}

Cadence Cadence::every_seconds(double seconds, Index last) {
  check(last >= 1 && last <= kMaxSteps, "last step", last, "a value from 1 to 2^31");
  if (!std::isfinite(seconds) || seconds <= 0)
    throw ConfigError("cadence: interval is " + number_text(seconds) +
                      " seconds; expected a positive number");
  Cadence cadence(0, 1, 1, last - 1, last);
  cadence.interval_seconds_ = seconds;
  return cadence;
}

Cadence Cadence::never() { return {0, 1, 1, 0, 0}; }

Index Cadence::step_of(Index k) const { return offset_ + k * numerator_ / denominator_; }

std::optional<Index> Cadence::update_at(Index completed_steps) const {
  if (by_time() || completed_steps < 1 || completed_steps >= end_step_) return std::nullopt;
  // The smallest k whose step is not before completed_steps.
  const Index k = ((completed_steps - offset_) * denominator_ + numerator_ - 1) / numerator_;
  if (k < 1 || k > count_ || step_of(k) != completed_steps) return std::nullopt;
  return k;
}

Index Cadence::updates_by(Index completed_steps) const {
  if (by_time()) return 0;
  // The largest k whose step is not after completed_steps.
  const Index steps = std::min(completed_steps, end_step_) - offset_;
  return steps < 0 ? 0 : std::min(count_, ((steps + 1) * denominator_ - 1) / numerator_);
}

Index Cadence::updates_by(Index completed_steps, double seconds) const {
  if (!by_time()) return updates_by(completed_steps);
  const double intervals = std::floor(std::max(0.0, seconds) / interval_seconds_);
  const Index most = std::clamp<Index>(completed_steps, 0, count_);  // one after each step
  return static_cast<Index>(std::min(intervals, static_cast<double>(most)));
}

std::optional<Index> Cadence::due(Index completed_steps, Index updates_done, double seconds) const {
  if (!by_time()) return update_at(completed_steps);
  const Index next = updates_done + 1;
  const bool due = completed_steps >= 1 && completed_steps < end_step_ &&
                   seconds >= static_cast<double>(next) * interval_seconds_;
  return due ? std::optional(next) : std::nullopt;
}

}  // namespace espalier::schedules
