// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/models/checkpoints/stored_model.h>
#include <espalier/models/families/model_config.h>
#include <espalier/sparse/core/types.h>

namespace espalier::models {

// The config.json of a model folder. Private to the readers and writers of such folders.

/// What a config.json says of a model.
struct HuggingFaceConfig {
  ModelConfig model;
  std::optional<HeadKind> head = {};     ///< none: it names no architecture
  std::vector<std::string> labels = {};  ///< of the classes
  Index outputs = 2;                     ///< of a head that classifies
  bool numbers = false;                  ///< such a head gives numbers, not classes
  TextBounds bounds = {};                ///< of GPT-2
  bool is_ours = false;                  ///< tensors are as in a checkpoint of ours
};

/// Reads the text of a config.json of BERT or GPT-2; `origin` names the file in messages. Keys that
/// do not change what the model computes are passed over. Throws FormatError "ORIGIN: KEY is FOUND,
/// expected ..." for a value that is out of range or that the library does not compute: another
/// architecture or activation, positions that are relative, cross attention, and so on.
HuggingFaceConfig parse_hugging_face_config(std::string_view text, const std::string& origin);

/// The text of the config.json of a model. With `ours` it has a section "espalier" with what
/// Hugging Face's keys do not say, and the model may be of any family that reads tokens. Throws
/// ConfigError for others, for a head that its family has not, and without `ours` if Hugging Face
/// has no such model.
std::string hugging_face_config_text(const StoredModel& model, bool ours);

}  // namespace espalier::models
// Tested by tests/models/checkpoints/model_folder_test.cpp
