// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/types.h>

namespace espalier::models {

/// Values that one task takes of what is as long as a parameter: four arrays of 64 KiB, which a
/// core's second-level cache holds, and enough work (some microseconds) to hide the cost of a task.
/// A multiple of every vector length, so that chunks start on cache lines.
inline constexpr Index kChunkValues = 16384;

/// Calls body(begin, end) for the chunks of the values [0, count), concurrently.
template <typename Body>
void for_each_chunk(const Context& context, Index count, const Body& body) {
  context.parallel_for_chunks(count, kChunkValues,
                              [&](Index begin, Index size) { body(begin, begin + size); });
}

}  // namespace espalier::models
// Tested by tests/training/loop/gradient_tree_test.cpp
