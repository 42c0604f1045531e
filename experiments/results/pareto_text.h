// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include <espalier/experiments/results/pareto.h>
#include <espalier/experiments/results/table_cells.h>

namespace espalier::experiments {

// Cells of the tables of cost and loss. Unknown numbers are empty in CSV and "-" in Markdown.

std::string csv_value(const std::optional<Matched>& matched);
std::string csv_mark(const std::optional<Matched>& matched);  ///< whether the value is extrapolated

/// The value, with "~" if it is extrapolated.
std::string markdown_value(const std::optional<Matched>& matched);

/// "mini", or "mini (settings 1a2b3c4d)" if other rows differ from it in their settings only.
template <typename Row>
std::string model_label(const Row& row, const std::vector<Row>& all) {
  const bool ambiguous = std::ranges::any_of(all, [&](const Row& other) {
    return other.settings_hash != row.settings_hash &&
           std::tie(other.model, other.policy, other.density, other.block, other.tokens) ==
               std::tie(row.model, row.policy, row.density, row.block, row.tokens);
  });
  return ambiguous ? fmt::format("{} (settings {:.8})", row.model, row.settings_hash) : row.model;
}

std::string block_label(const std::string& policy, Index block);
/// "tokens", or what else the task counts.
std::string budget_unit(const ParetoRow& row);
std::string budget_label(const ParetoRow& row);
/// Of the lowest to the highest budget.
std::string budgets_label(const std::vector<ParetoRow>& rows);
std::string loss_name(bool tested);
/// The same as axes have it, with the unit of the tasks' losses: "test loss (nats per prediction)".
std::string loss_axis_title(bool tested, const std::set<std::string>& tasks);
/// The table of the rows alone: `pareto_markdown` has more.
std::string rows_markdown(const ParetoTable& table);
/// The notes under a heading; empty: there are none.
std::string notes_markdown(const ParetoTable& table);

}  // namespace espalier::experiments
