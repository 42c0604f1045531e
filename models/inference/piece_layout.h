// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <espalier/models/layers/attention_of_pieces.h>
#include <espalier/sparse/core/types.h>

namespace espalier::models {

/// Where the tokens of sequences of different lengths lie while they walk through the layers
/// together. A sequence is cut into pieces of a panel's width and what is left, which shares a
/// panel with others; no sequence is padded beyond the next multiple of 16.
class PieceLayout {
 public:
  /// Lays out sequences of so many tokens, each at least one. The memory of earlier calls serves.
  void arrange(std::span<const Index> lengths);

  Index panels() const { return static_cast<Index>(used_lanes_.size()); }
  /// 64, or less where all sequences fit in one narrower panel.
  Index panel_width() const { return panel_width_; }
  Index lanes() const { return panels() * panel_width_; }
  SequencePieces pieces() const { return {pieces_, first_piece_}; }
  /// The lane of a token, counted over all panels.
  Index lane(Index sequence, Index token) const;

  /// Lanes that so many tokens take: whole vectors of the longest kind.
  static Index lanes_of(Index length);

 private:
  TokenPiece placed(Index tokens);

  Index panel_width_ = 0;
  std::vector<TokenPiece> pieces_;
  std::vector<Index> first_piece_;
  std::vector<Index> used_lanes_;  // of each panel
};

}  // namespace espalier::models
