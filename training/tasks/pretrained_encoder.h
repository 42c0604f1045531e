// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/families/declaration.h>
#include <espalier/models/families/model_config.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/format/block_pattern.h>

namespace espalier::training {

/// The encoder of a checkpoint, to start another task from: patterns and values by name. What else
/// the checkpoint holds, such as a head and moments, is left where it is.
class PretrainedEncoder {
 public:
  /// Reads what the folder `step_N` says of its parameters. Throws IoError if a file cannot be read
  /// and FormatError if it is no whole checkpoint.
  explicit PretrainedEncoder(std::filesystem::path checkpoint);

  /// Says which state it is: a hash of names and values.
  const std::string& hash() const { return hash_; }
  /// Of the vocabulary that it was trained with; empty if it does not say.
  const std::string& vocabulary_hash() const { return vocabulary_hash_; }

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
  /// `shape` with as many positions as it has.
  models::ModelConfig fitted(models::ModelConfig shape) const;

  /// Replaces the values of every parameter of an encoder. Patterns must be those that `pattern`
  /// returned. Throws ConfigError as `pattern`, or if one of the two is sparse where the other is
  /// dense; nothing has changed then.
  void copy_to(const models::ParameterList& encoder) const;

 private:
  const models::ParameterSummary& find(const std::string& name,
                                       const std::vector<Index>& shape) const;

  std::filesystem::path checkpoint_;
  std::vector<models::ParameterSummary> parameters_;  // ordered by name
  std::string hash_;
  std::string vocabulary_hash_;
};

}  // namespace espalier::training
