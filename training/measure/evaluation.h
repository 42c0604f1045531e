// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <espalier/training/measure/paired_difference.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {

/// What a run's checkpoint predicts on held-out data, its own or other.
struct Evaluation {
  std::filesystem::path checkpoint;
  std::string data;         ///< what it was tried on
  std::string corpus_hash;  ///< of that
  bool own_data = true;     ///< the windows of the run's own data that it was validated on
  bool test = false;        ///< of that, the part that tests a run
  Validation validation;
  std::vector<Metric> metrics = {};  ///< what the task declares
  MetricValues end = {};             ///< what the task says at the end of a run, of this data
};

struct EvaluationOptions {
  /// On the sequences that training.test_sequences keeps back, in place of those that validate.
  bool test = false;
  std::string corpus =
      {};  ///< in place of data.corpus, or of what the task reads; empty: the run's
  /// Of the table data, validation_sequences, panel_group, threads and kernel; no others.
  std::vector<std::string> overrides = {};
};

/// Validates the checkpoint RUN@STEP, or the newest of RUN, as the run itself does: on the part of
/// the data that its data.validation_fraction holds out, or tests it as a run does in its end.
/// Another text is read with the run's vocabulary: the vocab.txt in its folder, or of a run of an
/// earlier version one that is learnt anew from its text. Writes nothing. `say` takes a line for
/// people before something that takes long. Throws ConfigError, IoError or FormatError if the run,
/// the checkpoint or the data cannot be used, and ConfigError if the vocabulary is not that of the
/// run or nothing is kept back for a test. Deterministic, on any number of threads.
Evaluation evaluate(const std::string& run, const EvaluationOptions& options,
                    const std::function<void(const std::string&)>& say);

/// Two checkpoints on the same windows with the same masks.
struct PairedEvaluation {
  Evaluation first, second;
  PairedDifference difference;
};

/// Validates both as `evaluate` does, with `options` for both, and pairs their losses window by
/// window: sequence by sequence, or of images batch by batch. A branch and its source are such a
/// pair. Throws as `evaluate`, and ConfigError naming the key or hash that makes the windows of one
/// run others than those of the other: the task, the vocabulary, how text becomes sequences, what
/// of it is masked and which of it validates, or the text itself unless the options name one.
PairedEvaluation evaluate_pair(const std::string& first, const std::string& second,
                               const EvaluationOptions& options,
                               const std::function<void(const std::string&)>& say);

std::string to_text(const Evaluation& evaluation);
nlohmann::json to_json(const Evaluation& evaluation);
std::string to_text(const PairedEvaluation& pair);
nlohmann::json to_json(const PairedEvaluation& pair);

}  // namespace espalier::training
