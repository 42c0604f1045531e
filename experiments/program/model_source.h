// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include <espalier/models/checkpoints/stored_model.h>
#include <espalier/models/inference/packed_model.h>
#include <espalier/sparse/core/types.h>
#include <espalier/text/tokenizer/any_tokenizer.h>

namespace espalier::experiments {

/// A model and what divides texts into its tokens.
struct SourceModel {
  models::StoredModel model;
  text::AnyTokenizer tokenizer;
  /// Tokens that windows of a long context had in common in training. None: a model folder, which
  /// does not say, or no run on questions.
  std::optional<Index> stride = {};
  /// By how much no answer has to be better than the best one: 0, unless a run on questions says
  /// another.
  double none_threshold = 0;
};

/// Whether `name` is a model folder, which has config.json, and no run. Throws IoError if it is
/// neither, or if it cannot be looked into.
bool is_model_folder(const std::string& name);

/// What of a tokenizer lies in a model folder, whatever its kind: bytes by name. Throws IoError.
std::map<std::string, std::string> tokenizer_files(const std::filesystem::path& folder);

/// Adds the argument "model" of a verb, for `read_source_model`.
void add_model_argument(CLI::App& command, std::string& model);

/// Reads what a verb is given as its model: the folder of a run, for its newest checkpoint,
/// RUN@STEP, or a model folder. `asker`, the verb, opens messages. Throws IoError as
/// `is_model_folder`, and as `models::read_model_folder` or `training::trained_model` do.
SourceModel read_source_model(const std::string& name, const std::string& asker);

/// Warns where --int8 was given for a model that has no layer in 8 bits.
void warn_without_int8(const std::string& name, const models::PackedModel& model);

}  // namespace espalier::experiments
