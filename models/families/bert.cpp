// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/bert.h>

#include <string>
#include <utility>

namespace espalier::models {
namespace {

const ModelConfig& validated(const ModelConfig& config) {
  validate(config);
  return config;
}

}  // namespace

Bert::Bert(const BertOptions& options, const Context& context)
    : config_(validated(options.config)),
      embedding_(config_.vocabulary, config_.max_positions, config_.segments, config_.hidden,
                 options.initial_deviation, context),
      head_(embedding_.word(), config_.hidden, config_.vocabulary, options.initial_deviation,
            context) {
  for (Index i = 0; i < config_.layers; ++i) {
    const EncoderLayerOptions layer = {.name = "bert.encoder.layer." + std::to_string(i),
                                       .hidden = config_.hidden,
                                       .heads = config_.heads,
                                       .intermediate = config_.intermediate,
                                       .block = options.block,
                                       .density = options.density,
                                       .patterns = options.patterns,
                                       .initial_deviation = options.initial_deviation};
    layers_.push_back(std::make_unique<EncoderLayer>(layer, context));
    if (layers_.back()->is_sparse()) preferred_panel_width_ = sparse::kDefaultPanelWidth;
  }
}

ParameterList Bert::parameters() {
  ParameterList list = embedding_.parameters();
  const auto add = [&list](ParameterList more) {
    list.insert(list.end(), more.begin(), more.end());
  };
  for (const auto& layer : layers_) add(layer->parameters());
  add(head_.parameters());
  return list;
}

const sparse::Activations& Bert::encode(const MlmBatch& batch, BertRecord& record) const {
  const auto tokens = static_cast<Index>(batch.tokens.size());
  record.embedded.reshape(tokens, config_.hidden,
                          sequence_panel_width(batch.sequence, tokens, preferred_panel_width_));
  embedding_.forward(batch.tokens, {}, batch.sequence, record.embedded, record.embedding);
  record.layers.resize(layers_.size());
  const sparse::Activations* hidden = &record.embedded;
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    layers_[i]->forward(*hidden, batch.sequence, batch.lengths, record.layers[i]);
    hidden = &record.layers[i].output;
  }
  return *hidden;
}

PredictionLoss Bert::evaluate(const MlmBatch& batch, BertRecord& record) const {
  return head_.forward(encode(batch, record), batch.positions, batch.labels, record.head);
}

PredictionLoss Bert::train(const MlmBatch& batch, double gradient_scale, BertRecord& record) {
  const sparse::Activations& hidden = encode(batch, record);
  record.gradient.reshape(hidden.tokens(), hidden.features(), hidden.panel_width());
  const PredictionLoss result = head_.forward_backward(
      hidden, batch.positions, batch.labels, gradient_scale, record.gradient, record.head);
  for (std::size_t i = layers_.size(); i-- > 0;) {
    const sparse::Activations& input = i == 0 ? record.embedded : record.layers[i - 1].output;
    layers_[i]->backward(input, record.layers[i], record.gradient, record.next_gradient,
                         record.scratch);
    std::swap(record.gradient, record.next_gradient);
  }
  embedding_.backward(batch.tokens, {}, record.embedding, record.gradient);
  return result;
}

std::vector<LinearShape> encoder_linear_shapes(const ModelConfig& config) {
  std::vector<LinearShape> shapes;
  for (Index i = 0; i < config.layers; ++i)
    for (const LinearShape& linear : EncoderLayer::linear_shapes(
             "bert.encoder.layer." + std::to_string(i), config.hidden, config.intermediate))
      shapes.push_back(linear);
  return shapes;
}

}  // namespace espalier::models
