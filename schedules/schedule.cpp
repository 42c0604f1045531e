// SPDX-License-Identifier: Apache-2.0
#include "schedules/schedule.h"

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "sparse/core/error.h"

namespace espalier::schedules {
namespace {

constexpr std::array<std::string_view, 3> kShapeNames = {"constant", "linear", "cosine"};

}  // namespace

double ConstantSchedule::at(double) const { return start; }

double LinearSchedule::at(double t) const {
  if (t <= 0) return start;
  if (t >= length) return end;
  return start + (end - start) * (t / length);
}

double CosineSchedule::at(double t) const {
  if (t <= 0) return start;
  if (t >= length) return end;
  return end + (start - end) / 2 * (1 + std::cos(std::numbers::pi * (t / length)));
}

double Schedule::at(double t) const {
  return std::visit([t](const auto& schedule) { return schedule.at(t); }, schedule_);
}

std::vector<std::string_view> schedule_shape_names() {
  return {kShapeNames.begin(), kShapeNames.end()};
}

std::string_view schedule_shape_name(ScheduleShape shape) {
  return kShapeNames[static_cast<std::size_t>(shape)];
}

ScheduleShape schedule_shape(std::string_view name) {
  for (std::size_t i = 0; i < kShapeNames.size(); ++i)
    if (kShapeNames[i] == name) return static_cast<ScheduleShape>(i);
  throw ConfigError("schedule '" + std::string(name) + "': expected constant, linear or cosine");
}

Schedule make_schedule(ScheduleShape shape, double start, double end, double length) {
  if (!std::isfinite(start) || !std::isfinite(end))
    throw ConfigError("schedule from " + std::to_string(start) + " to " + std::to_string(end) +
                      ": expected finite values");
  if (!std::isfinite(length) || length <= 0)
    throw ConfigError("schedule length " + std::to_string(length) + ": expected a positive number");
  switch (shape) {
    case ScheduleShape::kConstant:
      return ConstantSchedule{start};
    case ScheduleShape::kLinear:
      return LinearSchedule{start, end, length};
    case ScheduleShape::kCosine:
      break;
  }
  return CosineSchedule{start, end, length};
}

}  // namespace espalier::schedules
