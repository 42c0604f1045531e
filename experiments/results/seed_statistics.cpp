// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/seed_statistics.h>

#include <cmath>
#include <numeric>

#include <espalier/experiments/config/task.h>

namespace espalier::experiments {

std::vector<double> values_of(const std::vector<const RunSummary*>& runs,
                              double RunSummary::*member) {
  std::vector<double> values;
  values.reserve(runs.size());
  for (const RunSummary* run : runs) values.push_back(run->*member);
  return values;
}

std::vector<double> metric_values(const std::vector<const RunSummary*>& runs,
                                  const std::string& metric) {
  std::vector<double> values;
  values.reserve(runs.size());
  for (const RunSummary* run : runs) values.push_back(run->metrics.value(metric));
  return values;
}

MetricValues means_of(const std::vector<const RunSummary*>& runs) {
  MetricValues means;
  for (const ResultMetric& result : result_metrics())
    means.set(result.name, mean_of(metric_values(runs, result.name)));
  return means;
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviation_of(const std::vector<double>& values) {
  if (values.size() < 2) return kUnknown;
  const double mean = mean_of(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

}  // namespace espalier::experiments
