// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/tasks/encoder_task.h>

#include <utility>

#include <espalier/experiments/config/derived_values.h>
#include <espalier/experiments/tasks/encoder_declaration.h>
#include <espalier/models/families/family_registry.h>

namespace espalier::experiments {

models::ModelConfig encoder_shape(const RunConfig& config, Index vocabulary) {
  models::ModelConfig shape = model_config(config);
  shape.vocabulary = vocabulary;
  require_embedding_blocks(config, shape);
  return shape;
}

EncoderTask::EncoderTask(const RunConfig& config, const models::ModelConfig& shape,
                         std::map<std::string, Index> target_blocks)
    : TrainingTask(std::move(target_blocks)),
      config_(config),
      vocabulary_(shape.vocabulary),
      declaration_(models::declare(shape)) {}

double EncoderTask::sample_flops() {
  return models::training_flops(declaration_, models::stored_values(declaration_, parameters()),
                                config_.data.sequence);
}

models::EncoderDensity EncoderTask::density() {
  return models::mean_density(declaration_, models::stored_values(declaration_, parameters()));
}

void EncoderTask::complete(RunResult& result) {
  result.tokens = result.sequences * config_.data.sequence;
  result.vocabulary = vocabulary_;
  const models::EncoderDensity stored = density();
  result.attention_density = stored.attention;
  result.feed_forward_density = stored.feed_forward;
}

}  // namespace espalier::experiments
