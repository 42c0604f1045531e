// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/attention_layout.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::models {
namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& expected) {
  throw ConfigError("attention layout: " + what + "; expected " + expected);
}

void check(const AttentionLayout& layout, Index sequence) {
  if (layout.block < 0 || layout.block % sparse::kPanelWidthMultiple != 0 ||
      sequence % layout.block != 0)
    refuse("block is " + std::to_string(layout.block),
           "a multiple of " + std::to_string(sparse::kPanelWidthMultiple) +
               " that divides the sequence of " + std::to_string(sequence));
  for (const auto& [name, value] : {std::pair{"window", layout.window},
                                    {"global", layout.global},
                                    {"stride", layout.stride},
                                    {"random", layout.random}})
    if (value < 0) refuse(std::string(name) + " is " + std::to_string(value), "0 or more");
}

/// Blocks of keys that block `i` of the queries could see.
Index blocks_to_see(Index i, Index blocks, bool causal) { return causal ? i + 1 : blocks; }

/// Does block `i` of the queries see block `j` of the keys, without those that are drawn?
bool sees(const AttentionLayout& layout, Index i, Index j) {
  return std::abs(i - j) <= layout.window || i < layout.global || j < layout.global ||
         (layout.stride > 0 && (i - j) % layout.stride == 0);
}

/// Checks a given pattern, and calls visit(row, column) for each of its blocks that may be seen.
template <typename Visit>
void for_each_given(const AttentionLayout& layout, Index sequence, bool causal,
                    const Visit& visit) {
  const sparse::BlockPattern& given = *layout.pattern;
  const sparse::BlockShape block{layout.block, layout.block};
  if (given.rows() != sequence || given.cols() != sequence || given.block() != block)
    refuse("pattern of " + std::to_string(given.rows()) + " x " + std::to_string(given.cols()) +
               " tokens in blocks of " + std::to_string(given.block().rows) + " x " +
               std::to_string(given.block().cols),
           std::to_string(sequence) + " x " + std::to_string(sequence) + " in blocks of " +
               std::to_string(layout.block));
  Index diagonal = 0;
  for (Index row = 0; row < given.grid_rows(); ++row)
    for (Index i = given.row_offsets()[row]; i < given.row_offsets()[row + 1]; ++i) {
      const BlockIndex column = given.columns()[i];
      if (column == row) ++diagonal;
      if (column < blocks_to_see(row, given.grid_cols(), causal)) visit(row, column);
    }
  if (diagonal != given.grid_rows())
    refuse("a pattern with " + std::to_string(diagonal) + " blocks on the diagonal",
           "all " + std::to_string(given.grid_rows()) + ", so that each block sees itself");
}

/// Calls visit(row, column) for each block that the layout's own rules show.
template <typename Visit>
void for_each_laid_out(const AttentionLayout& layout, Index sequence, bool causal,
                       const Visit& visit) {
  const Index blocks = sequence / layout.block;
  const Random random(0, stream_id("attention layout"));
  for (Index i = 0; i < blocks; ++i) {
    std::vector<Index> unseen;
    for (Index j = 0; j < blocks_to_see(i, blocks, causal); ++j) {
      if (sees(layout, i, j))
        visit(i, j);
      else
        unseen.push_back(j);
    }
    // The first of a random order (Fisher and Yates).
    const auto drawn =
        std::min<std::size_t>(unseen.size(), static_cast<std::size_t>(layout.random));
    for (std::size_t n = 0; n < drawn; ++n) {
      const auto counter = static_cast<std::uint64_t>(i * blocks) + n;
      std::swap(unseen[n], unseen[n + random.below(counter, unseen.size() - n)]);
      visit(i, unseen[n]);
    }
  }
}

/// Blocks that a pattern of the layout stores, without making it.
Index stored_blocks(const AttentionLayout& layout, Index sequence, bool causal) {
  Index stored = 0;
  if (layout.pattern) {
    for_each_given(layout, sequence, causal, [&](Index, Index) { ++stored; });
    return stored;
  }
  const Index blocks = sequence / layout.block;
  for (Index i = 0; i < blocks; ++i) {
    const Index all = blocks_to_see(i, blocks, causal);
    Index seen = 0;
    for (Index j = 0; j < all; ++j) seen += sees(layout, i, j) ? 1 : 0;
    stored += seen + std::min(layout.random, all - seen);
  }
  return stored;
}

}  // namespace

sparse::PatternPtr attention_pattern(const AttentionLayout& layout, Index sequence, bool causal) {
  if (!layout.is_sparse()) return nullptr;
  check(layout, sequence);
  std::vector<sparse::BlockCoordinate> seen;
  const auto see = [&](Index i, Index j) {
    seen.push_back({static_cast<BlockIndex>(i), static_cast<BlockIndex>(j)});
  };
  if (layout.pattern)
    for_each_given(layout, sequence, causal, see);
  else
    for_each_laid_out(layout, sequence, causal, see);
  return sparse::BlockPattern::from_coordinates(sequence, sequence, {layout.block, layout.block},
                                                std::move(seen));
}

double attention_pairs(const AttentionLayout& layout, Index sequence, bool causal) {
  const auto length = static_cast<double>(sequence);
  if (!layout.is_sparse()) return causal ? length * (length + 1) / 2 : length * length;
  check(layout, sequence);
  const auto block = static_cast<double>(layout.block);
  const double stored =
      block * block * static_cast<double>(stored_blocks(layout, sequence, causal));
  // Of a block on the diagonal a causal query sees the keys up to its own.
  return causal ? stored - length * (block - 1) / 2 : stored;
}

}  // namespace espalier::models
