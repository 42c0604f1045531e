// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/types.h>

namespace espalier::models {

/// Consecutive values of a parameter: [begin, end).
struct ValueRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  std::size_t size() const { return end - begin; }
};

/// Cuts the values of a model into slices, one for each of so many owners. With all parameters one
/// behind the other, in the order of the list, a slice is a run of whole chunks of `kChunkValues`;
/// so it has at most one range of each parameter. Chunk c of C of a parameter belongs to slice
///   floor(slices (before + own c / C) / all)
/// where `own` are the values of the parameter when the slices were made, `before` those of the
/// parameters before it and `all` those of the model: then slices differ by two chunks at most. An
/// edit that changes the length of a parameter moves borders within this parameter only.
class ValueSlices {
 public:
  /// Throws ConfigError if there is not at least one slice.
  ValueSlices(const ParameterList& parameters, int slices);

  int count() const { return count_; }

  /// What a slice has of parameter number `parameter`, which now has `length` values. Cost: the
  /// logarithm of its chunks.
  ValueRange range(std::size_t parameter, std::size_t length, int slice) const;

  /// Where each slice begins in the values one behind the other, and where the last one ends.
  /// `parameters` are those that the slices were made of, as long as they are now.
  std::vector<std::size_t> borders(const ParameterList& parameters) const;

 private:
  std::size_t begin(std::size_t parameter, std::size_t length, int slice) const;

  std::vector<Index> before_;  ///< of each parameter, and of none last: all
  int count_;
};

}  // namespace espalier::models
