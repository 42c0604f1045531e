// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/inference/top_outputs.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/ops/linear_plain.h>

namespace espalier::models {
namespace {

/// Rows that are computed together: of the largest block.
constexpr Index kGroupRows = 16;

constexpr double kUnit = 0x1p-24;
constexpr double kMinNormal = std::numeric_limits<float>::min();
/// For the rounding of bounds, which are in double, and of the norms that they are made of.
constexpr double kSlack = 1 + 1e-9;

float rounded_up(double value) {
  return std::nextafter(static_cast<float>(value), std::numeric_limits<float>::infinity());
}

double norm_of(std::span<const float> x) {
  double sum = 0;
  for (const float value : x) sum += static_cast<double>(value) * value;
  return std::sqrt(sum);
}

/// |x - x'|, with x' the input as it was rounded.
double rounding_of(std::span<const float> x, const Int8Inputs& inputs, const Int8Scale& scale) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double difference =
        x[i] - static_cast<double>(scale.step) * (inputs.values[i] - scale.zero);
    sum += difference * difference;
  }
  return std::sqrt(sum);
}

}  // namespace

bool TopOutputs::suit(const sparse::BlockPattern& pattern) {
  return Int8Weights::suit(pattern) && pattern.values() == pattern.rows() * pattern.cols();
}

TopOutputs::TopOutputs(const sparse::BlockCsrMatrix<float>& weights, Index outputs,
                       const Context& context)
    : pattern_(weights.pattern_ptr()),
      outputs_(outputs),
      weights_(weights),
      least_step_(std::numeric_limits<float>::infinity()) {
  if (!suit(*pattern_) || outputs < 1 || outputs > pattern_->rows())
    throw ShapeError("top outputs: " + std::to_string(outputs) + " of " +
                     std::to_string(pattern_->rows()) + " rows with " +
                     std::to_string(pattern_->values()) + " values; expected 1 to " +
                     std::to_string(pattern_->rows()) + ", and all values");
  const auto terms = static_cast<double>(pattern_->cols());
  const double sum_bound = terms * kUnit / (1 - terms * kUnit);
  double largest_norm = 0;
  row_bounds_.reserve(static_cast<std::size_t>(outputs));
  for (Index row = 0; row < outputs; ++row) {
    const Int8Weights::RowNorms norms = weights_.norms(weights, row);
    if (norms.step > 0) least_step_ = std::min(least_step_, norms.step);
    largest_norm = std::max(largest_norm, norms.exact);
    row_bounds_.push_back({rounded_up(kSlack * (norms.rounding + sum_bound * norms.exact +
                                                4 * kUnit * norms.rounded + terms * kMinNormal)),
                           rounded_up(kSlack * (1 + 4 * kUnit) * norms.rounded)});
  }
  // Of each term a value that is subnormal, or the product.
  least_ = terms * kMinNormal * (1 + largest_norm);
  group_plan_ = sparse::make_plan(
      sparse::BlockPattern::full(kGroupRows, pattern_->cols(), pattern_->block()), context);
}

std::optional<Index> TopOutputs::find(std::span<const float> values, std::span<const float> x,
                                      Index count, std::span<float> y, Int8Inputs& inputs,
                                      TopScratch& scratch, const Context& context) const {
  const Index most = outputs_ / kFewest;
  if (count < 1 || count > most) return std::nullopt;
  const Int8Scale scale = weights_.multiply(x, {}, y, inputs, context);
  const double norm = norm_of(x) * kSlack;
  // Also where a step would be subnormal, whose rounding the bound leaves out.
  if (!(norm < std::numeric_limits<float>::max()) ||
      !(static_cast<double>(scale.step) * least_step_ >= kMinNormal))
    return std::nullopt;
  const double rounding = rounding_of(x, inputs, scale) * kSlack;
  const auto bound = [&](std::size_t row) {
    const RowBound& of = row_bounds_[row];
    return of.of_input * norm + of.of_rounding * rounding + least_;
  };

  const auto outputs = static_cast<std::size_t>(outputs_);
  std::vector<double>& largest = scratch.largest;
  largest.clear();
  for (std::size_t row = 0; row < outputs; ++row) {
    const double low = y[row] - bound(row);
    // Also an output that overflows, or a sum on the way to it.
    if (!(std::abs(low) < std::numeric_limits<float>::max() / 4)) return std::nullopt;
    if (static_cast<Index>(largest.size()) == count) {
      if (low <= largest.front()) continue;
      std::ranges::pop_heap(largest, std::greater());
      largest.pop_back();
    }
    largest.push_back(low);
    std::ranges::push_heap(largest, std::greater());
  }
  const double needed = largest.front();
  std::vector<Index>& candidates = scratch.candidates;
  candidates.clear();
  candidates.reserve(static_cast<std::size_t>(most));
  for (std::size_t row = 0; row < outputs; ++row) {
    if (y[row] + bound(row) >= needed) {
      if (static_cast<Index>(candidates.size()) == most) return std::nullopt;
      candidates.push_back(static_cast<Index>(row));
    }
    y[row] = -std::numeric_limits<float>::infinity();
  }
  compute(values, x, y, scratch, context);
  return static_cast<Index>(candidates.size());
}

/// The outputs of the candidates. A sum does not know which rows it stands among.
void TopOutputs::compute(std::span<const float> values, std::span<const float> x,
                         std::span<float> y, TopScratch& scratch, const Context& context) const {
  const Index block = pattern_->block().rows, columns = pattern_->grid_cols();
  scratch.rows.resize(static_cast<std::size_t>(kGroupRows * pattern_->cols()));
  scratch.row_outputs.resize(static_cast<std::size_t>(kGroupRows));
  for (std::size_t first = 0; first < scratch.candidates.size(); first += kGroupRows) {
    const std::size_t count = std::min<std::size_t>(kGroupRows, scratch.candidates.size() - first);
    for (std::size_t i = 0; i < count; ++i) {
      const auto to = static_cast<Index>(i);
      const Index from = scratch.candidates[first + i];
      for (Index c = 0; c < columns; ++c)
        std::copy_n(&values[static_cast<std::size_t>(
                        ((from / block * columns + c) * block + from % block) * block)],
                    block,
                    &scratch.rows[static_cast<std::size_t>(
                        ((to / block * columns + c) * block + to % block) * block)]);
    }
    sparse::linear_plain(group_plan_, scratch.rows, {x.data(), 1, pattern_->cols()},
                         {scratch.row_outputs.data(), 1, kGroupRows}, {}, scratch.plain, context);
    for (std::size_t i = 0; i < count; ++i)
      y[static_cast<std::size_t>(scratch.candidates[first + i])] = scratch.row_outputs[i];
  }
}

}  // namespace espalier::models
