// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/classification_loss.h>

#include <string>

#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

using sparse::Activations;

void check_labels(const Activations& logits, std::span<const std::int32_t> labels) {
  if (static_cast<Index>(labels.size()) != logits.tokens())
    throw ShapeError("classification_loss: labels has " + std::to_string(labels.size()) +
                     " values; expected " + std::to_string(logits.tokens()) +
                     ", one for each sample");
  for (std::size_t t = 0; t < labels.size(); ++t)
    if (labels[t] < 0 || labels[t] >= logits.features())
      throw ShapeError("classification_loss: label " + std::to_string(t) + " is " +
                       std::to_string(labels[t]) + "; expected 0 to " +
                       std::to_string(logits.features() - 1));
}

std::span<const std::int32_t> panel_labels(const Activations& logits,
                                           std::span<const std::int32_t> labels, Index panel) {
  return labels.subspan(static_cast<std::size_t>(panel * logits.panel_width()),
                        static_cast<std::size_t>(logits.used_lanes(panel)));
}

}  // namespace

PredictionLoss classification_loss(Activations& logits, std::span<const std::int32_t> labels,
                                   ClassificationRecord& record, const Context& context) {
  check_labels(logits, labels);
  const Index width = logits.panel_width(), classes = logits.features();
  record.pieces.resize(static_cast<std::size_t>(logits.panels()));
  record.log_sum.resize(static_cast<std::size_t>(logits.panels() * width));
  std::vector<PredictionLoss> results(record.pieces.size());
  context.parallel_for(logits.panels(), [&](Index p) {
    SoftmaxPiece& piece = record.pieces[p];
    reduce_softmax({logits.panel(p), classes, width}, {}, piece, context);
    results[p] = combine_softmax(
        {&piece, 1}, classes, {logits.panel(p), classes, width}, panel_labels(logits, labels, p),
        std::span(record.log_sum)
            .subspan(static_cast<std::size_t>(p * width), static_cast<std::size_t>(width)));
  });
  PredictionLoss total;
  for (const PredictionLoss& result : results) total += result;
  return total;
}

void classification_loss_backward(Activations& logits, std::span<const std::int32_t> labels,
                                  double scale, const ClassificationRecord& record,
                                  const Context& context) {
  check_labels(logits, labels);
  const Index width = logits.panel_width(), classes = logits.features();
  if (static_cast<Index>(record.log_sum.size()) != logits.panels() * width)
    throw ShapeError("classification_loss_backward: record holds " +
                     std::to_string(record.log_sum.size()) + " sums; expected " +
                     std::to_string(logits.panels() * width) + ", those of the loss");
  context.parallel_for(logits.panels(), [&](Index p) {
    softmax_gradient(
        {logits.panel(p), classes, width},
        std::span(record.log_sum)
            .subspan(static_cast<std::size_t>(p * width), static_cast<std::size_t>(width)),
        panel_labels(logits, labels, p), 0, static_cast<float>(scale), {}, context);
  });
}

}  // namespace espalier::models
