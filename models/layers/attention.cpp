// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/attention.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <espalier/models/layers/attention_head.h>
#include <espalier/models/layers/layer_kernels.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/extent.h>
#include <espalier/sparse/core/profile.h>
#include <espalier/sparse/core/reused.h>
#include <espalier/sparse/core/signals_blocked.h>
#include <espalier/sparse/ops/gemm.h>
#include <espalier/sparse/ops/operand_check.h>

namespace espalier::models {
namespace {

using sparse::Activations;
using sparse::DenseOperand;
using sparse::multiply;
using sparse::Transpose;

void check_operands(const char* function, const Activations& q, const Activations& k,
                    const Activations& v, const Activations& out, Index heads, Index sequence) {
  const sparse::PanelShape shape = q.shape();
  shape.check(function, "k", k.shape());
  shape.check(function, "v", v.shape());
  shape.check(function, "out", out.shape());
  sparse::expect_apart(function, {"out", out}, {{"q", q}, {"k", k}, {"v", v}});
  if (heads < 1 || q.features() % heads != 0)
    throw ShapeError(std::string(function) + ": heads is " + std::to_string(heads) +
                     "; expected a divisor of " + std::to_string(q.features()) + " features");
  const Index width = q.panel_width();
  if (sequence < 1 || width < 1 || sequence % sparse::kPanelWidthMultiple != 0 ||
      (width % sequence != 0 && sequence % width != 0))
    throw ShapeError(std::string(function) + ": sequence is " + std::to_string(sequence) +
                     "; expected a multiple of " + std::to_string(sparse::kPanelWidthMultiple) +
                     " that divides the panel width of " + std::to_string(width) +
                     " or is a multiple of it");
  if (q.tokens() % sequence != 0)
    throw ShapeError(std::string(function) + ": q has " + std::to_string(q.tokens()) +
                     " tokens; expected whole sequences of " + std::to_string(sequence));
}

std::vector<Index> checked_lengths(std::span<const Index> lengths, Index sequences,
                                   Index sequence) {
  if (lengths.empty()) return std::vector<Index>(static_cast<std::size_t>(sequences), sequence);
  if (static_cast<Index>(lengths.size()) != sequences)
    throw ShapeError("attention_forward: lengths has " + std::to_string(lengths.size()) +
                     " values; expected " + std::to_string(sequences) + ", one for each sequence");
  for (std::size_t i = 0; i < lengths.size(); ++i)
    if (lengths[i] < 1 || lengths[i] > sequence)
      throw ShapeError("attention_forward: length " + std::to_string(i) + " is " +
                       std::to_string(lengths[i]) + "; expected 1 to " + std::to_string(sequence));
  return {lengths.begin(), lengths.end()};
}

void check_pattern(const sparse::BlockPattern* pattern, Index sequence) {
  if (pattern == nullptr) return;
  const sparse::BlockShape block = pattern->block();
  if (pattern->rows() != sequence || pattern->cols() != sequence || block.rows != block.cols ||
      block.rows % sparse::kPanelWidthMultiple != 0)
    throw ShapeError("attention_forward: pattern of " + std::to_string(pattern->rows()) + " x " +
                     std::to_string(pattern->cols()) + " tokens in blocks of " +
                     std::to_string(block.rows) + " x " + std::to_string(block.cols) +
                     "; expected " + std::to_string(sequence) + " x " + std::to_string(sequence) +
                     " in square blocks of a multiple of " +
                     std::to_string(sparse::kPanelWidthMultiple));
  for (BlockIndex i = 0; i < pattern->grid_rows(); ++i)
    if (pattern->find({i, i}) < 0)
      throw ShapeError("attention_forward: pattern: block " + std::to_string(i) +
                       " does not see itself; expected every block to");
}

/// Index of the first document of each sequence, then the number of documents; empty if each
/// sequence is one document.
std::vector<std::size_t> checked_documents(std::span<const Index> documents,
                                           std::span<const Index> lengths, Index sequences,
                                           Index sequence) {
  if (documents.empty()) return {};
  if (!lengths.empty())
    throw ShapeError("attention_forward: lengths and documents; expected one of the two");
  std::vector<std::size_t> first;
  Index token = 0;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const Index left = sequence - token % sequence;
    if (left == sequence) first.push_back(i);
    if (documents[i] < 1 || documents[i] > left)
      throw ShapeError("attention_forward: document " + std::to_string(i) + " has " +
                       std::to_string(documents[i]) + " tokens; expected 1 to " +
                       std::to_string(left) + ", up to the end of its sequence");
    token += documents[i];
  }
  if (token != sequences * sequence)
    throw ShapeError("attention_forward: documents have " + std::to_string(token) +
                     " tokens; expected " + std::to_string(sequences * sequence));
  first.push_back(documents.size());
  return first;
}

/// Scores [keys][queries] of a sequence: no query sees a key of another document.
void hide_other_documents(MatrixView<float> scores, std::span<const Index> documents) {
  constexpr float kHidden = -std::numeric_limits<float>::infinity();
  Index first = 0;
  for (const Index tokens : documents) {
    for (Index k = first; k < first + tokens; ++k) {
      const auto row = scores.row(k);
      std::fill(row.begin(), row.begin() + first, kHidden);
      std::fill(row.begin() + first + tokens, row.end(), kHidden);
    }
    first += tokens;
  }
}

/// Scores [keys][queries] of a piece with itself: no query sees a later key.
void hide_later_keys(MatrixView<float> scores) {
  for (Index k = 0; k < scores.rows; ++k)
    std::fill_n(scores.row(k).begin(), k, -std::numeric_limits<float>::infinity());
}

/// Sets the lanes from `first` on to zero.
void clear_lanes(MatrixView<float> tile, Index first) {
  for (Index r = 0; r < tile.rows; ++r)
    std::fill(tile.row(r).begin() + first, tile.row(r).end(), 0.0f);
}

/// The mask of one task, if there is one to apply.
std::optional<DropoutMask> mask_of(const AttentionOptions& options, Index heads, Index task) {
  if (options.dropout == nullptr || !options.dropout->is_active()) return std::nullopt;
  return options.dropout->mask(options.position.step,
                               options.position.first_sequence * heads + task);
}

constexpr const char* kKind = "attention";  // in profiles

/// Of scores and weighted sums, with the keys that a token sees in the mean.
double product_flops(const Activations& q, Index sequence, const AttentionOptions& options) {
  const auto length = static_cast<double>(sequence);
  double seen = options.causal ? (length + 1) / 2 : length;
  if (options.pattern != nullptr) {
    seen = static_cast<double>(options.pattern->values()) / length;
    // Of its own block a causal query sees half.
    if (options.causal) seen -= static_cast<double>(options.pattern->block().rows - 1) / 2;
  }
  return 4.0 * static_cast<double>(q.tokens()) * static_cast<double>(q.features()) * seen;
}

/// The pieces in which keys and queries meet. Rounded copies lie side by side, in one piece unless
/// a pattern leaves some out.
HeadShape parts_of(const HeadShape& head, const AttentionOptions& options, const Context& context) {
  const bool in_pieces = context.precision() == Precision::kFloat32 || options.pattern != nullptr;
  return in_pieces ? head : head.whole();
}

}  // namespace

void attention_forward(const Activations& q, const Activations& k, const Activations& v,
                       Index heads, Index sequence, std::span<const Index> lengths,
                       Activations& out, AttentionRecord& record, const Context& context,
                       const AttentionOptions& options) {
  check_operands("attention_forward", q, k, v, out, heads, sequence);
  const ProfileSection section(context.profile(), kKind, "forward",
                               product_flops(q, sequence, options));
  const Index sequences = q.tokens() / sequence;
  record.lengths = checked_lengths(lengths, sequences, sequence);
  record.sequence = sequence;
  const std::vector<std::size_t> first_document =
      checked_documents(options.documents, lengths, sequences, sequence);
  check_pattern(options.pattern, sequence);
  record.options = options;
  record.options.documents = {};  // what is hidden has the probability zero, which is kept
  const HeadShape head(q, heads, sequence);
  const HeadShape part = parts_of(head, options, context);
  const Index tasks = sequences * heads;
  // Rounded copies are made of all that is stored, which must be numbers.
  const bool causal = options.causal && context.precision() == Precision::kFloat32;
  record.exponentials.resize(static_cast<std::size_t>(
      checked_product("attention_forward: record", {tasks, sequence, sequence})));
  record.inverse_sums.resize(static_cast<std::size_t>(tasks * sequence));
  const AttentionKernels kernels = layer_kernels(context).attention;
  context.parallel_for_in<SignalsBlocked>(tasks, [&](Index task) {
    const Index keys = record.lengths[task / heads];
    float* inverse_sums = record.inverse_sums.data() + task * sequence;
    const MatrixView<float> scores(record.exponentials.data() + task * sequence * sequence, keys,
                                   sequence);
    RoundedMemory memory((3 * head.size + keys) * sequence, context);
    const HeadOperand of_q(head, q, task, sequence, memory, context);
    const HeadOperand of_k(head, k, task, keys, memory, context);
    const HeadOperand of_v(head, v, task, keys, memory, context);
    const SeenPieces seen_pieces(part, options, keys);
    for (Index kp = 0; kp < part.pieces_of(keys); ++kp)
      for (Index qp = 0; qp < part.pieces; ++qp)
        if (seen_pieces.sees(qp, kp))
          multiply(of_k.piece(part, kp, part.keys_of(kp, keys)), Transpose::kYes,
                   of_q.piece(part, qp, part.piece), Transpose::kNo, part.block(scores, kp, qp),
                   false, context);
    seen_pieces.hide(scores, -std::numeric_limits<float>::infinity());
    if (!first_document.empty()) {
      const std::size_t first = first_document[task / heads];
      hide_other_documents(
          scores, options.documents.subspan(first, first_document[task / heads + 1] - first));
    }
    const std::optional<DropoutMask> mask = mask_of(options, heads, task);
    const Reused<AlignedVector<float>> memory_of_kept;
    const MatrixView<float> kept(
        mask ? room_in(memory_of_kept, static_cast<std::size_t>(keys * sequence)).data()
             : scores.data,
        keys, sequence);
    for (Index qp = 0; qp < part.pieces; ++qp) {
      const Index seen = part.seen_by(qp, keys, causal), first = qp * part.piece;
      const MatrixView<float> own = part.columns(scores, qp, seen);
      if (options.causal) hide_later_keys(part.block(scores, qp, qp));
      kernels.softmax(own.data, seen, own.cols, own.stride, head.scale(), inverse_sums + first);
      if (mask) apply_mask(*mask, 0, first, own, part.columns(kept, qp, seen), context);
    }
    const DenseOperand of_kept = memory.operand(kept);
    for (Index qp = 0; qp < head.pieces; ++qp) {
      const MatrixView<float> result = head.view(out, task, qp, head.piece);
      bool add = false;
      for (Index kp = 0; kp < part.pieces_of(keys); ++kp) {
        if (!seen_pieces.sees(qp * head.piece / part.piece, kp)) continue;
        multiply(
            of_v.piece(part, kp, part.keys_of(kp, keys)), Transpose::kNo,
            of_kept.block(kp * part.piece, qp * head.piece, part.keys_of(kp, keys), head.piece),
            Transpose::kNo, result, std::exchange(add, true), context);
      }
      kernels.scale_lanes(result.data, result.stride, inverse_sums + qp * head.piece, head.size,
                          head.piece);
    }
  });
  out.clear_padding();
}

void attention_backward(const Activations& q, const Activations& k, const Activations& v,
                        Index heads, const AttentionRecord& record, const Activations& out,
                        const Activations& dout, Activations& dq, Activations& dk, Activations& dv,
                        const Context& context) {
  const Index sequence = record.sequence;
  if (sequence == 0)
    throw ShapeError("attention_backward: record is empty; call attention_forward with it before");
  check_operands("attention_backward", q, k, v, out, heads, sequence);
  const sparse::PanelShape shape = q.shape();
  shape.check("attention_backward", "dout", dout.shape());
  shape.check("attention_backward", "dq", dq.shape());
  shape.check("attention_backward", "dk", dk.shape());
  shape.check("attention_backward", "dv", dv.shape());
  using sparse::Operand;
  const Operand inputs[] = {{"q", q}, {"k", k}, {"v", v}, {"out", out}};
  for (const Operand& output : {Operand("dq", dq), Operand("dk", dk), Operand("dv", dv)})
    sparse::expect_apart("attention_backward", output, inputs);
  sparse::expect_apart("attention_backward", {"dk", dk}, {{"dout", dout}, {"dq", dq}});
  sparse::expect_apart("attention_backward", {"dv", dv}, {{"dout", dout}, {"dq", dq}, {"dk", dk}});
  // Each of the two products has two gradients.
  const ProfileSection section(context.profile(), kKind, "backward",
                               2 * product_flops(q, sequence, record.options));
  const HeadShape head(q, heads, sequence);
  const HeadShape part = parts_of(head, record.options, context);
  const Index sequences = q.tokens() / sequence, tasks = sequences * heads;
  if (static_cast<Index>(record.lengths.size()) != sequences ||
      static_cast<Index>(record.inverse_sums.size()) != tasks * sequence ||
      static_cast<Index>(record.exponentials.size()) != tasks * sequence * sequence)
    throw ShapeError("attention_backward: record holds " + std::to_string(record.lengths.size()) +
                     " sequences and " + std::to_string(record.inverse_sums.size()) +
                     " sums; expected " + std::to_string(sequences) + " and " +
                     std::to_string(tasks * sequence) + ", those of the forward pass");
  const AttentionKernels kernels = layer_kernels(context).attention;
  context.parallel_for_in<SignalsBlocked>(tasks, [&](Index task) {
    const Index keys = record.lengths[task / heads];
    const MatrixView<const float> exponentials(
        record.exponentials.data() + task * sequence * sequence, keys, sequence);
    const float* inverse_sums = record.inverse_sums.data() + task * sequence;
    const bool causal = record.options.causal && context.precision() == Precision::kFloat32;
    const std::optional<DropoutMask> mask = mask_of(record.options, heads, task);
    // Scratch of this task: dout / sum, then the gradient of the scores, then D, then M E.
    const Index head_values = head.size * sequence;
    const Reused<AlignedVector<float>> scratch;
    const Index scratch_values = head_values + (keys + 1) * sequence + (mask ? keys * sequence : 0);
    const MatrixView<float> scaled(
        room_in(scratch, static_cast<std::size_t>(scratch_values)).data(), head.size, sequence);
    const MatrixView<float> dscores(scaled.data + head_values, keys, sequence);
    float* dot = dscores.data + keys * sequence;

    // With the factor 1 / sum moved from the probabilities to dout, E serves in their place.
    for (Index qp = 0; qp < head.pieces; ++qp) {
      const Index first = qp * head.piece;
      kernels.scale_and_dot(head.view(dout, task, qp, head.piece).data,
                            head.view(out, task, qp, head.piece).data, head.width,
                            inverse_sums + first, head.size, head.piece, scaled.data + first,
                            sequence, dot + first);
    }
    RoundedMemory memory(4 * head_values + 2 * keys * sequence, context);
    const HeadOperand of_q(head, q, task, sequence, memory, context);
    const HeadOperand of_k(head, k, task, keys, memory, context);
    const HeadOperand of_v(head, v, task, keys, memory, context);
    const DenseOperand of_scaled = memory.operand(scaled);
    const MatrixView<float> masked(dot + sequence, keys, sequence);
    for (Index qp = 0; mask && qp < part.pieces; ++qp) {
      const Index seen = part.seen_by(qp, keys, causal);
      apply_mask(*mask, 0, qp * part.piece, part.columns(exponentials, qp, seen),
                 part.columns(masked, qp, seen), context);
    }
    const DenseOperand of_kept = memory.operand(mask ? masked : exponentials);
    for (Index kp = 0; kp < head.pieces_of(keys); ++kp) {
      const Index piece_keys = head.keys_of(kp, keys);
      SeenPieces(head, record.options, keys)
          .for_each_run(kp, [&](Index begin, Index end, bool first) {
            multiply(of_scaled.block(0, begin, head.size, end - begin), Transpose::kNo,
                     of_kept.block(kp * head.piece, begin, piece_keys, end - begin),
                     Transpose::kYes, head.view(dv, task, kp, piece_keys), !first, context);
          });
    }
    const SeenPieces seen_pieces(part, record.options, keys);
    for (Index kp = 0; kp < part.pieces_of(keys); ++kp) {
      const Index part_keys = part.keys_of(kp, keys);
      seen_pieces.for_each_run(kp, [&](Index begin, Index end, bool) {
        multiply(
            of_v.piece(part, kp, part_keys), Transpose::kYes,
            of_scaled.block(0, begin, head.size, end - begin), Transpose::kNo,
            {dscores.data + kp * part.piece * sequence + begin, part_keys, end - begin, sequence},
            false, context);
      });
    }
    // Of what is not seen E is zero; the factor has to be a number.
    seen_pieces.hide(dscores, 0);
    for (Index qp = 0; qp < part.pieces; ++qp) {
      const Index first = qp * part.piece;
      const MatrixView<float> own = part.columns(dscores, qp, part.seen_by(qp, keys, causal));
      if (mask) apply_mask(*mask, 0, first, own, own, context);
      kernels.softmax_gradient(own.data, exponentials.data + first, dot + first, own.rows, own.cols,
                               own.stride, head.scale());
    }
    const DenseOperand of_dscores = memory.operand(dscores);
    for (Index qp = 0; qp < head.pieces; ++qp) {
      bool add = false;
      for (Index kp = 0; kp < part.pieces_of(keys); ++kp) {
        if (!seen_pieces.sees(qp * head.piece / part.piece, kp)) continue;
        const Index part_keys = part.keys_of(kp, keys);
        multiply(of_k.piece(part, kp, part_keys), Transpose::kNo,
                 of_dscores.block(kp * part.piece, qp * head.piece, part_keys, head.piece),
                 Transpose::kNo, head.view(dq, task, qp, head.piece), std::exchange(add, true),
                 context);
      }
    }
    for (Index kp = 0; kp < head.pieces; ++kp) {
      const Index piece_keys = head.keys_of(kp, keys);
      bool add = false;
      for (Index qp = 0; piece_keys > 0 && qp < part.pieces; ++qp) {
        if (!seen_pieces.sees(qp, kp * head.piece / part.piece)) continue;
        multiply(of_q.piece(part, qp, part.piece), Transpose::kNo,
                 of_dscores.block(kp * head.piece, qp * part.piece, piece_keys, part.piece),
                 Transpose::kYes, head.view(dk, task, kp, piece_keys), std::exchange(add, true),
                 context);
      }
      clear_lanes(head.view(dk, task, kp, head.piece), piece_keys);
      clear_lanes(head.view(dv, task, kp, head.piece), piece_keys);
    }
  });
  for (Activations* gradient : {&dq, &dk, &dv}) gradient->clear_padding();
}

Index sequence_panel_width(Index sequence, Index tokens, Index preferred) {
  if (sequence < 1 || sequence % sparse::kPanelWidthMultiple != 0)
    throw ShapeError("tokens: sequence is " + std::to_string(sequence) +
                     "; expected a positive multiple of " +
                     std::to_string(sparse::kPanelWidthMultiple));
  if (sequence <= preferred)
    return sequence * std::max<Index>(1, std::min(preferred, tokens) / sequence);
  Index width = preferred / sparse::kPanelWidthMultiple * sparse::kPanelWidthMultiple;
  while (width > 0 && sequence % width != 0) width -= sparse::kPanelWidthMultiple;
  return 2 * width > preferred ? width : sequence;
}

}  // namespace espalier::models
