// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include <espalier/machines/machines.h>

namespace espalier::training {

/// In which order the parameters of a model follow each other where each rank of a job has some:
/// the first of rank 0, those of ranks 1, 2, ..., the rest of rank 0.
class ModelOrder {
 public:
  /// `leading` parameters of rank 0 are first; only rank 0's number counts. `machines` must outlive
  /// this object.
  ModelOrder(machines::Machines& machines, std::size_t leading)
      : machines_(&machines), leading_(leading) {}

  /// The sum over the model, from the sums of the chunks of each of this rank's parameters
  /// (models::TotalOfSquares): added one after the other as one process does that has all, with
  /// the same bits, on all ranks. Collective; chunks may be others at each call. Sends 8 bytes for
  /// each to every other rank, and 8 or 16 more. Throws ConfigError on rank 0 if it has fewer
  /// parameters than are first; LostRankError.
  double total(const std::vector<std::vector<double>>& squares) const;

 private:
  machines::Machines* machines_;
  std::size_t leading_;
};

}  // namespace espalier::training
