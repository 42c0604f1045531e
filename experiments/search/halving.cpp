// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/search/halving.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace espalier::experiments {

Index Bracket::size(Index rung) const {
  Index size = trials;
  for (Index r = 0; r < rung; ++r) size /= eta;
  return std::max<Index>(1, size);
}

double Bracket::budget_share(Index rung) const {
  if (first == 0 || rung + 1 == rungs)
    return std::pow(static_cast<double>(eta), static_cast<double>(rung - rungs + 1));
  return first * std::pow(static_cast<double>(eta), static_cast<double>(rung));
}

std::vector<Index> promoted(std::vector<RungResult> rung, Index count) {
  std::erase_if(rung, [](const RungResult& result) { return !std::isfinite(result.loss); });
  std::ranges::sort(rung, {}, [](const RungResult& r) { return std::pair(r.loss, r.trial); });
  std::vector<Index> trials;
  for (const RungResult& result : rung)
    if (std::ssize(trials) < count) trials.push_back(result.trial);
  return trials;
}

}  // namespace espalier::experiments
