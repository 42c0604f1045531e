// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/inference/int8_weights.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

/// 128 * 127 * 131072 is below 2^31.
constexpr Index kMostInRow = 131072;

/// Block rows of a task of one token: some microseconds.
constexpr Index kRowsPerTask = 256;

void check_bias(std::span<const float> bias, Index rows) {
  if (!bias.empty() && static_cast<Index>(bias.size()) != rows)
    throw ShapeError("int8 product: " + std::to_string(bias.size()) + " biases; expected none or " +
                     std::to_string(rows));
}

Int8Kernels kernels_of(const Context& context) {
  return context.variant().vectorised ? highway_int8_kernels() : reference_int8_kernels();
}

}  // namespace

bool Int8Weights::suit(const sparse::BlockPattern& pattern) {
  const Index block = pattern.block().rows;
  if (pattern.block().cols != block || (block != 4 && block != 8 && block != 16)) return false;
  const std::span<const Index> offsets = pattern.row_offsets();
  for (std::size_t line = 0; line + 1 < offsets.size(); ++line)
    if ((offsets[line + 1] - offsets[line]) * block > kMostInRow) return false;
  return true;
}

Int8Weights::Int8Weights(const sparse::BlockCsrMatrix<float>& weights)
    : pattern_(weights.pattern_ptr()) {
  const sparse::BlockPattern& pattern = *pattern_;
  if (!suit(pattern))
    throw ShapeError("int8 weights: " + std::to_string(pattern.rows()) + " x " +
                     std::to_string(pattern.cols()) + " in blocks of " +
                     std::to_string(pattern.block().rows) + " x " +
                     std::to_string(pattern.block().cols) +
                     "; expected blocks of 4, 8 or 16, and rows of at most " +
                     std::to_string(kMostInRow) + " values");
  const Index block = pattern.block().rows;
  values_.resize(static_cast<std::size_t>(pattern.values()));
  steps_.resize(static_cast<std::size_t>(pattern.rows()));
  sums_.resize(steps_.size());
  const std::span<const Index> offsets = pattern.row_offsets();
  for (Index row = 0; row < pattern.rows(); ++row) {
    const auto line = static_cast<std::size_t>(row / block), r = static_cast<std::size_t>(row);
    const auto in_block = row % block;
    float largest = 0;
    for (Index e = offsets[line]; e < offsets[line + 1]; ++e)
      for (Index c = 0; c < block; ++c)
        largest = std::max(
            largest, std::abs(weights.block(e)[static_cast<std::size_t>(in_block * block + c)]));
    const float step = largest / kInt8Levels;
    if (step < std::numeric_limits<float>::min()) continue;
    steps_[r] = step;
    for (Index e = offsets[line]; e < offsets[line + 1]; ++e)
      for (Index c = 0; c < block; ++c) {
        const float w = weights.block(e)[static_cast<std::size_t>(in_block * block + c)];
        const auto q = static_cast<std::int8_t>(std::lrint(w / step));
        values_[place(e, row, c)] = q;
        sums_[r] += q;
      }
  }
}

std::size_t Int8Weights::place(Index entry, Index row, Index col) const {
  const Index block = pattern_->block().rows;
  return static_cast<std::size_t>(entry * block * block +
                                  (col / kInt8Inputs * block + row % block) * kInt8Inputs +
                                  col % kInt8Inputs);
}

Int8Weights::RowNorms Int8Weights::norms(const sparse::BlockCsrMatrix<float>& weights,
                                         Index row) const {
  const Index block = pattern_->block().rows;
  const auto line = static_cast<std::size_t>(row / block);
  const double step = steps_[static_cast<std::size_t>(row)];
  double exact = 0, rounded = 0, rounding = 0;
  for (Index e = pattern_->row_offsets()[line]; e < pattern_->row_offsets()[line + 1]; ++e)
    for (Index c = 0; c < block; ++c) {
      const double w = weights.block(e)[static_cast<std::size_t>(row % block * block + c)];
      const double became = step * values_[place(e, row, c)];
      exact += w * w;
      rounded += became * became;
      rounding += (w - became) * (w - became);
    }
  return {steps_[static_cast<std::size_t>(row)], std::sqrt(exact), std::sqrt(rounded),
          std::sqrt(rounding)};
}

Int8Rows Int8Weights::rows_with(std::span<const float> bias) const {
  return {.block = pattern_->block().rows,
          .first_row = 0,
          .end_row = pattern_->grid_rows(),
          .offsets = pattern_->row_offsets().data(),
          .columns = pattern_->columns().data(),
          .values = values_.data(),
          .row_sums = sums_.data(),
          .row_steps = steps_.data(),
          .bias = bias.empty() ? nullptr : bias.data()};
}

void Int8Weights::multiply(const sparse::Activations& x, std::span<const float> bias,
                           sparse::Activations& y, Int8Inputs& inputs,
                           const Context& context) const {
  const Index features = pattern_->cols(), width = x.panel_width(), panels = x.panels();
  x.shape().check("int8 product", "x", {x.tokens(), features, width});
  y.shape().check("int8 product", "y", {x.tokens(), pattern_->rows(), width});
  check_bias(bias, pattern_->rows());
  const Index groups = width / kInt8Lanes;
  const auto lanes = static_cast<std::size_t>(panels * width);
  if (inputs.values.size() < lanes * static_cast<std::size_t>(features))
    inputs.values.resize(lanes * static_cast<std::size_t>(features));
  if (inputs.steps.size() < lanes) {
    inputs.steps.resize(lanes);
    inputs.zeros.resize(lanes);
  }
  const Int8Kernels kernels = kernels_of(context);
  const auto round_group = [&](Index panel, Index group) {
    const Index lane = panel * width + group * kInt8Lanes;
    kernels.round_lanes({.x = x.panel(panel) + group * kInt8Lanes,
                         .stride = width,
                         .features = features,
                         .u = inputs.values.data() + lane * features,
                         .steps = inputs.steps.data() + lane,
                         .zeros = inputs.zeros.data() + lane});
  };
  const auto multiply_part = [&](Index panel, Index part, Index parts) {
    Int8Rows rows = rows_with(bias);
    rows.first_row = pattern_->grid_rows() * part / parts;
    rows.end_row = pattern_->grid_rows() * (part + 1) / parts;
    const Index lane = panel * width;
    kernels.multiply_lanes(rows, {.count = groups,
                                  .features = features,
                                  .u = inputs.values.data() + lane * features,
                                  .steps = inputs.steps.data() + lane,
                                  .zeros = inputs.zeros.data() + lane,
                                  .y = y.panel(panel),
                                  .stride = width});
  };
  if (panels >= context.threads()) {
    context.parallel_for(panels, [&](Index panel) {
      for (Index group = 0; group < groups; ++group) round_group(panel, group);
      multiply_part(panel, 0, 1);
    });
  } else if (panels > 0) {
    // Too few panels: threads share the lanes, then the rows.
    const Index parts = (context.threads() + panels - 1) / panels;
    context.parallel_for(panels * groups, [&](Index i) { round_group(i / groups, i % groups); });
    context.parallel_for(panels * parts,
                         [&](Index i) { multiply_part(i / parts, i % parts, parts); });
  }
  y.clear_padding();
}

Int8Scale Int8Weights::multiply(std::span<const float> x, std::span<const float> bias,
                                std::span<float> y, Int8Inputs& inputs,
                                const Context& context) const {
  if (static_cast<Index>(x.size()) != pattern_->cols() ||
      static_cast<Index>(y.size()) != pattern_->rows())
    throw ShapeError("int8 product: x has " + std::to_string(x.size()) + " values and y " +
                     std::to_string(y.size()) + "; expected " + std::to_string(pattern_->cols()) +
                     " and " + std::to_string(pattern_->rows()));
  check_bias(bias, pattern_->rows());
  if (inputs.values.size() < x.size()) inputs.values.resize(x.size());
  const Int8Kernels kernels = kernels_of(context);
  const Int8Scale scale = [&] {
    const FloatMode mode = context.float_mode();
    return kernels.round_token(x, inputs.values.data());
  }();
  context.parallel_for_chunks(pattern_->grid_rows(), kRowsPerTask, [&](Index first, Index count) {
    Int8Rows rows = rows_with(bias);
    rows.first_row = first;
    rows.end_row = first + count;
    kernels.multiply_token(rows, inputs.values.data(), scale, y.data());
  });
  return scale;
}

std::size_t Int8Weights::bytes() const {
  return values_.size() + steps_.size() * sizeof(float) + sums_.size() * sizeof(std::int32_t);
}

}  // namespace espalier::models
