// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/encoder_layer.h>

#include <espalier/models/families/attention_sublayer.h>
#include <espalier/models/families/convolution_sublayer.h>
#include <espalier/models/families/feed_forward_sublayer.h>

namespace espalier::models {

using sparse::Activations;

EncoderLayer::EncoderLayer(const EncoderLayerOptions& options, const Context& context) {
  const auto feed_forward = [&](FeedForwardKind kind) {
    sublayers_.push_back(std::make_unique<FeedForwardSublayer>(kind, options, context));
  };
  if (options.grouped) {
    sublayers_.push_back(std::make_unique<ConvolutionSublayer>(options, context));
    feed_forward(FeedForwardKind::kFirstGrouped);
  }
  sublayers_.push_back(std::make_unique<AttentionSublayer>(options, context));
  feed_forward(options.grouped ? FeedForwardKind::kSecondGrouped : FeedForwardKind::kWhole);
  for (const Parameter* parameter : parameters()) is_sparse_ = is_sparse_ || parameter->is_sparse();
}

void EncoderLayer::forward(const Activations& x, const TokenBatch& batch,
                           EncoderLayerRecord& record) const {
  if (record.sublayers.empty())
    for (const auto& sublayer : sublayers_) record.sublayers.push_back(sublayer->make_record());
  const Activations* hidden = &x;
  for (std::size_t i = 0; i < sublayers_.size(); ++i) {
    sublayers_[i]->forward(*hidden, batch, *record.sublayers[i]);
    hidden = &record.sublayers[i]->output;
  }
}

void EncoderLayer::backward(const Activations& x, const EncoderLayerRecord& record,
                            const Activations& dy, Activations& dx, EncoderLayerScratch& scratch) {
  const Activations* gradient = &dy;
  for (std::size_t i = sublayers_.size(); i-- > 0;) {
    const Activations& input = i == 0 ? x : record.sublayers[i - 1]->output;
    Activations& next = i == 0 ? dx : i % 2 == 0 ? scratch.first : scratch.second;
    sublayers_[i]->backward(input, *record.sublayers[i], *gradient, next, scratch);
    gradient = &next;
  }
}

ParameterList EncoderLayer::parameters() {
  ParameterList list;
  for (const auto& sublayer : sublayers_)
    for (Parameter* parameter : sublayer->parameters()) list.push_back(parameter);
  return list;
}

void EncoderLayer::declare(const std::string& name, const ModelConfig& config, bool grouped,
                           ModelDeclaration& model) {
  const auto feed_forward = [&](FeedForwardKind kind) {
    FeedForwardSublayer::declare(kind, name, config.hidden, config.intermediate, model);
  };
  if (grouped) {
    ConvolutionSublayer::declare(name, config.hidden, model);
    feed_forward(FeedForwardKind::kFirstGrouped);
  }
  AttentionSublayer::declare(name, config.hidden, model);
  feed_forward(grouped ? FeedForwardKind::kSecondGrouped : FeedForwardKind::kWhole);
}

std::string EncoderLayer::intermediate_weight(const std::string& name, bool grouped) {
  return name +
         FeedForwardSublayer::intermediate_name(grouped ? FeedForwardKind::kFirstGrouped
                                                        : FeedForwardKind::kWhole) +
         ".weight";
}

}  // namespace espalier::models
