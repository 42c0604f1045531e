// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/update/topology_statistics.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/pattern_stats.h>

namespace espalier::schedules {
namespace {

double ratio(double part, double whole, double if_empty) {
  return whole > 0 ? part / whole : if_empty;
}

double size_of(const sparse::BlockPattern& pattern) {
  return static_cast<double>(pattern.rows()) * static_cast<double>(pattern.cols());
}

/// Numbers of values that weights add up to a total.
struct Sums {
  double values = 0;
  double stored = 0;
  double target = 0;
  double explored = 0;
  std::optional<double> expected = 0.0;
  double grown_before = 0;
  double removed_new = 0;
  double initial = 0;
  double kept_initial = 0;
  double previous = 0;
  double kept_previous = 0;
  Index dead_rows = 0;
  Index dead_cols = 0;

  void add(const Sums& other) {
    values += other.values;
    stored += other.stored;
    target += other.target;
    explored += other.explored;
    expected = expected && other.expected ? std::optional(*expected + *other.expected)
                                          : std::optional<double>();
    grown_before += other.grown_before;
    removed_new += other.removed_new;
    initial += other.initial;
    kept_initial += other.kept_initial;
    previous += other.previous;
    kept_previous += other.kept_previous;
    dead_rows += other.dead_rows;
    dead_cols += other.dead_cols;
  }

  PatternStatistics shares() const {
    PatternStatistics statistics = {.density = ratio(stored, values, 0),
                                    .target_density = ratio(target, values, 0),
                                    .explored = ratio(explored, values, 0),
                                    .expected_explored = {},
                                    .removed_new = ratio(removed_new, grown_before, 0),
                                    .overlap_initial = ratio(kept_initial, initial, 1),
                                    .overlap_previous = ratio(kept_previous, previous, 1),
                                    .dead_rows = dead_rows,
                                    .dead_cols = dead_cols};
    if (expected) statistics.expected_explored = ratio(*expected, values, 0);
    return statistics;
  }
};

Sums sums_of(const WeightUpdate& update, const PatternCourse& course) {
  if (course.initial == nullptr || course.previous == nullptr || course.now == nullptr)
    throw ShapeError("topology statistics: weight " + update.name + ": a pattern is null");
  const sparse::BlockPattern& now = *course.now;
  const auto in_values = [&now](Index blocks) {
    return static_cast<double>(blocks) * static_cast<double>(now.block().size());
  };
  Sums sums = {.values = size_of(now),
               .stored = in_values(now.blocks()),
               .target = in_values(update.target),
               .explored = update.explored * size_of(now),
               .expected = {},
               .grown_before = in_values(update.grown_before),
               .removed_new = in_values(update.removed_new),
               .initial = in_values(course.initial->blocks()),
               .kept_initial = in_values(sparse::common_blocks(*course.initial, now)),
               .previous = in_values(course.previous->blocks()),
               .kept_previous = in_values(sparse::common_blocks(*course.previous, now)),
               .dead_rows = sparse::dead_rows(now),
               .dead_cols = sparse::dead_cols(now)};
  if (course.expected_before)
    sums.expected =
        expected_explored_after(*course.expected_before, *course.previous, now) * sums.values;
  return sums;
}

}  // namespace

double expected_explored_after(double explored_before, const sparse::BlockPattern& previous,
                               const sparse::BlockPattern& now) {
  const Index grown = now.blocks() - sparse::common_blocks(previous, now);
  const Index free = now.grid_size() - previous.blocks();
  if (free == 0) return explored_before;
  return explored_before +
         static_cast<double>(grown) / static_cast<double>(free) * (1 - explored_before);
}

TopologyStatistics topology_statistics(const UpdateReport& report,
                                       std::span<const PatternCourse> courses) {
  if (courses.size() != report.weights.size())
    throw ShapeError("topology statistics: patterns of " + std::to_string(courses.size()) +
                     " weights; expected those of the " + std::to_string(report.weights.size()) +
                     " of the report");
  TopologyStatistics statistics;
  Sums total;
  for (std::size_t i = 0; i < courses.size(); ++i) {
    const Sums sums = sums_of(report.weights[i], courses[i]);
    statistics.weights.push_back(sums.shares());
    total.add(sums);
  }
  statistics.total = total.shares();
  return statistics;
}

void Survival::add(const Survival& other) {
  const std::size_t ages = std::max(grown.size(), other.grown.size());
  grown.resize(ages);
  stored.resize(ages);
  for (std::size_t age = 0; age < other.grown.size(); ++age) {
    grown[age] += other.grown[age];
    stored[age] += other.stored[age];
  }
}

std::vector<double> Survival::shares() const {
  std::vector<double> shares;
  shares.reserve(grown.size());
  for (std::size_t age = 0; age < grown.size(); ++age)
    shares.push_back(ratio(static_cast<double>(stored[age]), static_cast<double>(grown[age]), 0));
  return shares;
}

Survival survival_of_grown(const sparse::PatternPtr& initial, std::span<const EditLogEntry> entries,
                           std::string_view weight) {
  std::vector<Index> grown_by;  // each update
  std::vector<Index> stored;    // by age
  // Of each stored block, the index of the update that grew it, or -1. `replay` refuses no pattern.
  std::vector<Index> born(initial == nullptr ? 0 : static_cast<std::size_t>(initial->blocks()), -1);
  const auto visit = [&](const EditLogEntry&, const sparse::EditResult& result) {
    const auto update = static_cast<Index>(grown_by.size());
    grown_by.push_back(0);
    stored.push_back(0);
    std::vector<Index> next;
    next.reserve(result.remap.source.size());
    for (const Index source : result.remap.source) {
      next.push_back(source < 0 ? update : born[static_cast<std::size_t>(source)]);
      if (source < 0) ++grown_by.back();
      if (next.back() >= 0) ++stored[static_cast<std::size_t>(update - next.back())];
    }
    born = std::move(next);
  };
  static_cast<void>(replay(initial, entries, weight, std::numeric_limits<Index>::max(), visit));
  // Those with j later updates are all but the last j.
  std::vector<Index> grown(grown_by.size());
  std::partial_sum(grown_by.begin(), grown_by.end(), grown.rbegin());
  return {.grown = std::move(grown), .stored = std::move(stored)};
}

NormHistogram norm_histogram(std::span<const double> norms) {
  NormHistogram histogram;
  std::map<int, Index> bins;
  for (const double norm : norms) {
    if (!std::isfinite(norm)) {
      ++histogram.not_finite;
    } else if (norm == 0) {
      ++histogram.zeros;
    } else {
      ++bins[std::ilogb(norm)];  // exact, unlike a logarithm
    }
  }
  if (bins.empty()) return histogram;
  histogram.lowest_exponent = bins.begin()->first;
  const int highest_exponent = bins.rbegin()->first;
  histogram.counts.resize(static_cast<std::size_t>(highest_exponent - histogram.lowest_exponent) +
                          1);
  for (const auto& [exponent, count] : bins)
    histogram.counts[static_cast<std::size_t>(exponent - histogram.lowest_exponent)] = count;
  return histogram;
}

}  // namespace espalier::schedules
