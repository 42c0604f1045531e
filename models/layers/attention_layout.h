// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/core/types.h>
#include <espalier/sparse/format/block_pattern.h>

namespace espalier::models {

/// Which keys a query of attention sees, in blocks of tokens, the same for all layers, heads and
/// sequences. Query block i sees key block j if any of these holds:
///   |i - j| <= window                             local attention
///   i < global or j < global                      blocks that see all and are seen by all
///   (i - j) mod stride = 0                        strided attention
///   j is one of the `random` blocks that are drawn for i among those that it would not see
/// A causal model leaves out j > i, and draws from earlier blocks only. Window 1, global 2 and
/// random 3 give as many blocks of each kind as BigBird has as its authors used it, whose global
/// blocks are the first and the last. Source: Child et al. 2019, "Generating long
/// sequences with sparse transformers", section 4; Zaheer et al. 2020, "Big Bird: transformers for
/// longer sequences", section 2.
struct AttentionLayout {
  Index block = 0;   ///< tokens of a block, a multiple of 16; 0: every query sees every key
  Index window = 1;  ///< blocks on either side of a query's own
  Index global = 0;  ///< number of first blocks that see all and are seen by all
  Index stride = 0;  ///< 0: none
  Index random = 0;  ///< random blocks of keys for each block of queries
  /// Replaces all of these but `block`: a pattern of the blocks that are seen, queries as rows and
  /// keys as columns, for sequences of one length. Null: none.
  sparse::PatternPtr pattern = nullptr;

  bool is_sparse() const { return block != 0; }
  bool operator==(const AttentionLayout&) const = default;
};

/// The pattern [sequence, sequence], queries as rows and keys as columns, in square blocks of
/// `layout.block` tokens; null for a layout that is not sparse. A pure function of its arguments:
/// random blocks depend on the layout alone. Every block sees itself. Throws ConfigError if the
/// block is not a multiple of 16 that divides the sequence, a number is negative, or a given
/// pattern has other extents, another block or a hole in its diagonal. Cost: O((sequence /
/// block)^2).
sparse::PatternPtr attention_pattern(const AttentionLayout& layout, Index sequence, bool causal);

/// Number of pairs of a query and a key that it sees in a sequence: `sequence`^2 without a pattern,
/// or half of them if causal. Throws as `attention_pattern`. Makes no pattern, since training
/// counts the pairs in every step.
double attention_pairs(const AttentionLayout& layout, Index sequence, bool causal);

}  // namespace espalier::models
