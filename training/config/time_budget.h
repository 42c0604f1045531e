// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <espalier/sparse/core/types.h>
#include <espalier/training/config/key.h>
#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// What a run may take of the clock, as Izsak et al. 2021, "How to train BERT with an academic
/// budget", train: so many hours, whatever the number of steps. Times are seconds of training, over
/// all sessions, validations and checkpoints among them.
struct TimeBudget {
  double seconds = 0;             ///< of the run, which decide its learning rates; 0: steps do
  double validation_seconds = 0;  ///< from one validation to the next; 0: steps decide
  Index denser = 1;               ///< as many times as often where the run begins and ends
  double stop_seconds = 0;        ///< when the loss must be small enough; 0: never asked
  double stop_loss = 0;           ///< what it must not be above

  /// Share of the run that is over, at most 1.
  double position(double now) const;
  bool is_over(double now) const { return seconds > 0 && now >= seconds; }
  /// Validations that were due by then. They are denser in the first 5% and the last 1% of the run,
  /// the shares of the source. A whole number, which may be too large for an Index.
  double validations_by(double now) const;
};

/// The keys that decide it, and training.validation_share.
std::vector<Key> time_budget_keys();

/// How much of the held-out data a validation sees, the next share each time; 0: the same
/// training.validation_sequences every time.
const OwnKey<double>& validation_share();

TimeBudget time_budget(const RunConfig& config);

/// Does anything in the run follow the clock: its learning rates and end, its validations or the
/// updates of its topology?
bool follows_clock(const RunConfig& config);

/// Are two configurations the same but for how long they train: training.steps, .tokens, .epochs
/// and .hours?
bool differ_in_budget_only(const RunConfig& a, const RunConfig& b);

/// How long a run trains, in words, "1000 steps" or "24.0 hours"; and as a setting,
/// "training.steps=1000".
std::string budget_text(const RunConfig& config);
std::string budget_setting(const RunConfig& config);
/// The setting that limits its steps, which end a run by the hour too.
std::string steps_setting(const RunConfig& config);

/// Throws ConfigError if one of the keys has no effect with the others as they are.
void check_time_budget(const RunConfig& config, const std::string& source);

}  // namespace espalier::training
