// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/encoder_declaration.h>

#include <fmt/format.h>

#include <algorithm>

#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/flops.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/tokenizer/tokenizer.h>
#include <espalier/training/config/model_shape.h>
#include <espalier/training/tasks/encoder_start.h>
#include <espalier/training/tasks/trained_flops.h>

namespace espalier::training {

std::vector<std::string> EncoderDeclaration::encoder_keys() {
  return {"model.name",
          "model.layers",
          "model.hidden",
          "model.heads",
          "model.intermediate",
          "model.initial_deviation",
          "model.embedding_density",
          "model.dropout",
          "model.attention_dropout",
          "model.norm_epsilon",
          "model.activation",
          "model.attention_block",
          "model.attention_window",
          "model.attention_global",
          "model.attention_stride",
          "model.attention_random",
          "model.attention_pattern",
          "data.vocabulary",
          "data.vocabulary_size",
          "data.sequence",
          "data.validation_fraction",
          "training.panel_group"};
}

models::ModelConfig EncoderDeclaration::shape_of(const RunConfig& config) const {
  check(config);
  models::ModelConfig model = model_config(config);
  // How many pieces a given vocabulary has is known once it is read.
  if (config.data.vocabulary.empty()) require_embedding_blocks(config, model);
  if (models::model_family(model.family).causal == wants_causal()) return model;
  std::string message = fmt::format(
      "model.name: in '{}' a token {}, with which run.task \"{}\" cannot be learnt; "
      "expected one of",
      config.model.name, wants_causal() ? "sees later ones" : "sees no later one", config.run.task);
  for (const models::ModelFamily& family : models::model_families())
    if (family.make_encoder && family.causal == wants_causal())
      for (const models::ModelConfig& size : family.sizes) message += ' ' + size.name;
  throw ConfigError(message);
}

std::string EncoderDeclaration::model_name(const RunConfig& config) const {
  return shape_of(config).name;
}

models::ModelDeclaration EncoderDeclaration::declare_model(const RunConfig& config) const {
  return models::declare(shape_of(config));
}

models::ModelDeclaration EncoderDeclaration::declare_with_head(const RunConfig& config) const {
  return with_head(model_config(config), config);
}

std::vector<std::pair<std::string, Index>> EncoderDeclaration::sparse_widths(
    const RunConfig& config) const {
  const models::ModelConfig shape = shape_of(config);
  std::vector<std::pair<std::string, Index>> widths = {{"hidden", shape.hidden},
                                                       {"intermediate", shape.intermediate}};
  for (const models::LinearWeight& weight : models::declare(shape).weights)
    if (weight.groups > 1) {
      widths.emplace_back("group's output", weight.rows / weight.groups);
      widths.emplace_back("group's input", weight.cols);
      break;
    }
  return widths;
}

MemoryNeed FineTuningDeclaration::least_memory(const RunConfig& config) const {
  models::ModelConfig shape = model_config(config);
  shape.vocabulary = std::min<Index>(shape.vocabulary, text::Tokenizer::kMinimumLearntPieces);
  return encoder_memory(config, with_head(shape, config));
}

std::map<std::string, sparse::PatternPtr> FineTuningDeclaration::starting_patterns(
    const RunConfig& config) const {
  return encoder_patterns(config);
}

RunCost FineTuningDeclaration::cost(const RunConfig& config, const RunResult& result) const {
  models::ModelConfig shape = model_config(config);
  if (result.vocabulary > 0) shape.vocabulary = result.vocabulary;
  const models::EncoderDensity density(1, 1, embedding_density(config, shape));
  const models::FlopCount sequence =
      models::count_flops(with_head(shape, config), density, config.data.sequence,
                          head_tokens(config), models::Pass::kTraining);
  return trained_cost(config, result, sequence.head + sequence.embedding);
}

models::EncoderDensity densities(const RunConfig& config) {
  return {config.model.density, config.model.density, config.model.embedding_density};
}

MemoryNeed encoder_memory(const RunConfig& config, const models::ModelDeclaration& model) {
  const Index group = std::min(config.training.panel_group, config.training.batch);
  const double tokens = static_cast<double>(group * config.data.sequence);
  return {
      .weights = models::count_parameters(model, densities(config)).total(),
      .activations = tokens * static_cast<double>(model.kept_features),
      .remedy = "model.hidden, model.layers, model.density, data.sequence or training.panel_group"};
}

}  // namespace espalier::training
