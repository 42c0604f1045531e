// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/convolution_sublayer.h>

#include <vector>

#include <espalier/models/layers/activation.h>

namespace espalier::models {

using sparse::Activations;

struct ConvolutionSublayer::Record final : SublayerRecord {
  Activations glu_derivative;             ///< [2 hidden]
  Activations gated;                      ///< [hidden], what the convolution reads
  std::vector<Index> lengths, documents;  ///< of the batch
  Activations convolved;                  ///< [hidden], x-hat of the norm behind the convolution
  AlignedVector<float> convolved_inverse_deviation;
  Activations silu_derivative;  ///< [hidden]
  Activations activated;        ///< [hidden], after SiLU
  /// What the linear layers read, rounded.
  RoundedInput rounded_input, rounded_activated;

  TokenLayout layout() const {
    return {.sequence = sequence, .lengths = lengths, .documents = documents};
  }
};

ConvolutionSublayer::ConvolutionSublayer(const EncoderLayerOptions& options, const Context& context)
    : Sublayer(options, ".convolution.prenorm", ".convolution.dropout", context),
      gates_(linear_options(options, ".convolution.glu", options.hidden, 2 * options.hidden),
             context),
      convolution_({.name = options.name + ".convolution.groupconv",
                    .features = options.hidden,
                    .group = kConvolutionGroup,
                    .kernel = kConvolutionKernel,
                    .initial_deviation = options.initial_deviation},
                   context),
      convolution_norm_(options.name + ".convolution.conv_norm", options.hidden, context,
                        options.norm_epsilon),
      output_(
          linear_options(options, ".convolution.output_projection", options.hidden, options.hidden),
          context) {}

std::unique_ptr<SublayerRecord> ConvolutionSublayer::make_record() const {
  return std::make_unique<Record>();
}

ParameterList ConvolutionSublayer::own_parameters() {
  ParameterList list = gates_.parameters();
  for (const ParameterList& more :
       {convolution_.parameters(), convolution_norm_.parameters(), output_.parameters()})
    list.insert(list.end(), more.begin(), more.end());
  return list;
}

void ConvolutionSublayer::compute(const Activations& x, const TokenBatch& batch,
                                  SublayerRecord& given, Activations& y) const {
  auto& record = static_cast<Record&>(given);
  record.lengths.assign(batch.lengths.begin(), batch.lengths.end());
  record.documents.assign(batch.documents.begin(), batch.documents.end());
  record.glu_derivative.reshape(x.tokens(), gates_.out(), x.panel_width());
  for (Activations* a :
       {&record.gated, &record.convolved, &record.silu_derivative, &record.activated})
    a->reshape(x.tokens(), x.features(), x.panel_width());
  record.rounded_input.clear();
  record.rounded_activated.clear();
  gates_.forward(x, record.glu_derivative, &record.rounded_input);
  glu(record.glu_derivative, record.gated, context());
  convolution_.forward(record.gated, record.layout(), record.convolved);
  convolution_norm_.forward(record.convolved, nullptr, record.silu_derivative,
                            record.convolved_inverse_deviation);
  silu(record.silu_derivative, record.activated, context());
  output_.forward(record.activated, y, &record.rounded_activated);
}

void ConvolutionSublayer::compute_gradients(const Activations& x, const SublayerRecord& given,
                                            const Activations& dy, Activations& dx, bool accumulate,
                                            EncoderLayerScratch& scratch) {
  const auto& record = static_cast<const Record&>(given);
  for (Activations* a : {&scratch.narrow, &scratch.gated})
    a->reshape(x.tokens(), x.features(), x.panel_width());
  scratch.halves.reshape(x.tokens(), gates_.out(), x.panel_width());
  output_.backward(record.activated, dy, &scratch.narrow, false, &record.rounded_activated);
  silu_backward(record.silu_derivative, scratch.narrow, context());
  convolution_norm_.backward(record.convolved, record.convolved_inverse_deviation, scratch.narrow,
                             scratch.narrow);
  convolution_.backward(record.gated, record.layout(), scratch.narrow, scratch.gated);
  glu_backward(record.glu_derivative, scratch.gated, scratch.halves, context());
  gates_.backward(x, scratch.halves, &dx, accumulate, &record.rounded_input);
}

void ConvolutionSublayer::declare(const std::string& name, Index hidden, ModelDeclaration& model) {
  const std::string module = name + ".convolution.";
  model.weights.push_back({module + "glu.weight", WeightKind::kConvolution, 2 * hidden, hidden});
  model.weights.push_back({.name = module + "groupconv.weight",
                           .kind = WeightKind::kConvolution,
                           .rows = hidden,
                           .cols = kConvolutionGroup * kConvolutionKernel,
                           .may_be_sparse = false});
  model.weights.push_back(
      {module + "output_projection.weight", WeightKind::kConvolution, hidden, hidden});
  // Its input, the unit's derivative and what it gives, and the three behind the convolution.
  model.kept_features += 7 * hidden;
  const Index biases = 4 * hidden, norms = 4 * hidden;
  model.other_values += static_cast<double>(biases + norms);
}

}  // namespace espalier::models
