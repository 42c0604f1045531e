// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/encoder_layer.h>

#include <espalier/models/layers/activation.h>
#include <espalier/models/layers/residual.h>
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

/// Names of the two norms.
const char* attention_norm_name(NormPlacement norm) {
  return norm == NormPlacement::kPost ? ".attention.output.LayerNorm" : ".attention.LayerNorm";
}
const char* output_norm_name(NormPlacement norm) {
  return norm == NormPlacement::kPost ? ".output.LayerNorm" : ".intermediate.LayerNorm";
}

/// y := LayerNorm(x), where x stays.
void normalise(const LayerNorm& norm, const Activations& x, Activations& normalised, Activations& y,
               AlignedVector<float>& inverse_deviation) {
  normalised = x;
  y.reshape(x.tokens(), x.features(), x.panel_width());
  norm.forward(normalised, nullptr, y, inverse_deviation);
}

/// Runs what knows its operands only: its error then says in which layer.
template <typename Body>
void named(const std::string& layer, const Body& body) try {
  body();
} catch (const ShapeError& error) {
  throw ShapeError(layer + ": " + error.what());
}

}  // namespace

EncoderLayer::EncoderLayer(const EncoderLayerOptions& options, const Context& context)
    : name_(options.name),
      heads_(options.heads),
      norm_(options.norm),
      causal_(options.causal),
      attention_(options.attention),
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
      attention_norm_(options.name + attention_norm_name(options.norm), options.hidden, context),
      intermediate_(
          linear_options(options, ".intermediate.dense", options.hidden, options.intermediate),
          context),
      output_(linear_options(options, ".output.dense", options.intermediate, options.hidden),
              context),
      output_dropout_(options.name + ".output.dropout", options.dropout, context),
      output_norm_(options.name + output_norm_name(options.norm), options.hidden, context) {
  if (options.heads < 1 || options.hidden % options.heads != 0)
    throw ShapeError(options.name + ": " + std::to_string(options.heads) +
                     " heads do not divide the hidden width " + std::to_string(options.hidden));
}

void EncoderLayer::forward(const Activations& x, const TokenBatch& batch,
                           EncoderLayerRecord& record) const {
  const Index hidden = query_.in();
  if (record.sequence != batch.sequence)
    record.attention_pattern = attention_pattern(attention_, batch.sequence, causal_);
  record.sequence = batch.sequence;
  record.training = batch.training;
  for (Activations* a :
       {&record.query, &record.key, &record.value, &record.context, &record.attention_normalised,
        &record.attention_output, &record.output_normalised, &record.output})
    a->reshape(x.tokens(), hidden, x.panel_width());
  record.gelu_derivative.reshape(x.tokens(), intermediate_.out(), x.panel_width());
  record.intermediate.reshape(x.tokens(), intermediate_.out(), x.panel_width());

  for (RoundedInput* input : {&record.rounded_attention_input, &record.rounded_context,
                              &record.rounded_intermediate_input, &record.rounded_intermediate})
    input->clear();

  if (is_pre_norm())
    normalise(attention_norm_, x, record.attention_normalised, record.attention_input,
              record.attention_inverse_deviation);
  const Activations& attention_input = is_pre_norm() ? record.attention_input : x;
  query_.forward(attention_input, record.query, &record.rounded_attention_input);
  key_.forward(attention_input, record.key, &record.rounded_attention_input);
  value_.forward(attention_input, record.value, &record.rounded_attention_input);
  named(name_, [&] {
    AttentionOptions options = {
        .causal = causal_, .documents = batch.documents, .pattern = record.attention_pattern.get()};
    if (batch.training) {
      options.dropout = &attention_dropout_;
      options.position = *batch.training;
    }
    attention_forward(record.query, record.key, record.value, heads_, batch.sequence, batch.lengths,
                      record.context, record.attention, *context_, options);
  });
  Activations& attended = is_pre_norm() ? record.attention_output : record.attention_normalised;
  attention_output_.forward(record.context, attended, &record.rounded_context);
  drop(attention_output_dropout_, record, attended);
  if (is_pre_norm()) {
    add_residual(x, attended, *context_);
    normalise(output_norm_, attended, record.output_normalised, record.intermediate_input,
              record.output_inverse_deviation);
  } else {
    attention_norm_.forward(attended, &x, record.attention_output,
                            record.attention_inverse_deviation);
  }

  intermediate_.forward(intermediate_input(record), record.gelu_derivative,
                        &record.rounded_intermediate_input);
  gelu(record.gelu_derivative, record.intermediate, *context_);
  Activations& fed = is_pre_norm() ? record.output : record.output_normalised;
  output_.forward(record.intermediate, fed, &record.rounded_intermediate);
  drop(output_dropout_, record, fed);
  if (is_pre_norm())
    add_residual(record.attention_output, fed, *context_);
  else
    output_norm_.forward(fed, &record.attention_output, record.output,
                         record.output_inverse_deviation);
}

void EncoderLayer::backward(const Activations& x, const EncoderLayerRecord& record,
                            const Activations& dy, Activations& dx, EncoderLayerScratch& scratch) {
  const Index hidden = query_.in();
  for (Activations* a :
       {&scratch.sum, &scratch.context, &scratch.query, &scratch.key, &scratch.value, &dx})
    a->reshape(x.tokens(), hidden, x.panel_width());
  scratch.intermediate.reshape(x.tokens(), intermediate_.out(), x.panel_width());

  // Post-norm: scratch.sum is first the gradient of (a + feed-forward), then, with what comes back
  // through the feed-forward added, the gradient of a: the residual path costs no pass of its own.
  // Pre-norm: what comes back passes a norm before it is added to dy.
  if (!is_pre_norm())
    output_norm_.backward(record.output_normalised, record.output_inverse_deviation, dy,
                          scratch.sum);
  const Activations& dfed = is_pre_norm() ? dy : scratch.sum;
  output_.backward(record.intermediate,
                   drop_gradient(output_dropout_, record, dfed, scratch.dropped),
                   &scratch.intermediate, false, &record.rounded_intermediate);
  gelu_backward(record.gelu_derivative, scratch.intermediate, *context_);
  intermediate_.backward(intermediate_input(record), scratch.intermediate, &scratch.sum,
                         !is_pre_norm(), &record.rounded_intermediate_input);
  if (is_pre_norm()) {
    output_norm_.backward(record.output_normalised, record.output_inverse_deviation, scratch.sum,
                          scratch.sum);
    add_residual(dy, scratch.sum, *context_);
  }

  // The same for dx and the attention half.
  if (!is_pre_norm())
    attention_norm_.backward(record.attention_normalised, record.attention_inverse_deviation,
                             scratch.sum, dx);
  const Activations& dattended = is_pre_norm() ? scratch.sum : dx;
  attention_output_.backward(
      record.context, drop_gradient(attention_output_dropout_, record, dattended, scratch.dropped),
      &scratch.context, false, &record.rounded_context);
  named(name_, [&] {
    attention_backward(record.query, record.key, record.value, heads_, record.attention,
                       record.context, scratch.context, scratch.query, scratch.key, scratch.value,
                       *context_);
  });
  const Activations& attention_input = is_pre_norm() ? record.attention_input : x;
  query_.backward(attention_input, scratch.query, &dx, !is_pre_norm(),
                  &record.rounded_attention_input);
  key_.backward(attention_input, scratch.key, &dx, true, &record.rounded_attention_input);
  value_.backward(attention_input, scratch.value, &dx, true, &record.rounded_attention_input);
  if (is_pre_norm()) {
    attention_norm_.backward(record.attention_normalised, record.attention_inverse_deviation, dx,
                             dx);
    add_residual(scratch.sum, dx, *context_);
  }
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
