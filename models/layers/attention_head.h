// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include <espalier/models/layers/attention.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/core/reused.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/format/block_pattern.h>
#include <espalier/sparse/ops/gemm.h>

namespace espalier::models {

// How one head of one sequence lies in panels, for the products of `attention`. Private to it.

/// Extents of one head, and where the tokens of a sequence lie: side by side in one panel, or in
/// pieces of a whole panel each.
struct HeadShape {
  Index heads;
  Index size;
  Index sequence;
  Index width;   ///< of the panels
  Index pieces;  ///< of a sequence
  Index piece;   ///< tokens of a piece

  HeadShape(const sparse::Activations& q, Index heads_, Index sequence_)
      : heads(heads_),
        size(q.features() / heads_),
        sequence(sequence_),
        width(q.panel_width()),
        pieces(std::max<Index>(1, sequence / width)),
        piece(std::min(sequence, width)) {}

  float scale() const { return static_cast<float>(1.0 / std::sqrt(static_cast<double>(size))); }
  /// Tokens of piece `p` among the first `keys` of a sequence.
  Index keys_of(Index p, Index keys) const { return std::clamp<Index>(keys - p * piece, 0, piece); }
  /// Pieces that hold the first `keys` tokens of a sequence.
  Index pieces_of(Index keys) const { return (keys + piece - 1) / piece; }
  /// How many of the first `keys` tokens the queries of piece `q` may see, some of them at least.
  Index seen_by(Index q, Index keys, bool causal) const {
    return causal ? std::min(keys, (q + 1) * piece) : keys;
  }
  /// The first `tokens` lanes of piece `p` of a head of one sequence, [size][tokens]. Tasks are
  /// numbered sequence by sequence.
  MatrixView<const float> view(const sparse::Activations& x, Index task, Index p,
                               Index tokens) const {
    return {x.row(panel_of(task, p), task % heads * size) + lane_of(task), size, tokens, width};
  }
  MatrixView<float> view(sparse::Activations& x, Index task, Index p, Index tokens) const {
    return {x.row(panel_of(task, p), task % heads * size) + lane_of(task), size, tokens, width};
  }
  /// Of a matrix [keys][sequence], keys of piece `k` and queries of piece `q`.
  MatrixView<float> block(MatrixView<float> m, Index k, Index q) const {
    return {m.data + k * piece * m.stride + q * piece, keys_of(k, m.rows), piece, m.stride};
  }
  /// The first `keys` keys and queries of piece `q`.
  template <typename T>
  MatrixView<T> columns(MatrixView<T> m, Index q, Index keys) const {
    return {m.data + q * piece, keys, piece, m.stride};
  }
  /// The same with every sequence in one piece, as copies of operands have it.
  HeadShape whole() const {
    HeadShape shape = *this;
    shape.pieces = 1;
    shape.piece = sequence;
    return shape;
  }

 private:
  Index panel_of(Index task, Index p) const {
    return (task / heads * sequence + p * piece) / width;
  }
  Index lane_of(Index task) const { return task / heads * sequence % width; }
};

/// Which pieces of keys the pieces of queries of a sequence see, some tokens of them at least.
class SeenPieces {
 public:
  /// Of the first `keys` keys.
  SeenPieces(const HeadShape& part, const AttentionOptions& options, Index keys)
      : part_(&part), pattern_(options.pattern), causal_(options.causal), keys_(keys) {}

  bool sees(Index q, Index k) const {
    if (causal_ && q < k) return false;
    if (pattern_ == nullptr) return true;
    const Index block = pattern_->block().rows;
    const Index last_q = last_block(q, block), last_k = last_block(k, block);
    for (Index qb = q * part_->piece / block; qb <= last_q; ++qb)
      for (Index kb = k * part_->piece / block; kb <= last_k; ++kb)
        if (sees_block(qb, kb)) return true;
    return false;
  }
  /// Hands the queries that see piece `k` of the keys to `visit`, as first token, end and whether
  /// they are the first: all in one go where no pattern divides them.
  template <typename Visit>
  void for_each_run(Index k, const Visit& visit) const {
    bool first = true;
    for (Index q = 0; q < part_->pieces; ++q) {
      if (!sees(q, k)) continue;
      Index end = q + 1;
      while (end < part_->pieces && sees(end, k)) ++end;
      visit(q * part_->piece, end * part_->piece, first);
      first = false;
      q = end;
    }
  }
  /// Writes `value` where [keys][queries] has blocks that the pattern leaves out, or pieces of
  /// later keys: no product writes there.
  void hide(MatrixView<float> scores, float value) const {
    if (pattern_ == nullptr) return;
    const Index block = pattern_->block().rows, blocks = pattern_->grid_rows();
    for (Index kb = 0; kb * block < keys_; ++kb)
      for (Index qb = 0; qb < blocks; ++qb) {
        if (sees_block(qb, kb)) continue;
        for (Index key = kb * block; key < std::min((kb + 1) * block, keys_); ++key)
          std::fill_n(scores.row(key).begin() + qb * block, block, value);
      }
    if (!causal_) return;
    for (Index key = part_->piece; key < keys_; ++key)
      std::fill_n(scores.row(key).begin(), key / part_->piece * part_->piece, value);
  }

 private:
  Index last_block(Index p, Index block) const { return ((p + 1) * part_->piece - 1) / block; }
  /// Queries past the length need a key, so that their sums are not zero.
  bool sees_block(Index q, Index k) const {
    if (causal_ && q < k) return false;
    if (k == 0 && q * pattern_->block().rows >= keys_) return true;
    const auto first = pattern_->columns().begin();
    return std::binary_search(first + pattern_->row_offsets()[q],
                              first + pattern_->row_offsets()[q + 1], k);
  }

  const HeadShape* part_;
  const sparse::BlockPattern* pattern_;
  bool causal_;
  Index keys_;
};

/// Memory of one task for the rounded copies of what its products read. None is asked for in
/// float32.
class RoundedMemory {
 public:
  RoundedMemory(Index values, const Context& context)
      : context_(&context), value_bytes_(sparse::rounded_bytes(context.precision())) {
    if (value_bytes_ == 0) return;
    next_ = room_in(memory_, static_cast<std::size_t>(values) * value_bytes_).data();
  }
  sparse::DenseOperand operand(MatrixView<const float> m) {
    return {m, context_->precision(), take(m.rows * m.cols), *context_};
  }
  /// The first `tokens` tokens of a head, [size][sequence], rounded and side by side.
  sparse::DenseOperand gathered(const HeadShape& head, const sparse::Activations& x, Index task,
                                Index tokens) {
    std::byte* const copy = take(head.size * head.sequence);
    for (Index p = 0; p < head.pieces_of(tokens); ++p)
      sparse::round_tile(head.view(x, task, p, head.keys_of(p, tokens)), context_->precision(),
                         copy + static_cast<std::size_t>(p * head.piece) * value_bytes_,
                         head.sequence, *context_);
    return sparse::DenseOperand::of_rounded(copy, head.size, head.sequence, context_->precision());
  }

 private:
  std::byte* take(Index values) {
    std::byte* const taken = next_;
    if (taken != nullptr) next_ += static_cast<std::size_t>(values) * value_bytes_;
    return taken;
  }

  const Context* context_;
  std::size_t value_bytes_;
  Reused<AlignedVector<std::byte>> memory_;
  std::byte* next_ = nullptr;
};

/// The queries, keys or values of one head of a sequence as products read them, in the pieces of
/// the panels or a rounded copy in any.
class HeadOperand {
 public:
  HeadOperand(const HeadShape& head, const sparse::Activations& x, Index task, Index tokens,
              RoundedMemory& memory, const Context& context)
      : head_(&head), x_(&x), task_(task) {
    if (context.precision() != Precision::kFloat32) copy_ = memory.gathered(head, x, task, tokens);
  }
  /// `count` tokens from piece `p` of `shape` on.
  sparse::DenseOperand piece(const HeadShape& shape, Index p, Index count) const {
    if (!copy_) return head_->view(*x_, task_, p, count);
    return copy_->block(0, p * shape.piece, copy_->rows(), count);
  }

 private:
  const HeadShape* head_;
  const sparse::Activations* x_;
  Index task_;
  std::optional<sparse::DenseOperand> copy_;
};

}  // namespace espalier::models
