// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/models/families/model_config.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/core/types.h>
#include <espalier/sparse/format/block_pattern.h>

namespace espalier::models {

/// What stands on the encoder of a stored model.
enum class HeadKind {
  kNone,            ///< nothing: it gives hidden states
  kMaskedLm,        ///< `LmHead` with its transform: the words at masked positions
  kPretraining,     ///< `PretrainingHead`: these, and whether a second segment goes on
  kCausalLm,        ///< a plain `LmHead`, which has no parameters: the next word
  kClassification,  ///< `PooledHead`: the class of a sequence
  kRegression,      ///< `PooledHead`: numbers that say something of a sequence
  kSpans,           ///< qa_outputs.{weight, bias}: where an answer starts and ends
};

/// Name in messages, such as "masked-lm".
std::string_view to_string(HeadKind head);

/// A tensor of a stored model, dense or block-sparse, as a `Parameter` holds it.
struct StoredTensor {
  std::vector<Index> shape;  ///< extents of the dense tensor
  AlignedVector<float> values =
      {};  ///< row-major or, if sparse, of the stored blocks in pattern order
  sparse::PatternPtr pattern = nullptr;  ///< null: dense

  bool is_sparse() const { return pattern != nullptr; }
};

/// Ids of the tokens that begin and end a text. Whoever writes with a causal model of Hugging Face
/// has them from its config.json; the library has them from its tokenizer.
struct TextBounds {
  std::optional<Index> begin = {};  ///< none: unknown
  std::vector<Index> ends = {};     ///< empty: unknown

  bool operator==(const TextBounds&) const = default;
};

/// A model in memory that no layer computes with: what files are read into and written from. It
/// owns its values; copies are deep but for the patterns, which are immutable.
struct StoredModel {
  std::string origin;  ///< the file or folder that it is from, for messages
  ModelConfig config;
  HeadKind head = HeadKind::kNone;
  /// Of the classes, in the order of the logits; empty: they have no names.
  std::vector<std::string> labels = {};
  /// By the names that our models give to their parameters, which for BERT are Hugging Face's.
  std::map<std::string, StoredTensor> parameters = {};
  TextBounds bounds = {};  ///< of a causal model

  /// Throws FormatError "ORIGIN: tensor NAME is missing" if there is none of that name.
  const StoredTensor& at(const std::string& name) const;
  /// The same; throws FormatError too unless the dense tensor has these extents, and as many values
  /// as they, or its pattern, say.
  const StoredTensor& at(const std::string& name, const std::vector<Index>& shape) const;
};

/// Which head the parameters of these names are of, on an encoder of that family. One output of a
/// `PooledHead` is a number, two or more are classes.
HeadKind head_of(const ModelConfig& config, const std::map<std::string, StoredTensor>& parameters);

/// Reads the model of a checkpoint of ours, the folder `step_N`. Such a folder tells no number of
/// heads and no attention layout, which `config` does; so it does with the other extents, which
/// must be those of the parameters, but for `max_positions`, which becomes theirs. Throws as
/// load_checkpoint does, and FormatError naming the checkpoint and the extent if one differs.
/// Memory: the model and 1 MiB. Cost: two readings of the weights.
StoredModel read_checkpoint_model(const std::filesystem::path& checkpoint,
                                  const ModelConfig& config);

/// The same of a weights file (`save_weights`), whose values may be in F32, BF16 or F16.
StoredModel read_weights_model(const std::filesystem::path& weights, const ModelConfig& config);

/// Copies the parameters of a model. `origin` names it in messages.
StoredModel store_model(const ModelConfig& config, const ParameterList& parameters,
                        std::string origin = "model");

/// Replaces values and patterns of these parameters, all of a model or those of its encoder alone,
/// clears the gradients and calls `pattern_changed` of every sparse one. Densities may differ from
/// the parameters'. Throws FormatError as `at`, or if one of the two is sparse where the other is
/// dense or has other blocks; nothing has changed then.
void fill_parameters(const StoredModel& model, const ParameterList& parameters);

}  // namespace espalier::models
