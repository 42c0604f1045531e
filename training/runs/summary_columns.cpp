// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/runs/summary_columns.h>

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/topology_record.h>

namespace espalier::training {
namespace {

SummaryColumn metric_column(const std::string& name, bool required) {
  return {name,
          [name](RunSummary& run) -> SummarySlot {
            return MetricSlot{&run.metrics, name};
          },
          required};
}

// The one list of the columns that every summary file has.
#define ESPALIER_ANY_COLUMN(member, needed)                                              \
  SummaryColumn {                                                                        \
    .name = #member, .slot = [](RunSummary& run) -> SummarySlot { return &run.member; }, \
    .required = needed                                                                   \
  }
#define ESPALIER_COLUMN(member) ESPALIER_ANY_COLUMN(member, true)
#define ESPALIER_LATER_COLUMN(member) ESPALIER_ANY_COLUMN(member, false)
std::vector<SummaryColumn> columns() {
  return {
      ESPALIER_COLUMN(name),
      ESPALIER_COLUMN(folder),
      ESPALIER_COLUMN(status),
      ESPALIER_COLUMN(policy),
      ESPALIER_COLUMN(model),
      ESPALIER_COLUMN(density),
      ESPALIER_COLUMN(block),
      ESPALIER_COLUMN(seed),
      ESPALIER_COLUMN(learning_rate),
      ESPALIER_COLUMN(steps),
      ESPALIER_COLUMN(sequences),
      ESPALIER_COLUMN(tokens),
      ESPALIER_COLUMN(encoder_flops_per_sequence),
      ESPALIER_COLUMN(encoder_training_flops),
      ESPALIER_COLUMN(total_training_flops),
      ESPALIER_COLUMN(parameters),
      metric_column(metric::kValidationLoss, true),
      metric_column(metric::kUnigramEntropy, true),
      metric_column(metric::kExplored, true),
      ESPALIER_COLUMN(seconds),
      ESPALIER_COLUMN(settings_hash),
      ESPALIER_COLUMN(corpus_hash),
      ESPALIER_COLUMN(vocabulary_hash),
      ESPALIER_COLUMN(revision),
      ESPALIER_COLUMN(processor),
      ESPALIER_COLUMN(threads),
      ESPALIER_LATER_COLUMN(task),
      metric_column(metric::kAccuracy, false),
      ESPALIER_LATER_COLUMN(update_flops),
      ESPALIER_LATER_COLUMN(peak_bytes),
      ESPALIER_LATER_COLUMN(changed),
      ESPALIER_LATER_COLUMN(completed_steps),
      ESPALIER_LATER_COLUMN(planned_steps),
      metric_column(metric::kTestLoss, false),
  };
}
#undef ESPALIER_LATER_COLUMN
#undef ESPALIER_COLUMN
#undef ESPALIER_ANY_COLUMN

}  // namespace

std::span<const SummaryColumn> summary_column_list() {
  static const std::vector<SummaryColumn> list = columns();
  return list;
}

std::vector<SummaryColumn> metric_columns() {
  std::vector<SummaryColumn> own;
  const std::span<const SummaryColumn> fixed = summary_column_list();
  for (const ResultMetric& result : result_metrics())
    if (result.metric.summarised &&
        std::ranges::find(fixed, result.name, &SummaryColumn::name) == fixed.end())
      own.push_back(metric_column(result.name, false));
  return own;
}

void require_free_names(const TaskInfo& task) {
  // Beside what a validation measures, its record has these.
  std::set<std::string> taken = {field::kEvent, field::kStep,  field::kSeconds,
                                 "predictions", field::kNorms, task.unit};
  taken.insert(kCostFields.begin(), kCostFields.end());
  const nlohmann::json record = end_record({});
  for (const auto& [name, value] : record.items())
    if (!value.is_null()) taken.insert(name);  // metrics of no run are null
  RunSummary none;
  for (const SummaryColumn& column : summary_column_list())
    if (!std::holds_alternative<MetricSlot>(column.slot(none))) taken.insert(column.name);
  for (const ResultMetric& result : results_of(task.metrics))
    for (const std::string& name : {result.name, result.metric.name})
      if (taken.contains(name))
        throw ConfigError(fmt::format(
            "task '{}': metric '{}', expected a name that records and summaries have not yet",
            files::printable(task.name), name));
}

}  // namespace espalier::training
