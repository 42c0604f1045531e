// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/sublayer.h>

#include <espalier/models/layers/residual.h>

namespace espalier::models {

using sparse::Activations;

LinearOptions linear_options(const EncoderLayerOptions& options, const std::string& name, Index in,
                             Index out, Index groups) {
  LinearOptions linear = {.name = options.name + name,
                          .in = in,
                          .out = out,
                          .groups = groups,
                          .block = options.block,
                          .density = options.density,
                          .initial_deviation = options.initial_deviation};
  if (options.patterns) {
    linear.density = 1.0;  // unless there is a pattern
    linear.pattern = options.patterns(linear.name + ".weight", out, in / groups);
  }
  return linear;
}

Sublayer::Sublayer(const EncoderLayerOptions& options, const std::string& norm,
                   const std::string& dropout, const Context& context)
    : context_(&context),
      placement_(options.norm),
      dropout_(options.name + dropout, options.dropout, context),
      norm_(options.name + norm, options.hidden, context, options.norm_epsilon) {}

ParameterList Sublayer::parameters() {
  ParameterList list = own_parameters();
  for (Parameter* parameter : norm_.parameters()) list.push_back(parameter);
  return list;
}

void Sublayer::forward(const Activations& x, const TokenBatch& batch,
                       SublayerRecord& record) const {
  record.sequence = batch.sequence;
  record.training = batch.training;
  for (Activations* a : {&record.normalised, &record.output})
    a->reshape(x.tokens(), x.features(), x.panel_width());
  if (is_pre_norm()) {
    record.normalised = x;
    record.input.reshape(x.tokens(), x.features(), x.panel_width());
    norm_.forward(record.normalised, nullptr, record.input, record.inverse_deviation);
  }
  Activations& computed = is_pre_norm() ? record.output : record.normalised;
  compute(input_of(x, record), batch, record, computed);
  if (batch.training && dropout_.is_active())
    dropout_.apply(computed, batch.training->step, batch.training->first_sequence * batch.sequence,
                   computed);
  if (is_pre_norm())
    add_residual(x, computed, *context_);
  else
    norm_.forward(computed, &x, record.output, record.inverse_deviation);
}

void Sublayer::backward(const Activations& x, const SublayerRecord& record, const Activations& dy,
                        Activations& dx, EncoderLayerScratch& scratch) {
  dx.reshape(x.tokens(), x.features(), x.panel_width());
  // Post-norm: dx is first the gradient of x + f(x), to which that of x by way of f is added: the
  // residual path costs no pass of its own. Pre-norm: what comes back through f passes a norm
  // before it is added to dy.
  if (!is_pre_norm()) norm_.backward(record.normalised, record.inverse_deviation, dy, dx);
  const Activations* computed = is_pre_norm() ? &dy : &dx;
  if (record.training && dropout_.is_active()) {
    scratch.dropped.reshape(x.tokens(), x.features(), x.panel_width());
    dropout_.apply(*computed, record.training->step,
                   record.training->first_sequence * record.sequence, scratch.dropped);
    computed = &scratch.dropped;
  }
  compute_gradients(input_of(x, record), record, *computed, dx, !is_pre_norm(), scratch);
  if (is_pre_norm()) {
    norm_.backward(record.normalised, record.inverse_deviation, dx, dx);
    add_residual(dy, dx, *context_);
  }
}

}  // namespace espalier::models
