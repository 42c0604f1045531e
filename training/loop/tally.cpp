// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/tally.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include <espalier/files/json_object.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/error.h>

namespace espalier::training {
namespace {

/// Numbers that are not finite are null in JSON.
double number_of(const nlohmann::json& json, const char* key) {
  return json.at(key).is_null() ? kUnknown : json.at(key).get<double>();
}

/// A number of steps or of predictions. Throws FormatError if it can be none.
Index count_of(const nlohmann::json& json, const char* key, Index largest = models::kLargestStep,
               Index least = 0) {
  const std::optional<Index> count = files::whole_number(json.at(key), least, largest);
  if (!count)
    throw FormatError(std::string(key) + ": " + json.at(key).dump().substr(0, 40) +
                      ", expected a count from " + std::to_string(least) + " to " +
                      std::to_string(largest));
  return *count;
}

/// A checkpoint has a metric that each validation has beside others of its own kind.
std::string key_of(const Metric& metric) {
  return metric.optional ? metric.name : "validation_" + metric.name;
}

bool is_kept(const Metric& metric, const Validation& validation) {
  return metric.of_validation && (!metric.optional || validation.metrics.has(metric.name));
}

}  // namespace

double seconds_in(const nlohmann::json& json, const char* key) {
  const double seconds = json.at(key).get<double>();
  // A thousand years: readings of the clock are microseconds in 63 bits.
  constexpr double kMost = 3e10;
  if (!(seconds >= 0 && seconds <= kMost))
    throw FormatError(std::string(key) + ": " + json.at(key).dump() + ", expected seconds");
  return seconds;
}

nlohmann::json to_record(const Tally& tally, std::span<const Metric> metrics) {
  nlohmann::json record = {{"interval_loss", tally.interval_loss},
                           {"interval_steps", tally.interval_steps},
                           {"interval_begin", tally.interval_begin},
                           {"train_loss", tally.train_loss},
                           {"validation_predictions", tally.validation.predictions},
                           {"validated_step", tally.validated_step},
                           {"skipped_steps", tally.skipped_steps},
                           {"last_skipped", tally.last_skipped}};
  if (tally.shares > 0) record["shares"] = tally.shares;
  if (tally.interval_idle > 0) record["interval_idle"] = tally.interval_idle;
  for (const Metric& metric : metrics)
    if (is_kept(metric, tally.validation))
      record[key_of(metric)] = tally.validation.metrics.value(metric.name);
  return record;
}

void add_metrics(const Validation& validation, std::span<const Metric> metrics,
                 nlohmann::json& record) {
  for (const Metric& metric : metrics)
    if (is_kept(metric, validation)) record[metric.name] = validation.metrics.value(metric.name);
}

void require_declared(const Validation& validation, std::span<const Metric> metrics) {
  for (const auto& [name, value] : validation.metrics) {
    const auto declared = std::ranges::find(metrics, name, &Metric::name);
    if (declared == metrics.end() || !(declared->of_validation || declared->of_test))
      throw Error("metric '" + name + "': the task does not declare it of its validations");
  }
}

Tally tally_of(const nlohmann::json& json, std::span<const Metric> metrics, Index completed_steps) {
  MetricValues values;
  for (const Metric& metric : metrics) {
    if (!metric.of_validation) continue;
    const std::string key = key_of(metric);
    values.set(metric.name, metric.optional ? number_or_unknown(json, key.c_str())
                                            : number_of(json, key.c_str()));
  }
  const Index interval_steps = count_of(json, "interval_steps");
  return {.interval_loss = number_of(json, "interval_loss"),
          .interval_steps = interval_steps,
          .interval_idle =
              json.contains("interval_idle") ? count_of(json, "interval_idle", interval_steps) : 0,
          .interval_begin = seconds_in(json, "interval_begin"),
          .train_loss = number_of(json, "train_loss"),
          .validation = {.metrics = std::move(values),
                         .predictions = count_of(json, "validation_predictions")},
          .validated_step = count_of(json, "validated_step", completed_steps, -1),
          .skipped_steps = count_of(json, "skipped_steps"),
          .last_skipped = count_of(json, "last_skipped", completed_steps),
          .shares = json.contains("shares") ? count_of(json, "shares") : 0};
}

}  // namespace espalier::training
