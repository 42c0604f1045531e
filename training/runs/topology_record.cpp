// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/runs/topology_record.h>

#include <utility>

#include <optional>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/ops/block_norms.h>

namespace espalier::training {
namespace {

using schedules::PatternStatistics;

/// Calls `visit(key, member)` for each number that a record has of a pattern. Whether there is a
/// closed form, which is not a plain number, is left to the caller.
template <typename Statistics, typename Visit>
void for_each_statistic(Statistics& statistics, const Visit& visit) {
  visit(field::kDensity, statistics.density);
  visit(field::kTargetDensity, statistics.target_density);
  visit(field::kExplored, statistics.explored);
  visit(field::kRemovedNew, statistics.removed_new);
  visit(field::kOverlapInitial, statistics.overlap_initial);
  visit(field::kOverlapPrevious, statistics.overlap_previous);
  visit(field::kDeadRows, statistics.dead_rows);
  visit(field::kDeadCols, statistics.dead_cols);
}

void write(const PatternStatistics& statistics, nlohmann::json& record) {
  for_each_statistic(statistics, [&](const char* key, const auto& value) { record[key] = value; });
  record[field::kExpectedExplored] = nullptr;
  if (statistics.expected_explored)
    record[field::kExpectedExplored] = *statistics.expected_explored;
}

PatternStatistics read(const nlohmann::json& record) {
  PatternStatistics statistics;
  for_each_statistic(statistics,
                     [&](const char* key, auto& value) { record.at(key).get_to(value); });
  const nlohmann::json& expected = record.at(field::kExpectedExplored);
  if (!expected.is_null()) statistics.expected_explored = expected.get<double>();
  return statistics;
}

bool is_topology(const nlohmann::json& record) {
  return record.is_object() && record.value(field::kEvent, nlohmann::json()) == event::kTopology;
}

/// What a topology record says that chance would have explored in a weight, if it does.
std::optional<double> expected_of(const nlohmann::json& record, const std::string& name) {
  for (const nlohmann::json& weight : record.value(field::kWeights, nlohmann::json::array())) {
    if (!weight.is_object() || weight.value(field::kName, nlohmann::json()) != name) continue;
    const nlohmann::json expected = weight.value(field::kExpectedExplored, nlohmann::json());
    if (expected.is_number()) return expected.get<double>();
  }
  return std::nullopt;
}

}  // namespace

std::vector<NamedPattern> patterns_of(const schedules::TopologyUpdater& topology) {
  std::vector<NamedPattern> patterns;
  for (const sparse::WeightView& weight : topology.weights())
    patterns.push_back({weight.name(), weight.pattern_ptr()});
  return patterns;
}

TopologyRecorder::TopologyRecorder(const schedules::TopologyUpdater& topology, Patterns patterns)
    : topology_(&topology), patterns_(std::move(patterns)) {
  for (const NamedPattern& weight : patterns_()) {
    schedules::PatternCourse& course = courses_.emplace_back();
    course.initial = course.now = weight.pattern;
    if (topology.policy().grows_uniformly()) course.expected_before = course.initial->density();
  }
}

void TopologyRecorder::branch(const std::map<std::string, sparse::PatternPtr>& initial,
                              std::span<const schedules::ExploredShare> explored) {
  branched_ = true;
  const std::vector<NamedPattern> weights = patterns_();
  for (std::size_t i = 0; i < courses_.size(); ++i) {
    schedules::PatternCourse& course = courses_[i];
    const auto begun = initial.find(weights[i].name);
    const bool named = begun != initial.end() && begun->second != nullptr;
    course.initial = named ? begun->second : weights[i].pattern;
    course.now = weights[i].pattern;
    if (course.expected_before) course.expected_before = explored[i].share;
  }
}

void TopologyRecorder::resume(std::span<const nlohmann::json> records) {
  const bool begun = topology_->state().updates > 0;
  const nlohmann::json* last = nullptr;
  for (const nlohmann::json& record : records)
    if (is_topology(record)) last = &record;
  const std::vector<NamedPattern> weights = patterns_();
  for (std::size_t i = 0; i < courses_.size(); ++i) {
    schedules::PatternCourse& course = courses_[i];
    course.now = weights[i].pattern;
    // What a branch expects before its first own update is what it took over.
    if (!begun || !course.expected_before || (branched_ && last == nullptr)) continue;
    course.expected_before = last == nullptr ? std::nullopt : expected_of(*last, weights[i].name);
  }
}

nlohmann::json TopologyRecorder::record(const schedules::UpdateReport& update) {
  const std::vector<NamedPattern> weights_now = patterns_();
  for (std::size_t i = 0; i < courses_.size(); ++i) {
    courses_[i].previous = std::move(courses_[i].now);
    courses_[i].now = weights_now[i].pattern;
  }
  const schedules::TopologyStatistics statistics = schedules::topology_statistics(update, courses_);
  nlohmann::json weights = nlohmann::json::array();
  for (std::size_t i = 0; i < courses_.size(); ++i) {
    courses_[i].expected_before = statistics.weights[i].expected_explored;
    nlohmann::json entry = {{field::kName, update.weights[i].name}};
    write(statistics.weights[i], entry);
    weights.push_back(std::move(entry));
  }
  nlohmann::json record = {
      {field::kEvent, event::kTopology},    {field::kStep, update.completed_steps},
      {field::kUpdate, update.update},      {field::kDropFraction, update.drop_fraction},
      {"dropped", update.dropped},          {"grown", update.grown},
      {field::kWeights, std::move(weights)}};
  write(statistics.total, record);
  return record;
}

nlohmann::json norm_record(const schedules::NormHistogram& histogram) {
  return {{"zeros", histogram.zeros},
          {"not_finite", histogram.not_finite},
          {"lowest_exponent", histogram.lowest_exponent},
          {"counts", histogram.counts}};
}

nlohmann::json norm_records(std::span<const sparse::WeightView> weights) {
  nlohmann::json list = nlohmann::json::array();
  for (const sparse::WeightView& weight : weights) {
    nlohmann::json entry = norm_record(schedules::norm_histogram(
        sparse::block_norms(weight.pattern(), weight.values(), sparse::BlockNorm::kL1)));
    entry[field::kName] = weight.name();
    list.push_back(std::move(entry));
  }
  return list;
}

std::vector<TopologyPoint> topology_points(std::span<const nlohmann::json> records,
                                           const std::string& source) {
  std::vector<TopologyPoint> points;
  for (const nlohmann::json& record : records) {
    if (!is_topology(record)) continue;
    try {
      TopologyPoint& point = points.emplace_back();
      point.update = record.at(field::kUpdate).get<Index>();
      point.step = record.at(field::kStep).get<Index>();
      point.total = read(record);
      for (const nlohmann::json& weight : record.at(field::kWeights))
        point.weights.emplace_back(weight.at(field::kName).get<std::string>(), read(weight));
    } catch (const nlohmann::json::exception& error) {
      throw FormatError(source + ": topology record " + std::to_string(points.size()) +
                        " cannot be used: " + error.what() +
                        "; runs of earlier versions have no statistics of patterns");
    }
  }
  return points;
}

}  // namespace espalier::training
