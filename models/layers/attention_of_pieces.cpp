// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/attention_of_pieces.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <string>

#include <espalier/models/layers/layer_kernels.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/profile.h>
#include <espalier/sparse/ops/operand_check.h>

namespace espalier::models {
namespace {

using sparse::Activations;

constexpr const char* kAttend = "attend";
constexpr Index kLaneMultiple = sparse::kPanelWidthMultiple;

Index lanes_of(const TokenPiece& piece) {
  return (piece.tokens + kLaneMultiple - 1) / kLaneMultiple * kLaneMultiple;
}

void check_pieces(const SequencePieces& sequences, const Activations& panels) {
  for (std::size_t i = 0; i < sequences.pieces.size(); ++i) {
    const TokenPiece& piece = sequences.pieces[i];
    if (piece.tokens < 1 || piece.lane < 0 || piece.lane % kLaneMultiple != 0 || piece.panel < 0 ||
        piece.panel >= panels.panels() || piece.lane + lanes_of(piece) > panels.panel_width())
      throw ShapeError(std::string(kAttend) + ": piece " + std::to_string(i) + " of " +
                       std::to_string(piece.tokens) + " tokens from lane " +
                       std::to_string(piece.lane) + " of panel " + std::to_string(piece.panel) +
                       "; expected one in " + panels.shape().text());
  }
}

/// One head of the queries of one piece.
struct AttentionTask {
  std::span<const TokenPiece> pieces;  ///< of the sequence
  std::size_t piece;                   ///< of the queries
  Index head;
};

/// Computes tasks, each on the calling thread.
class PieceAttention {
 public:
  PieceAttention(const Activations& qkv, Index heads, bool causal, Activations& out,
                 const Context& context)
      : qkv_(&qkv),
        out_(&out),
        features_(out.features()),
        size_(out.features() / heads),
        causal_(causal),
        scale_(static_cast<float>(1.0 / std::sqrt(static_cast<double>(size_)))),
        kernels_(layer_kernels(context)) {}

  void operator()(const AttentionTask& task, float* scores) const {
    const TokenPiece& queries = task.pieces[task.piece];
    const Index lanes = lanes_of(queries), width = qkv_->panel_width();
    const Index first_feature = task.head * size_;
    const std::size_t seen_pieces = causal_ ? task.piece + 1 : task.pieces.size();
    Index keys = 0;
    for (std::size_t p = 0; p < seen_pieces; ++p) {
      const TokenPiece& piece = task.pieces[p];
      float* const own = scores + keys * lanes;
      kernels_.lane_product.multiply({.a = row(piece, features_ + first_feature),
                                      .a_row = 1,
                                      .a_depth = width,
                                      .b = row(queries, first_feature),
                                      .b_stride = width,
                                      .c = own,
                                      .c_stride = lanes,
                                      .rows = piece.tokens,
                                      .lanes = lanes,
                                      .depth = size_});
      if (causal_ && p == task.piece)
        for (Index k = 0; k < piece.tokens; ++k)
          std::fill_n(own + k * lanes, k, -std::numeric_limits<float>::infinity());
      keys += piece.tokens;
    }
    float* const inverse_sums = scores + keys * lanes;
    kernels_.attention.softmax(scores, keys, lanes, lanes, scale_, inverse_sums);
    float* const result = out_->row(queries.panel, first_feature) + queries.lane;
    Index first_key = 0;
    for (std::size_t p = 0; p < seen_pieces; ++p) {
      const TokenPiece& piece = task.pieces[p];
      kernels_.lane_product.multiply({.a = row(piece, 2 * features_ + first_feature),
                                      .a_row = width,
                                      .a_depth = 1,
                                      .b = scores + first_key * lanes,
                                      .b_stride = lanes,
                                      .c = result,
                                      .c_stride = width,
                                      .rows = size_,
                                      .lanes = lanes,
                                      .depth = piece.tokens,
                                      .accumulate = p > 0});
      first_key += piece.tokens;
    }
    kernels_.attention.scale_lanes(result, width, inverse_sums, size_, lanes);
  }

 private:
  const float* row(const TokenPiece& piece, Index feature) const {
    return qkv_->row(piece.panel, feature) + piece.lane;
  }

  const Activations* qkv_;
  Activations* out_;
  Index features_;
  Index size_;
  bool causal_;
  float scale_;
  LayerKernels kernels_;
};

}  // namespace

void attend(const Activations& qkv, Index heads, const SequencePieces& sequences, bool causal,
            Activations& out, PiecesScratch& scratch, const Context& context) {
  sparse::PanelShape{out.tokens(), 3 * out.features(), out.panel_width()}.check(kAttend, "qkv",
                                                                                qkv.shape());
  sparse::expect_apart(kAttend, {"out", out}, {{"qkv", qkv}});
  if (heads < 1 || out.features() % heads != 0)
    throw ShapeError(std::string(kAttend) + ": heads is " + std::to_string(heads) +
                     "; expected a divisor of " + std::to_string(out.features()) + " features");
  check_pieces(sequences, out);
  const ProfileSection section(context.profile(), "attention", "forward");

  // Tasks are numbered sequence by sequence, head by head.
  Index tasks = 0, most_keys = 0, most_lanes = 0;
  scratch.first_task.clear();
  for (Index s = 0; s < sequences.sequences(); ++s) {
    const auto pieces = sequences.of(s);
    Index keys = 0;
    for (const TokenPiece& piece : pieces) {
      keys += piece.tokens;
      most_lanes = std::max(most_lanes, lanes_of(piece));
    }
    most_keys = std::max(most_keys, keys);
    scratch.first_task.push_back(tasks);
    tasks += heads * static_cast<Index>(pieces.size());
  }
  const Index threads = std::min<Index>(context.threads(), tasks);
  scratch.scores.resize(
      std::max(scratch.scores.size(), static_cast<std::size_t>(context.threads())));
  // The scores of a task, and the inverse sums behind them.
  const auto values = static_cast<std::size_t>((most_keys + 1) * most_lanes);
  for (AlignedVector<float>& scores : scratch.scores)
    if (scores.size() < values) scores.resize(values);

  const PieceAttention compute(qkv, heads, causal, out, context);
  std::atomic<Index> next = 0;
  context.parallel_for(threads, [&](Index thread) {
    float* const scores = scratch.scores[static_cast<std::size_t>(thread)].data();
    for (Index task; (task = next.fetch_add(1)) < tasks;) {
      const auto after = std::ranges::upper_bound(scratch.first_task, task);
      const Index sequence = after - scratch.first_task.begin() - 1;
      const auto pieces = sequences.of(sequence);
      const Index of_sequence = task - *(after - 1);
      const auto count = static_cast<Index>(pieces.size());
      compute({pieces, static_cast<std::size_t>(of_sequence % count), of_sequence / count}, scores);
    }
  });
}

}  // namespace espalier::models
