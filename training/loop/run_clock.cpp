// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/run_clock.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include <espalier/sparse/core/error.h>

namespace espalier::training {

std::function<double()> stopwatch() {
  using Steady = std::chrono::steady_clock;
  return [begin = Steady::now()] {
    return std::chrono::duration<double>(Steady::now() - begin).count();
  };
}

RunClock::RunClock(std::function<double()> clock) : clock_(std::move(clock)), begin_(clock_()) {}

void RunClock::go_on_after(double seconds) {
  earlier_ = seconds;
  reading_ = reading_of(seconds);
}

void RunClock::record(const std::filesystem::path& path, const files::LogMark& mark) {
  log_ = std::make_unique<files::AppendLog>(path);
  log_->cut(mark);
  const std::vector<StepReadings> known = read_clock(path);
  if (known.empty()) return;
  recorded_ = reading_ = known.back().end;
}

void RunClock::replay(std::vector<StepReadings> record, Index completed_steps,
                      const std::filesystem::path& path) {
  const auto next = static_cast<std::size_t>(completed_steps);
  if (next > record.size())
    throw FormatError(path.string() + ": of " + std::to_string(record.size()) +
                      " steps, expected at least " + std::to_string(next));
  reading_ = next > 0 ? record[next - 1].end : 0;
  replay_ = {.record = std::move(record), .next = next, .path = path};
}

std::optional<files::LogMark> RunClock::mark() const {
  return log_ ? std::optional(log_->mark()) : std::nullopt;
}

void RunClock::sync() {
  if (log_) log_->sync();
}

/// A clock that goes back stands still.
Index RunClock::read() const { return std::max(reading_, reading_of(seconds())); }

void RunClock::begin_step() {
  if (replay_) {
    if (replay_->next == replay_->record.size())
      throw FormatError(replay_->path.string() + ": ends after step " +
                        std::to_string(replay_->next) + ", before the run does");
    step_ = replay_->record[replay_->next++];
  } else {
    step_.begin = read();
  }
  reading_ = step_.begin;
}

void RunClock::end_step() {
  if (!replay_) step_.end = read();
  reading_ = step_.end;
  if (!log_) return;
  log_->append(clock_line(step_, recorded_));
  recorded_ = step_.end;
}

}  // namespace espalier::training
