// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/policy_rows.h>

#include <algorithm>
#include <utility>

#include <espalier/schedules/policies/policy_registry.h>

namespace espalier::experiments {

std::string metric_title(const PolicyTable& table) {
  return (table.tested ? "test " : "validation ") + title_of(table.metric);
}

double scale_of(const PolicyTable& table) {
  return table.metric.unit == training::kShare ? 100 : 1;
}

std::vector<std::string> policy_order(const std::vector<PolicyRow>& rows) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    const bool used = std::ranges::find(rows, name, &PolicyRow::policy) != rows.end();
    if (used && std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const schedules::PolicyInfo& info : schedules::topology_policies()) add(info.name);
  for (const PolicyRow& row : rows) add(row.policy);
  return names;
}

const PolicyRow* find_row(const std::vector<PolicyRow>& rows, const std::string& policy,
                          double density, Index block) {
  const auto found = std::ranges::find_if(rows, [&](const PolicyRow& row) {
    return row.policy == policy &&
           (policy == "dense" || (row.density == density && row.block == block));
  });
  return found == rows.end() ? nullptr : &*found;
}

std::vector<std::string> ranking(const std::vector<PolicyRow>& rows, double density) {
  std::vector<std::pair<double, std::string>> ranked;
  for (const std::string& policy : policy_order(rows)) {
    double sum = 0;
    int count = 0;
    for (const PolicyRow& row : rows)
      if (row.policy == policy && (policy == "dense" || row.density == density)) {
        sum += row.mean;
        ++count;
      }
    if (count > 0) ranked.emplace_back(-sum / count, policy);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  names.reserve(ranked.size());
  for (auto& [score, policy] : ranked) names.push_back(std::move(policy));
  return names;
}

}  // namespace espalier::experiments
