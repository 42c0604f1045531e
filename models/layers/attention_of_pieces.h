// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <espalier/sparse/core/aligned_memory.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::models {

/// Tokens of a sequence that lie side by side in one panel.
struct TokenPiece {
  Index panel = 0;
  Index lane = 0;    ///< of the first of them, a multiple of 16
  Index tokens = 0;  ///< the lanes up to the next multiple of 16 are theirs too
};

/// Where the tokens of sequences of different lengths lie in panels: in any order, several
/// sequences to a panel or several panels to a sequence.
struct SequencePieces {
  std::span<const TokenPiece> pieces;  ///< of one sequence after another
  /// For each sequence the number of its first piece, and at the end how many there are.
  std::span<const Index> first_piece;

  Index sequences() const { return static_cast<Index>(first_piece.size()) - 1; }
  std::span<const TokenPiece> of(Index sequence) const {
    const auto first = static_cast<std::size_t>(first_piece[static_cast<std::size_t>(sequence)]);
    const auto end = static_cast<std::size_t>(first_piece[static_cast<std::size_t>(sequence) + 1]);
    return pieces.subspan(first, end - first);
  }
};

/// Memory of `attend`, kept by the caller so that none is asked for in later calls.
struct PiecesScratch {
  std::vector<Index> first_task;             ///< of each sequence
  std::vector<AlignedVector<float>> scores;  ///< of each thread, [keys][lanes of a piece]
};

/// Self-attention within each sequence, for inference.
///   P[k, q] = softmax over k of (K^T Q)[k, q] / sqrt(d)      out = V P      for each head
/// Shapes: qkv [3 features, tokens] holds queries, keys and values, out [features, tokens], in
/// panels of equal width; d = features / heads. A causal query sees the keys k <= q only.
/// Overwrites the lanes of the sequences in `out`; others are left as they are. Throws ShapeError
/// if shapes disagree, `heads` does not divide the features, or a piece is empty or reaches beyond
/// the panels.
///
/// The sums of a token are made in order of features and keys, in float even where the context
/// rounds operands. So they depend on its own sequence and how that is cut into pieces: neither on
/// threads nor on where the pieces lie, nor on what else the panels hold. Cost: 4 length^2 features
/// FLOP for each sequence; causal attention leaves out keys of later pieces. Source: as
/// `attention_forward`.
void attend(const sparse::Activations& qkv, Index heads, const SequencePieces& sequences,
            bool causal, sparse::Activations& out, PiecesScratch& scratch, const Context& context);

}  // namespace espalier::models
