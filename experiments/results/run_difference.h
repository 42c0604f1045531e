// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <espalier/sparse/core/types.h>
#include <espalier/training/config/settings.h>
#include <espalier/training/runs/run_store.h>

namespace espalier::experiments {

/// A loss of both runs after the same step.
struct LossPair {
  Index step = 0;
  double first = training::kUnknown, second = training::kUnknown;

  double difference() const { return first - second; }
};

/// What the last validation of a run has measured.
struct FinalValidation {
  Index step = 0;
  double loss = training::kUnknown;
  training::MetricValues metrics = {};  ///< by the names of `Metric`, the loss among them
};

/// In what two runs differ.
struct RunDifference {
  std::string first, second;                         ///< names
  std::vector<training::DifferingValue> settings;    ///< keys that decide numbers, and the seed
  std::vector<training::DifferingValue> provenance;  ///< data, revision, machine
  std::vector<LossPair> validation;                  ///< by step: where both have validated
  /// Whatever their lengths; nothing of a run that has not validated.
  std::optional<FinalValidation> first_final, second_final;
};

/// Where the losses are furthest apart, the first such step; nothing if no step has both.
std::optional<LossPair> furthest_apart(const RunDifference& difference);

/// Throws IoError or FormatError naming the file.
RunDifference run_difference(const std::filesystem::path& first,
                             const std::filesystem::path& second);

/// Tables for people; of the curve at most `most_steps` lines, spread evenly, the last among them,
/// where it is furthest apart, and the final losses, and other metrics that both have.
std::string run_difference_text(const RunDifference& difference, std::size_t most_steps = 12);
std::string run_difference_json(const RunDifference& difference);

}  // namespace espalier::experiments
