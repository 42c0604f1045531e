// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/encoder_task.h>

#include <espalier/models/families/family_registry.h>
#include <espalier/training/config/model_shape.h>

namespace espalier::training {

models::ModelConfig encoder_shape(const RunConfig& config, Index vocabulary) {
  models::ModelConfig shape = model_config(config);
  shape.vocabulary = vocabulary;
  require_embedding_blocks(config, shape);
  return shape;
}

EncoderTask::EncoderTask(const RunConfig& config, const models::ModelConfig& shape,
                         const InitialTopology& topology)
    : TrainingTask(topology.targets()),
      config_(config),
      vocabulary_(shape.vocabulary),
      declaration_(models::declare(shape)),
      hashes_(topology.data_hashes()) {
  if (shape.attention.pattern != nullptr)
    hashes_.push_back({.key = "attention_pattern_hash",
                       .what = "a model.attention_pattern of hash",
                       .value = pattern_hash(*shape.attention.pattern),
                       .of_model = true});
}

void EncoderTask::note_data(const std::string& what, const std::string& hash,
                            const std::string& vocabulary_hash,
                            const std::vector<DataHash>& others) {
  hashes_.push_back({"corpus_hash", what, hash});
  hashes_.push_back({"vocabulary_hash", "vocabulary", vocabulary_hash});
  hashes_.insert(hashes_.end(), others.begin(), others.end());
}

/// What each weight stores, wherever it lies.
std::vector<Index> EncoderTask::stored_values() {
  if (elsewhere_.empty()) return models::stored_values(declaration_, parameters());
  std::map<std::string, Index> stored = elsewhere_;
  for (const models::Parameter* parameter : parameters())
    stored[parameter->name] = std::ssize(parameter->values);
  std::vector<Index> values;
  for (const models::LinearWeight& weight : declaration_.weights)
    values.push_back(stored.at(weight.name));
  return values;
}

double EncoderTask::sample_flops() {
  return models::training_flops(declaration_, stored_values(), config_.data.sequence);
}

models::EncoderDensity EncoderTask::density() {
  return models::mean_density(declaration_, stored_values());
}

void EncoderTask::complete(RunResult& result) {
  result.tokens = result.sequences * config_.data.sequence;
  result.vocabulary = vocabulary_;
  const models::EncoderDensity stored = density();
  result.attention_density = stored.attention;
  result.feed_forward_density = stored.feed_forward;
}

}  // namespace espalier::training
