// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/rules/drop_rule.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/random_pattern.h>
#include <espalier/sparse/topology/select.h>

namespace espalier::schedules {

std::vector<double> DropRule::scores(const CriterionInputs& inputs) const {
  std::vector<double> scores = criterion.scores(inputs);
  const auto blocks = static_cast<std::size_t>(inputs.weight.pattern().blocks());
  if (scores.size() != blocks)
    throw ShapeError("drop criterion " + criterion.name + ", weight " + inputs.weight.name() +
                     ": " + std::to_string(scores.size()) + " scores; expected one for each of " +
                     std::to_string(blocks) + " blocks");
  return scores;
}

std::vector<double> sizes_of(const std::vector<double>& scores) {
  std::vector<double> sizes;
  sizes.reserve(scores.size());
  for (const double score : scores) sizes.push_back(std::abs(score));
  return sizes;
}

Index DropRule::share(double of_all, Index total) const {
  switch (rounding) {
    case Rounding::kUp:
      return sparse::ceil_of_fraction(of_all, total);
    case Rounding::kDown:
      return total - sparse::ceil_of_fraction(1 - of_all, total);
    case Rounding::kNearest:
      break;
  }
  return static_cast<Index>(std::llround(of_all * static_cast<double>(total)));
}

std::vector<Index> DropRule::choose(const std::vector<double>& scores, Index shed, double of_rest,
                                    Index room) const {
  const auto blocks = static_cast<Index>(scores.size());
  if (!criterion.by_sign)
    return sparse::smallest(scores, shed + std::min(share(of_rest, blocks - shed), room));

  const std::vector<double> sizes = sizes_of(scores);
  std::vector<Index> drop = sparse::smallest(sizes, shed);
  std::vector<bool> gone(scores.size(), false);
  for (const Index i : drop) gone[static_cast<std::size_t>(i)] = true;
  // Sums of either sign by themselves, so that neither dies out.
  for (const bool negative : {false, true}) {
    std::vector<Index> positions;
    std::vector<double> of_this_sign;
    for (std::size_t i = 0; i < scores.size(); ++i)
      if (!gone[i] && (scores[i] < 0) == negative) {
        positions.push_back(static_cast<Index>(i));
        of_this_sign.push_back(sizes[i]);
      }
    const Index free = shed + room - static_cast<Index>(drop.size());
    const Index count = std::min(share(of_rest, static_cast<Index>(positions.size())), free);
    for (const Index i : sparse::smallest(of_this_sign, count))
      drop.push_back(positions[static_cast<std::size_t>(i)]);
  }
  std::sort(drop.begin(), drop.end());
  return drop;
}

}  // namespace espalier::schedules
