// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/classification_task.h>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/tasks/pretrained_encoder.h>
#include <espalier/training/tasks/topology_setup.h>

namespace espalier::training {
namespace {

models::ModelConfig shape_of_model(const RunConfig& config, const text::LabelledData& data,
                                   const std::optional<PretrainedEncoder>& encoder) {
  models::ModelConfig shape = encoder_shape(config, data.tokenizer.size());
  if (!encoder) return shape;
  const std::string& known = encoder->vocabulary_hash();
  if (!known.empty() && known != data.tokenizer.hash())
    throw ConfigError(
        fmt::format("model.encoder was trained with the vocabulary {}, found {}; set "
                    "data.vocabulary to the vocab.txt of its run",
                    known, data.tokenizer.hash()));
  return encoder->fitted(shape);
}

/// The labels of the texts must be no more than the head tells apart.
void require_classes(Index classes, const text::LabelledData& data) {
  if (static_cast<Index>(data.labels.size()) > classes)
    throw ConfigError(
        fmt::format("model.classes is {}, expected {} or more, the labels of the texts{}", classes,
                    data.labels.size(),
                    data.first_line_label.empty()
                        ? ""
                        : fmt::format("; '{}' stands in line 1 alone, is it a header?",
                                      files::printable(data.first_line_label))));
}

}  // namespace

/// The encoder is read once, for all that the model takes of it.
struct ClassificationTask::Start {
  std::optional<PretrainedEncoder> encoder;
  models::ModelConfig shape;
  Index classes = 0;
  InitialTopology topology;
  sparse::PatternPtr words;  // of the encoder's table, if that is sparse

  /// The encoder's patterns, or those of the configuration.
  models::PatternSource patterns() const {
    return [words = words, source = topology.source()](const std::string& weight, Index out,
                                                       Index in) {
      return weight.ends_with(".word_embeddings.weight") ? words : source(weight, out, in);
    };
  }
};

ClassificationTask::Start ClassificationTask::start_of(const RunConfig& config,
                                                       const ClassificationOptions& options,
                                                       const text::LabelledData& data) {
  Start start;
  if (!options.encoder.empty()) start.encoder.emplace(options.encoder);
  start.shape = shape_of_model(config, data, start.encoder);
  require_classes(options.classes, data);
  start.classes = options.classes;
  start.topology =
      start.encoder
          ? initial_topology(config, start.encoder->patterns(declared_model(config).weights))
          : initial_topology(config);
  if (start.encoder)
    start.words = start.encoder->word_pattern(start.shape, config.model.block,
                                              config.model.embedding_density);
  return start;
}

void ClassificationTask::require_start(const RunConfig& config,
                                       const ClassificationOptions& options,
                                       const text::LabelledData& data) {
  static_cast<void>(start_of(config, options, data));
}

ClassificationTask::ClassificationTask(const RunConfig& config,
                                       const ClassificationOptions& options,
                                       const text::LabelledData& data, const Context& context)
    : ClassificationTask(config, data, start_of(config, options, data), context) {}

ClassificationTask::ClassificationTask(const RunConfig& config, const text::LabelledData& data,
                                       const Start& start, const Context& context)
    : EncoderTask(config, start.shape, start.topology.targets()),
      data_(&data),
      model_({.config = start.shape,
              .block = config.model.block,
              .embedding_density = config.model.embedding_density,
              .initial_deviation = config.model.initial_deviation,
              .patterns = start.patterns(),
              .dropout = config.model.dropout,
              .attention_dropout = config.model.attention_dropout},
             start.classes, context),
      sampler_(data.train.count(), config.training.batch, context.seed()) {
  if (!start.encoder) return;
  start.encoder->copy_to(model_.encoder().parameters());
  encoder_hash_ = start.encoder->hash();
}

/// Calls `body(ClassificationBatch)` for each group of so many of the sequences, in order.
template <typename Body>
void ClassificationTask::for_each_group(const text::LabelledSequences& sequences,
                                        std::span<const std::int64_t> indices, Index group_size,
                                        const Body& body) const {
  const auto group = static_cast<std::size_t>(group_size);
  for (std::size_t first = 0; first < indices.size(); first += group) {
    const text::PaddedBatch batch =
        padded_batch(sequences, indices.subspan(first, std::min(group, indices.size() - first)),
                     config().data.sequence, data_->tokenizer.special().pad);
    body(models::ClassificationBatch{.tokens = batch.tokens,
                                     .sequence = config().data.sequence,
                                     .labels = batch.classes,
                                     .lengths = batch.lengths,
                                     .first_sequence = static_cast<Index>(first)});
  }
}

BatchResult ClassificationTask::train(Index step, double loss_scale) {
  const std::vector<std::int64_t> indices = sampler_.batch(step);
  const double scale = 1.0 / static_cast<double>(indices.size());
  models::PredictionLoss total;
  for_each_group(data_->train, indices, config().training.panel_group,
                 [&](const models::ClassificationBatch& batch) {
                   total += model_.train(batch, loss_scale * scale, record_, step);
                 });
  return {.loss = total.loss_sum * scale, .predictions = total.count};
}

Validation ClassificationTask::predict(Index group_size) {
  std::vector<std::int64_t> indices(data_->validation.classes.size());
  std::iota(indices.begin(), indices.end(), 0);
  ValidationSum sum;
  for_each_group(
      data_->validation, indices, group_size,
      [&](const models::ClassificationBatch& batch) { sum.add(model_.evaluate(batch, record_)); });
  return sum.mean();
}

std::vector<DataHash> ClassificationTask::data_hashes() const {
  std::vector<DataHash> hashes = EncoderTask::data_hashes();
  hashes.push_back({"corpus_hash", "texts", data_->hash});
  hashes.push_back({"vocabulary_hash", "vocabulary", data_->tokenizer.hash()});
  if (!encoder_hash_.empty()) hashes.push_back({"encoder_hash", "encoder", encoder_hash_});
  return hashes;
}

std::string ClassificationTask::comment(const Validation& validation) const {
  return fmt::format("accuracy {:.2f}%", 100 * validation.metrics.value(metric::kAccuracy));
}

void ClassificationTask::complete(RunResult& result) {
  EncoderTask::complete(result);
  result.masked_per_sequence = 0;
}

}  // namespace espalier::training
