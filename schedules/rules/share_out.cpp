// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/rules/share_out.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace espalier::schedules {

std::vector<Index> share_out(Index total, std::vector<double> shares,
                             const std::vector<Index>& capacity) {
  for (double& share : shares)  // a weight whose training has diverged has no claim
    if (!std::isfinite(share)) share = 0;
  std::vector<Index> parts(shares.size(), 0);
  std::vector<double> exact(shares.size(), 0);
  std::vector<std::size_t> open(shares.size());
  std::iota(open.begin(), open.end(), std::size_t{0});
  Index left = total;
  for (std::size_t open_before = 0; !open.empty() && open.size() != open_before;) {
    open_before = open.size();
    double sum = 0;
    for (const std::size_t i : open) sum += shares[i];
    for (const std::size_t i : open)  // nothing to go by: evenly
      exact[i] = static_cast<double>(left) *
                 (sum > 0 ? shares[i] / sum : 1 / static_cast<double>(open_before));
    std::erase_if(open, [&](std::size_t i) {
      const bool full = exact[i] >= static_cast<double>(capacity[i]);
      if (full) left -= parts[i] = capacity[i];
      return full;
    });
  }
  for (const std::size_t i : open) left -= parts[i] = static_cast<Index>(exact[i]);
  std::stable_sort(open.begin(), open.end(), [&](std::size_t a, std::size_t b) {
    return exact[a] - std::floor(exact[a]) > exact[b] - std::floor(exact[b]);
  });
  for (const std::size_t i : open)
    if (left-- > 0) ++parts[i];
  return parts;
}

void leave_one_each(const std::vector<Index>& stored, const std::vector<Index>& dropped,
                    std::vector<Index>& grown) {
  std::vector<Index> spare(grown.size());
  for (std::size_t i = 0; i < grown.size(); ++i)
    spare[i] = grown[i] - (stored[i] > 0 && dropped[i] == stored[i] ? 1 : 0);
  for (std::size_t i = 0; i < grown.size(); ++i) {
    if (spare[i] >= 0) continue;
    const auto donor = std::max_element(spare.begin(), spare.end());
    --*donor;
    --grown[static_cast<std::size_t>(donor - spare.begin())];
    ++grown[i];
  }
}

}  // namespace espalier::schedules
