// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/context.h>

namespace espalier::training {

/// Adds the gradients of consecutive shards of a batch by a balanced binary tree (`add_by_tree`),
/// whose leaves each start from zero. So the sum over [0, S) is the same, bit for bit, wherever the
/// subtrees are computed, in one process or in several.
///
/// Holds one spare gradient of the whole model for each level of the tree, log2 of the shards of
/// `sum`, from its first use on. Sums do not depend on the number of threads.
class GradientTree {
 public:
  /// Parameters and context must outlive the tree.
  GradientTree(models::ParameterList parameters, const Context& context)
      : parameters_(std::move(parameters)), context_(&context) {}

  /// Adds the gradient of a shard to the parameters' gradients and returns its sum of losses. May
  /// tell `progress`, if there is one, which gradients are complete before it returns.
  using Train = std::function<double(Index shard, const models::BackwardProgress& progress)>;

  /// Calls `train` for shards [first, first + count) in order. Leaves g(first, first + count) in
  /// the parameters' gradients and returns the sum of losses, added by the same tree. Tells
  /// `progress`, if there is one, which of these sums are complete, by what the last shard tells.
  /// The gradients must be zero before; `count` must be a power of two. Cost: one addition of the
  /// gradient for each shard but one.
  double sum(Index first, Index count, const Train& train,
             const models::BackwardProgress& progress = {});

 private:
  using Gradient = std::vector<AlignedVector<float>>;  ///< of each parameter

  void put_aside(Gradient& spare);
  void add(const Gradient& spare, std::size_t first, std::size_t last);

  models::ParameterList parameters_;
  const Context* context_;
  std::vector<Gradient> spares_;  ///< by level, from that of two shards
};

}  // namespace espalier::training
