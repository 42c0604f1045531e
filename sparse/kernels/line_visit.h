// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/core/types.h>

namespace espalier::sparse::kernels {

/// One step of a product: entries [first, first + count) of a traversal all add to output line
/// `line` (a block row, or a block column of the input gradient).
struct LineVisit {
  Index first = 0;
  BlockIndex count = 0;
  BlockIndex line = 0;
};

}  // namespace espalier::sparse::kernels
