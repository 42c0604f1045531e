// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace espalier::training {

/// The double that stands for "not known" in results and summaries; JSON null, an empty CSV cell.
inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Units of metrics.
inline constexpr const char* kNats = "nats";
inline constexpr const char* kSquaredError = "squared error";
inline constexpr const char* kShare = "share";  ///< from 0 to 1; shown in percent

/// Metrics that all runs have, or more than one task.
namespace metric {
inline constexpr const char* kLoss = "loss";  ///< what training lowers: every task has it
inline constexpr const char* kValidationLoss = "validation_loss";  ///< the same in results
inline constexpr const char* kTestLoss = "test_loss";              ///< and of a test
inline constexpr const char* kAccuracy = "accuracy";
inline constexpr const char* kUnigramEntropy = "unigram_entropy";
inline constexpr const char* kContextFreeLoss = "context_free_loss";
inline constexpr const char* kExplored = "explored";
}  // namespace metric

/// Which values of a metric are better.
enum class Direction { kNone, kLower, kHigher };

/// A number that tells how good a model is, or with which its results are compared, as the task
/// declares it.
struct Metric {
  std::string name;        ///< in letters, digits and _, such as "f1"
  std::string title = {};  ///< shown to people; empty: the name with spaces for _
  std::string unit = {};
  Direction direction = Direction::kNone;
  bool of_validation = false;  ///< measured by each validation; the result has the last value
  bool of_test = false;        ///< measured by the test of a run that is done, as "test_NAME"
  bool of_end = false;         ///< measured by `TrainingTask::complete`
  /// Whether only some runs of the task have it. Where it is not known, records leave out an
  /// optional metric, and have null for another.
  bool optional = false;
  bool summarised = true;    ///< part of summaries and lists, and not of the end record alone
  std::string meaning = {};  ///< shown beside the number: "of a model that ..."

  bool operator==(const Metric&) const = default;
};

/// The unit of the loss among these metrics of a task; empty: none.
std::string loss_unit(std::span<const Metric> metrics);

/// The metrics of a task that predicts labels and declares no others: the loss of its validations
/// in nats and the share of predictions whose label had the largest logit; with `tested` also the
/// loss of the test.
std::vector<Metric> prediction_metrics(bool tested = false);

/// The title, or the name with spaces.
std::string title_of(const Metric& metric);

/// When a number of a result was measured: in the last validation, in the test, at the end.
enum class Measured { kByValidation, kByTest, kAtEnd };

/// A metric under the name that it has in results.
struct ResultMetric {
  std::string name;   ///< "validation_loss", "test_loss", "accuracy", "test_f1"
  std::string title;  ///< shown to people
  Metric metric;
  Measured measured = Measured::kAtEnd;
};

/// The name that results have for a metric of the last validation: its own name, except that a loss
/// is called validation_loss, since training has a loss too.
std::string result_name(const Metric& metric);

/// The results to which these metrics lead, in their order.
std::vector<ResultMetric> results_of(std::span<const Metric> metrics);

/// Values of metrics, ordered by name. Metrics that are not known are left out.
class MetricValues {
 public:
  MetricValues() = default;
  MetricValues(std::initializer_list<std::pair<std::string, double>> values);

  bool has(std::string_view name) const { return values_.contains(name); }
  /// kUnknown if there is none.
  double value(std::string_view name) const;
  /// Throws Error if there is none.
  double at(std::string_view name) const;
  /// Sets the value; kUnknown removes it.
  void set(const std::string& name, double value);

  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  bool operator==(const MetricValues&) const = default;

 private:
  std::map<std::string, double, std::less<>> values_;
};

}  // namespace espalier::training
