// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/feed_forward_sublayer.h>

#include <utility>
#include <vector>

#include <espalier/models/layers/activation.h>

namespace espalier::models {
namespace {

using sparse::Activations;

/// Names after that of the layer.
struct Names {
  std::string intermediate, output, mixer, norm, dropout;

  Names(FeedForwardKind kind, NormPlacement placement) {
    const char* which = kind == FeedForwardKind::kWhole          ? ""
                        : kind == FeedForwardKind::kFirstGrouped ? "_first"
                                                                 : "_second";
    const std::string widening = std::string(".intermediate") + which,
                      narrowing = std::string(".output") + which;
    intermediate = widening + ".dense";
    output = narrowing + (kind == FeedForwardKind::kWhole ? ".dense" : ".grouped_matmul");
    mixer = narrowing + ".dense_output_projection";
    norm = (placement == NormPlacement::kPost ? narrowing : widening) + ".LayerNorm";
    dropout = narrowing + ".dropout";
  }
};

Index groups_of(FeedForwardKind kind) {
  return kind == FeedForwardKind::kWhole ? 1 : kFeedForwardGroups;
}

}  // namespace

struct FeedForwardSublayer::Record final : SublayerRecord {
  Activations derivative;    ///< of the activation, [intermediate]
  Activations intermediate;  ///< [intermediate], after the activation
  Activations grouped;       ///< what the mixer reads, [hidden]
  /// What the linear layers read, rounded.
  RoundedInput rounded_input, rounded_intermediate, rounded_grouped;
};

std::string FeedForwardSublayer::intermediate_name(FeedForwardKind kind) {
  return Names(kind, NormPlacement::kPre).intermediate;
}

std::string FeedForwardSublayer::norm_name(FeedForwardKind kind, NormPlacement placement) {
  return Names(kind, placement).norm;
}

FeedForwardSublayer::FeedForwardSublayer(FeedForwardKind kind, const EncoderLayerOptions& options,
                                         const Context& context)
    : Sublayer(options, Names(kind, options.norm).norm, Names(kind, options.norm).dropout, context),
      intermediate_(linear_options(options, Names(kind, options.norm).intermediate, options.hidden,
                                   options.intermediate),
                    context),
      output_(linear_options(options, Names(kind, options.norm).output, options.intermediate,
                             options.hidden, groups_of(kind)),
              context),
      activation_(options.activation) {
  if (kind != FeedForwardKind::kWhole)
    mixer_.emplace(
        linear_options(options, Names(kind, options.norm).mixer, options.hidden, options.hidden),
        context);
}

std::unique_ptr<SublayerRecord> FeedForwardSublayer::make_record() const {
  return std::make_unique<Record>();
}

ParameterList FeedForwardSublayer::own_parameters() {
  ParameterList list;
  for (Linear* linear : {&intermediate_, &output_, mixer_ ? &*mixer_ : nullptr})
    if (linear != nullptr)
      for (Parameter* parameter : linear->parameters()) list.push_back(parameter);
  return list;
}

void FeedForwardSublayer::compute(const Activations& x, const TokenBatch&, SublayerRecord& given,
                                  Activations& y) const {
  auto& record = static_cast<Record&>(given);
  for (Activations* a : {&record.derivative, &record.intermediate})
    a->reshape(x.tokens(), intermediate_.out(), x.panel_width());
  for (RoundedInput* input :
       {&record.rounded_input, &record.rounded_intermediate, &record.rounded_grouped})
    input->clear();
  intermediate_.forward(x, record.derivative, &record.rounded_input);
  activate(activation_, record.derivative, record.intermediate, context());
  if (!mixer_) return output_.forward(record.intermediate, y, &record.rounded_intermediate);
  record.grouped.reshape(x.tokens(), output_.out(), x.panel_width());
  output_.forward(record.intermediate, record.grouped, &record.rounded_intermediate);
  mixer_->forward(record.grouped, y, &record.rounded_grouped);
}

void FeedForwardSublayer::compute_gradients(const Activations& x, const SublayerRecord& given,
                                            const Activations& dy, Activations& dx, bool accumulate,
                                            EncoderLayerScratch& scratch) {
  const auto& record = static_cast<const Record&>(given);
  scratch.intermediate.reshape(x.tokens(), intermediate_.out(), x.panel_width());
  const Activations* narrow = &dy;
  if (mixer_) {
    scratch.narrow.reshape(x.tokens(), output_.out(), x.panel_width());
    mixer_->backward(record.grouped, dy, &scratch.narrow, false, &record.rounded_grouped);
    narrow = &scratch.narrow;
  }
  output_.backward(record.intermediate, *narrow, &scratch.intermediate, false,
                   &record.rounded_intermediate);
  activate_backward(record.derivative, scratch.intermediate, context());
  intermediate_.backward(x, scratch.intermediate, &dx, accumulate, &record.rounded_input);
}

void FeedForwardSublayer::declare(FeedForwardKind kind, const std::string& name, Index hidden,
                                  Index intermediate, ModelDeclaration& model) {
  const Names names(kind, NormPlacement::kPre);
  const bool grouped = kind != FeedForwardKind::kWhole;
  const Index groups = groups_of(kind);
  std::vector<std::string> chain = {name + names.intermediate + ".weight",
                                    name + names.output + ".weight"};
  model.weights.push_back({chain[0], WeightKind::kIntermediate, intermediate, hidden});
  model.weights.push_back({.name = chain[1],
                           .kind = WeightKind::kOutput,
                           .rows = hidden,
                           .cols = intermediate / groups,
                           .groups = groups});
  if (grouped) {
    chain.push_back(name + names.mixer + ".weight");
    model.weights.push_back({chain[2], WeightKind::kMixer, hidden, hidden});
  }
  model.chains.push_back(std::move(chain));
  const Index narrow = (grouped ? 2 : 1) * hidden;  // of the second half, and of the mixer
  // Its input, what the mixer reads, and the widened vector before and after the activation.
  model.kept_features += narrow + 2 * intermediate;
  const Index biases = narrow + intermediate, norm = 2 * hidden;
  model.other_values += static_cast<double>(biases + norm);
}

}  // namespace espalier::models
