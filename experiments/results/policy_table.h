// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {

/// One row: runs that differ in their seed only.
struct PolicyRow {
  std::string policy;
  std::string cost;  ///< `policy_cost_name` of the policy's rule; empty: an unknown policy
  double density = 1;
  Index block = 1;
  Index seeds = 0;
  double mean = training::kUnknown;  ///< over the seeds, of the metric of the table
  double lowest = training::kUnknown;
  double highest = training::kUnknown;
  double training_flops = training::kUnknown;  ///< of the whole run, updates included; mean
  double update_flops =
      training::kUnknown;  ///< part of them that scores positions which are not stored
  double peak_bytes =
      training::kUnknown;  ///< of sparse weights, their gradients and optimizer state
  double seconds = training::kUnknown;
  training::MetricValues metrics = {};  ///< means over the seeds, as `RunSummary` has them
};

/// The quality of a task's models by policy, density and block.
struct PolicyTable {
  /// The first metric that the task declares for its validations, that is better when higher, and
  /// that is in summaries: accuracy, for the program's own tasks.
  training::Metric metric;
  /// Whether the metric is of test data, as for tasks whose runs validate on those; else of
  /// validation data.
  bool tested = false;
  std::vector<PolicyRow> rows;
  std::vector<std::string> notes;  ///< one line for each run that is left out, with the reason
};

/// One row for each policy, density and block of the runs that are done, in this order, with
/// policies as the registry lists them. Throws ConfigError if no run that is done has such a
/// metric, if runs of the table have different data, models, numbers of steps or batches, or if
/// runs of one row differ in more than their seed.
PolicyTable policy_table(const std::vector<training::RunSummary>& runs);

/// The rows as Markdown: for each density a table with a line for each policy, sorted by the mean
/// over blocks, and a column for each block size.
std::string policy_table_markdown(const PolicyTable& table);

/// Writes policies.md, policies.csv and the figures of `draw_policy_figures`. Throws as that does.
void write_policy_table(const PolicyTable& table, const std::filesystem::path& folder);

}  // namespace espalier::experiments
