// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/encoder_layer.h>

#include <espalier/models/layers/activation.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

using sparse::Activations;

LinearOptions linear_options(const EncoderLayerOptions& options, const std::string& name, Index in,
                             Index out) {
  LinearOptions linear = {.name = options.name + name,
                          .in = in,
                          .out = out,
                          .block = options.block,
                          .density = options.density,
                          .initial_deviation = options.initial_deviation};
  if (options.patterns) {
    linear.density = 1.0;  // unless there is a pattern
    linear.pattern = options.patterns(linear.name + ".weight", out, in);
  }
  return linear;
}

/// Applies dropout to what a forward pass computed, in place.
void drop(const Dropout& dropout, const EncoderLayerRecord& record, Activations& x) {
  if (!record.training || !dropout.is_active()) return;
  dropout.apply(x, record.training->step, record.training->first_sequence * record.sequence, x);
}

/// The gradient ahead of the same dropout, given the one behind it, which stays.
const Activations& drop_gradient(const Dropout& dropout, const EncoderLayerRecord& record,
                                 const Activations& dy, Activations& dropped) {
  if (!record.training || !dropout.is_active()) return dy;
  dropped.reshape(dy.tokens(), dy.features(), dy.panel_width());
  dropout.apply(dy, record.training->step, record.training->first_sequence * record.sequence,
                dropped);
  return dropped;
}

/// Runs what knows its operands only: its error then says in which layer.
template <typename Body>
void named(const std::string& layer, const Body& body) try {
  body();
} catch (const ShapeError& error) {
  throw ShapeError(layer + ": " + error.what());
}

}  // namespace

std::string encoder_layer_name(Index layer) {
  return "bert.encoder.layer." + std::to_string(layer);
}

EncoderLayer::EncoderLayer(const EncoderLayerOptions& options, const Context& context)
    : name_(options.name),
      heads_(options.heads),
      context_(&context),
      query_(linear_options(options, ".attention.self.query", options.hidden, options.hidden),
             context),
      key_(linear_options(options, ".attention.self.key", options.hidden, options.hidden), context),
      value_(linear_options(options, ".attention.self.value", options.hidden, options.hidden),
             context),
      attention_dropout_(options.name + ".attention.self.dropout", options.attention_dropout,
                         context),
      attention_output_(
          linear_options(options, ".attention.output.dense", options.hidden, options.hidden),
          context),
      attention_output_dropout_(options.name + ".attention.output.dropout", options.dropout,
                                context),
      attention_norm_(options.name + ".attention.output.LayerNorm", options.hidden, context),
      intermediate_(
          linear_options(options, ".intermediate.dense", options.hidden, options.intermediate),
          context),
      output_(linear_options(options, ".output.dense", options.intermediate, options.hidden),
              context),
      output_dropout_(options.name + ".output.dropout", options.dropout, context),
      output_norm_(options.name + ".output.LayerNorm", options.hidden, context) {
  if (options.heads < 1 || options.hidden % options.heads != 0)
    throw ShapeError(options.name + ": " + std::to_string(options.heads) +
                     " heads do not divide the hidden width " + std::to_string(options.hidden));
}

void EncoderLayer::forward(const Activations& x, const TokenBatch& batch,
                           EncoderLayerRecord& record) const {
  const Index hidden = query_.in();
  record.sequence = batch.sequence;
  record.training = batch.training;
  for (Activations* a :
       {&record.query, &record.key, &record.value, &record.context, &record.attention_normalised,
        &record.attention_output, &record.output_normalised, &record.output})
    a->reshape(x.tokens(), hidden, x.panel_width());
  record.gelu_derivative.reshape(x.tokens(), intermediate_.out(), x.panel_width());
  record.intermediate.reshape(x.tokens(), intermediate_.out(), x.panel_width());

  for (RoundedInput* input : {&record.rounded_x, &record.rounded_context,
                              &record.rounded_attention_output, &record.rounded_intermediate})
    input->clear();
  query_.forward(x, record.query, &record.rounded_x);
  key_.forward(x, record.key, &record.rounded_x);
  value_.forward(x, record.value, &record.rounded_x);
  named(name_, [&] {
    AttentionOptions options;
    if (batch.training) options = {.dropout = &attention_dropout_, .position = *batch.training};
    attention_forward(record.query, record.key, record.value, heads_, batch.sequence, batch.lengths,
                      record.context, record.attention, *context_, options);
  });
  attention_output_.forward(record.context, record.attention_normalised, &record.rounded_context);
  drop(attention_output_dropout_, record, record.attention_normalised);
  attention_norm_.forward(record.attention_normalised, &x, record.attention_output,
                          record.attention_inverse_deviation);

  intermediate_.forward(record.attention_output, record.gelu_derivative,
                        &record.rounded_attention_output);
  gelu(record.gelu_derivative, record.intermediate, *context_);
  output_.forward(record.intermediate, record.output_normalised, &record.rounded_intermediate);
  drop(output_dropout_, record, record.output_normalised);
  output_norm_.forward(record.output_normalised, &record.attention_output, record.output,
                       record.output_inverse_deviation);
}

void EncoderLayer::backward(const Activations& x, const EncoderLayerRecord& record,
                            const Activations& dy, Activations& dx, EncoderLayerScratch& scratch) {
  const Index hidden = query_.in();
  for (Activations* a :
       {&scratch.sum, &scratch.context, &scratch.query, &scratch.key, &scratch.value, &dx})
    a->reshape(x.tokens(), hidden, x.panel_width());
  scratch.intermediate.reshape(x.tokens(), intermediate_.out(), x.panel_width());

  // scratch.sum is first the gradient of (a + feed-forward), then, with what comes back through the
  // feed-forward added, the gradient of a: the residual path costs no pass of its own.
  output_norm_.backward(record.output_normalised, record.output_inverse_deviation, dy, scratch.sum);
  output_.backward(record.intermediate,
                   drop_gradient(output_dropout_, record, scratch.sum, scratch.dropped),
                   &scratch.intermediate, false, &record.rounded_intermediate);
  gelu_backward(record.gelu_derivative, scratch.intermediate, *context_);
  intermediate_.backward(record.attention_output, scratch.intermediate, &scratch.sum, true,
                         &record.rounded_attention_output);

  // The same for dx and the attention half.
  attention_norm_.backward(record.attention_normalised, record.attention_inverse_deviation,
                           scratch.sum, dx);
  attention_output_.backward(record.context,
                             drop_gradient(attention_output_dropout_, record, dx, scratch.dropped),
                             &scratch.context, false, &record.rounded_context);
  named(name_, [&] {
    attention_backward(record.query, record.key, record.value, heads_, record.attention,
                       record.context, scratch.context, scratch.query, scratch.key, scratch.value,
                       *context_);
  });
  query_.backward(x, scratch.query, &dx, true, &record.rounded_x);
  key_.backward(x, scratch.key, &dx, true, &record.rounded_x);
  value_.backward(x, scratch.value, &dx, true, &record.rounded_x);
}

ParameterList EncoderLayer::parameters() {
  ParameterList list;
  const auto add = [&list](ParameterList more) {
    list.insert(list.end(), more.begin(), more.end());
  };
  add(query_.parameters());
  add(key_.parameters());
  add(value_.parameters());
  add(attention_output_.parameters());
  add(attention_norm_.parameters());
  add(intermediate_.parameters());
  add(output_.parameters());
  add(output_norm_.parameters());
  return list;
}

bool EncoderLayer::is_sparse() const {
  for (const Linear* linear :
       {&query_, &key_, &value_, &attention_output_, &intermediate_, &output_})
    if (linear->is_sparse()) return true;
  return false;
}

void EncoderLayer::declare(const std::string& name, Index hidden, Index intermediate,
                           ModelDeclaration& model) {
  const std::string query = name + ".attention.self.query.weight",
                    key = name + ".attention.self.key.weight",
                    value = name + ".attention.self.value.weight",
                    attention_output = name + ".attention.output.dense.weight",
                    widening = name + ".intermediate.dense.weight",
                    output = name + ".output.dense.weight";
  model.weights.insert(model.weights.end(),
                       {{query, WeightKind::kQuery, hidden, hidden},
                        {key, WeightKind::kKey, hidden, hidden},
                        {value, WeightKind::kValue, hidden, hidden},
                        {attention_output, WeightKind::kAttentionOutput, hidden, hidden},
                        {widening, WeightKind::kIntermediate, intermediate, hidden},
                        {output, WeightKind::kOutput, hidden, intermediate}});
  // Attention mixes tokens, not features. Norms and residual sums end a chain.
  model.chains.push_back({value, attention_output});
  model.chains.push_back({widening, output});
  model.attention_features += hidden;
  const Index biases = 5 * hidden + intermediate, norms = 4 * hidden;
  model.other_values += static_cast<double>(biases + norms);
}

}  // namespace espalier::models
