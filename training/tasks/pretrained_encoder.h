// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <espalier/files/safetensors.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/checkpoints/stored_model.h>
#include <espalier/models/families/declaration.h>
#include <espalier/models/families/model_config.h>
#include <espalier/models/layers/attention_layout.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/format/block_pattern.h>
#include <espalier/sparse/ops/block_norms.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/tasks/topology_setup.h>

namespace espalier::training {

/// The encoder of a checkpoint, of a run or of a model folder, to start another task from: patterns
/// and values by name. What else there is, such as moments, is left where it is.
class PretrainedEncoder {
 public:
  /// `folder` is that of a checkpoint (`step_N`), that of a run, whose newest checkpoint counts, or
  /// a model folder, Hugging Face's or ours, which is read with the vocabulary of its tokenizer.
  /// Throws IoError if a file cannot be read, FormatError naming file and reason if the checkpoint
  /// is damaged or not whole, and as `models::read_model_folder`, whose values stay in memory:
  /// those of a checkpoint are read when `copy_to` or `prune` asks for them.
  explicit PretrainedEncoder(const std::filesystem::path& folder);

  /// Says which state it is: a hash of names and values.
  const std::string& hash() const { return hash_; }
  /// Of the vocabulary that it was trained with; empty if it does not say.
  const std::string& vocabulary_hash() const { return vocabulary_hash_; }

  bool has(const std::string& parameter) const;
  /// The pattern of a weight of these extents; null if it is dense. Throws ConfigError "CHECKPOINT:
  /// ..." if there is none of this name, or it has other extents.
  sparse::PatternPtr pattern(const std::string& weight, Index rows, Index cols) const;
  /// The patterns of those of these weights that are sparse, by name. Throws as `pattern`.
  std::map<std::string, sparse::PatternPtr> patterns(
      std::span<const models::LinearWeight> weights) const;
  /// That of the table of words of an encoder of this shape. Throws ConfigError as `pattern`, or
  /// unless the table stores that density in blocks of that size; 1: is dense.
  sparse::PatternPtr word_pattern(const models::ModelConfig& shape, Index block,
                                  double density) const;
  /// `shape` with as many positions as it has. Throws ConfigError naming the key to set if it has
  /// other widths or another number of layers, or if a model folder, or the run that the checkpoint
  /// is in, has another number of heads, activation, epsilon or place of norms, or layout of
  /// attention, which the values do not tell; and as `read_run_config`. Of a checkpoint that was
  /// copied out of its run these are not compared.
  models::ModelConfig fitted(models::ModelConfig shape) const;

  const std::filesystem::path& checkpoint() const { return checkpoint_; }
  /// False: a model folder takes the place of a checkpoint.
  bool is_checkpoint() const { return !model_.has_value(); }
  /// Whether `prune` has made a weight sparse.
  bool is_pruned() const { return !pruned_.empty(); }

  /// Makes the dense ones of these weights sparse where their pattern is not null: they keep as
  /// many blocks as that stores, those of greatest norm (`models::prune`). Throws as
  /// `pattern`.
  void prune(std::span<const InitialWeight> weights, sparse::BlockNorm norm);

  /// Replaces the values of these parameters. Patterns must be those that `pattern`
  /// returned. Throws ConfigError as `pattern`, or if one of the two is sparse where the other is
  /// dense; nothing has changed then.
  void copy_to(const models::ParameterList& parameters) const;

 private:
  /// Null if there is none of this name.
  const models::ParameterSummary* find(const std::string& name) const;
  const models::ParameterSummary& find(const std::string& name,
                                       const std::vector<Index>& shape) const;
  /// The file of the checkpoint's values; nothing of a model folder, whose values are in memory.
  std::optional<files::TensorFile> open_values() const;
  /// Values of a parameter out of that file. Throws FormatError if they are not those that were
  /// found at first.
  AlignedVector<float> values_of(const std::string& parameter,
                                 const std::optional<files::TensorFile>& file) const;
  /// Throws ConfigError "CHECKPOINT: WHAT VALUE; set KEY = VALUE".
  template <typename Value>
  [[noreturn]] void refuse(const char* what, const Value& value, const char* key) const;
  void require_as_large(const models::ModelConfig& shape) const;
  void require_computed_alike(const models::ModelConfig& found,
                              const models::ModelConfig& shape) const;
  /// `pattern` is the file that the encoder's attention has; empty: none.
  void require_seen_alike(const models::AttentionLayout& found, const std::string& pattern,
                          const models::AttentionLayout& layout) const;
  void require_like_run(RunConfig run, const models::ModelConfig& shape) const;

  std::filesystem::path checkpoint_;
  std::optional<models::StoredModel> model_;            // of a model folder
  std::vector<models::ParameterSummary> parameters_;    // ordered by name
  std::map<std::string, models::StoredTensor> pruned_;  // in place of those of the checkpoint
  std::string hash_;
  std::string vocabulary_hash_;
};

}  // namespace espalier::training
