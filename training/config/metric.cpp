// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/metric.h>

#include <algorithm>
#include <cmath>

#include <espalier/sparse/core/error.h>

namespace espalier::training {

std::vector<Metric> prediction_metrics(bool tested) {
  return {{.name = metric::kLoss,
           .unit = kNats,
           .direction = Direction::kLower,
           .of_validation = true,
           .of_test = tested},
          {.name = metric::kAccuracy,
           .unit = kShare,
           .direction = Direction::kHigher,
           .of_validation = true}};
}

std::string loss_unit(std::span<const Metric> metrics) {
  const auto loss = std::ranges::find(metrics, metric::kLoss, &Metric::name);
  return loss == metrics.end() ? "" : loss->unit;
}

std::string title_of(const Metric& metric) {
  if (!metric.title.empty()) return metric.title;
  std::string title = metric.name;
  std::ranges::replace(title, '_', ' ');
  return title;
}

std::string result_name(const Metric& metric) {
  return metric.name == metric::kLoss ? metric::kValidationLoss : metric.name;
}

std::vector<ResultMetric> results_of(std::span<const Metric> metrics) {
  std::vector<ResultMetric> results;
  for (const Metric& metric : metrics) {
    const std::string title = title_of(metric);
    const bool is_loss = metric.name == metric::kLoss;
    if (metric.of_validation)
      results.push_back({.name = result_name(metric),
                         .title = is_loss ? "validation " + title : title,
                         .metric = metric,
                         .measured = Measured::kByValidation});
    if (metric.of_test)
      results.push_back({.name = "test_" + metric.name,
                         .title = "test " + title,
                         .metric = metric,
                         .measured = Measured::kByTest});
    if (metric.of_end)
      results.push_back(
          {.name = metric.name, .title = title, .metric = metric, .measured = Measured::kAtEnd});
  }
  return results;
}

MetricValues::MetricValues(std::initializer_list<std::pair<std::string, double>> values) {
  for (const auto& [name, value] : values) set(name, value);
}

double MetricValues::value(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? kUnknown : found->second;
}

double MetricValues::at(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) throw Error("no metric " + std::string(name));
  return found->second;
}

void MetricValues::set(const std::string& name, double value) {
  if (std::isnan(value))
    values_.erase(name);
  else
    values_[name] = value;
}

}  // namespace espalier::training
