// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <espalier/machines/machines.h>
#include <espalier/sparse/core/aligned_memory.h>
#include <espalier/sparse/core/context.h>

namespace espalier::training {

/// Adds what the ranks of a job hold by a balanced binary tree over the ranks, whose number must be
/// a power of two:
///   s(a, b) = s(a, m) + s(m, b),  m = (a + b) / 2,  s(r, r + 1) = what rank r holds
/// and leaves the sum on all of them. The order of the additions is written here and not a
/// library's: a slice of the values goes from each rank to the slice's owner (all-to-all), the
/// owner adds, and the sums go to all (all-gather). Each half sends (ranks - 1) / ranks of the
/// values; a ring sends as many. Who owns what has no influence on a sum. Collective. Does not
/// depend on the number of threads. Throws IoError as the transport. Memory: two buffers of at most
/// `kPieceValues`.
class RankSum {
 public:
  /// Arrays, which lie one behind the other, with the same lengths on all ranks.
  using Arrays = std::vector<std::span<float>>;
  /// Where the slice of each rank begins in them, and where the last one ends.
  using Borders = std::vector<std::size_t>;

  /// Both must outlive this object.
  RankSum(machines::Machines& machines, const Context& context)
      : machines_(&machines), context_(&context) {}

  void add(const Arrays& arrays);
  /// The first half: leaves the sums of its slice on each rank, and the rest as it is.
  void reduce(const Arrays& arrays, const Borders& borders);
  /// The second half: gives all ranks what the owners have in their slices.
  void gather(const Arrays& arrays, const Borders& borders);
  /// One number of each rank.
  double add(double value);

  /// Values that travel at once: 16 MiB, so that a message is worth its latency.
  static constexpr std::size_t kPieceValues = std::size_t{1} << 22;

 private:
  struct Pieces;
  Pieces next_pieces(const Borders& borders, std::size_t done);
  void add_partials(std::span<float> sums);

  machines::Machines* machines_;
  const Context* context_;
  AlignedVector<float> piece_;     ///< of each slice, rank by rank
  AlignedVector<float> partials_;  ///< of the own slice, rank by rank
};

}  // namespace espalier::training
