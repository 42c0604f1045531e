// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <espalier/sparse/core/types.h>

namespace espalier::serving {

/// One of several, and how probable it is.
struct ScoredIndex {
  Index index = 0;
  double probability = 0;
};

/// The `most` indices with the largest logits, those first, and their softmax over all, in double;
/// of equal ones the lower index.
std::vector<ScoredIndex> most_probable(std::span<const float> logits, Index most);

}  // namespace espalier::serving
