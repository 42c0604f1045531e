// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <espalier/sparse/core/types.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::training {

/// A metric of a summary.
struct MetricSlot {
  MetricValues* metrics;
  std::string name;

  bool operator==(const MetricSlot&) const = default;
};

/// A member of a summary, or one of its metrics.
using SummarySlot = std::variant<std::string*, Index*, double*, MetricSlot>;

/// A column of summary files: its name, and the place of its value.
struct SummaryColumn {
  std::string name;
  std::function<SummarySlot(RunSummary&)> slot;
  bool required = true;  ///< false: came later, older files lack it
};

/// The columns of every file, in their order.
std::span<const SummaryColumn> summary_column_list();

/// Columns for further metrics that tasks declare; a file has those that its runs have.
std::vector<SummaryColumn> metric_columns();

/// Throws ConfigError if a metric of the task has a name that something else has in records,
/// results or summaries.
void require_free_names(const TaskInfo& task);

}  // namespace espalier::training
