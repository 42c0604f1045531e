// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/topology/topology_edit.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>

#include <espalier/sparse/core/error.h>

namespace espalier::sparse {
namespace {

std::string coordinate_text(BlockCoordinate c) {
  return "(" + std::to_string(c.row) + ", " + std::to_string(c.col) + ")";
}

void check_drop(const BlockPattern& pattern, const std::vector<Index>& drop) {
  if (!drop.empty() && pattern.blocks() == 0)
    throw FormatError("topology edit: dropped position " + std::to_string(drop.front()) +
                      "; expected none, as no block is stored");
  for (std::size_t i = 0; i < drop.size(); ++i) {
    if (drop[i] < 0 || drop[i] >= pattern.blocks())
      throw FormatError("topology edit: dropped position " + std::to_string(drop[i]) +
                        "; expected a value from 0 to " + std::to_string(pattern.blocks() - 1));
    if (i > 0 && drop[i] <= drop[i - 1])
      throw FormatError("topology edit: dropped position " + std::to_string(drop[i]) + " after " +
                        std::to_string(drop[i - 1]) + "; expected ascending positions");
  }
}

void check_grow(const BlockPattern& pattern, const std::vector<BlockCoordinate>& grow) {
  for (std::size_t i = 0; i < grow.size(); ++i) {
    const BlockCoordinate c = grow[i];
    if (c.row < 0 || c.row >= pattern.grid_rows() || c.col < 0 || c.col >= pattern.grid_cols())
      throw FormatError("topology edit: grown block " + coordinate_text(c) +
                        " lies outside the grid of " + std::to_string(pattern.grid_rows()) + "x" +
                        std::to_string(pattern.grid_cols()) + " blocks");
    if (i > 0 && c <= grow[i - 1])
      throw FormatError("topology edit: grown block " + coordinate_text(c) + " after " +
                        coordinate_text(grow[i - 1]) + "; expected row order, no duplicates");
  }
}

[[noreturn]] void refuse_stored(BlockCoordinate c) {
  throw FormatError("topology edit: grown block " + coordinate_text(c) +
                    " is stored; expected a block that is not stored or is dropped");
}

/// Blocks of `kValues` values, or of `values` if that is 0: a block of few is copied without a
/// call.
template <Index kValues>
void move_blocks(const std::vector<Index>& source, const float* old, float* out,
                 Index values = kValues) {
  const Index block = kValues == 0 ? values : kValues;
  for (const Index from : source) {
    if (from >= 0)
      std::copy_n(old + from * block, block, out);
    else
      std::fill_n(out, block, 0.0F);
    out += block;
  }
}

}  // namespace

Index BlockRemap::grown() const { return std::count(source.begin(), source.end(), Index{-1}); }

void BlockRemap::move(std::span<const float> old, std::span<float> moved) const {
  const auto check_size = [](const char* what, std::size_t found, Index blocks, Index block) {
    if (static_cast<Index>(found) != blocks * block)
      throw ShapeError(std::string("remap: ") + what + std::to_string(found) +
                       " values; expected " + std::to_string(blocks * block));
  };
  check_size("buffer of ", old.size(), old_blocks, block_values);
  check_size("new buffer of ", moved.size(), static_cast<Index>(source.size()), block_values);
  for (const Index from : source)
    if (from < -1 || from >= old_blocks)
      throw ShapeError("remap: source block " + std::to_string(from) +
                       "; expected a value from -1 to " + std::to_string(old_blocks - 1));
  float* out = moved.data();
  if (block_values == 1 && old_blocks > 0) {
    // Neither a call nor a branch for each value: a branch would be taken at random, and compilers
    // make one of any conditional. Where `from` is -1, `grown` has all bits set.
    for (const Index from : source) {
      const Index grown = from >> 63;
      const auto kept = std::bit_cast<std::uint32_t>(old[static_cast<std::size_t>(from & ~grown)]);
      *out++ = std::bit_cast<float>(kept & ~static_cast<std::uint32_t>(grown));
    }
    return;
  }
  switch (block_values) {
    case 4:
      return move_blocks<4>(source, old.data(), out);
    case 16:
      return move_blocks<16>(source, old.data(), out);
    case 64:
      return move_blocks<64>(source, old.data(), out);
    case 256:
      return move_blocks<256>(source, old.data(), out);
    default:
      return move_blocks<0>(source, old.data(), out, block_values);
  }
}

void check_edit(const BlockPattern& pattern, const TopologyEdit& edit) {
  check_drop(pattern, edit.drop);
  check_grow(pattern, edit.grow);
  for (const BlockCoordinate c : edit.grow) {
    const Index position = pattern.find(c);
    if (position >= 0 && !std::binary_search(edit.drop.begin(), edit.drop.end(), position))
      refuse_stored(c);
  }
}

EditResult apply_edit(const BlockPattern& pattern, const TopologyEdit& edit) {
  check_drop(pattern, edit.drop);
  check_grow(pattern, edit.grow);
  const std::size_t new_blocks =
      static_cast<std::size_t>(pattern.blocks()) - edit.drop.size() + edit.grow.size();
  std::vector<Index> row_offsets = {0};
  row_offsets.reserve(static_cast<std::size_t>(pattern.grid_rows()) + 1);
  std::vector<BlockIndex> columns(new_blocks);
  BlockRemap remap{.source = std::vector<Index>(new_blocks),
                   .block_values = pattern.block().size(),
                   .old_blocks = pattern.blocks()};

  // Both lists are in row order: merge the survivors of each block row with what grows there. The
  // lists' lengths were checked, so that no more blocks come than there is room for.
  auto dropped = edit.drop.begin();
  auto grown = edit.grow.begin();
  std::size_t count = 0;
  const auto add = [&](BlockIndex column, Index source) {
    columns[count] = column;
    remap.source[count++] = source;
  };
  const BlockIndex* const old_columns = pattern.columns().data();
  for (Index r = 0; r < pattern.grid_rows(); ++r) {
    const auto row = static_cast<BlockIndex>(r);
    const auto row_grown_end =
        std::find_if(grown, edit.grow.end(), [row](BlockCoordinate c) { return c.row != row; });
    for (Index i = pattern.row_offsets()[r]; i < pattern.row_offsets()[r + 1]; ++i) {
      if (dropped != edit.drop.end() && *dropped == i) {
        ++dropped;
        continue;
      }
      const BlockIndex column = old_columns[i];
      for (; grown != row_grown_end && grown->col < column; ++grown) add(grown->col, -1);
      // The merge meets what check_edit would search for.
      if (grown != row_grown_end && grown->col == column) refuse_stored(*grown);
      add(column, i);
    }
    for (; grown != row_grown_end; ++grown) add(grown->col, -1);
    row_offsets.push_back(static_cast<Index>(count));
  }
  return {std::make_shared<const BlockPattern>(pattern.rows(), pattern.cols(), pattern.block(),
                                               std::move(row_offsets), std::move(columns)),
          std::move(remap)};
}

}  // namespace espalier::sparse
