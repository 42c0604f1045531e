// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {

/// Runs that differ in their seed only, in one row.
struct PolicyRow {
  std::string policy;
  std::string cost;  ///< what its rule costs, as `policy_cost_name`; empty: a policy not known here
  double density = 1;
  Index block = 1;
  Index seeds = 0;
  double mean = training::kUnknown;  ///< over the seeds, of the metric of the table
  double lowest = training::kUnknown;
  double highest = training::kUnknown;
  double training_flops = training::kUnknown;  ///< of the whole run, updates included; mean
  double update_flops = training::kUnknown;    ///< of them, scoring positions that are not stored
  double peak_bytes =
      training::kUnknown;  ///< of sparse weights, their gradients and optimizer state
  double seconds = training::kUnknown;
  training::MetricValues metrics = {};  ///< means over the seeds, as `RunSummary` has them
};

/// What a task's models reach by policy, density and block.
struct PolicyTable {
  /// The first that the task declares of its validations, is better the higher, and stands in
  /// summaries: accuracy, of the program's own tasks.
  training::Metric metric;
  /// Of test data, as tasks have it whose runs are validated on those; else of validation data.
  bool tested = false;
  std::vector<PolicyRow> rows;
};

/// One row for each policy, density and block of the runs that are done, in this order; policies as
/// the registry lists them. Throws ConfigError if no run is done and has such a metric, or runs
/// with different data, models or numbers of steps would share the table, or runs of one row differ
/// in more than their seed.
PolicyTable policy_table(const std::vector<training::RunSummary>& runs);

/// The rows as Markdown: for each density a table with a line for each policy, sorted by the mean
/// over blocks, and a column for each block size.
std::string policy_table_markdown(const PolicyTable& table);

/// Writes policies.md, policies.csv and the figures of `draw_policy_figures`. Throws as that does.
void write_policy_table(const PolicyTable& table, const std::filesystem::path& folder);

}  // namespace espalier::experiments
