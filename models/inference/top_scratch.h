// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <espalier/sparse/core/aligned_memory.h>
#include <espalier/sparse/core/types.h>
#include <espalier/sparse/ops/linear_plain.h>

namespace espalier::models {

/// Memory of a search for the largest outputs, for the next one. One search at a time.
struct TopScratch {
  std::vector<double> largest;    ///< lower bounds, the smallest in front
  std::vector<Index> candidates;  ///< rows
  AlignedVector<float> rows;      ///< the weights of some of these
  AlignedVector<float> row_outputs;
  sparse::PlainScratch plain;
};

}  // namespace espalier::models
// Tested by tests/models/inference/top_outputs_test.cpp
