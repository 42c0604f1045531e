// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include <espalier/models/checkpoints/stored_model.h>

namespace espalier::models {

/// A model folder is what others know as a folder of Hugging Face's transformers:
///   config.json         the shape of the model, its head and the names of its classes
///   model.safetensors   its parameters, dense; or shards with model.safetensors.index.json
///   vocab.txt, tokenizer_config.json, ...   of a tokenizer: nothing of this library's models
/// In a folder of ours espalier.safetensors stands in place of model.safetensors. It keeps sparse
/// weights sparse, as a checkpoint does (checkpoint.h), and config.json has a section "espalier".
/// transformers finds no weights there and says so.

/// Reads the model of such a folder, of either kind: BertModel, BertForMaskedLM,
/// BertForPreTraining, BertForSequenceClassification, BertForQuestionAnswering, GPT2Model and
/// GPT2LMHeadModel of Hugging Face, and what the library itself has written. Values may be in F32,
/// BF16 or F16; names may lack the prefix "bert." or "transformer."; norms may be called gamma and
/// beta; a decoder that repeats the table of words may be there or not. Where a file has what
/// belongs to another head, that is left out, but for the pooler, which stays. A model for masked
/// words whose files tell the next sentence too becomes one for both.
///
/// The folder may be hostile. Throws IoError if a file cannot be read, and FormatError, on one line
/// naming file, key or tensor, found and expected, if config.json asks for what the library does
/// not compute, or tensors are missing, twice, unknown, of another shape or type, not finite, or of
/// a decoder that is not tied; or if the index names a file outside the folder. Pickles
/// (pytorch_model.bin) are never read. Memory: the model, of GPT-2 twice its layers, and what a
/// decoder in the files repeats. Cost: one reading of the files, two of a folder of ours.
StoredModel read_model_folder(const std::filesystem::path& folder);

/// How a model folder is written.
struct ModelFolderOptions {
  bool ours = false;  ///< keeps sparse weights sparse; else all are dense, for transformers
  /// Files that go into the folder with the model, such as those of a tokenizer: bytes by name.
  std::map<std::string, std::string> files = {};
};

/// Writes a model folder, which must not exist yet or be empty. It is made aside,
/// as .espalier-partial-NAME-1 beside it, synced and renamed: a folder of that name is whole. Equal
/// models make equal bytes. Throws ConfigError if the folder is there already, if the model reads
/// no tokens (a perceptron) or its family has no such head, or if Hugging Face has no such model
/// (pre-norm BERT, GroupBERT, sparse attention) and `ours` is not set; FormatError naming the
/// tensor if one is missing, has another shape or is not finite or, with `ours`, is none of the
/// model's; IoError. Nothing is left of a folder that could not be finished. Memory: the dense
/// values of what is sparse, unless `ours` is set.
void write_model_folder(const std::filesystem::path& folder, const StoredModel& model,
                        const ModelFolderOptions& options = {});

// What lies in a model folder.
inline constexpr const char* kConfigFile = "config.json";
inline constexpr const char* kDenseWeightsFile = "model.safetensors";
inline constexpr const char* kWeightsIndexFile = "model.safetensors.index.json";
inline constexpr const char* kOwnWeightsFile = "espalier.safetensors";

}  // namespace espalier::models
