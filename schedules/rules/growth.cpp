// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/rules/growth.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <espalier/schedules/rules/criteria.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/select.h>

namespace espalier::schedules {
namespace {

sparse::GradientParts gradient_of(const sparse::WeightView& weight) {
  const sparse::GradientOperands* operands = weight.operands();
  const auto fits = [&](const sparse::GradientOperands::Part& part) {
    return part.x.tokens() == 0 || (part.x.features() == weight.pattern().cols() &&
                                    part.dy.features() == weight.pattern().rows());
  };
  if (operands == nullptr || !operands->kept() || !std::ranges::all_of(operands->parts(), fits))
    throw ConfigError("growth by gradient, weight " + weight.name() +
                      ": its layer has not kept input and output gradient; in each step call "
                      "backward, then hand the optimizer's step to the updater");
  return operands->gradient();
}

}  // namespace

std::vector<sparse::BlockCoordinate> RandomGrowth::best(const sparse::BlockPattern& excluded,
                                                        Index count) const {
  return random_unstored(excluded, count, random_);
}

void RandomGrowth::for_each_row(const sparse::BlockRowScores& visit) const {
  std::vector<float> scores(static_cast<std::size_t>(pattern_->grid_cols()));
  for (Index r = 0; r < pattern_->grid_rows(); ++r) {
    for (std::size_t c = 0; c < scores.size(); ++c)
      scores[c] = static_cast<float>(random_.uniform(
          static_cast<std::uint64_t>(r * pattern_->grid_cols()) + static_cast<std::uint64_t>(c)));
    visit(r, scores);
  }
}

GradientGrowth::GradientGrowth(const sparse::WeightView& weight, sparse::GradientPool pool,
                               const Context& context)
    : gradient_(gradient_of(weight)),
      rows_(weight.pattern().rows()),
      cols_(weight.pattern().cols()),
      block_(weight.pattern().block()),
      pool_(pool),
      context_(&context) {}

std::vector<sparse::BlockCoordinate> GradientGrowth::best(const sparse::BlockPattern& excluded,
                                                          Index count) const {
  return sparse::sddmm_top_k(gradient_, excluded, count, pool_, *context_);
}

void GradientGrowth::for_each_row(const sparse::BlockRowScores& visit) const {
  sparse::sddmm_block_scores(gradient_, rows_, cols_, block_, pool_, visit, *context_);
}

MomentumGrowth::MomentumGrowth(const sparse::WeightView& weight, std::span<const float> momentum,
                               sparse::GradientPool pool)
    : grid_rows_(weight.pattern().grid_rows()),
      grid_cols_(weight.pattern().grid_cols()),
      block_(weight.pattern().block()),
      momentum_(momentum),
      pool_(pool) {
  const Index expected = weight.pattern().rows() * weight.pattern().cols();
  if (static_cast<Index>(momentum.size()) != expected)
    throw ConfigError("growth by momentum, weight " + weight.name() + ": a momentum of " +
                      std::to_string(momentum.size()) + " values; expected " +
                      std::to_string(expected));
}

void MomentumGrowth::for_each_row(const sparse::BlockRowScores& visit) const {
  const Index cols = grid_cols_ * block_.cols;
  std::vector<float> scores(static_cast<std::size_t>(grid_cols_));
  for (Index r = 0; r < grid_rows_; ++r) {
    for (Index c = 0; c < grid_cols_; ++c) {
      double sum = 0;
      double largest = 0;
      for (Index i = r * block_.rows; i < (r + 1) * block_.rows; ++i)
        for (Index j = c * block_.cols; j < (c + 1) * block_.cols; ++j) {
          const double value = std::abs(momentum_[static_cast<std::size_t>(i * cols + j)]);
          sum += value;
          // Written so that a NaN, once met, stays.
          largest = std::isnan(largest) || value <= largest ? largest : value;
        }
      const double score = pool_ == sparse::GradientPool::kMax ? largest
                           : pool_ == sparse::GradientPool::kSum
                               ? sum
                               : sum / static_cast<double>(block_.size());
      scores[static_cast<std::size_t>(c)] = static_cast<float>(score);
    }
    visit(r, scores);
  }
}

std::vector<sparse::BlockCoordinate> MomentumGrowth::best(const sparse::BlockPattern& excluded,
                                                          Index count) const {
  // A score and a place of each free position, of this weight alone: with blocks of 1 and 2 some
  // times the momentum itself, for as long as the choice takes.
  std::vector<double> free_scores;
  std::vector<sparse::BlockCoordinate> free_positions;
  for_each_row([&](Index r, std::span<const float> scores) {
    Index stored = excluded.row_offsets()[static_cast<std::size_t>(r)];
    const Index end = excluded.row_offsets()[static_cast<std::size_t>(r) + 1];
    for (Index c = 0; c < grid_cols_; ++c) {
      if (stored < end && excluded.columns()[static_cast<std::size_t>(stored)] == c) {
        ++stored;
        continue;
      }
      free_scores.push_back(scores[static_cast<std::size_t>(c)]);
      free_positions.push_back({static_cast<BlockIndex>(r), static_cast<BlockIndex>(c)});
    }
  });
  std::vector<sparse::BlockCoordinate> grown;
  for (const Index i : sparse::largest(free_scores, count))
    grown.push_back(free_positions[static_cast<std::size_t>(i)]);
  return grown;
}

}  // namespace espalier::schedules
