// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/program/plan_job.h>

#include <fmt/format.h>

#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/flops.h>
#include <espalier/models/families/lm_head.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/model_shape.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/loop/training_memory.h>
#include <espalier/training/sessions/job.h>

namespace espalier::experiments {
namespace {

constexpr double kFloat = sizeof(float);

/// Stored values of all parameters, with as many pieces as data.vocabulary_size.
double stored_values(const training::RunConfig& config) {
  const models::EncoderDensity density(config.model.density, config.model.density,
                                       config.model.embedding_density);
  const training::TaskDeclarationPtr task = training::task_declaration(config);
  return models::count_parameters(task->declare_with_head(config), density).total();
}

machines::LayerShape layers_of(const training::RunConfig& config) {
  const training::TaskDeclarationPtr task = training::task_declaration(config);
  const models::ModelDeclaration model = task->declare_model(config);
  if (model.attention_features == 0) return {};
  const models::ModelConfig shape = training::model_config(config);
  return {.layers = shape.layers,
          .heads = shape.heads,
          .values = models::count_parameters(model, config.model.density).encoder_linear,
          .features = static_cast<double>(shape.hidden),
          .tokens = static_cast<double>(config.training.batch * task->tokens_per_sample(config)),
          .micro_batches = static_cast<double>(training::panel_groups(config)),
          .lockstep = true};
}

}  // namespace

machines::ParallelJob plan_job(const training::RunConfig& config, double step_seconds,
                               double optimizer_seconds) {
  return {.stored_values = stored_values(config),
          .state_bytes_per_value = kFloat * training::optimizer_state_per_value(config),
          .pattern_bytes = training::least_training_memory(config).patterns,
          .step_seconds = step_seconds,
          .optimizer_seconds = optimizer_seconds,
          .dense_values = training::dense_values_a_step(config),
          .scored_values = training::scored_values_a_step(config),
          .zero1_bytes = training::zero1_bytes_a_step(config),
          .layers = layers_of(config),
          .activation_bytes =
              [config](Index ranks) {
                return training::least_training_memory(config, ranks).activations;
              },
          .unsummed_bytes =
              [config](Index ranks) {
                const auto memory = training::least_training_memory(config, ranks);
                return memory.spare_gradients + memory.dense_gradients;
              }};
}

std::string pipeline_refusal(const training::RunConfig& config) try {
  constexpr Index kFewestStages = 2;
  require_ranks(kFewestStages, training::StateOfRank::kStage, config);
  return {};
} catch (const ConfigError& error) {
  return error.what();
}

const std::vector<PublishedModel>& published_models() {
  // Smith et al. 2022, "Using DeepSpeed and Megatron to Train Megatron-Turing NLG 530B". GPT-2's
  // 50257 pieces are filled up to a multiple of 128 for each of 8 tensor ranks.
  static const std::vector<PublishedModel> models = {{.name = "mt_nlg_530b",
                                                      .layers = 105,
                                                      .hidden = 20480,
                                                      .heads = 128,
                                                      .vocabulary = 51200,
                                                      .sequence = 2048,
                                                      .batch = 1920,
                                                      .layout = {.tensor = 8, .stages = 35}}};
  return models;
}

machines::ParallelJob published_job(const PublishedModel& published, double density, Index block,
                                    double flops_per_second) {
  if (block < 1 || published.hidden % block != 0)
    throw ConfigError(
        fmt::format("--block: {}, expected a divisor of the width, {}", block, published.hidden));
  models::ModelDeclaration model = models::declare({.name = published.name,
                                                    .family = "gpt",
                                                    .layers = published.layers,
                                                    .hidden = published.hidden,
                                                    .heads = published.heads,
                                                    .intermediate = 4 * published.hidden,
                                                    .vocabulary = published.vocabulary,
                                                    .max_positions = published.sequence,
                                                    .segments = 0,
                                                    .norm = models::NormPlacement::kPre});
  models::LmHead::declare(published.hidden, published.vocabulary, model,
                          models::LmHeadKind::kPlain);
  model.causal = false;  // the pairs that are computed, not those that are seen
  const auto sequence = static_cast<double>(published.sequence);
  const auto batch = static_cast<double>(published.batch);
  const models::FlopCount once_more =
      models::count_flops(model, density, published.sequence, sequence, models::Pass::kForward);
  const double flops =
      models::count_flops(model, density, published.sequence, sequence, models::Pass::kTraining)
          .total() +
      once_more.encoder_linear + once_more.attention;
  const models::ParameterCount stored = models::count_parameters(model, density);
  constexpr double kHalf = 2;
  const double kept = kHalf * sequence * static_cast<double>(published.hidden * published.layers);
  return {.stored_values = stored.total(),
          .value_bytes = 2 * kHalf,
          .state_bytes_per_value = 3 * kFloat,
          .gradient_bytes = kHalf,
          .pattern_bytes = density == 1 ? 0
                                        : stored.encoder_linear * sizeof(BlockIndex) /
                                              static_cast<double>(block * block),
          .step_seconds = batch * flops / flops_per_second,
          .layers = {.layers = published.layers,
                     .heads = published.heads,
                     .values = stored.encoder_linear,
                     .features = static_cast<double>(published.hidden),
                     .tokens = batch * sequence,
                     .micro_batches = batch,
                     .bytes_per_value = kHalf,
                     .recomputes = true},
          .activation_bytes = [kept](Index) { return kept; }};
}

}  // namespace espalier::experiments
