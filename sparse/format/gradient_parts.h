// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <espalier/sparse/core/types.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::sparse {

/// The processes that share a batch, each of which has other parts of its gradients. All functions
/// but the first two are collective: all processes call the same ones in the same order, with as
/// many values.
class GradientPeers {
 public:
  GradientPeers() = default;
  GradientPeers(const GradientPeers&) = delete;
  GradientPeers& operator=(const GradientPeers&) = delete;
  virtual ~GradientPeers() = default;

  virtual Index count() const = 0;  ///< with this one: a power of two
  virtual Index own() const = 0;    ///< number of this one, from 0

  /// Adds up what the processes have, by a balanced binary tree over their numbers; all get the
  /// sum.
  virtual void sum(std::span<float> values) = 0;
  /// The same sum, of which process i gets its slice, from borders[i] to borders[i + 1]. What the
  /// rest of its values then is, nobody may rely on.
  virtual void sum_slices(std::span<float> values, std::span<const std::size_t> borders) = 0;
  /// slices[i] is what process i has: one's own is filled before, all are afterwards.
  virtual void gather(std::span<const std::span<std::byte>> slices) = 0;
};

/// The gradient of a weight at all its positions, [rows, cols], as what it is computed from:
///   dW = sum over the processes of the sum of their parts
///   part[r, c] = sum over tokens t of dy[r, t] x[c, t]
/// The parts are those of a batch, as many as a power of two, and are added by a balanced binary
/// tree (`add_by_tree`). Of a batch that several processes share each has its own parts, and
/// `peers` adds those of all by the same tree: the gradient is the same, bit for bit, on all of
/// them and for any number.
struct GradientParts {
  struct Part {
    const Activations* dy = nullptr;  ///< [rows, tokens]
    const Activations* x = nullptr;   ///< [cols, tokens]
  };

  std::vector<Part> parts;         ///< none: zero
  GradientPeers* peers = nullptr;  ///< null: there are no other processes
};

}  // namespace espalier::sparse
// Tested by tests/sparse/ops/dense_gradient_test.cpp
