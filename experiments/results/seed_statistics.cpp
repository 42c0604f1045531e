// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/seed_statistics.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include <espalier/training/config/task_declaration.h>

namespace espalier::experiments {
namespace {

/// Of the runs, those with a seed that a run of `others` has too; all, where there is none.
std::vector<const training::RunSummary*> with_seeds_of(
    const std::vector<const training::RunSummary*>& others,
    const std::vector<const training::RunSummary*>& runs) {
  std::vector<const training::RunSummary*> paired;
  for (const training::RunSummary* run : runs) {
    if (std::ranges::find(others, run->seed, &training::RunSummary::seed) != others.end())
      paired.push_back(run);
  }
  return paired.empty() ? runs : paired;
}

std::size_t seeds_of(const std::vector<const training::RunSummary*>& runs) {
  std::set<Index> seeds;
  for (const training::RunSummary* run : runs) seeds.insert(run->seed);
  return seeds.size();
}

}  // namespace

std::vector<double> values_of(const std::vector<const training::RunSummary*>& runs,
                              double training::RunSummary::*member) {
  std::vector<double> values;
  values.reserve(runs.size());
  for (const training::RunSummary* run : runs) values.push_back(run->*member);
  return values;
}

std::vector<double> metric_values(const std::vector<const training::RunSummary*>& runs,
                                  const std::string& metric) {
  std::vector<double> values;
  values.reserve(runs.size());
  for (const training::RunSummary* run : runs) values.push_back(run->metrics.value(metric));
  return values;
}

training::MetricValues means_of(const std::vector<const training::RunSummary*>& runs) {
  training::MetricValues means;
  for (const training::ResultMetric& result : training::result_metrics())
    means.set(result.name, mean_of(metric_values(runs, result.name)));
  return means;
}

bool lower_validation_loss(const std::vector<const training::RunSummary*>& a,
                           const std::vector<const training::RunSummary*>& b) {
  const auto loss = [](const std::vector<const training::RunSummary*>& runs) {
    return mean_of(metric_values(runs, training::metric::kValidationLoss));
  };
  return loss(with_seeds_of(b, a)) < loss(with_seeds_of(a, b));
}

std::vector<const training::RunSummary*> at_best_rate(
    const std::vector<const training::RunSummary*>& runs) {
  std::map<double, std::vector<const training::RunSummary*>> by_rate;
  for (const training::RunSummary* run : runs) by_rate[run->learning_rate].push_back(run);
  const std::vector<const training::RunSummary*>* best = &by_rate.begin()->second;
  for (const auto& [rate, of_rate] : by_rate) {
    const std::size_t seeds = seeds_of(of_rate), most = seeds_of(*best);
    if (seeds > most || (seeds == most && lower_validation_loss(of_rate, *best))) best = &of_rate;
  }
  return *best;
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviation_of(const std::vector<double>& values) {
  if (values.size() < 2) return training::kUnknown;
  const double mean = mean_of(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

}  // namespace espalier::experiments
