// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/optimizers/loss_scaler.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <string>

#include <espalier/files/number_text.h>
#include <espalier/models/parameters/value_chunks.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

void require(bool holds, const char* what, double found, const std::string& expected) {
  if (holds) return;
  throw ConfigError(std::string("loss scaler: ") + what + " is " + files::number_text(found) +
                    "; expected " + expected);
}

/// The inverses of others are infinite in float, or subnormal and taken for zero where these are.
constexpr double kSmallestScale = 0x1p-126, kLargestScale = 0x1p126;

bool is_scale(double value) { return value >= kSmallestScale && value <= kLargestScale; }

/// values *= factor; were all finite?
bool scale_finite(float* values, Index count, float factor) {
  // In integers, so that compilers make vectors of it: infinity and NaN are the largest magnitudes.
  constexpr std::uint32_t kMagnitude = 0x7FFFFFFFU, kInfinity = 0x7F800000U;
  std::uint32_t largest = 0;
  for (Index i = 0; i < count; ++i) {
    largest = std::max(largest, std::bit_cast<std::uint32_t>(values[i]) & kMagnitude);
    values[i] *= factor;
  }
  return largest < kInfinity;
}

}  // namespace

LossScaler::LossScaler(const LossScalerOptions& options) : options_(options) {
  require(is_scale(options.initial_scale), options.dynamic ? "initial scale" : "scale",
          options.initial_scale, "2^-126 to 2^126");
  require(is_scale(options.smallest), "smallest scale", options.smallest, "2^-126 to 2^126");
  require(!options.dynamic || options.initial_scale > options.smallest, "initial scale",
          options.initial_scale, "more than the smallest, " + files::number_text(options.smallest));
  require(options.window >= 1, "window", static_cast<double>(options.window), "at least 1 step");
  require(options.hysteresis >= 1, "hysteresis", static_cast<double>(options.hysteresis),
          "at least 1 overflow");
  state_ = {.scale = options.initial_scale, .overflows_left = options.hysteresis};
}

bool LossScaler::unscale(const ParameterList& parameters, const Context& context) const {
  const auto factor = static_cast<float>(1 / state_.scale);
  std::atomic<bool> finite = true;
  for (Parameter* parameter : parameters) {
    AlignedVector<float>& gradient = parameter->gradient;
    for_each_chunk(context, static_cast<Index>(gradient.size()), [&](Index begin, Index end) {
      if (!scale_finite(gradient.data() + begin, end - begin, factor)) finite = false;
    });
    parameter->operands.scale_gradient(factor);
  }
  return finite;
}

void LossScaler::update(bool finite) {
  if (!options_.dynamic) return;
  State next = state_;
  if (finite) {
    if (++next.clean_steps == options_.window) {
      next.scale = std::min(2 * next.scale, kLargestScale);
      next.clean_steps = 0;
      next.overflows_left = options_.hysteresis;
    }
  } else {
    next.clean_steps = 0;
    if (next.overflows_left > 1)
      --next.overflows_left;
    else
      next.scale = std::max(next.scale / 2, options_.smallest);
  }
  next.steps_at_smallest = next.scale > options_.smallest ? 0 : next.steps_at_smallest + 1;
  state_ = next;
}

void LossScaler::restore(const State& state) {
  const bool same_scale = options_.dynamic || state.scale == options_.initial_scale;
  if (!is_scale(state.scale) || state.scale < (options_.dynamic ? options_.smallest : 0) ||
      !same_scale)
    throw FormatError("loss scale is " + files::number_text(state.scale) + "; expected " +
                      (options_.dynamic ? "at least " + files::number_text(options_.smallest)
                                        : files::number_text(options_.initial_scale)));
  // A scale that stays counts nothing.
  const Index most_clean = options_.dynamic ? options_.window - 1 : 0;
  if (state.clean_steps < 0 || state.clean_steps > most_clean)
    throw FormatError("steps without overflow are " + std::to_string(state.clean_steps) +
                      "; expected 0 to " + std::to_string(most_clean));
  const Index fewest_left = options_.dynamic ? 1 : options_.hysteresis;
  if (state.overflows_left < fewest_left || state.overflows_left > options_.hysteresis)
    throw FormatError("overflows that are left are " + std::to_string(state.overflows_left) +
                      "; expected " + std::to_string(fewest_left) + " to " +
                      std::to_string(options_.hysteresis));
  if (state.steps_at_smallest < 0 || (!options_.dynamic && state.steps_at_smallest > 0))
    throw FormatError("steps at the smallest loss scale are " +
                      std::to_string(state.steps_at_smallest) + "; expected 0" +
                      (options_.dynamic ? " or more" : ""));
  state_ = state;
}

}  // namespace espalier::models
