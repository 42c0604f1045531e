// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/inference/packed_linear.h>

#include <algorithm>
#include <string>
#include <utility>

#include <espalier/models/inference/piece_layout.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/convert.h>
#include <espalier/sparse/ops/convert_bf16.h>
#include <espalier/sparse/ops/spmm.h>

namespace espalier::models {
namespace {

using Matrix = sparse::BlockCsrMatrix<float>;
using sparse::BlockPattern;

/// The largest of the blocks that have kernels which divides an extent.
Index block_of(Index extent) {
  Index block = 16;
  while (extent % block != 0) block /= 2;
  return block;
}

Matrix blocks_of(MatrixView<const float> dense, Index block) {
  const Index rows = (dense.rows + block - 1) / block * block;
  Matrix matrix(BlockPattern::full(rows, dense.cols, {block, block}));
  const Index grid_cols = dense.cols / block;
  for (Index r = 0; r < dense.rows; ++r)
    for (Index b = 0; b < grid_cols; ++b)
      std::copy_n(&dense(r, b * block), block,
                  matrix.block(r / block * grid_cols + b).data() + r % block * block);
  return matrix;
}

/// The matrices one below the other, in the smallest of their blocks.
Matrix stacked(std::vector<Matrix> parts) {
  if (parts.empty()) throw ShapeError("packed linear: no weights; expected at least one");
  if (parts.size() == 1) return std::move(parts.front());
  sparse::BlockShape block = parts.front().pattern().block();
  for (const Matrix& part : parts)
    if (part.pattern().block().rows < block.rows) block = part.pattern().block();
  Index rows = 0;
  const Index cols = parts.front().pattern().cols();
  std::vector<Index> row_offsets = {0};
  std::vector<BlockIndex> columns;
  AlignedVector<float> values;
  for (Matrix& part : parts) {
    if (part.pattern().cols() != cols)
      throw ShapeError("packed linear: weights of " + std::to_string(part.pattern().cols()) +
                       " columns below those of " + std::to_string(cols));
    if (part.pattern().block() != block) part = sparse::reblock(part, block);
    const BlockPattern& pattern = part.pattern();
    rows += pattern.rows();
    const auto before = static_cast<Index>(columns.size());
    for (const Index offset : pattern.row_offsets().subspan(1))
      row_offsets.push_back(before + offset);
    columns.insert(columns.end(), pattern.columns().begin(), pattern.columns().end());
    values.insert(values.end(), part.values().begin(), part.values().end());
  }
  return {std::make_shared<const BlockPattern>(rows, cols, block, std::move(row_offsets),
                                               std::move(columns)),
          std::move(values)};
}

}  // namespace

Matrix in_blocks(MatrixView<const float> dense) {
  return blocks_of(dense, std::min(block_of(dense.rows), block_of(dense.cols)));
}

Matrix in_padded_blocks(MatrixView<const float> dense) {
  return blocks_of(dense, block_of(dense.cols));
}

PackedLinear::PackedLinear(std::vector<Matrix> weights, std::vector<float> bias, Index out,
                           PackedUse use, const Context& context)
    : out_(out) {
  const Matrix matrix = stacked(std::move(weights));
  const BlockPattern& pattern = matrix.pattern();
  if (out < 1 || out > pattern.rows() || (!bias.empty() && static_cast<Index>(bias.size()) != out))
    throw ShapeError("packed linear: " + std::to_string(bias.size()) + " biases of " +
                     std::to_string(out) + " outputs in " + std::to_string(pattern.rows()) +
                     " rows; expected none or one for each");
  in_ = pattern.cols();
  pattern_ = matrix.pattern_ptr();
  if (!bias.empty()) {
    bias_.assign(bias.begin(), bias.end());
    bias_.resize(static_cast<std::size_t>(rows()));
  }
  if (use.int8 && Int8Weights::suit(pattern)) {
    int8_.emplace(matrix);
    return;
  }
  plan_ = sparse::make_plan(pattern_, context);
  if (context.precision() == Precision::kBFloat16) {
    narrow_values_.resize(matrix.values().size());
    sparse::convert(matrix.values(), narrow_values_, context);
    narrow_.emplace(plan_, narrow_values_, context, sparse::PreparedFor::kForward);
  } else {
    values_.assign(matrix.values().begin(), matrix.values().end());
    if (use.single_tokens && SlicedRows::suit(pattern, context))
      sliced_.emplace(pattern, values_, context);
    if (use.top_outputs && bias_.empty() && TopOutputs::suit(pattern))
      top_.emplace(matrix, out, context);
  }
}

void PackedLinear::forward(const sparse::Activations& x, sparse::Activations& y,
                           RoundedInputs& rounded, const Context& context) const {
  y.reshape_for_overwrite(x.tokens(), rows(), x.panel_width());
  if (int8_) return int8_->multiply(x, bias_, y, rounded.int8, context);
  const sparse::ProductStart start = {.bias = bias_};
  if (!narrow_) return sparse::spmm(plan_, std::span<const float>(values_), x, y, start, context);
  rounded.bfloat16.reshape_for_overwrite(x.tokens(), x.features(), x.panel_width());
  sparse::convert(x, rounded.bfloat16, context);
  sparse::spmm(*narrow_, rounded.bfloat16, y, start, context);
}

void PackedLinear::forward_rows(MatrixView<const float> x, MatrixView<float> y,
                                sparse::PlainScratch& scratch, RoundedInputs& rounded,
                                const Context& context) const {
  if (sliced_ && x.rows == 1) return sliced_->multiply(x.row(0), bias_, y.row(0), context);
  if (int8_ && x.rows <= Int8Weights::few_tokens(*pattern_)) {
    for (Index i = 0; i < x.rows; ++i)
      int8_->multiply(x.row(i), bias_, y.row(i), rounded.int8, context);
    return;
  }
  if (!narrow_ && !int8_)
    return sparse::linear_plain(plan_, values_, x, y, bias_, scratch, context);
  scratch.input.reshape_for_overwrite(
      x.rows, x.cols,
      std::clamp(PieceLayout::lanes_of(x.rows), sparse::kPanelWidthMultiple,
                 sparse::kDefaultPanelWidth));
  sparse::pack_tokens(x, scratch.input, context);
  forward(scratch.input, scratch.output, rounded, context);
  sparse::unpack_tokens(scratch.output, y, context);
}

void PackedLinear::forward_top(MatrixView<const float> x, MatrixView<float> y, Index count,
                               TopScratch& top, sparse::PlainScratch& scratch,
                               RoundedInputs& rounded, const Context& context) const {
  if (!top_ || count == 0 || x.rows > TopOutputs::kFewTokens)
    return forward_rows(x, y, scratch, rounded, context);
  for (Index i = 0; i < x.rows; ++i)
    if (!top_->find(values_, x.row(i), count, y.row(i), rounded.int8, top, context))
      forward_rows({&x(i, 0), 1, x.cols, x.stride}, {&y(i, 0), 1, y.cols, y.stride}, scratch,
                   rounded, context);
}

std::size_t PackedLinear::bytes() const {
  if (int8_) return int8_->bytes();
  return values_.size() * sizeof(float) + narrow_values_.size() * sizeof(BFloat16) +
         (narrow_ ? narrow_->bytes() : 0) + (sliced_ ? sliced_->bytes() : 0) +
         (top_ ? top_->bytes() : 0);
}

}  // namespace espalier::models
