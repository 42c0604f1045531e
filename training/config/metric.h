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
inline constexpr const char* kShare = "share";  ///< from 0 to 1; people read percent

/// Metrics that more than one task has, or that all runs have.
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

/// A number that says how good a model is, or what that is held against, as its task declares it.
struct Metric {
  std::string name;        ///< in letters, digits and _, such as "f1"
  std::string title = {};  ///< for people; empty: the name with spaces for _
  std::string unit = {};
  Direction direction = Direction::kNone;
  bool of_validation = false;  ///< each validation has it, as the result has that of the last one
  bool of_test = false;        ///< the test of a run that is done has it, as "test_NAME"
  bool of_end = false;         ///< `TrainingTask::complete` says it
  /// Only some runs of the task have it: records leave it out where it is not known, and have a
  /// null for one that is not optional.
  bool optional = false;
  bool summarised = true;    ///< stands in summaries and lists, and not in the end record alone
  std::string meaning = {};  ///< what people are told beside the number: "of a model that ..."

  bool operator==(const Metric&) const = default;
};

/// What a task has that predicts labels and says no more: the loss of its validations in nats and
/// the share of predictions whose label had the largest logit; with `tested` also a test's loss.
std::vector<Metric> prediction_metrics(bool tested = false);

/// The metric for people.
std::string title_of(const Metric& metric);

/// When a number of a result was measured: in the last validation, in the test, at the end.
enum class Measured { kByValidation, kByTest, kAtEnd };

/// A metric as results name it.
struct ResultMetric {
  std::string name;   ///< "validation_loss", "test_loss", "accuracy", "test_f1"
  std::string title;  ///< for people
  Metric metric;
  Measured measured = Measured::kAtEnd;
};

/// The name that results have for a metric of the last validation: its own, but validation_loss for
/// a loss, as training has one too.
std::string result_name(const Metric& metric);

/// Everything that these metrics add to a result, in their order.
std::vector<ResultMetric> results_of(std::span<const Metric> metrics);

/// Values of metrics by name, in the order of the names. What is not known is not in it.
class MetricValues {
 public:
  MetricValues() = default;
  MetricValues(std::initializer_list<std::pair<std::string, double>> values);

  bool has(std::string_view name) const { return values_.contains(name); }
  /// kUnknown if there is none.
  double value(std::string_view name) const;
  /// Throws Error if there is none.
  double at(std::string_view name) const;
  /// With kUnknown there is none any more.
  void set(const std::string& name, double value);

  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  bool operator==(const MetricValues&) const = default;

 private:
  std::map<std::string, double, std::less<>> values_;
};

}  // namespace espalier::training
