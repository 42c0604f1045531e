// SPDX-License-Identifier: Apache-2.0
// An input describes a pattern and edits of it, one after the other. An edit that breaks a rule is
// refused and changes nothing, any other keeps every invariant.
#include <espalier/sparse/topology/topology_edit.h>

#include <algorithm>
#include <bit>
#include <set>

#include "tests/fuzz/choices.h"
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {
namespace {

using sparse::BlockCoordinate;
using sparse::BlockPattern;
using sparse::PatternPtr;
using sparse::TopologyEdit;

PatternPtr choose_pattern(Choices& choices) {
  const Index sizes[] = {1, 2, 4, 8, 16};
  const sparse::BlockShape block{sizes[choices.below(5)], sizes[choices.below(5)]};
  const auto rows = static_cast<BlockIndex>(choices.below(9));
  const auto cols = static_cast<BlockIndex>(choices.below(9));
  const std::uint64_t share = choices.below(5);
  std::vector<BlockCoordinate> stored;
  for (BlockIndex r = 0; r < rows; ++r)
    for (BlockIndex c = 0; c < cols; ++c)
      if (choices.below(4) < share) stored.push_back({r, c});
  return BlockPattern::from_coordinates(rows * block.rows, cols * block.cols, block,
                                        std::move(stored));
}

/// Numbers as the edit wants them, mostly, and sometimes any.
TopologyEdit choose_edit(const BlockPattern& pattern, Choices& choices) {
  TopologyEdit edit;
  const bool orderly = choices.below(4) > 0;
  const auto extent = [&](Index size) {
    return orderly ? static_cast<std::uint64_t>(std::max<Index>(size, 1))
                   : static_cast<std::uint64_t>(size + 2);
  };
  for (std::uint64_t i = choices.below(12); i > 0 && (!orderly || pattern.blocks() > 0); --i)
    edit.drop.push_back(static_cast<Index>(choices.below(extent(pattern.blocks()))) - !orderly);
  for (std::uint64_t i = choices.below(12); i > 0 && (!orderly || pattern.grid_size() > 0); --i)
    edit.grow.push_back(
        {static_cast<BlockIndex>(choices.below(extent(pattern.grid_rows())) - !orderly),
         static_cast<BlockIndex>(choices.below(extent(pattern.grid_cols())) - !orderly)});
  if (orderly) {
    std::ranges::sort(edit.drop);
    edit.drop.erase(std::unique(edit.drop.begin(), edit.drop.end()), edit.drop.end());
    std::ranges::sort(edit.grow);
    edit.grow.erase(std::unique(edit.grow.begin(), edit.grow.end()), edit.grow.end());
    std::erase_if(edit.grow, [&](BlockCoordinate c) {
      const Index at = pattern.find(c);
      return at >= 0 && !std::ranges::binary_search(edit.drop, at);
    });
  }
  return edit;
}

/// The rules of an edit, in the words of the header.
bool fits(const BlockPattern& pattern, const TopologyEdit& edit) {
  const auto ascends = [](const auto& list) {
    return std::adjacent_find(list.begin(), list.end(), std::greater_equal<>()) == list.end();
  };
  const bool drops_fit =
      std::ranges::all_of(edit.drop, [&](Index at) { return at >= 0 && at < pattern.blocks(); });
  const std::vector<BlockCoordinate> stored = pattern.coordinates();
  const bool grows_fit = std::ranges::all_of(edit.grow, [&](BlockCoordinate c) {
    if (c.row < 0 || c.row >= pattern.grid_rows() || c.col < 0 || c.col >= pattern.grid_cols())
      return false;
    const auto at = std::ranges::find(stored, c) - stored.begin();
    return at == std::ssize(stored) || std::ranges::find(edit.drop, at) != edit.drop.end();
  });
  return ascends(edit.drop) && ascends(edit.grow) && drops_fit && grows_fit;
}

/// The column-wise traversal lists the blocks once each, columns and then rows ascending.
void check_traversal(const BlockPattern& pattern) {
  const std::vector<BlockCoordinate> stored = pattern.coordinates();
  require(std::ssize(stored) == pattern.blocks() &&
              std::ssize(pattern.column_rows()) == pattern.blocks() &&
              std::ssize(pattern.column_blocks()) == pattern.blocks() &&
              std::ssize(pattern.column_offsets()) == pattern.grid_cols() + 1,
          "lists of a pattern are as long as they should be");
  std::vector<BlockCoordinate> listed;
  for (Index c = 0; c < pattern.grid_cols(); ++c)
    for (Index i = pattern.column_offsets()[static_cast<std::size_t>(c)];
         i < pattern.column_offsets()[static_cast<std::size_t>(c) + 1]; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const BlockCoordinate at = {pattern.column_rows()[k], static_cast<BlockIndex>(c)};
      require(stored[static_cast<std::size_t>(pattern.column_blocks()[k])] == at,
              "a column names the block that stands there");
      if (!listed.empty() && listed.back().col == at.col)
        require(listed.back().row < at.row, "rows ascend within a column");
      listed.push_back(at);
    }
  require(listed.size() == stored.size(), "every block stands in a column");
}

void check_result(const BlockPattern& before, const TopologyEdit& edit,
                  const sparse::EditResult& result) {
  const std::vector<BlockCoordinate> old = before.coordinates();
  std::set<BlockCoordinate> expected(old.begin(), old.end());
  for (const Index at : edit.drop) expected.erase(old[static_cast<std::size_t>(at)]);
  expected.insert(edit.grow.begin(), edit.grow.end());
  const std::vector<BlockCoordinate> now = result.pattern->coordinates();
  require(std::ranges::equal(now, expected), "what is stored is what the edit left and grew");
  check_traversal(*result.pattern);

  const sparse::BlockRemap& remap = result.remap;
  require(remap.source.size() == now.size() && remap.old_blocks == before.blocks() &&
              remap.block_values == before.block().size(),
          "the remap is of these two patterns");
  require(remap.grown() == std::ssize(edit.grow) && remap.dropped() == std::ssize(edit.drop),
          "the remap counts what was dropped and grown");
  Index last = -1;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const bool grown = std::ranges::find(edit.grow, now[i]) != edit.grow.end();
    require((remap.source[i] < 0) == grown, "a block is grown or survives");
    if (grown) continue;
    require(remap.source[i] > last, "no two blocks come from one");
    last = remap.source[i];
    require(old[static_cast<std::size_t>(last)] == now[i], "a survivor stays where it is");
  }

  // Every value has bits of its own, those of NaN too.
  AlignedVector<float> values(static_cast<std::size_t>(before.values()));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = std::bit_cast<float>(0x7fa00000U + static_cast<std::uint32_t>(i));
  AlignedVector<float> moved(static_cast<std::size_t>(result.pattern->values()), 1.0F);
  remap.move(values, moved);
  const auto size = static_cast<std::size_t>(before.block().size());
  for (std::size_t i = 0; i < moved.size(); ++i) {
    const Index source = remap.source[i / size];
    const auto from =
        static_cast<std::uint32_t>(static_cast<std::size_t>(source) * size + i % size);
    require(std::bit_cast<std::uint32_t>(moved[i]) == (source < 0 ? 0 : 0x7fa00000U + from),
            "survivors are bit-identical and grown blocks are zero");
  }
}

}  // namespace

ESPALIER_FUZZ_TARGET(topology_edit)(std::string_view bytes) {
  Choices choices(bytes);
  PatternPtr pattern = choose_pattern(choices);
  check_traversal(*pattern);
  while (choices.left() > 0) {
    const TopologyEdit edit = choose_edit(*pattern, choices);
    bool accepted = false;
    may_refuse([&] {
      const sparse::EditResult result = sparse::apply_edit(*pattern, edit);
      accepted = true;
      require(fits(*pattern, edit), "an edit that breaks a rule is refused");
      check_result(*pattern, edit, result);
      pattern = result.pattern;
    });
    require(accepted || !fits(*pattern, edit), "an edit that keeps the rules is accepted");
  }
}

}  // namespace espalier::fuzz
