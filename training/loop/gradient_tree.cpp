// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/gradient_tree.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include <espalier/models/parameters/value_chunks.h>

namespace espalier::training {

double GradientTree::sum(Index first, Index count, const std::function<double(Index)>& train) {
  if (count == 1) return train(first);
  const auto level =
      static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(count)) - 2);
  if (spares_.size() <= level) spares_.resize(level + 1, Gradient(parameters_.size()));
  const double left = sum(first, count / 2, train);
  put_aside(spares_[level]);
  const double right = sum(first + count / 2, count / 2, train);
  add(spares_[level]);
  return left + right;
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
