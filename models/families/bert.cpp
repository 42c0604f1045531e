// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/bert.h>

#include <utility>

#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

const ModelConfig& validated(const ModelConfig& config) {
  validate(config);
  return config;
}

BertRecord& record_of_bert(EncoderRecord& record) {
  auto* own = dynamic_cast<BertRecord*>(&record);
  if (own == nullptr)
    throw ShapeError("bert: the record of another family; expected one of make_record");
  return *own;
}

}  // namespace

BertEncoder::BertEncoder(const EncoderOptions& options, const Context& context)
    : config_(validated(options.config)),
      embedding_(config_.vocabulary, config_.max_positions, config_.segments, config_.hidden,
                 options.embedding_start(), context),
      embedding_dropout_("bert.embeddings.dropout", options.dropout, context) {
  for (Index i = 0; i < config_.layers; ++i) {
    const EncoderLayerOptions layer = {.name = encoder_layer_name(i),
                                       .hidden = config_.hidden,
                                       .heads = config_.heads,
                                       .intermediate = config_.intermediate,
                                       .block = options.block,
                                       .density = options.density,
                                       .patterns = options.patterns,
                                       .initial_deviation = options.initial_deviation,
                                       .dropout = options.dropout,
                                       .attention_dropout = options.attention_dropout};
    layers_.push_back(std::make_unique<EncoderLayer>(layer, context));
    if (layers_.back()->is_sparse()) preferred_panel_width_ = sparse::kDefaultPanelWidth;
  }
}

ParameterList BertEncoder::parameters() {
  ParameterList list = embedding_.parameters();
  for (const auto& layer : layers_)
    for (Parameter* parameter : layer->parameters()) list.push_back(parameter);
  return list;
}

std::unique_ptr<EncoderRecord> BertEncoder::make_record() const {
  return std::make_unique<BertRecord>();
}

void BertEncoder::drop_embedded(const TokenBatch& batch, sparse::Activations& x) const {
  if (!batch.training || !embedding_dropout_.is_active()) return;
  embedding_dropout_.apply(x, batch.training->step, batch.training->first_sequence * batch.sequence,
                           x);
}

const sparse::Activations& BertEncoder::forward(const TokenBatch& batch,
                                                EncoderRecord& given) const {
  BertRecord& record = record_of_bert(given);
  const auto tokens = static_cast<Index>(batch.tokens.size());
  record.embedded.reshape(tokens, config_.hidden,
                          sequence_panel_width(batch.sequence, tokens, preferred_panel_width_));
  embedding_.forward(batch.tokens, {}, batch.sequence, record.embedded, record.embedding);
  drop_embedded(batch, record.embedded);
  record.layers.resize(layers_.size());
  const sparse::Activations* hidden = &record.embedded;
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    layers_[i]->forward(*hidden, batch, record.layers[i]);
    hidden = &record.layers[i].output;
  }
  return *hidden;
}

void BertEncoder::backward(const TokenBatch& batch, EncoderRecord& given,
                           sparse::Activations& gradient) {
  BertRecord& record = record_of_bert(given);
  for (std::size_t i = layers_.size(); i-- > 0;) {
    const sparse::Activations& input = i == 0 ? record.embedded : record.layers[i - 1].output;
    layers_[i]->backward(input, record.layers[i], gradient, record.next_gradient, record.scratch);
    std::swap(gradient, record.next_gradient);
  }
  drop_embedded(batch, gradient);
  embedding_.backward(batch.tokens, {}, record.embedding, gradient);
}

}  // namespace espalier::models
