// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/transformer.h>

#include <algorithm>
#include <string>
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

EncoderStage stage_of(const EncoderOptions& options) {
  const Index layers = options.config.layers;
  const EncoderStage all = {.first_layer = 0, .last_layer = layers, .ends = true};
  const EncoderStage stage = options.stage.value_or(all);
  if (stage.first_layer < 0 || stage.first_layer >= stage.last_layer || stage.last_layer > layers ||
      stage.ends != (stage.last_layer == layers))
    throw ConfigError("transformer: a stage of layers " + std::to_string(stage.first_layer) +
                      " to " + std::to_string(stage.last_layer) +
                      (stage.ends ? " with" : " without") + " the ends; expected some of " +
                      std::to_string(layers) + " layers, with the ends if the last is one of them");
  return stage;
}

EncoderLayerOptions layer_options(const TransformerStyle& style, const EncoderOptions& options,
                                  Index layer) {
  const ModelConfig& config = options.config;
  return {.name = style.layers + std::to_string(layer),
          .hidden = config.hidden,
          .heads = config.heads,
          .intermediate = config.intermediate,
          .block = options.block,
          .density = options.density,
          .patterns = options.patterns,
          .initial_deviation = options.initial_deviation,
          .dropout = options.dropout,
          .attention_dropout = options.attention_dropout,
          .norm = config.norm,
          .norm_epsilon = config.norm_epsilon,
          .activation = config.activation,
          .causal = style.causal,
          .attention = config.attention,
          .grouped = style.grouped};
}

/// `EncoderLayer::is_sparse` of a layer that is in another stage and is not made here.
bool would_be_sparse(const EncoderLayerOptions& layer, const ModelConfig& config) {
  if (!layer.patterns) return layer.density < 1;
  ModelDeclaration declared;
  EncoderLayer::declare(layer.name, config, layer.grouped, declared);
  return std::ranges::any_of(declared.weights, [&](const LinearWeight& weight) {
    return weight.may_be_sparse && layer.patterns(weight.name, weight.rows, weight.cols) != nullptr;
  });
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
      stage_(stage_of(options)),
      embedding_dropout_(style.name + ".embeddings.dropout", options.dropout, context) {
  if (stage_.ends) embedding_.emplace(embedding_options(style, options), context);
  bool is_sparse = false;
  for (Index i = stage_.first_layer; i < stage_.last_layer; ++i) {
    layers_.push_back(std::make_unique<EncoderLayer>(layer_options(style, options, i), context));
    is_sparse = is_sparse || layers_.back()->is_sparse();
  }
  // Hidden states have one shape in all stages.
  for (Index i = 0; i < config_.layers && !is_sparse; ++i)
    if (i < stage_.first_layer || i >= stage_.last_layer)
      is_sparse = would_be_sparse(layer_options(style, options, i), config_);
  if (is_sparse) preferred_panel_width_ = sparse::kDefaultPanelWidth;
  if (config_.norm == NormPlacement::kPre && stage_.ends)
    norm_.emplace(style.name + ".LayerNorm", config_.hidden, context, config_.norm_epsilon);
}

const TokenEmbedding& Transformer::embedding() const {
  if (!embedding_)
    throw ConfigError("transformer: this stage has no embedding; that with the ends has it");
  return *embedding_;
}
TokenEmbedding& Transformer::embedding() {
  std::as_const(*this).embedding();
  return *embedding_;
}

Index Transformer::leading_parameters() {
  return embedding_ ? std::ssize(embedding_->parameters()) : 0;
}

ParameterList Transformer::parameters() {
  ParameterList list;
  const auto add = [&list](const ParameterList& more) {
    list.insert(list.end(), more.begin(), more.end());
  };
  if (embedding_) add(embedding_->parameters());
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

sparse::PanelShape Transformer::hidden_shape(const TokenBatch& batch) const {
  const auto tokens = static_cast<Index>(batch.tokens.size());
  return {tokens, config_.hidden,
          sequence_panel_width(batch.sequence, tokens, preferred_panel_width_)};
}

sparse::Activations& Transformer::layer_input(const TokenBatch& batch, EncoderRecord& given) const {
  TransformerRecord& record = own(given);
  const sparse::PanelShape shape = hidden_shape(batch);
  record.embedded.reshape(shape.tokens, shape.features, shape.panel_width);
  return record.embedded;
}

const sparse::Activations& Transformer::embed(const TokenBatch& batch, EncoderRecord& given) const {
  sparse::Activations& embedded = layer_input(batch, given);
  TransformerRecord& record = own(given);
  count_places(batch.documents, record.places);
  embedding().forward(batch.tokens, batch.segments, batch.sequence, embedded, record.embedding,
                      record.places);
  drop_embedded(batch, embedded);
  return embedded;
}

const sparse::Activations& Transformer::forward_layers(const TokenBatch& batch,
                                                       EncoderRecord& given) const {
  TransformerRecord& record = own(given);
  hidden_shape(batch).check("transformer", "layer input", record.embedded.shape());
  record.layers.resize(layers_.size());
  const sparse::Activations* hidden = &record.embedded;
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    layers_[i]->forward(*hidden, batch, record.layers[i]);
    hidden = &record.layers[i].output();
  }
  if (!norm_) return *hidden;
  record.normalised = *hidden;
  record.output.reshape(hidden->tokens(), hidden->features(), hidden->panel_width());
  norm_->forward(record.normalised, nullptr, record.output, record.inverse_deviation);
  return record.output;
}

void Transformer::backward_layers(const TokenBatch&, EncoderRecord& given,
                                  sparse::Activations& gradient, const BackwardProgress& progress) {
  TransformerRecord& record = own(given);
  if (record.layers.size() != layers_.size())
    throw ShapeError("transformer: backward of a record without a forward pass");
  if (norm_) norm_->backward(record.normalised, record.inverse_deviation, gradient, gradient);
  for (std::size_t i = layers_.size(); i-- > 0;) {
    const sparse::Activations& input = i == 0 ? record.embedded : record.layers[i - 1].output();
    layers_[i]->backward(input, record.layers[i], gradient, next_gradient_, scratch_);
    std::swap(gradient, next_gradient_);
    if (progress) progress(*layers_[i]->parameters().front());
  }
}

void Transformer::backward_embedding(const TokenBatch& batch, EncoderRecord& given,
                                     sparse::Activations& gradient) {
  TransformerRecord& record = own(given);
  drop_embedded(batch, gradient);
  embedding().backward(batch.tokens, batch.segments, record.embedding, gradient, record.places);
}

}  // namespace espalier::models
