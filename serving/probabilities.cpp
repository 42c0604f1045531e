// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/probabilities.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace espalier::serving {

std::vector<ScoredIndex> most_probable(std::span<const float> logits, Index most) {
  std::vector<ScoredIndex> scored;
  if (logits.empty() || most < 1) return scored;
  // Of a model whose sums overflow a logit may be infinite, or no number, and is the last then.
  const auto value = [&](std::size_t i) {
    return std::isnan(logits[i]) ? -std::numeric_limits<float>::infinity() : logits[i];
  };
  float top = value(0);
  for (std::size_t i = 1; i < logits.size(); ++i) top = std::max(top, value(i));
  double sum = 0;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    const bool is_top = value(i) == top;  // infinity less infinity is no number
    const double weight = is_top ? 1 : std::exp(static_cast<double>(value(i)) - top);
    scored.push_back({static_cast<Index>(i), std::isnan(logits[i]) ? 0 : weight});
    sum += scored.back().probability;
  }
  const auto count = std::min(scored.size(), static_cast<std::size_t>(most));
  const auto is_larger = [&](const ScoredIndex& a, const ScoredIndex& b) {
    const float x = value(static_cast<std::size_t>(a.index));
    const float y = value(static_cast<std::size_t>(b.index));
    return x != y ? x > y : a.index < b.index;
  };
  std::ranges::partial_sort(scored, scored.begin() + static_cast<std::ptrdiff_t>(count), is_larger);
  scored.resize(count);
  if (sum > 0)  // else no logit is a number
    for (ScoredIndex& one : scored) one.probability /= sum;
  return scored;
}

}  // namespace espalier::serving
