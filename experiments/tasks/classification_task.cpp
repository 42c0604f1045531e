// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/tasks/classification_task.h>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include <espalier/experiments/config/derived_values.h>
#include <espalier/experiments/tasks/topology_setup.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/flops.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

std::optional<PretrainedEncoder> encoder_of(const ClassificationOptions& options) {
  if (options.encoder.empty()) return std::nullopt;
  return PretrainedEncoder(options.encoder);
}

models::ModelConfig shape_of_model(const RunConfig& config, const LabelledData& data,
                                   const std::optional<PretrainedEncoder>& encoder) {
  models::ModelConfig shape = model_config(config);
  shape.vocabulary = data.tokenizer.size();
  shape.max_positions = config.data.sequence;
  if (!encoder) return shape;
  const std::string& known = encoder->vocabulary_hash();
  if (!known.empty() && known != data.tokenizer.hash())
    throw ConfigError(
        fmt::format("model.encoder was trained with the vocabulary {}, found {}; set "
                    "data.vocabulary to the vocab.txt of its run",
                    known, data.tokenizer.hash()));
  return encoder->fitted(shape);
}

Index classes_for(const ClassificationOptions& options, const LabelledData& data) {
  if (static_cast<Index>(data.labels.size()) > options.classes)
    throw ConfigError(
        fmt::format("model.classes is {}, expected {} or more, the labels of the "
                    "texts",
                    options.classes, data.labels.size()));
  return options.classes;
}

}  // namespace

ClassificationTask::ClassificationTask(const RunConfig& config,
                                       const ClassificationOptions& options,
                                       const LabelledData& data, const Context& context)
    : ClassificationTask(config, options, data, encoder_of(options), context) {}

ClassificationTask::ClassificationTask(const RunConfig& config,
                                       const ClassificationOptions& options,
                                       const LabelledData& data,
                                       const std::optional<PretrainedEncoder>& encoder,
                                       const Context& context)
    : config_(config),
      data_(&data),
      model_({.config = shape_of_model(config, data, encoder),
              .initial_deviation = config.model.initial_deviation,
              .patterns = initial_topology(config).source()},
             classes_for(options, data), context),
      declaration_(models::declare(model_.config())),
      sampler_(data.train.count(), config.training.batch, context.seed()) {
  if (!encoder) return;
  encoder->copy_to(model_.encoder().parameters());
  encoder_hash_ = encoder->hash();
}

/// Calls `body(ClassificationBatch)` for each panel group of the sequences, in order.
template <typename Body>
void ClassificationTask::for_each_group(const LabelledSequences& sequences,
                                        std::span<const std::int64_t> indices,
                                        const Body& body) const {
  const auto group = static_cast<std::size_t>(config_.training.panel_group);
  for (std::size_t first = 0; first < indices.size(); first += group) {
    const PaddedBatch batch =
        padded_batch(sequences, indices.subspan(first, std::min(group, indices.size() - first)),
                     config_.data.sequence, data_->tokenizer.special().pad);
    body(models::ClassificationBatch{.tokens = batch.tokens,
                                     .sequence = config_.data.sequence,
                                     .labels = batch.classes,
                                     .lengths = batch.lengths});
  }
}

BatchResult ClassificationTask::train(Index step) {
  const std::vector<std::int64_t> indices = sampler_.batch(step);
  const double scale = 1.0 / static_cast<double>(indices.size());
  models::PredictionLoss total;
  for_each_group(data_->train, indices, [&](const models::ClassificationBatch& batch) {
    total += model_.train(batch, scale, record_);
  });
  return {.loss = total.loss_sum * scale, .predictions = total.count};
}

Validation ClassificationTask::validate() {
  std::vector<std::int64_t> indices(data_->validation.classes.size());
  std::iota(indices.begin(), indices.end(), 0);
  models::PredictionLoss total;
  for_each_group(data_->validation, indices, [&](const models::ClassificationBatch& batch) {
    total += model_.evaluate(batch, record_);
  });
  const auto count = static_cast<double>(total.count);
  return {.loss = total.loss_sum / count,
          .accuracy = static_cast<double>(total.correct) / count,
          .predictions = total.count};
}

double ClassificationTask::sample_flops() {
  return models::training_flops(declaration_, models::stored_values(declaration_, parameters()),
                                config_.data.sequence);
}

std::vector<DataHash> ClassificationTask::data_hashes() const {
  std::vector<DataHash> hashes = {{"corpus_hash", "texts", data_->hash},
                                  {"vocabulary_hash", "vocabulary", data_->tokenizer.hash()}};
  if (!encoder_hash_.empty()) hashes.push_back({"encoder_hash", "encoder", encoder_hash_});
  return hashes;
}

std::string ClassificationTask::comment(const Validation& validation) const {
  return fmt::format("accuracy {:.2f}%", 100 * validation.accuracy);
}

void ClassificationTask::complete(RunResult& result) {
  result.masked_per_sequence = 0;
  result.tokens = result.sequences * config_.data.sequence;
  result.vocabulary = data_->tokenizer.size();
  const models::EncoderDensity stored =
      models::mean_density(declaration_, models::stored_values(declaration_, parameters()));
  result.attention_density = stored.attention;
  result.feed_forward_density = stored.feed_forward;
}

}  // namespace espalier::experiments
