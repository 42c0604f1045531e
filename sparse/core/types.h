// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace espalier {

/// Extents, element counts and positions. Signed, so that differences are safe; 64 bits, since a
/// matrix may have more than 2^32 positions.
using Index = std::int64_t;

/// Row or column of a block within one matrix. 32 bits halve the index traffic of the products.
using BlockIndex = std::int32_t;

}  // namespace espalier
// Tested by tests/sparse/core/context_test.cpp
