// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/ops/sddmm_top_k.h>
#include <espalier/sparse/topology/weight_view.h>

namespace espalier::schedules {

/// Scores the positions of one weight's grid: blocks of the largest score grow.
class GrowthScores {
 public:
  virtual ~GrowthScores() = default;

  /// The `count` best positions that `excluded` does not store, in row order. Ties break on the
  /// lower position. Throws ShapeError if there are fewer.
  virtual std::vector<sparse::BlockCoordinate> best(const sparse::BlockPattern& excluded,
                                                    Index count) const = 0;

  /// Calls `visit` once for each block row with the scores of all its positions, from any thread.
  virtual void for_each_row(const sparse::BlockRowScores& visit) const = 0;
};

/// Uniform: every subset of the free positions is equally likely. `pattern` gives the extents.
class RandomGrowth final : public GrowthScores {
 public:
  RandomGrowth(const sparse::BlockPattern& pattern, const Random& random)
      : pattern_(&pattern), random_(random) {}
  std::vector<sparse::BlockCoordinate> best(const sparse::BlockPattern& excluded,
                                            Index count) const override;
  void for_each_row(const sparse::BlockRowScores& visit) const override;

 private:
  const sparse::BlockPattern* pattern_;
  Random random_;
};

/// By the gradient of the step's whole batch, wherever its parts are: both functions are collective
/// where processes share it. Throws ConfigError if the weight's layer has not kept the operands of
/// its gradient. Source: Evci et al. 2020, "Rigging the Lottery", algorithm 1.
class GradientGrowth final : public GrowthScores {
 public:
  GradientGrowth(const sparse::WeightView& weight, sparse::GradientPool pool,
                 const Context& context);
  GradientGrowth(const sparse::WeightView& weight, sparse::GradientPool pool,
                 const Context&& context) = delete;
  std::vector<sparse::BlockCoordinate> best(const sparse::BlockPattern& excluded,
                                            Index count) const override;
  void for_each_row(const sparse::BlockRowScores& visit) const override;

 private:
  sparse::GradientParts gradient_;
  Index rows_;
  Index cols_;
  sparse::BlockShape block_;
  sparse::GradientPool pool_;
  const Context* context_;
};

/// By a dense mean of gradients, [rows, cols] row-major. A block with a NaN scores NaN, which
/// counts as smaller than every number. Throws ConfigError unless there is one value for each
/// position of the weight. Source: Dettmers and Zettlemoyer 2019, "Sparse networks from scratch",
/// section 3.
class MomentumGrowth final : public GrowthScores {
 public:
  MomentumGrowth(const sparse::WeightView& weight, std::span<const float> momentum,
                 sparse::GradientPool pool);
  std::vector<sparse::BlockCoordinate> best(const sparse::BlockPattern& excluded,
                                            Index count) const override;
  void for_each_row(const sparse::BlockRowScores& visit) const override;

 private:
  Index grid_rows_;
  Index grid_cols_;
  sparse::BlockShape block_;
  std::span<const float> momentum_;
  sparse::GradientPool pool_;
};

}  // namespace espalier::schedules
// Tested by tests/schedules/policies/policy_table_test.cpp
