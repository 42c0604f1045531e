// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/topology/select.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include <espalier/sparse/core/error.h>

namespace espalier::sparse {
namespace {

/// The first `count` positions in the order of `better`, NaN last, lower position first among
/// equals.
template <typename Better>
std::vector<Index> select(std::span<const double> scores, Index count, Better better) {
  const auto size = static_cast<Index>(scores.size());
  if (count < 0 || count > size)
    throw ShapeError("selection of " + std::to_string(count) + " from " + std::to_string(size) +
                     " scores: expected a count from 0 to " + std::to_string(size));
  const auto before = [&](Index a, Index b) {
    const bool a_is_nan = std::isnan(scores[a]);
    const bool b_is_nan = std::isnan(scores[b]);
    if (a_is_nan != b_is_nan) return b_is_nan;
    if (!a_is_nan && scores[a] != scores[b]) return better(scores[a], scores[b]);
    return a < b;
  };
  std::vector<Index> positions(scores.size());
  std::iota(positions.begin(), positions.end(), Index{0});
  if (count == 0 || count == size) return {positions.begin(), positions.begin() + count};
  std::nth_element(positions.begin(), positions.begin() + count, positions.end(), before);
  const Index first_left_out = positions[count];

  // The order is total, so comparing with one element finds the selection in order of position.
  std::vector<Index> selected;
  selected.reserve(static_cast<std::size_t>(count));
  for (Index i = 0; i < size; ++i)
    if (before(i, first_left_out)) selected.push_back(i);
  return selected;
}

}  // namespace

std::vector<Index> smallest(std::span<const double> scores, Index count) {
  return select(scores, count, [](double a, double b) { return a < b; });
}

std::vector<Index> largest(std::span<const double> scores, Index count) {
  return select(scores, count, [](double a, double b) { return a > b; });
}

}  // namespace espalier::sparse
