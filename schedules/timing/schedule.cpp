// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/timing/schedule.h>

#include <cmath>
#include <numbers>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/number_text.h>

namespace espalier::schedules {
double ConstantSchedule::at(double) const { return start; }

double LinearSchedule::at(double t) const {
  if (t <= 0) return start;
  if (t >= length) return end;
  return start + (end - start) * (t / length);
}

double CosineSchedule::at(double t) const {
  t -= phase;
  if (t <= 0) return start;
  if (t >= length) return end;
  return end + (start - end) / 2 * (1 + std::cos(std::numbers::pi * (t / length)));
}

double InversePowerSchedule::at(double t) const {
  if (t <= 0) return start;
  if (t >= length) return end;
  return end + (start - end) * std::pow(1 - t / length, power);
}

double Schedule::at(double t) const {
  return std::visit([t](const auto& schedule) { return schedule.at(t); }, schedule_);
}

Schedule make_schedule(ScheduleShape shape, double start, double end, double length,
                       const ShapeOptions& options) {
  if (!std::isfinite(start) || !std::isfinite(end))
    throw ConfigError("schedule from " + number_text(start) + " to " + number_text(end) +
                      ": expected finite values");
  if (!std::isfinite(length) || length <= 0)
    throw ConfigError("schedule length " + number_text(length) + ": expected a positive number");
  if (!std::isfinite(options.phase) || options.phase < 0)
    throw ConfigError("schedule phase " + number_text(options.phase) +
                      ": expected a number of at least 0");
  if (!std::isfinite(options.power) || options.power <= 0)
    throw ConfigError("schedule power " + number_text(options.power) +
                      ": expected a positive number");
  switch (shape) {
    case ScheduleShape::kConstant:
      return ConstantSchedule{start};
    case ScheduleShape::kLinear:
      return LinearSchedule{start, end, length};
    case ScheduleShape::kCosine:
      return CosineSchedule{start, end, length, options.phase};
    case ScheduleShape::kCubic:
      return InversePowerSchedule{start, end, length, 3};
    case ScheduleShape::kInversePower:
      break;
  }
  return InversePowerSchedule{start, end, length, options.power};
}

}  // namespace espalier::schedules
