// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/gradient_tree.h>

#include <algorithm>

#include <espalier/models/parameters/value_chunks.h>
#include <espalier/sparse/core/balanced_tree.h>

namespace espalier::training {

double GradientTree::sum(Index first, Index count, const Train& train,
                         const models::BackwardProgress& progress) {
  const auto levels = static_cast<std::size_t>(tree_levels(count));
  if (spares_.size() < levels) spares_.resize(levels, Gradient(parameters_.size()));
  std::vector<double> losses(levels);
  double loss = 0;
  std::size_t summed = parameters_.size();  // the sums from here on are complete
  // Behind the last shard, all that was put aside is added, the smallest subtree first.
  const auto complete = [&](const models::Parameter& parameter) {
    const std::size_t begin =
        static_cast<std::size_t>(std::ranges::find(parameters_, &parameter) - parameters_.begin());
    for (std::size_t level = 0; level < levels; ++level) add(spares_[level], begin, summed);
    summed = std::min(summed, begin);
    progress(parameter);
  };
  add_by_tree(
      first, count,
      [&](Index shard) {
        const bool last = shard == first + count - 1;
        loss = train(shard, last && progress ? complete : models::BackwardProgress());
      },
      [&](Index level) {
        losses[static_cast<std::size_t>(level)] = loss;
        put_aside(spares_[static_cast<std::size_t>(level)]);
      },
      [&](Index level) {
        loss = losses[static_cast<std::size_t>(level)] + loss;
        add(spares_[static_cast<std::size_t>(level)], 0, summed);
      });
  return loss;
}

/// Moves the gradient there, and leaves zeros.
void GradientTree::put_aside(Gradient& spare) {
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    AlignedVector<float>& gradient = parameters_[i]->gradient;
    // An edit may have changed the length since the last step.
    models::replace_length(spare[i], gradient.size());
    gradient.swap(spare[i]);
    std::ranges::fill(gradient, 0.0F);
  }
}

/// Adds what was put aside of the parameters [first, last).
void GradientTree::add(const Gradient& spare, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) {
    float* const to = parameters_[i]->gradient.data();
    const float* const from = spare[i].data();
    models::for_each_chunk(*context_, static_cast<Index>(spare[i].size()),
                           [&](Index begin, Index end) {
                             for (Index j = begin; j < end; ++j) to[j] += from[j];
                           });
  }
}

}  // namespace espalier::training
