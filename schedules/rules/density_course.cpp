// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/rules/density_course.h>

#include <espalier/sparse/topology/random_pattern.h>
#include <espalier/sparse/topology/select.h>

namespace espalier::schedules {
namespace {

/// How many of the `count` smallest blocks of all weights together that are not frozen each has.
std::vector<Index> smallest_of_all(std::span<const sparse::WeightView> weights,
                                   const std::vector<std::vector<double>>& ranks, Index count) {
  std::vector<double> pool;
  std::vector<std::size_t> owner;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i].frozen()) continue;
    const auto size = static_cast<double>(weights[i].pattern().block().size());
    const auto safe = std::max_element(ranks[i].begin(), ranks[i].end());
    for (auto rank = ranks[i].begin(); rank != ranks[i].end(); ++rank) {
      if (rank == safe) continue;
      pool.push_back(*rank / size);
      owner.push_back(i);
    }
  }
  std::vector<Index> counts(weights.size(), 0);
  for (const Index i : sparse::smallest(pool, std::min(count, static_cast<Index>(pool.size()))))
    ++counts[owner[static_cast<std::size_t>(i)]];
  return counts;
}

}  // namespace

std::vector<Index> DensityCourse::surplus(std::span<const sparse::WeightView> weights,
                                          const std::vector<std::vector<double>>& ranks,
                                          const UpdateInfo& update, bool last) const {
  // What a schedule that ends with the run leaves, the last update takes.
  const double left = last ? 0 : excess.at(static_cast<double>(update.completed_steps));
  std::vector<Index> shed(weights.size(), 0);
  Index sum = 0;  // a weight below its number makes up for another
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const Index end = update.history[i].target_blocks;
    const Index begin = std::max(update.history[i].initial_blocks, end);
    const Index held = end + sparse::ceil_of_fraction(left, begin - end);
    const Index surplus = weights[i].pattern().blocks() - held;
    // Other weights do not pay for the surplus of a frozen one.
    sum += weights[i].frozen() ? std::min<Index>(0, surplus) : surplus;
    shed[i] = weights[i].frozen() ? 0 : std::max<Index>(0, surplus);
  }
  if (scope == DensityScope::kLayer) return shed;
  return smallest_of_all(weights, ranks, std::max<Index>(0, sum));
}

}  // namespace espalier::schedules
