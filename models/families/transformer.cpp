// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/transformer.h>

#include <utility>

#include <espalier/models/layers/attention.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

const ModelConfig& validated(const ModelConfig& config) {
  validate(config);
  return config;
}

EmbeddingOptions embedding_options(const TransformerStyle& style, const EncoderOptions& options) {
  const std::string name = style.name + ".embeddings";
  sparse::PatternPtr pattern;
  if (options.patterns)
    pattern = options.patterns(name + ".word_embeddings.weight", options.config.vocabulary,
                               options.config.hidden);
  return {.name = name,
          .vocabulary = options.config.vocabulary,
          .max_positions = options.config.max_positions,
          .segments = options.config.segments,
          .hidden = options.config.hidden,
          .initial_deviation = options.embedding_start(),
          .norm = style.embedding_norm,
          .norm_epsilon = options.config.norm_epsilon,
          .block = options.block,
          .density = options.embedding_density,
          .pattern = std::move(pattern)};
}

/// The place of each token in its document.
void count_places(std::span<const Index> documents, std::vector<std::int32_t>& places) {
  places.clear();
  for (const Index tokens : documents)
    for (Index t = 0; t < tokens; ++t) places.push_back(static_cast<std::int32_t>(t));
}

}  // namespace

Transformer::Transformer(const TransformerStyle& style, const EncoderOptions& options,
                         const Context& context)
    : config_(validated(options.config)),
      embedding_(embedding_options(style, options), context),
      embedding_dropout_(style.name + ".embeddings.dropout", options.dropout, context) {
  for (Index i = 0; i < config_.layers; ++i) {
    const EncoderLayerOptions layer = {.name = style.layers + std::to_string(i),
                                       .hidden = config_.hidden,
                                       .heads = config_.heads,
                                       .intermediate = config_.intermediate,
                                       .block = options.block,
                                       .density = options.density,
                                       .patterns = options.patterns,
                                       .initial_deviation = options.initial_deviation,
                                       .dropout = options.dropout,
                                       .attention_dropout = options.attention_dropout,
                                       .norm = config_.norm,
                                       .norm_epsilon = config_.norm_epsilon,
                                       .activation = config_.activation,
                                       .causal = style.causal,
                                       .attention = config_.attention,
                                       .grouped = style.grouped};
    layers_.push_back(std::make_unique<EncoderLayer>(layer, context));
    if (layers_.back()->is_sparse()) preferred_panel_width_ = sparse::kDefaultPanelWidth;
  }
  if (config_.norm == NormPlacement::kPre)
    norm_.emplace(style.name + ".LayerNorm", config_.hidden, context, config_.norm_epsilon);
}

ParameterList Transformer::parameters() {
  ParameterList list = embedding_.parameters();
  const auto add = [&list](const ParameterList& more) {
    list.insert(list.end(), more.begin(), more.end());
  };
  for (const auto& layer : layers_) add(layer->parameters());
  if (norm_) add(norm_->parameters());
  return list;
}

std::unique_ptr<EncoderRecord> Transformer::make_record() const {
  auto record = std::make_unique<TransformerRecord>();
  record->owner = identity_;
  return record;
}

bool Transformer::owns(const EncoderRecord& record) const {
  const auto* const known = dynamic_cast<const TransformerRecord*>(&record);
  return known != nullptr && known->owner == identity_;
}

/// What layers keep there has the shapes of those layers.
TransformerRecord& Transformer::own(EncoderRecord& record) const {
  if (!owns(record))
    throw ShapeError(
        "transformer: the record is of another model; make one by make_record of this one");
  return static_cast<TransformerRecord&>(record);
}

void Transformer::drop_embedded(const TokenBatch& batch, sparse::Activations& x) const {
  if (!batch.training || !embedding_dropout_.is_active()) return;
  embedding_dropout_.apply(x, batch.training->step, batch.training->first_sequence * batch.sequence,
                           x);
}

const sparse::Activations& Transformer::forward(const TokenBatch& batch,
                                                EncoderRecord& given) const {
  TransformerRecord& record = own(given);
  const auto tokens = static_cast<Index>(batch.tokens.size());
  record.embedded.reshape(tokens, config_.hidden,
                          sequence_panel_width(batch.sequence, tokens, preferred_panel_width_));
  count_places(batch.documents, record.places);
  embedding_.forward(batch.tokens, batch.segments, batch.sequence, record.embedded,
                     record.embedding, record.places);
  drop_embedded(batch, record.embedded);
  record.layers.resize(layers_.size());
  const sparse::Activations* hidden = &record.embedded;
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    layers_[i]->forward(*hidden, batch, record.layers[i]);
    hidden = &record.layers[i].output();
  }
  if (!norm_) return *hidden;
  record.normalised = *hidden;
  record.output.reshape(tokens, config_.hidden, hidden->panel_width());
  norm_->forward(record.normalised, nullptr, record.output, record.inverse_deviation);
  return record.output;
}

void Transformer::backward(const TokenBatch& batch, EncoderRecord& given,
                           sparse::Activations& gradient, const BackwardProgress& progress) {
  TransformerRecord& record = own(given);
  if (norm_) norm_->backward(record.normalised, record.inverse_deviation, gradient, gradient);
  for (std::size_t i = layers_.size(); i-- > 0;) {
    const sparse::Activations& input = i == 0 ? record.embedded : record.layers[i - 1].output();
    layers_[i]->backward(input, record.layers[i], gradient, record.next_gradient, record.scratch);
    std::swap(gradient, record.next_gradient);
    if (progress) progress(*layers_[i]->parameters().front());
  }
  drop_embedded(batch, gradient);
  embedding_.backward(batch.tokens, batch.segments, record.embedding, gradient, record.places);
}

}  // namespace espalier::models
