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

/// The last validation of a run.
struct FinalValidation {
  Index step = 0;
  double loss = training::kUnknown;
  training::MetricValues metrics = {};  ///< by the names of `Metric`, the loss among them
};

/// The differences between two runs.
struct RunDifference {
  std::string first, second;                         ///< names
  std::vector<training::DifferingValue> settings;    ///< keys that decide numbers, and the seed
  std::vector<training::DifferingValue> provenance;  ///< data, revision, machine
  std::vector<LossPair> validation;                  ///< by step, wherever both have validated
  /// The last validations, even at different steps; nothing for a run that has not validated.
  std::optional<FinalValidation> first_final, second_final;
};

/// The first step at which the losses are furthest apart; nothing if no step has both.
std::optional<LossPair> furthest_apart(const RunDifference& difference);

/// Throws IoError or FormatError naming the file.
RunDifference run_difference(const std::filesystem::path& first,
                             const std::filesystem::path& second);

/// Tables for people. The curve has at most `most_steps` lines, evenly spread and with the last
/// one; after it come the step where the losses are furthest apart, the final losses, and other
/// metrics that both runs have.
std::string run_difference_text(const RunDifference& difference, std::size_t most_steps = 12);
std::string run_difference_json(const RunDifference& difference);

}  // namespace espalier::experiments
