// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <espalier/sparse/core/types.h>

namespace espalier::experiments {

/// Successive halving: many trials of a small budget, the best of them with `eta` times as much,
/// and so on to the whole budget. A rung is what has one budget.
///   rung r:  max(1, floor(trials / eta^r)) trials of the share first * eta^r of the budget,
/// the last rung of all of it.
/// Source: Jamieson & Talwalkar 2016, Non-stochastic Best Arm Identification and Hyperparameter
/// Optimization; one bracket of Li et al. 2018, Hyperband, which counts, as happens here, what each
/// rung trains in full.
struct Bracket {
  Index trials = 27;
  Index eta = 3;
  Index rungs = 3;
  double first = 0;  ///< below 1; 0: eta^(1 - rungs), so that the last step is by eta too

  Index size(Index rung) const;
  double budget_share(Index rung) const;
};

/// What one trial of a rung came to.
struct RungResult {
  Index trial = 0;
  double loss = 0;  ///< what is to be small; NaN: it failed
};

/// The trials that go on from a rung, best first: the `count` with the least loss, of equal ones
/// those that came first. One that failed never goes on, so that there may be fewer.
std::vector<Index> promoted(std::vector<RungResult> rung, Index count);

}  // namespace espalier::experiments
