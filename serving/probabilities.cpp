// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/probabilities.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace espalier::serving {

std::vector<ScoredIndex> most_probable(std::span<const float> logits, Index most) {
  std::vector<ScoredIndex> scored;
  if (logits.empty() || most < 1) return scored;
  const double top = *std::ranges::max_element(logits);
  double sum = 0;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    scored.push_back({static_cast<Index>(i), std::exp(logits[i] - top)});
    sum += scored.back().probability;
  }
  const auto count = std::min(scored.size(), static_cast<std::size_t>(most));
  // Of a model whose sums overflow a logit may be no number, and is the last then.
  const auto value = [&](const ScoredIndex& of) {
    const float logit = logits[static_cast<std::size_t>(of.index)];
    return std::isnan(logit) ? -std::numeric_limits<float>::infinity() : logit;
  };
  const auto is_larger = [&](const ScoredIndex& a, const ScoredIndex& b) {
    const float x = value(a), y = value(b);
    return x != y ? x > y : a.index < b.index;
  };
  std::ranges::partial_sort(scored, scored.begin() + static_cast<std::ptrdiff_t>(count), is_larger);
  scored.resize(count);
  for (ScoredIndex& one : scored) one.probability /= sum;
  return scored;
}

}  // namespace espalier::serving
