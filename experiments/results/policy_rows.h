// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include <espalier/experiments/results/policy_table.h>

namespace espalier::experiments {

// Parts of a table of policies that texts and figures share.

/// The title of its metric: "test accuracy" or "validation accuracy".
std::string metric_title(const PolicyTable& table);
/// The factor from values of its metric to the values shown: shares are shown in percent.
double scale_of(const PolicyTable& table);

/// Its policies in the order of the registry, others after them.
std::vector<std::string> policy_order(const std::vector<PolicyRow>& rows);

/// The values of a field among the rows of sparse models, ascending.
template <typename Field>
auto values_of(const std::vector<PolicyRow>& rows, Field PolicyRow::*field) {
  std::set<Field> values;
  for (const PolicyRow& row : rows)
    if (row.policy != "dense") values.insert(row.*field);
  return std::vector<Field>(values.begin(), values.end());
}

/// The row of a policy; for "dense" the one row, whatever density and block. Null if there is none.
const PolicyRow* find_row(const std::vector<PolicyRow>& rows, const std::string& policy,
                          double density, Index block);

/// Policies at one density, best first, by the mean of the metric over their blocks.
std::vector<std::string> ranking(const std::vector<PolicyRow>& rows, double density);

}  // namespace espalier::experiments
