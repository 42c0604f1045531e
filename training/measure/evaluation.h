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

/// The losses of a run's checkpoint on held-out data, its own or other.
struct Evaluation {
  std::filesystem::path checkpoint;
  std::string data;         ///< what is read in place of the run's data; empty: these
  std::string corpus_hash;  ///< hash of the data
  bool own_data = true;     ///< whether these are the windows on which the run itself validates
  bool test = false;        ///< whether they are the part that tests a run
  Validation validation;
  std::vector<Metric> metrics = {};  ///< what the task declares
  MetricValues end = {};             ///< metrics of the end of a run, measured on this data
};

struct EvaluationOptions {
  /// Use the sequences that training.test_sequences keeps back instead of those for validation.
  bool test = false;
  std::string corpus =
      {};  ///< replaces data.corpus or the other data of the task; empty: the run's
  /// Overrides of the table data, validation_sequences, panel_group, threads and kernel; others are
  /// refused.
  std::vector<std::string> overrides = {};
};

/// Validates the checkpoint RUN@STEP, or the newest of RUN, as the run itself does, on the part of
/// the data that its data.validation_fraction holds out; or tests it as a run does at its end.
/// Another text is read with the run's vocabulary: the vocab.txt in its folder, or for a run of an
/// earlier version one learnt anew from its text. What a fine-tuned run started from may be gone:
/// its own checkpoint and vocabulary are enough. Writes nothing. `say` gets a line for the user
/// before each long part. Throws ConfigError, IoError or FormatError if the run, the checkpoint or
/// the data cannot be used, and ConfigError if the vocabulary or the classes of the labels differ
/// from the run's or nothing is kept back for a test. Deterministic, on any number of threads.
Evaluation evaluate(const std::string& run, const EvaluationOptions& options,
                    const std::function<void(const std::string&)>& say);

/// Two checkpoints on the same windows with the same masks.
struct PairedEvaluation {
  Evaluation first, second;
  PairedDifference difference;
};

/// Evaluates both checkpoints with the same `options` and pairs their losses window by window (a
/// sequence, or for images a batch). A branch and its source are such a pair. Throws as `evaluate`,
/// and ConfigError naming the key or hash by which the windows of the two runs differ: the task,
/// the vocabulary, how text is packed, masked and held out, or the text itself unless the options
/// name one.
PairedEvaluation evaluate_pair(const std::string& first, const std::string& second,
                               const EvaluationOptions& options,
                               const std::function<void(const std::string&)>& say);

std::string to_text(const Evaluation& evaluation);
nlohmann::json to_json(const Evaluation& evaluation);
std::string to_text(const PairedEvaluation& pair);
nlohmann::json to_json(const PairedEvaluation& pair);

}  // namespace espalier::training
