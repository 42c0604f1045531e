// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/core/types.h>

namespace espalier::schedules {

/// Powers of the two halves of a learning rate; 1 is linear.
struct LearningRateShape {
  double warmup_power = 1;  ///< u
  double decay_power = 1;   ///< v; 0: the rate stays at its peak
};

/// Warm-up, then decay to zero over the rest of the run, linear unless the shape says otherwise:
///   rate(t) = peak (t / warmup_steps)^u                                   for t <= warmup_steps
///   rate(t) = peak ((total_steps - t) / (total_steps - warmup_steps))^v   for t >  warmup_steps
/// `t` is the number of the optimizer step, counted from 1 as the bias correction of AdamW counts
/// it: a loop whose `step` starts at 0 asks for at(step + 1). So the first step is never lost to a
/// rate of 0; the peak is reached at step warmup_steps, be it the last; the rate is 0 after step
/// total_steps, and at that step too unless the warm-up ends with it or it is the only one. Before
/// any step, at 0 and below, it is 0, or the peak if there is no warm-up. With v = 0 the rate stays
/// at its peak after the warm-up, whatever total_steps is. Source: Dietrich et al. 2021, appendix A
/// (10,000 steps of warm-up, decay over the run); the published recipes of LAMB decay with v = 0.5
/// (NVIDIA's BERT-Large), or warm up with u = 0.5 (Graphcore's GroupBERT).
class LearningRate {
 public:
  /// Throws ConfigError unless peak is finite and not negative, total_steps >= 1,
  /// 0 <= warmup_steps <= total_steps, u is finite and positive, and v finite and not negative.
  LearningRate(double peak, Index warmup_steps, Index total_steps,
               const LearningRateShape& shape = {});

  double at(Index step) const;

  double peak() const { return peak_; }
  Index warmup_steps() const { return warmup_steps_; }
  Index total_steps() const { return total_steps_; }

 private:
  double peak_;
  Index warmup_steps_;
  Index total_steps_;
  LearningRateShape shape_;
};

/// The same over a budget that is not a number of steps, such as hours, of which `share` is used
/// up:
///   rate = peak (share / warmup_share)^u                  up to warmup_share
///   rate = peak ((1 - share) / (1 - warmup_share))^v      from there on; if v > 0, 0 from share 1
///   on
/// A share below 0 counts as 0, one above 1 as 1. A run that asks before each step begins with a
/// rate of 0 if it warms up. Throws ConfigError as a LearningRate of such values, and unless 0 <=
/// warmup_share < 1 and the share is a number. Source: Izsak et al. 2021, "How to train BERT with
/// an academic budget", u = v = 1.
double learning_rate_at(double peak, double warmup_share, double share,
                        const LearningRateShape& shape = {});

/// The factor by which the best learning rate of a sparse model exceeds that of the dense model of
/// the same shape:
///   exp(1.969 s^2 + 0.2905 s),   s = 1 - density
/// 1 for a dense model, 6.400 at density 0.1. Fitted to static patterns of BERT-Medium, where each
/// coefficient is known to 0.2; the authors find that it holds for moving patterns and 16x16
/// blocks. Throws ConfigError if `density` is not in (0, 1]. Source: Dietrich et al. 2021,
/// equation 3.
double sparse_learning_rate_factor(double density);

}  // namespace espalier::schedules
