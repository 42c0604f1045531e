// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/inference/piece_layout.h>

#include <algorithm>

#include <espalier/sparse/format/panels.h>

namespace espalier::models {
namespace {

/// The longest piece. A constant, so that a sequence is cut in the same way whatever lies beside.
constexpr Index kPiece = sparse::kDefaultPanelWidth;

}  // namespace

Index PieceLayout::lanes_of(Index length) {
  constexpr Index multiple = sparse::kPanelWidthMultiple;
  return (length + multiple - 1) / multiple * multiple;
}

void PieceLayout::arrange(std::span<const Index> lengths) {
  pieces_.clear();
  first_piece_.clear();
  used_lanes_.clear();
  Index lanes = 0;
  for (const Index length : lengths) lanes += lanes_of(length);
  panel_width_ = std::clamp(lanes, sparse::kPanelWidthMultiple, kPiece);
  for (const Index length : lengths) {
    first_piece_.push_back(static_cast<Index>(pieces_.size()));
    for (Index token = 0; token < length; token += kPiece)
      pieces_.push_back(placed(std::min(kPiece, length - token)));
  }
  first_piece_.push_back(static_cast<Index>(pieces_.size()));
}

/// In the first panel that has room.
TokenPiece PieceLayout::placed(Index tokens) {
  const Index lanes = lanes_of(tokens);
  Index panel = 0;
  while (panel < panels() && used_lanes_[static_cast<std::size_t>(panel)] + lanes > panel_width_)
    ++panel;
  if (panel == panels()) used_lanes_.push_back(0);
  Index& used = used_lanes_[static_cast<std::size_t>(panel)];
  const TokenPiece piece = {.panel = panel, .lane = used, .tokens = tokens};
  used += lanes;
  return piece;
}

Index PieceLayout::lane(Index sequence, Index token) const {
  const TokenPiece& piece = pieces().of(sequence)[static_cast<std::size_t>(token / kPiece)];
  return piece.panel * panel_width_ + piece.lane + token % kPiece;
}

}  // namespace espalier::models
