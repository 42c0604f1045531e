// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <espalier/models/layers/dropout.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/format/block_pattern.h>

namespace espalier::models {

/// Options of attention.
struct AttentionOptions {
  bool causal = false;               ///< a query sees the keys up to its own token only
  const Dropout* dropout = nullptr;  ///< of the probabilities; null: none. Lives until backward
  TrainingPosition position = {};    ///< of the first sequence, for dropout
  /// Tokens of each document, of all sequences one after another. A query sees the keys of its own
  /// document only, and no document crosses the border of a sequence. Empty: each sequence is one
  /// document.
  std::span<const Index> documents = {};
  /// Which blocks of keys (columns) a block of queries (rows) sees, [sequence, sequence]. Every
  /// block sees itself (`attention_pattern`). Lives until backward. Null: each sees all.
  const sparse::BlockPattern* pattern = nullptr;
};

/// What attention keeps from forward to backward, besides its operands. The caller owns one for
/// each layer and panel group; `attention_forward` sizes it.
struct AttentionRecord {
  Index sequence = 0;          ///< tokens of each sequence
  std::vector<Index> lengths;  ///< valid keys of each sequence
  AlignedVector<float>
      exponentials;  ///< E [sequences][heads][keys][queries]; rows past a length unset
  AlignedVector<float> inverse_sums;  ///< 1 / (sum over keys of E) [sequences][heads][queries]
  AttentionOptions options;
};

/// Scaled dot-product self-attention within each sequence of S = `sequence` tokens.
///   P[k, q] = softmax over k < length of (K^T Q)[k, q] / sqrt(d)      out = V (M P)   for each
///   head
/// where M is one, or the dropout mask with keys as rows and queries as columns, drawn for the
/// matrix (sequence in the batch) * heads + head; M P is their product element by element. Shapes:
/// q, k, v, out [features, tokens] in panels, one sequence after another. S is a multiple of 16,
/// and divides the panel width or is a multiple of it, so that panels hold whole sequences or
/// sequences whole panels; d = features / heads; the features of one head are consecutive.
///
/// `lengths` holds the valid tokens of each sequence, 1 to S; empty means S for all. Keys past the
/// length have no influence at all; queries past it are computed like the others. A causal query
/// sees the keys k <= q only, and later keys have no influence on it at all. A key of another
/// document, or one that the pattern does not store, has the probability zero, and no influence if
/// its value is finite. Queries in blocks past the length also see the first block of keys.
///
/// Overwrites `out` and `record`; operands must not overlap. Throws ShapeError if shapes disagree,
/// `heads` does not divide the features, S does not fit the panels, the tokens are not whole
/// sequences, a length is outside 1..S, the documents are not whole sequences or are given together
/// with lengths, or the pattern is not of S x S tokens in square blocks of a multiple of 16, each
/// of which sees itself. Results do not depend on the number of threads: one thread computes each
/// (sequence, head).
///
/// Cost: 4 S length features FLOP for each sequence. Causal attention saves whole panels of later
/// keys; a pattern saves the pairs of panels, in sequences of several panels, of which it stores
/// nothing; documents save nothing. The record takes S S heads floats for each sequence. Source:
/// Vaswani et al. 2017, "Attention is all you need", section 3.2.
void attention_forward(const sparse::Activations& q, const sparse::Activations& k,
                       const sparse::Activations& v, Index heads, Index sequence,
                       std::span<const Index> lengths, sparse::Activations& out,
                       AttentionRecord& record, const Context& context,
                       const AttentionOptions& options = {});

/// Gradients of `attention_forward` for q, k and v, given the gradient of its output.
///   dV = dO (M P)^T     dS = P (M V^T dO - D) / sqrt(d), D[q] = sum over features of out dout
///   dQ = K dS       dK = Q dS^T
/// Overwrites `dq`, `dk` and `dv`; keys past the length get zero. q, k,
/// v, out and record are those of the forward pass; operands must not overlap, but `dq` may be
/// `dout`. Throws ShapeError if shapes disagree or the record is of another shape. Threads as
/// above. Cost: 8 S length features FLOP for each sequence.
void attention_backward(const sparse::Activations& q, const sparse::Activations& k,
                        const sparse::Activations& v, Index heads, const AttentionRecord& record,
                        const sparse::Activations& out, const sparse::Activations& dout,
                        sparse::Activations& dq, sparse::Activations& dk, sparse::Activations& dv,
                        const Context& context);

/// The panel width for `tokens` tokens in sequences of `sequence`, a multiple of 16: near
/// `preferred`, the width that suits the products best, with whole sequences to a panel or whole
/// panels to a sequence, and no wider than the tokens need. If no width above half of `preferred`
/// divides the sequence, each sequence has a panel of its own. Throws ShapeError unless `sequence`
/// is a positive multiple of 16.
Index sequence_panel_width(Index sequence, Index tokens, Index preferred);

}  // namespace espalier::models
