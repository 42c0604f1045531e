// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/attention_sublayer.h>

#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

using sparse::Activations;

/// Runs what knows its operands only: its error then says in which layer.
template <typename Body>
void named(const std::string& layer, const Body& body) try {
  body();
} catch (const ShapeError& error) {
  throw ShapeError(layer + ": " + error.what());
}

}  // namespace

std::string AttentionSublayer::norm_name(NormPlacement placement) {
  return placement == NormPlacement::kPost ? ".attention.output.LayerNorm" : ".attention.LayerNorm";
}

struct AttentionSublayer::Record final : SublayerRecord {
  Activations query, key, value;  ///< [hidden]
  Activations context;            ///< attention's output, heads side by side
  sparse::PatternPtr pattern;     ///< of sequences of `patterned` tokens; null: all is seen
  Index patterned = 0;
  AttentionRecord attention;
  /// What the linear layers read, rounded.
  RoundedInput rounded_input, rounded_context;
};

AttentionSublayer::AttentionSublayer(const EncoderLayerOptions& options, const Context& context)
    : Sublayer(options, norm_name(options.norm), ".attention.output.dropout", context),
      name_(options.name),
      heads_(options.heads),
      causal_(options.causal),
      layout_(options.attention),
      query_(linear_options(options, ".attention.self.query", options.hidden, options.hidden),
             context),
      key_(linear_options(options, ".attention.self.key", options.hidden, options.hidden), context),
      value_(linear_options(options, ".attention.self.value", options.hidden, options.hidden),
             context),
      probability_dropout_(options.name + ".attention.self.dropout", options.attention_dropout,
                           context),
      output_(linear_options(options, ".attention.output.dense", options.hidden, options.hidden),
              context) {
  if (options.heads < 1 || options.hidden % options.heads != 0)
    throw ShapeError(options.name + ": " + std::to_string(options.heads) +
                     " heads do not divide the hidden width " + std::to_string(options.hidden));
}

std::unique_ptr<SublayerRecord> AttentionSublayer::make_record() const {
  return std::make_unique<Record>();
}

ParameterList AttentionSublayer::own_parameters() {
  ParameterList list;
  for (Linear* linear : {&query_, &key_, &value_, &output_})
    for (Parameter* parameter : linear->parameters()) list.push_back(parameter);
  return list;
}

void AttentionSublayer::compute(const Activations& x, const TokenBatch& batch,
                                SublayerRecord& given, Activations& y) const {
  auto& record = static_cast<Record&>(given);
  for (Activations* a : {&record.query, &record.key, &record.value, &record.context})
    a->reshape(x.tokens(), x.features(), x.panel_width());
  record.rounded_input.clear();
  record.rounded_context.clear();
  if (record.patterned != batch.sequence) {
    record.pattern = attention_pattern(layout_, batch.sequence, causal_);
    record.patterned = batch.sequence;
  }
  query_.forward(x, record.query, &record.rounded_input);
  key_.forward(x, record.key, &record.rounded_input);
  value_.forward(x, record.value, &record.rounded_input);
  named(name_, [&] {
    AttentionOptions options = {
        .causal = causal_, .documents = batch.documents, .pattern = record.pattern.get()};
    if (batch.training) {
      options.dropout = &probability_dropout_;
      options.position = *batch.training;
    }
    attention_forward(record.query, record.key, record.value, heads_, batch.sequence, batch.lengths,
                      record.context, record.attention, context(), options);
  });
  output_.forward(record.context, y, &record.rounded_context);
}

void AttentionSublayer::compute_gradients(const Activations& x, const SublayerRecord& given,
                                          const Activations& dy, Activations& dx, bool accumulate,
                                          EncoderLayerScratch& scratch) {
  const auto& record = static_cast<const Record&>(given);
  for (Activations* a : {&scratch.context, &scratch.query, &scratch.key, &scratch.value})
    a->reshape(x.tokens(), x.features(), x.panel_width());
  output_.backward(record.context, dy, &scratch.context, false, &record.rounded_context);
  named(name_, [&] {
    attention_backward(record.query, record.key, record.value, heads_, record.attention,
                       record.context, scratch.context, scratch.query, scratch.key, scratch.value,
                       context());
  });
  query_.backward(x, scratch.query, &dx, accumulate, &record.rounded_input);
  key_.backward(x, scratch.key, &dx, true, &record.rounded_input);
  value_.backward(x, scratch.value, &dx, true, &record.rounded_input);
}

void AttentionSublayer::declare(const std::string& name, Index hidden, ModelDeclaration& model) {
  const std::string query = name + ".attention.self.query.weight",
                    key = name + ".attention.self.key.weight",
                    value = name + ".attention.self.value.weight",
                    output = name + ".attention.output.dense.weight";
  model.weights.insert(model.weights.end(),
                       {{query, WeightKind::kQuery, hidden, hidden},
                        {key, WeightKind::kKey, hidden, hidden},
                        {value, WeightKind::kValue, hidden, hidden},
                        {output, WeightKind::kAttentionOutput, hidden, hidden}});
  // Attention mixes tokens, not features. Norms and residual sums end a chain.
  model.chains.push_back({value, output});
  model.attention_features += hidden;
  model.kept_features += 5 * hidden;  // its input, query, key, value and their mixture
  const Index biases = 4 * hidden, norm = 2 * hidden;
  model.other_values += static_cast<double>(biases + norm);
}

}  // namespace espalier::models
