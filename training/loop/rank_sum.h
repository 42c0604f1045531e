// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <espalier/machines/machines.h>
#include <espalier/sparse/core/aligned_memory.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/types.h>

namespace espalier::training {

/// Adds what the ranks of a job hold by a balanced binary tree over the ranks, whose number must be
/// a power of two:
///   s(a, b) = s(a, m) + s(m, b),  m = (a + b) / 2,  s(r, r + 1) = what rank r holds
/// and leaves the sum on all of them. The order of the additions is written here and not a
/// library's: a slice of the values goes from each rank to the slice's owner (all-to-all), the
/// owner adds, and the sums go to all (all-gather). Each rank sends 2 (ranks - 1) / ranks of the
/// values, as a ring does. Collective. Does not depend on the number of threads. Throws IoError as
/// the transport. Memory: two buffers of at most `kPieceValues`.
class RankSum {
 public:
  /// Both must outlive this object.
  RankSum(machines::Machines& machines, const Context& context)
      : machines_(&machines), context_(&context) {}

  /// The arrays have the same lengths on all ranks.
  void add(const std::vector<std::span<float>>& arrays);
  /// One number of each rank.
  double add(double value);

  /// Values that travel at once: 16 MiB, so that a message is worth its latency.
  static constexpr Index kPieceValues = Index{1} << 22;

 private:
  void add_piece(std::span<float> values);

  machines::Machines* machines_;
  const Context* context_;
  AlignedVector<float> piece_;
  AlignedVector<float> partials_;  ///< of the own slice, rank by rank
};

}  // namespace espalier::training
