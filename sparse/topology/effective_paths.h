// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <espalier/sparse/format/block_pattern.h>

namespace espalier::sparse {

/// What a chain of consecutive sparse layers connects.
struct EffectivePaths {
  /// Number of paths from any input of the first layer to any output of the last, one stored value
  /// of each layer to a path. Exact up to 2^53, infinity beyond the range of a double.
  double paths = 0;
  /// For each pattern, how many of its stored values lie on at least one such path. The others get
  /// no gradient or change no output. Divide by `pattern.values()` for their share.
  std::vector<Index> effective_values;
};

/// Counts the paths through layers, each of which reads what the one before writes.
///   paths = 1^T W_n ... W_2 W_1 1, where W_l is 1 where pattern l stores a value and 0 elsewhere
/// Shapes: chain[0] is [hidden, in], chain[1] [next hidden, hidden], ...; blocks may differ. Throws
/// ShapeError if the chain is empty, a pattern is null, or the columns of one are not as many as
/// the rows of the one before; Error if GraphBLAS fails. Runs on the calling thread; deterministic.
/// The library GraphBLAS is started on the first call, unless the program has, and stays so. Cost:
/// two products with a vector for each pattern. Part of the CMake component `paths`, which needs
/// SuiteSparse:GraphBLAS. Source: Vysogorets and Kempe 2023, "Connectivity matters: neural network
/// pruning through the lens of effective sparsity".
EffectivePaths effective_paths(std::span<const PatternPtr> chain);

}  // namespace espalier::sparse
