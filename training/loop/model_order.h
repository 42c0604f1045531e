// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include <espalier/machines/machines.h>

namespace espalier::training {

// In which order the parameters of a model follow each other where each rank of a job has some:
// `leading` of rank 0, those of ranks 1, 2, ..., the rest of rank 0.

/// What each rank has for its parameters, one after the other. Rank 0 has at least `leading`.
template <typename T>
std::vector<T> in_model_order(std::vector<std::vector<T>> of_ranks, std::size_t leading) {
  std::vector<T>& first = of_ranks.front();
  const auto border = first.begin() + static_cast<std::ptrdiff_t>(leading);
  std::vector<T> all(std::make_move_iterator(first.begin()), std::make_move_iterator(border));
  for (std::size_t rank = 1; rank < of_ranks.size(); ++rank)
    all.insert(all.end(), std::make_move_iterator(of_ranks[rank].begin()),
               std::make_move_iterator(of_ranks[rank].end()));
  all.insert(all.end(), std::make_move_iterator(border), std::make_move_iterator(first.end()));
  return all;
}

/// The sum over the model, on all ranks, from the sums of the chunks of each of this rank's
/// parameters (models::TotalOfSquares): added one after the other as one process does that has all,
/// with the same bits. Collective; of `leading` rank 0's number counts. Sends 8 bytes for each
/// chunk to every other rank, and 16 more. Throws ConfigError on rank 0 if it has fewer parameters
/// than lead; LostRankError.
double total_in_model_order(machines::Machines& machines, std::size_t leading,
                            const std::vector<std::vector<double>>& squares);

}  // namespace espalier::training
// Tested by tests/training/loop/model_order_test.cpp
