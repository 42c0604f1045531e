// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/policy_table.h>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include <espalier/experiments/results/policy_figures.h>
#include <espalier/experiments/results/policy_rows.h>
#include <espalier/experiments/results/run_identity.h>
#include <espalier/experiments/results/seed_statistics.h>
#include <espalier/experiments/results/table_cells.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/csv.h>
#include <espalier/files/plain_text.h>
#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/task_declaration.h>

namespace espalier::experiments {
namespace {

std::string cost_of(const std::string& policy) {
  for (const schedules::PolicyInfo& info : schedules::topology_policies())
    if (info.name == policy) return std::string(schedules::policy_cost_name(info.cost));
  return {};
}

/// Refuses runs of one row that differ in more than their seed, or not even in that.
void check_repetitions(const std::vector<const training::RunSummary*>& runs) {
  const training::RunSummary& first = *runs.front();
  const auto refuse = [](const training::RunSummary& a, const training::RunSummary& b,
                         const std::string& what) {
    throw ConfigError(fmt::format(
        "runs {} and {}: the same policy, density and block with {}, expected them to differ in "
        "their seed only",
        a.name, b.name, what));
  };
  std::map<Index, const training::RunSummary*> by_seed;
  for (const training::RunSummary* run : runs) {
    if (run->learning_rate != first.learning_rate)
      refuse(first, *run,
             fmt::format("learning rates {} and {}", first.learning_rate, run->learning_rate));
    if (run->settings_hash != first.settings_hash)
      refuse(first, *run, "other settings (compare their config.toml)");
    const auto [other, is_new] = by_seed.emplace(run->seed, run);
    if (!is_new) refuse(*other->second, *run, fmt::format("one seed, {}", run->seed));
  }
}

/// Means of the runs of one row.
PolicyRow row_of(const std::vector<const training::RunSummary*>& runs, const std::string& metric) {
  const training::RunSummary& first = *runs.front();
  PolicyRow row = {.policy = first.policy,
                   .cost = cost_of(first.policy),
                   .density = first.density,
                   .block = first.block,
                   .seeds = static_cast<Index>(runs.size())};
  const auto mean = [&](double training::RunSummary::*member) {
    return mean_of(values_of(runs, member));
  };
  const std::vector<double> values = metric_values(runs, metric);
  const auto [low, high] = std::ranges::minmax(values);
  row.mean = mean_of(values);
  row.lowest = low;
  row.highest = high;
  row.training_flops = mean(&training::RunSummary::total_training_flops);
  row.update_flops = mean(&training::RunSummary::update_flops);
  row.peak_bytes = mean(&training::RunSummary::peak_bytes);
  row.seconds = mean(&training::RunSummary::seconds);
  row.metrics = means_of(runs);
  return row;
}

/// The metric that ranks the runs of a task; nothing if it has none. Of a task that is not known
/// here, any.
std::optional<training::Metric> ranking_metric(const std::string& task_name) {
  const training::TaskDeclarationPtr task = training::find_task_declaration(task_name);
  for (const training::ResultMetric& result :
       task == nullptr ? training::task_metrics() : results_of(task->info().metrics))
    if (result.measured == training::Measured::kByValidation &&
        result.metric.direction == training::Direction::kHigher && result.metric.summarised)
      return result.metric;
  return std::nullopt;
}

/// What a run lacks to stand in the table of its task's metric; empty: nothing.
std::string why_left_out(const training::RunSummary& run,
                         const std::optional<training::Metric>& metric) {
  if (run.status != "done") return "its status is " + status_now(run);
  if (!metric) return "its task has no metric that is better when higher";
  return std::isfinite(run.metrics.value(metric->name)) ? "" : "it has no " + title_of(*metric);
}

/// "87.12 (86.90 to 87.40)", or a dash.
std::string metric_cell(const PolicyRow* row, double scale) {
  if (row == nullptr) return "-";
  if (row->seeds == 1) return fmt::format("{:.2f}", scale * row->mean);
  return fmt::format("{:.2f} ({:.2f} to {:.2f})", scale * row->mean, scale * row->lowest,
                     scale * row->highest);
}

std::string csv_of(const PolicyTable& table) {
  std::string text = files::csv_line({"policy", "cost", "density", "block", "seeds",
                                      table.metric.name, "lowest", "highest", "training_flops",
                                      "update_flops", "peak_bytes", "explored", "seconds"});
  for (const PolicyRow& row : table.rows)
    text += files::csv_line(
        {row.policy, row.cost, csv_number(row.density), std::to_string(row.block),
         std::to_string(row.seeds), csv_number(row.mean), csv_number(row.lowest),
         csv_number(row.highest), csv_number(row.training_flops), csv_number(row.update_flops),
         csv_number(row.peak_bytes), csv_number(row.metrics.value(training::metric::kExplored)),
         csv_number(row.seconds)});
  return text;
}

}  // namespace

PolicyTable policy_table(const std::vector<training::RunSummary>& runs) {
  std::map<std::tuple<std::string, double, Index>, std::vector<const training::RunSummary*>> groups;
  const training::RunSummary* first = nullptr;
  PolicyTable table;
  for (const training::RunSummary& run : runs) {
    const std::optional<training::Metric> metric = ranking_metric(run.task);
    if (const std::string reason = why_left_out(run, metric); !reason.empty()) {
      table.notes.push_back(fmt::format("{}: left out, {}", place_of_run(run), reason));
      continue;
    }
    if (first == nullptr) table.metric = *metric;
    if (first == nullptr) first = &run;
    const auto refuse = [&](const std::string& what) {
      throw ConfigError(fmt::format(
          "runs {} and {}: {}, expected runs of one model, one number of steps, one batch and the "
          "same data",
          first->name, run.name, what));
    };
    if (run.model != first->model || run.steps != first->steps)
      refuse(fmt::format("{} steps of {} and {} steps of {}", first->steps, first->model, run.steps,
                         run.model));
    if (run.sequences != first->sequences)
      refuse(fmt::format("{} and {} samples in as many steps", first->sequences, run.sequences));
    if (run.corpus_hash != first->corpus_hash)
      refuse(fmt::format("data {} and {}", files::printable(first->corpus_hash),
                         files::printable(run.corpus_hash)));
    groups[{run.policy, run.density, run.block}].push_back(&run);
  }
  if (first == nullptr)
    throw ConfigError(
        "table: no run is done and has an accuracy, or what else its task ranks by; name one that "
        "is");
  const training::TaskDeclarationPtr task = training::find_task_declaration(first->task);
  table.tested = task != nullptr && task->info().validates_on_test;
  std::vector<PolicyRow>& rows = table.rows;
  rows.reserve(groups.size());
  for (const auto& [key, group] : groups) {
    check_repetitions(group);
    rows.push_back(row_of(group, table.metric.name));
  }
  const std::vector<std::string> order = policy_order(rows);
  std::ranges::stable_sort(rows, {}, [&](const PolicyRow& row) {
    return std::tuple(std::ranges::find(order, row.policy) - order.begin(), -row.density,
                      row.block);
  });
  return table;
}

std::string policy_table_markdown(const PolicyTable& table) {
  const std::vector<PolicyRow>& rows = table.rows;
  std::vector<Index> blocks = values_of(rows, &PolicyRow::block);
  std::vector<double> densities = values_of(rows, &PolicyRow::density);
  std::ranges::reverse(densities);
  if (blocks.empty()) {  // dense models alone
    blocks = {1};
    densities = {1};
  }
  const PolicyRow* dense = find_row(rows, "dense", 1, 1);
  std::string text;
  for (const double density : densities) {
    text += fmt::format("### Density {}\n\n| policy |", density);
    for (const Index block : blocks) text += fmt::format(" {} x {} |", block, block);
    text += " training FLOPs | explored | peak memory, MB | its rule costs |\n|---|";
    for (std::size_t b = 0; b < blocks.size(); ++b) text += "---|";
    text += "---|---|---|---|\n";
    for (const std::string& policy : ranking(rows, density)) {
      text += fmt::format("| {} |", files::markdown_text(policy));
      const PolicyRow* shown = nullptr;
      for (const Index block : blocks) {
        const PolicyRow* row = find_row(rows, policy, density, block);
        if (row != nullptr) shown = row;
        text += fmt::format(" {} |", metric_cell(row, scale_of(table)));
      }
      const std::string relative =
          dense == nullptr
              ? ""
              : fmt::format(" ({:.2f} of dense)", shown->training_flops / dense->training_flops);
      text +=
          fmt::format(" {:.3e}{} | {} | {} | {} |\n", shown->training_flops, relative,
                      shown->metrics.has(training::metric::kExplored)
                          ? fmt::format("{:.2f}", shown->metrics.at(training::metric::kExplored))
                          : "-",
                      shown->peak_bytes > 0 ? fmt::format("{:.2f}", shown->peak_bytes / 1e6) : "-",
                      shown->cost);
    }
    text += "\n";
  }
  std::string name = metric_title(table);
  name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
  const std::string unit = table.metric.unit == training::kShare ? "percent" : table.metric.unit;
  return text + name + (unit.empty() ? "" : " in " + unit) +
         ", mean (lowest to highest) over the seeds. FLOPs, explored share and memory "
         "are those of the largest block; memory is that of the sparse weights with their "
         "gradients, optimizer state and patterns.\n";
}

void write_policy_table(const PolicyTable& table, const std::filesystem::path& folder) {
  files::create_folders(folder);
  files::write_file_atomically(folder / "policies.md", policy_table_markdown(table));
  files::write_file_atomically(folder / "policies.csv", csv_of(table));
  draw_policy_figures(table, folder);
}

}  // namespace espalier::experiments
