// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include <espalier/experiments/results/policy_table.h>

namespace espalier::experiments {

// Parts of a table of policies, for its texts and its figures.

/// What its metric is of: "test accuracy" or "validation accuracy".
std::string metric_title(const PolicyTable& table);
/// What values of its metric are multiplied by for people, who read shares in percent.
double scale_of(const PolicyTable& table);

/// Its policies in the order of the registry, others after them.
std::vector<std::string> policy_order(const std::vector<PolicyRow>& rows);

/// The values that a field has in rows of sparse models, ascending.
template <typename Field>
auto values_of(const std::vector<PolicyRow>& rows, Field PolicyRow::*field) {
  std::set<Field> values;
  for (const PolicyRow& row : rows)
    if (row.policy != "dense") values.insert(row.*field);
  return std::vector<Field>(values.begin(), values.end());
}

/// The row of a policy, which for "dense" has any density and block; null if there is none.
const PolicyRow* find_row(const std::vector<PolicyRow>& rows, const std::string& policy,
                          double density, Index block);

/// Policies at one density, best first by the mean of the metric over the blocks that they have.
std::vector<std::string> ranking(const std::vector<PolicyRow>& rows, double density);

}  // namespace espalier::experiments
