// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include <espalier/sparse/core/types.h>

namespace espalier {

/// Levels of a balanced binary tree over a power of two of leaves: log2.
constexpr Index tree_levels(Index leaves) {
  return std::bit_width(static_cast<std::uint64_t>(leaves)) - 1;
}

/// Adds consecutive leaves, which are computed one after another in one place, by a balanced binary
/// tree:
///   s(a, b) = s(a, m) + s(m, b),  m = (a + b) / 2,  s(i, i + 1) = leaf i
/// so that the sum is the same, bit for bit, wherever its subtrees are computed. Over leaves
/// [first, first + count), of which `count` is a power of two, it calls
///   leaf(i)           to have the place hold leaf i, in order of i
///   put_aside(level)  to keep what the place holds, from 0 to `tree_levels(count)` - 1
///   add(level)        to add to the place what was kept under that level
/// The place holds the sum afterwards.
template <typename Leaf, typename PutAside, typename Add>
void add_by_tree(Index first, Index count, const Leaf& leaf, const PutAside& put_aside,
                 const Add& add) {
  if (count == 1) return leaf(first);
  const Index level = tree_levels(count) - 1;
  add_by_tree(first, count / 2, leaf, put_aside, add);
  put_aside(level);
  add_by_tree(first + count / 2, count / 2, leaf, put_aside, add);
  add(level);
}

}  // namespace espalier
// Tested by tests/training/loop/gradient_tree_test.cpp
