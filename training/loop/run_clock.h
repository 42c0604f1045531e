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

/// Seconds since this was called, by a clock that nobody sets.
std::function<double()> stopwatch();

/// The clock of a run: seconds of training, over all sessions. What the run decides by it, it
/// decides by `now`, which is read twice a step and stands still in between, so that a record of
/// those readings says all that the clock had to do with the weights. In a replay they come from
/// such a record, whatever the clock says.
class RunClock {
 public:
  /// `clock` gives seconds from any fixed moment.
  explicit RunClock(std::function<double()> clock);

  /// Goes on after so many seconds of earlier sessions; those of this one begin with `begin`.
  void go_on_after(double seconds);
  void begin() { begin_ = clock_(); }
  /// Those of earlier sessions.
  double earlier_seconds() const { return earlier_; }
  /// By the clock itself: for records, and checkpoints.
  double seconds() const { return earlier_ + (clock_() - begin_); }

  /// Writes readings down from here on, behind what `path` held at `mark`; the rest is cut off.
  /// Throws as `AppendLog::cut` and `read_clock`.
  void record(const std::filesystem::path& path, const files::LogMark& mark);
  /// Takes readings from `record` instead, from step number `completed_steps`, from 0, on. Throws
  /// FormatError, which opens with `path`, if it ends before.
  void replay(std::vector<StepReadings> record, Index completed_steps,
              const std::filesystem::path& path);
  /// Of what is written down; nothing: nothing is.
  std::optional<files::LogMark> mark() const;
  void sync();

  /// The last reading, in seconds.
  double now() const { return seconds_of(reading_); }
  /// Reads as a step begins, and as it ends. Throw IoError, and FormatError if a replayed record is
  /// over.
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
