// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/encoder_task.h>

#include <span>
#include <string_view>
#include <utility>

#include <espalier/files/content_hash.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/training/config/model_shape.h>
#include <espalier/training/tasks/encoder_declaration.h>

namespace espalier::training {
namespace {

/// Which blocks a pattern stores; empty: there is none.
std::string hash_of(const sparse::PatternPtr& pattern) {
  if (pattern == nullptr) return {};
  files::ContentHash hash;
  const auto add = [&](auto values) {
    const auto bytes = std::as_bytes(std::span(values));
    hash.update_field({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  };
  add(pattern->row_offsets());
  add(pattern->columns());
  return files::hex(hash.value());
}

}  // namespace

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
      declaration_(models::declare(shape)),
      attention_hash_(hash_of(shape.attention.pattern)) {}

std::vector<DataHash> EncoderTask::data_hashes() const {
  if (attention_hash_.empty()) return {};
  return {{.key = "attention_pattern_hash",
           .what = "a model.attention_pattern of hash",
           .value = attention_hash_,
           .of_model = true}};
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
