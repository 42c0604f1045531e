// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <espalier/files/append_log.h>
#include <espalier/sparse/core/types.h>
#include <espalier/training/runs/clock_record.h>

namespace espalier::training {

/// Seconds since this was called, by a steady clock.
std::function<double()> stopwatch();

/// The clock of a run: seconds of training, over all sessions. Every decision of the run uses
/// `now`, which is read twice a step and stands still in between. So a record of these readings
/// holds all the influence that the clock had on the weights. A replay takes the readings from such
/// a record instead.
class RunClock {
 public:
  /// `clock` returns seconds from any fixed moment.
  explicit RunClock(std::function<double()> clock);

  /// Continues after so many seconds of earlier sessions; the time of the one that follows starts
  /// with `begin`.
  void go_on_after(double seconds);
  void begin() { begin_ = clock_(); }
  /// Seconds of earlier sessions.
  double earlier_seconds() const { return earlier_; }
  /// Seconds by the clock itself, for records and checkpoints.
  double seconds() const { return earlier_ + (clock_() - begin_); }

  /// From now on appends the readings to `path`, behind its content at `mark`, and cuts off the
  /// rest. Throws as `AppendLog::cut` and `read_clock`.
  void record(const std::filesystem::path& path, const files::LogMark& mark);
  /// From now on takes the readings from `record`, from step number `completed_steps` (from 0) on.
  /// Throws FormatError that begins with `path` if the record ends before that step.
  void replay(std::vector<StepReadings> record, Index completed_steps,
              const std::filesystem::path& path);
  /// The mark of the file of readings; nothing if there is none.
  std::optional<files::LogMark> mark() const;
  void sync();

  /// The last reading, in seconds.
  double now() const { return seconds_of(reading_); }
  /// Read the clock, when a step begins and when it ends. Throw IoError, and FormatError if a
  /// replayed record has ended.
  void begin_step();
  void end_step();

 private:
  Index read() const;

  std::function<double()> clock_;
  double begin_;
  double earlier_ = 0;
  Index reading_ = 0;
  StepReadings step_;
  Index recorded_ = 0;  ///< the last reading in the log
  std::unique_ptr<files::AppendLog> log_;
  struct Replay {
    std::vector<StepReadings> record;
    std::size_t next = 0;
    std::filesystem::path path;
  };
  std::optional<Replay> replay_;
};

}  // namespace espalier::training
