// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <string_view>
#include <variant>
#include <vector>

namespace espalier::schedules {

/// A value that changes over training: `at(t)` is a pure function of the time `t`, in any unit in
/// which the schedule's `length` is given too (steps, or 1 for progress from 0 to 1).
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

/// value(t) = end + (start - end)/2 (1 + cos(pi t / length)), held at `start` before 0 and at `end`
/// from `length` on. Source: Evci et al. 2020, "Rigging the Lottery" (f_decay), with end = 0.
struct CosineSchedule {
  double start = 0;
  double end = 0;
  double length = 1;

  double at(double t) const;
};

static_assert(TimeSchedule<ConstantSchedule> && TimeSchedule<LinearSchedule> &&
              TimeSchedule<CosineSchedule>);

/// Any of the schedules, for a configuration that names one.
class Schedule {
 public:
  Schedule(ConstantSchedule schedule) : schedule_(schedule) {}
  Schedule(LinearSchedule schedule) : schedule_(schedule) {}
  Schedule(CosineSchedule schedule) : schedule_(schedule) {}

  double at(double t) const;

 private:
  std::variant<ConstantSchedule, LinearSchedule, CosineSchedule> schedule_;
};

/// The shapes that a configuration can name.
enum class ScheduleShape { kConstant, kLinear, kCosine };

/// The names, in the order of the enumerators: constant, linear, cosine.
std::vector<std::string_view> schedule_shape_names();
std::string_view schedule_shape_name(ScheduleShape shape);
/// Throws ConfigError if no shape has this name.
ScheduleShape schedule_shape(std::string_view name);

/// The schedule of a shape from `start` to `end`; a constant one stays at `start`. Throws
/// ConfigError if a value is not finite or `length` is not positive.
Schedule make_schedule(ScheduleShape shape, double start, double end, double length);

}  // namespace espalier::schedules
