// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
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

/// The pattern of a weight, by its name.
struct NamedPattern {
  std::string name;
  sparse::PatternPtr pattern;
};

/// The present patterns of an updater's weights, in its order.
std::vector<NamedPattern> patterns_of(const schedules::TopologyUpdater& topology);

/// The records of a run's topology, one for each update:
///   {"event": "topology", "step", "update", "drop_fraction", "dropped", "grown", statistics of all
///    weights together, "weights": [{"name", statistics}]}
/// The recorder remembers the patterns of the start and those before the update, and the share that
/// chance would have explored.
class TopologyRecorder {
 public:
  /// Returns the present patterns, in the order of the reports.
  using Patterns = std::function<std::vector<NamedPattern>()>;

  /// For a run that starts with the present patterns; `topology` tells of its policy and its
  /// updates, and must outlive the recorder.
  TopologyRecorder(const schedules::TopologyUpdater& topology, Patterns patterns);

  /// For a run that began with the state of another one: with these patterns, by the names of the
  /// weights, and with all that had been explored then, which counts as expected. A weight that
  /// is not named began with its present pattern. Call it when the run begins, and each time that
  /// it is continued before `resume`, with what is `explored`, in the order of the reports.
  void branch(const std::map<std::string, sparse::PatternPtr>& initial,
              std::span<const schedules::ExploredShare> explored);

  /// Continues a run: its patterns are the present ones again, and `records` are those written
  /// so far. If they do not tell what chance would have explored, later records do not either; a
  /// record of another form counts as one that does not tell.
  void resume(std::span<const nlohmann::json> records);

  /// The record of the updater's last update.
  nlohmann::json record(const schedules::UpdateReport& update);

 private:
  const schedules::TopologyUpdater* topology_;
  Patterns patterns_;
  std::vector<schedules::PatternCourse> courses_;
  bool branched_ = false;
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
