// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/gradient_tree.h>

#include <algorithm>

#include <espalier/models/parameters/value_chunks.h>
#include <espalier/sparse/core/balanced_tree.h>

namespace espalier::training {

double GradientTree::sum(Index first, Index count, const std::function<double(Index)>& train) {
  const auto levels = static_cast<std::size_t>(tree_levels(count));
  if (spares_.size() < levels) spares_.resize(levels, Gradient(parameters_.size()));
  std::vector<double> losses(levels);
  double loss = 0;
  add_by_tree(
      first, count, [&](Index shard) { loss = train(shard); },
      [&](Index level) {
        losses[static_cast<std::size_t>(level)] = loss;
        put_aside(spares_[static_cast<std::size_t>(level)]);
      },
      [&](Index level) {
        loss = losses[static_cast<std::size_t>(level)] + loss;
        add(spares_[static_cast<std::size_t>(level)]);
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

void GradientTree::add(const Gradient& spare) {
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    float* const to = parameters_[i]->gradient.data();
    const float* const from = spare[i].data();
    models::for_each_chunk(*context_, static_cast<Index>(spare[i].size()),
                           [&](Index begin, Index end) {
                             for (Index j = begin; j < end; ++j) to[j] += from[j];
                           });
  }
}

}  // namespace espalier::training
