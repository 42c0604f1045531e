// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/scores.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/training/config/metric.h>

namespace espalier::training {
namespace {

template <typename Value>
void check_sizes(std::span<const Value> predicted, std::span<const Value> truth) {
  if (predicted.empty() || predicted.size() != truth.size())
    throw ShapeError("scores: " + std::to_string(predicted.size()) + " predictions of " +
                     std::to_string(truth.size()) + " values, expected as many, and one at least");
}

/// Of one class.
struct Counts {
  double predicted = 0, truth = 0, right = 0;

  double f1() const { return predicted + truth > 0 ? 2 * right / (predicted + truth) : 0; }
};

std::map<std::int32_t, Counts> counts_of(std::span<const std::int32_t> predicted,
                                         std::span<const std::int32_t> truth) {
  check_sizes(predicted, truth);
  std::map<std::int32_t, Counts> counts;
  for (std::size_t i = 0; i < predicted.size(); ++i) {
    ++counts[predicted[i]].predicted;
    ++counts[truth[i]].truth;
    if (predicted[i] == truth[i]) ++counts[truth[i]].right;
  }
  return counts;
}

/// The rank of every value, from 1; equal ones have the mean of theirs.
std::vector<double> ranks_of(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first + 1;
    while (last < order.size() && values[order[last]] == values[order[first]]) ++last;
    for (std::size_t i = first; i < last; ++i)
      ranks[order[i]] = (static_cast<double>(first) + static_cast<double>(last) + 1) / 2;
    first = last;
  }
  return ranks;
}

}  // namespace

double accuracy(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth) {
  double right = 0;
  for (const auto& [label, counts] : counts_of(predicted, truth)) right += counts.right;
  return right / static_cast<double>(truth.size());
}

double f1(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth,
          std::int32_t positive) {
  return counts_of(predicted, truth)[positive].f1();
}

double macro_f1(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth) {
  const std::map<std::int32_t, Counts> counts = counts_of(predicted, truth);
  double sum = 0;
  for (const auto& [label, of_class] : counts) sum += of_class.f1();
  return sum / static_cast<double>(counts.size());
}

double matthews(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth) {
  const auto n = static_cast<double>(truth.size());
  double right = 0, products = 0, predicted_squares = 0, truth_squares = 0;
  for (const auto& [label, counts] : counts_of(predicted, truth)) {
    right += counts.right;
    products += counts.predicted * counts.truth;
    predicted_squares += counts.predicted * counts.predicted;
    truth_squares += counts.truth * counts.truth;
  }
  const double scale = std::sqrt((n * n - predicted_squares) * (n * n - truth_squares));
  return scale > 0 ? (right * n - products) / scale : 0;
}

double pearson(std::span<const double> predicted, std::span<const double> truth) {
  check_sizes(predicted, truth);
  const auto n = static_cast<double>(truth.size());
  const double mean = std::accumulate(predicted.begin(), predicted.end(), 0.0) / n;
  const double other_mean = std::accumulate(truth.begin(), truth.end(), 0.0) / n;
  double products = 0, squares = 0, other_squares = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const double x = predicted[i] - mean, y = truth[i] - other_mean;
    products += x * y;
    squares += x * x;
    other_squares += y * y;
  }
  const double scale = std::sqrt(squares) * std::sqrt(other_squares);
  return scale > 0 ? std::clamp(products / scale, -1.0, 1.0) : kUnknown;
}

double spearman(std::span<const double> predicted, std::span<const double> truth) {
  check_sizes(predicted, truth);
  // They have no order, and would be ranked as they come.
  const auto is_nan = [](double value) { return std::isnan(value); };
  if (std::ranges::any_of(predicted, is_nan) || std::ranges::any_of(truth, is_nan)) return kUnknown;
  const std::vector<double> ranks = ranks_of(predicted), other_ranks = ranks_of(truth);
  return pearson(ranks, other_ranks);
}

}  // namespace espalier::training
