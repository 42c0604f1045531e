// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include <espalier/experiments/search/space.h>
#include <espalier/experiments/training/sweep_file.h>
#include <espalier/files/folder_lock.h>
#include <espalier/sparse/core/types.h>

namespace espalier::experiments {

/// What the workers of one search have in common, in the folder `trials` of their runs:
///   sweep.json        what is searched, so that no other search mixes with it, and with which
///                     settings of all else
///   trial_0007.json   a point that follows from results, with the trials that it knew these of
///   lock              held while a point is chosen
class TrialStore {
 public:
  /// Makes the folder, and sweep.json unless it is there. Throws ConfigError if it is another
  /// search's, IoError or FormatError.
  explicit TrialStore(const Sweep& sweep);

  /// Throws as the constructor if the folder has trials of another search; makes nothing.
  static void require_own(const Sweep& sweep);

  /// Nothing while another process chooses a point.
  std::optional<files::FolderLock> try_lock() const;

  /// The point of a trial, if it has been chosen. Throws IoError or FormatError.
  std::optional<Point> point(Index trial) const;

  /// Keeps the point of a trial, chosen from the results of others. Throws IoError.
  void keep(Index trial, const Point& point, const std::vector<Index>& results) const;

 private:
  std::filesystem::path path(Index trial) const;

  const Search& search_;
  std::filesystem::path folder_;
};

}  // namespace espalier::experiments
