// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <espalier/schedules/update/topology_statistics.h>
#include <espalier/schedules/update/topology_updater.h>
#include <espalier/sparse/topology/weight_view.h>
#include <espalier/training/runs/run_store.h>

namespace espalier::training {

/// Names of the statistics of patterns in a run's metrics: `schedules::PatternStatistics`.
namespace field {
inline constexpr const char* kUpdate = "update";
inline constexpr const char* kName = "name";
inline constexpr const char* kWeights = "weights";  ///< a list with one entry for each
inline constexpr const char* kDensity = "density";
inline constexpr const char* kTargetDensity = "target_density";
inline constexpr const char* kExpectedExplored = "expected_explored";  ///< null: no closed form
inline constexpr const char* kRemovedNew = "removed_new";
inline constexpr const char* kOverlapInitial = "overlap_initial";
inline constexpr const char* kOverlapPrevious = "overlap_previous";
inline constexpr const char* kDeadRows = "dead_rows";
inline constexpr const char* kDeadCols = "dead_cols";
inline constexpr const char* kNorms = "norms";
}  // namespace field

/// A weight's pattern.
struct NamedPattern {
  std::string name;
  sparse::PatternPtr pattern;
};

/// What a run writes of its topology, one record for each update:
///   {"event": "topology", "step", "update", "drop_fraction", "dropped", "grown", statistics of all
///    weights together, "weights": [{"name", statistics}]}
/// It remembers the patterns of the start and before the update, and what chance would have
/// explored.
class TopologyRecorder {
 public:
  /// Of a run that starts with what `topology` holds now. The updater must outlive the recorder.
  explicit TopologyRecorder(const schedules::TopologyUpdater& topology);

  /// Continues a run: the updater holds its present patterns again, and `records` are what it has
  /// written so far. Where the records do not say what chance would have explored, nor do later
  /// ones. A record that is not as above counts as one that does not say.
  void resume(std::span<const nlohmann::json> records);

  /// The record of the update that the updater has just done.
  nlohmann::json record(const schedules::UpdateReport& update);

 private:
  const schedules::TopologyUpdater* topology_;
  std::vector<schedules::PatternCourse> courses_;
};

/// The norms (L1) of the stored blocks of each weight as histograms, ready for a record:
///   [{"name", "zeros", "not_finite", "lowest_exponent", "counts"}]
/// Cost: one pass over the values.
nlohmann::json norm_records(std::span<const sparse::WeightView> weights);

/// The same for one histogram, without the name.
nlohmann::json norm_record(const schedules::NormHistogram& histogram);

/// A topology record that was read back.
struct TopologyPoint {
  Index update = 0;
  Index step = 0;
  schedules::PatternStatistics total;
  std::vector<std::pair<std::string, schedules::PatternStatistics>> weights;
};

/// The topology records among those of a run, in order. Throws FormatError naming `source` and the
/// update if one lacks a statistic or has another type there.
std::vector<TopologyPoint> topology_points(std::span<const nlohmann::json> records,
                                           const std::string& source);

}  // namespace espalier::training
