// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/timing/learning_rate.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/number_text.h>

namespace espalier::schedules {

namespace {

/// As the linear rate has it, to the last bit, where the power is 1.
double powered(double peak, Index part, Index whole, double power) {
  if (power == 1) return peak * static_cast<double>(part) / static_cast<double>(whole);
  return peak * std::pow(static_cast<double>(part) / static_cast<double>(whole), power);
}

void check(double peak, const LearningRateShape& shape) {
  if (!std::isfinite(peak) || peak < 0)
    throw ConfigError("learning rate " + number_text(peak) +
                      ": expected a finite value of at least 0");
  if (!(shape.warmup_power > 0 && std::isfinite(shape.warmup_power)))
    throw ConfigError("learning rate with a power of " + number_text(shape.warmup_power) +
                      " in its warm-up: expected a finite value above 0");
  if (!(shape.decay_power >= 0 && std::isfinite(shape.decay_power)))
    throw ConfigError("learning rate with a power of " + number_text(shape.decay_power) +
                      " in its decay: expected a finite value of at least 0");
}

}  // namespace

LearningRate::LearningRate(double peak, Index warmup_steps, Index total_steps,
                           const LearningRateShape& shape)
    : peak_(peak), warmup_steps_(warmup_steps), total_steps_(total_steps), shape_(shape) {
  check(peak, shape);
  if (total_steps < 1)
    throw ConfigError("learning rate over " + std::to_string(total_steps) +
                      " steps: expected at least 1");
  if (warmup_steps < 0 || warmup_steps > total_steps)
    throw ConfigError("learning rate warm-up of " + std::to_string(warmup_steps) +
                      " steps: expected a value from 0 to " + std::to_string(total_steps));
}

double LearningRate::at(Index step) const {
  step = std::max<Index>(step, 0);
  if (step == warmup_steps_ || (step == 1 && total_steps_ == 1)) return peak_;
  if (step < warmup_steps_) return powered(peak_, step, warmup_steps_, shape_.warmup_power);
  if (shape_.decay_power == 0) return peak_;
  if (step >= total_steps_) return 0;
  return powered(peak_, total_steps_ - step, total_steps_ - warmup_steps_, shape_.decay_power);
}

double learning_rate_at(double peak, double warmup_share, double share,
                        const LearningRateShape& shape) {
  check(peak, shape);
  if (!(warmup_share >= 0 && warmup_share < 1))
    throw ConfigError("learning rate warm-up of a share of " + number_text(warmup_share) +
                      ": expected a value in [0, 1)");
  if (std::isnan(share))
    throw ConfigError("learning rate at a share of " + number_text(share) + ": expected a number");
  share = std::clamp(share, 0.0, 1.0);
  if (share < warmup_share) return peak * std::pow(share / warmup_share, shape.warmup_power);
  return peak * std::pow((1 - share) / (1 - warmup_share), shape.decay_power);
}

double sparse_learning_rate_factor(double density) {
  if (!(density > 0 && density <= 1))
    throw ConfigError("density " + number_text(density) + ": expected a value in (0, 1]");
  const double s = 1 - density;
  return std::exp(1.969 * s * s + 0.2905 * s);
}

}  // namespace espalier::schedules
