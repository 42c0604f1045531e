// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/context.h>

namespace espalier::models {

/// Settings of a LossScaler. The defaults are those of torch.amp.GradScaler.
struct LossScalerOptions {
  bool dynamic = true;           ///< false: the scale stays
  double initial_scale = 65536;  ///< 2^16
  Index window = 2000;           ///< steps in a row without overflow after which the scale doubles
  double smallest = 1;           ///< the scale never falls below it
  Index hysteresis = 1;          ///< overflows until the scale falls
};

/// The factor of a loss whose gradients are computed in float16. Numbers of float16 lie between
/// 2^-24 and 65504. Most gradients of a mean loss are smaller and would be lost; a large factor
/// lifts them all. The gradients of the parameters are divided by it again before anything reads
/// them.
///
///   model.train(batch, scaler.scale() / predictions, ...)
///   const bool finite = scaler.unscale(parameters, context);
///   finite ? static_cast<void>(optimizer.step(...)) : optimizer.skip();
///   scaler.update(finite);
///
/// An overflow halves a dynamic scale; `window` steps without one double it. With a `hysteresis` h
/// the first h - 1 overflows change nothing, and the next doubling forgets them. A scale that is a
/// power of two makes no rounding error. Source: Micikevicius et al. 2018, "Mixed precision
/// training", section 3.2; the rule is that of apex, hysteresis and minimum those of DeepSpeed.
class LossScaler {
 public:
  /// The state that decides the coming scales. Part of a checkpoint.
  struct State {
    double scale = 0;
    Index clean_steps = 0;        ///< in a row, since the scale has changed
    Index overflows_left = 0;     ///< until the scale falls
    Index steps_at_smallest = 0;  ///< in a row, since the scale fell so far

    bool operator==(const State&) const = default;
  };

  /// Throws ConfigError unless scales lie in [2^-126, 2^126], a dynamic one begins above its
  /// smallest, and counts are at least 1.
  explicit LossScaler(const LossScalerOptions& options);

  double scale() const { return state_.scale; }

  /// Divides the gradients of the parameters, and the operands that layers keep for policies, by
  /// the scale. Returns whether all were finite; if not, they must not be used. The result does not
  /// depend on the number of threads. Cost: one pass over the gradients.
  bool unscale(const ParameterList& parameters, const Context& context) const;

  /// Tells whether the step with this scale was finite.
  void update(bool finite);

  const State& state() const { return state_; }
  /// Throws FormatError, and changes nothing, if the scale or a count is out of the range that it
  /// has with these options. Each is checked by itself: a branch may have another smallest scale.
  void restore(const State& state);

 private:
  LossScalerOptions options_;
  State state_;
};

}  // namespace espalier::models
