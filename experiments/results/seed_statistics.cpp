// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/seed_statistics.h>

#include <algorithm>
#include <cmath>
#include <numeric>

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
