// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/inference/sliced_rows.h>

#include <algorithm>
#include <numeric>
#include <string>

#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

/// Slices of a task of a thread: 128 rows, some microseconds.
constexpr Index kSlicesPerTask = 16;

}  // namespace

bool SlicedRows::suit(const sparse::BlockPattern& pattern, const Context& context) {
  return pattern.block() == sparse::BlockShape{1, 1} && pattern.cols() <= kMostColumns &&
         context.variant().vectorised;
}

SlicedRows::SlicedRows(const sparse::BlockPattern& pattern, std::span<const float> values,
                       const Context& context)
    : cols_(static_cast<std::size_t>(pattern.cols())) {
  if (!suit(pattern, context) || static_cast<Index>(values.size()) != pattern.values())
    throw ShapeError("sliced rows: " + std::to_string(values.size()) + " values in " +
                     std::to_string(pattern.rows()) + " x " + std::to_string(pattern.cols()) +
                     "; expected one for each block of 1, " + std::to_string(kMostColumns) +
                     " columns at most");
  const std::span<const Index> offsets = pattern.row_offsets();
  const std::span<const BlockIndex> columns = pattern.columns();
  const auto length_of = [&](BlockIndex row) {
    const auto r = static_cast<std::size_t>(row);
    return offsets[r + 1] - offsets[r];
  };
  row_.resize(static_cast<std::size_t>(pattern.rows()));
  std::iota(row_.begin(), row_.end(), BlockIndex{0});
  std::ranges::stable_sort(row_, {}, length_of);
  for (const BlockIndex row : row_) length_.push_back(static_cast<BlockIndex>(length_of(row)));
  columns_.reserve(values.size());
  values_.reserve(values.size());
  const auto append = [&](BlockIndex row, Index entry) {
    const auto at = static_cast<std::size_t>(offsets[static_cast<std::size_t>(row)] + entry);
    columns_.push_back(static_cast<std::uint16_t>(columns[at]));
    values_.push_back(values[at]);
  };
  for (Index place = 0; place < pattern.rows(); place += kRows) {
    const Index rows = std::min(kRows, pattern.rows() - place);
    const auto of_slice =
        std::span(row_).subspan(static_cast<std::size_t>(place), static_cast<std::size_t>(rows));
    const Index together = rows < kRows ? 0 : length_of(of_slice.front());
    slices_.push_back({static_cast<Index>(values_.size()), together, place, rows});
    for (Index e = 0; e < together; ++e)
      for (const BlockIndex row : of_slice) append(row, e);
    for (const BlockIndex row : of_slice)
      for (Index e = together; e < length_of(row); ++e) append(row, e);
  }
}

void SlicedRows::multiply(std::span<const float> x, std::span<const float> bias, std::span<float> y,
                          const Context& context) const {
  if (x.size() != cols_ || y.size() != row_.size() || (!bias.empty() && bias.size() != y.size()))
    throw ShapeError("sliced rows: x has " + std::to_string(x.size()) + " values, y " +
                     std::to_string(y.size()) + " and the bias " + std::to_string(bias.size()) +
                     "; expected " + std::to_string(cols_) + ", " + std::to_string(row_.size()) +
                     " and as many or none");
  const SlicedProduct kernel = highway_sliced_product();
  const auto slices = static_cast<Index>(slices_.size());
  context.parallel_for_chunks(slices, kSlicesPerTask, [&](Index first, Index count) {
    kernel({.slices = std::span(slices_).subspan(static_cast<std::size_t>(first),
                                                 static_cast<std::size_t>(count)),
            .row = row_.data(),
            .length = length_.data(),
            .columns = columns_.data(),
            .values = values_.data(),
            .x = x,
            .bias = bias,
            .y = y});
  });
}

}  // namespace espalier::models
