// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <espalier/models/families/encoder.h>
#include <espalier/models/families/model_config.h>
#include <espalier/sparse/format/block_pattern.h>
#include <espalier/text/tokenizer/tokenizer.h>
#include <espalier/training/config/key.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/tasks/pretrained_encoder.h>
#include <espalier/training/tasks/topology_setup.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {

/// The encoder that training starts from: model.encoder.
const OwnKey<std::string>& encoder_key();

/// Whether dense weights of that encoder are pruned: model.prune_encoder.
const OwnKey<bool>& prune_encoder_key();

/// The vocabulary that texts are read by: data.vocabulary, else that of the folder model.encoder,
/// if it has one; empty: it is learnt.
std::filesystem::path vocabulary_of(const RunConfig& config);

/// What the encoder of a fine-tuned model is made of. That of model.encoder is read once, for all
/// that the model takes of it.
struct EncoderStart {
  std::optional<PretrainedEncoder> encoder;
  models::ModelConfig shape;
  InitialTopology topology;
  sparse::PatternPtr words;  ///< of the encoder's table, if that is sparse

  /// Settings of the encoder.
  models::EncoderOptions options(const RunConfig& config) const;
  /// Copies the encoder's values, if there is one, and, as transformers do, those of its pooler if
  /// it has one to that among `others`; returns its hash for `TrainingTask::data_hashes`, else
  /// nothing. A branch too must have that of its run, whose values it replaces: how much each
  /// weight is to store follows from the encoder.
  std::vector<DataHash> fill(models::Encoder& model,
                             const models::ParameterList& others = {}) const;
};

/// `DataHash::key` of that hash.
inline constexpr const char* kEncoderHashKey = "encoder_hash";

/// For texts that are read by this tokenizer. Throws ConfigError or ShapeError if the configuration
/// does not fit them or the encoder, if model.prune_encoder finds nothing dense, as
/// `require_density`, and as `PretrainedEncoder`.
EncoderStart encoder_start(const RunConfig& config, const text::Tokenizer& tokenizer);

/// Shape and patterns of a checkpoint of a run of this configuration, to load it into: nothing is
/// read of model.encoder, which may be gone. Throws likewise.
EncoderStart trained_start(const RunConfig& config, const text::Tokenizer& tokenizer,
                           const std::filesystem::path& checkpoint);

/// The hash of the encoder that model.encoder names; empty: from scratch. Throws as
/// `PretrainedEncoder`.
std::string encoder_hash(const RunConfig& config);

/// The patterns of model.encoder for the weights of the configuration's model; none if it starts
/// from scratch.
std::map<std::string, sparse::PatternPtr> encoder_patterns(const RunConfig& config);

}  // namespace espalier::training
