// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <vector>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/format/block_pattern.h>
#include <espalier/sparse/format/gradient_parts.h>

namespace espalier::sparse {

/// How the magnitudes |dw| of a block's values become its score: their sum, mean or maximum.
enum class GradientPool { kSum, kMean, kMax };

/// Takes the scores of one block row, one for each column of the grid. They are valid during the
/// call only.
using BlockRowScores = std::function<void(Index block_row, std::span<const float> scores)>;

/// Scores every position of a grid of blocks by the gradient that a weight there would have, from
/// what the layer retained for its backward pass.
///   dw[r, c] = sum over tokens t of dy[r, t] * x[c, t]
///   score[R, C] = pool of |dw[r, c]| over the values (r, c) of block (R, C)
/// Shapes: dy [out, tokens], x [in, tokens] in token panels of equal width; `block` divides out and
/// in. Padding is not read. Calls `visit` once for each block row, from any thread, several at a
/// time and in no fixed order. The dense dw is never formed: strips of a few block rows at a time
/// are, one for each thread. A block with a NaN among its gradients scores NaN.
/// Throws ShapeError if extents or panel widths disagree or the block does not divide them; an
/// exception of `visit` passes through. The scores do not depend on the number of threads.
/// Cost: 2 * tokens * out * in FLOP and, for each thread, a strip of at most max(128, block.rows) x
/// in floats. Under gradient accumulation the scores are those of the tokens that are passed.
/// Source: Evci et al. 2020, "Rigging the Lottery", section 3 (growth by gradient magnitude).
void sddmm_block_scores(const Activations& dy, const Activations& x, BlockShape block,
                        GradientPool pool, const BlockRowScores& visit, const Context& context);

/// The same of a gradient in parts, [rows, cols], which are added before magnitudes are taken:
///   dw = sum of the parts of all processes, by a balanced binary tree: see `GradientParts`
/// A single part without peers scores as above, to the last bit. Throws as above, if the parts are
/// no power of two, and what the peers throw; collective if there are any. Each doubling of the
/// parts takes a strip more. Where n processes share it, strips of 16 MiB are formed at a time, or
/// one strip if it is larger. Each process owns a slice of their block rows, to within one as many
/// as any other: it receives this slice alone of each other's `rows` x `cols` floats, adds and
/// pools it, and sends its scores to all.
void sddmm_block_scores(const GradientParts& gradient, Index rows, Index cols, BlockShape block,
                        GradientPool pool, const BlockRowScores& visit, const Context& context);

/// The `count` positions with the highest scores of `sddmm_block_scores` among those that
/// `excluded` does not store, in row order. Ties break on the lower position; NaN counts as smaller
/// than every number.
/// Shapes as above, for the extents and the block of `excluded`. Throws ShapeError as above, and if
/// `count` is negative or exceeds the positions that are not stored. The result does not depend on
/// the number of threads. Cost: as above, and O(count + grid columns) memory for the candidates.
std::vector<BlockCoordinate> sddmm_top_k(const Activations& dy, const Activations& x,
                                         const BlockPattern& excluded, Index count,
                                         GradientPool pool, const Context& context);

/// The same of a gradient in parts, of which all processes get the same positions: those that one
/// process with all parts finds. Of n processes each picks the `count` best of its slice, and the
/// picks of all, 12 bytes each, are merged by the same rule; where n * `count` picks are more bytes
/// than the scores, these travel instead.
std::vector<BlockCoordinate> sddmm_top_k(const GradientParts& gradient,
                                         const BlockPattern& excluded, Index count,
                                         GradientPool pool, const Context& context);

}  // namespace espalier::sparse
