// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <variant>

namespace espalier::schedules {

/// A value that changes over training. `at(t)` is a pure function of the time `t`, which has the
/// same unit as the schedule's `length` (steps, or 1 for progress from 0 to 1).
template <typename T>
concept TimeSchedule = requires(const T& schedule, double t) {
  { schedule.at(t) } -> std::same_as<double>;
};

/// value(t) = start.
struct ConstantSchedule {
  double start = 0;

  double at(double t) const;
};

/// value(t) = start + (end - start) t / length, held at `start` before 0 and at `end` from `length`
/// on.
struct LinearSchedule {
  double start = 0;
  double end = 0;
  double length = 1;

  double at(double t) const;
};

/// value(t) = end + (start - end)/2 (1 + cos(pi (t - phase) / length)), held at `start` before
/// `phase` and at `end` from `phase + length` on. Source: Evci et al. 2020, "Rigging the Lottery"
/// (f_decay), with end = 0 and no phase.
struct CosineSchedule {
  double start = 0;
  double end = 0;
  double length = 1;
  double phase = 0;

  double at(double t) const;
};

/// value(t) = end + (start - end) (1 - t / length)^power, held at `start` before 0 and at `end`
/// from `length` on. With power 3 it is the cubic schedule of gradual pruning (Zhu and Gupta 2017,
/// equation 1, in terms of density); with any power the "inverse power" of Evci et al. 2020,
/// appendix G.
struct InversePowerSchedule {
  double start = 0;
  double end = 0;
  double length = 1;
  double power = 1;

  double at(double t) const;
};

static_assert(TimeSchedule<ConstantSchedule> && TimeSchedule<LinearSchedule> &&
              TimeSchedule<CosineSchedule> && TimeSchedule<InversePowerSchedule>);

/// Any of the schedules, for configurations that name one.
class Schedule {
 public:
  Schedule(ConstantSchedule schedule) : schedule_(schedule) {}
  Schedule(LinearSchedule schedule) : schedule_(schedule) {}
  Schedule(CosineSchedule schedule) : schedule_(schedule) {}
  Schedule(InversePowerSchedule schedule) : schedule_(schedule) {}

  double at(double t) const;

 private:
  std::variant<ConstantSchedule, LinearSchedule, CosineSchedule, InversePowerSchedule> schedule_;
};

/// The shapes that a configuration can name.
enum class ScheduleShape { kConstant, kLinear, kCosine, kCubic, kInversePower };

/// Parameters that some shapes have besides start, end and length.
struct ShapeOptions {
  double phase = 0;  ///< of the cosine: how long it holds its start, in the unit of `length`
  double power = 1;  ///< of inverse_power; positive
};

/// The schedule of a shape from `start` to `end`; a constant one stays at `start`. Throws
/// ConfigError if a value is not finite, or `length` or the power is not positive, or the phase is
/// negative.
Schedule make_schedule(ScheduleShape shape, double start, double end, double length,
                       const ShapeOptions& options = {});

}  // namespace espalier::schedules
