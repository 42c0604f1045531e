// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/span_head.h>

#include <cmath>
#include <string>
#include <utility>

#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

using sparse::Activations;

constexpr Index kStart = 0, kEnd = 1, kOutputs = 2;

Index length_of(const SpanBatch& batch, Index sequence) {
  return batch.lengths.empty() ? batch.sequence : batch.lengths[static_cast<std::size_t>(sequence)];
}

void check_span_batch(const Activations& hidden, const SpanBatch& batch) {
  const std::size_t count = batch.starts.size();
  if (batch.sequence < 1 || static_cast<Index>(count) * batch.sequence != hidden.tokens() ||
      batch.ends.size() != count || (!batch.lengths.empty() && batch.lengths.size() != count))
    throw ShapeError(
        "spans: " + std::to_string(count) + " starts, " + std::to_string(batch.ends.size()) +
        " ends, " + std::to_string(batch.lengths.size()) +
        " lengths; expected one for each sequence of " + std::to_string(batch.sequence) + " in " +
        std::to_string(hidden.tokens()) + " tokens");
  for (std::size_t i = 0; i < count; ++i) {
    const Index length = length_of(batch, static_cast<Index>(i));
    if (length < 1 || length > batch.sequence)
      throw ShapeError("spans: length " + std::to_string(i) + " is " + std::to_string(length) +
                       "; expected 1 to " + std::to_string(batch.sequence));
    for (const std::int32_t place : {batch.starts[i], batch.ends[i]})
      if (place < 0 || place >= length)
        throw ShapeError("spans: answer " + std::to_string(i) + " is at token " +
                         std::to_string(place) + "; expected 0 to " + std::to_string(length - 1));
  }
}

/// One row of the logits of one sequence.
struct Row {
  double maximum = -HUGE_VAL, log_sum = 0;
  Index best = 0;
};

Row reduce(const Activations& logits, Index first, Index length, Index output) {
  Row row;
  for (Index t = 0; t < length; ++t)
    if (const double logit = logits.at(first + t, output); logit > row.maximum) {
      row.maximum = logit;
      row.best = t;
    }
  double sum = 0;
  for (Index t = 0; t < length; ++t)
    sum += std::exp(static_cast<double>(logits.at(first + t, output)) - row.maximum);
  row.log_sum = row.maximum + std::log(sum);
  return row;
}

}  // namespace

void SpanHead::declare(Index hidden, ModelDeclaration& model) {
  model.head.push_back({.name = "qa_outputs.weight",
                        .kind = WeightKind::kHead,
                        .rows = kOutputs,
                        .cols = hidden,
                        .may_be_sparse = false});
  model.other_values += static_cast<double>(kOutputs);  // bias
}

SpanHead::SpanHead(Index hidden, double initial_deviation, const Context& context)
    : context_(&context),
      outputs_({.name = "qa_outputs",
                .in = hidden,
                .out = kOutputs,
                .initial_deviation = initial_deviation},
               context) {}

PredictionLoss SpanHead::forward(const Activations& hidden, const SpanBatch& batch,
                                 SpanRecord& record) const {
  sparse::PanelShape{hidden.tokens(), this->hidden(), hidden.panel_width()}.check("spans", "hidden",
                                                                                  hidden.shape());
  check_span_batch(hidden, batch);
  record.logits.reshape(hidden.tokens(), kOutputs, hidden.panel_width());
  outputs_.forward(hidden, record.logits);
  record.losses.assign(batch.starts.size(), {});
  context_->parallel_for(static_cast<Index>(batch.starts.size()), [&](Index i) {
    const Index first = i * batch.sequence, length = length_of(batch, i);
    const auto at = static_cast<std::size_t>(i);
    PredictionLoss& loss = record.losses[at];
    loss = {.loss_sum = 0, .count = 1, .correct = 1};
    for (const auto& [output, place] :
         {std::pair{kStart, Index{batch.starts[at]}}, std::pair{kEnd, Index{batch.ends[at]}}}) {
      const Row row = reduce(record.logits, first, length, output);
      loss.loss_sum +=
          (row.log_sum - static_cast<double>(record.logits.at(first + place, output))) / 2;
      if (row.best != place) loss.correct = 0;
    }
  });
  PredictionLoss total;
  for (const PredictionLoss& loss : record.losses) total += loss;
  return total;
}

PredictionLoss SpanHead::forward_backward(const Activations& hidden, const SpanBatch& batch,
                                          double gradient_scale, Activations& dhidden,
                                          SpanRecord& record) {
  hidden.shape().check("spans", "dhidden", dhidden.shape());
  const PredictionLoss result = forward(hidden, batch, record);
  context_->parallel_for(static_cast<Index>(batch.starts.size()), [&](Index i) {
    const Index first = i * batch.sequence, length = length_of(batch, i);
    const auto at = static_cast<std::size_t>(i);
    for (const auto& [output, place] :
         {std::pair{kStart, Index{batch.starts[at]}}, std::pair{kEnd, Index{batch.ends[at]}}}) {
      const double log_sum = reduce(record.logits, first, length, output).log_sum;
      for (Index t = 0; t < batch.sequence; ++t) {
        float& value = record.logits.at(first + t, output);
        const double share =
            t < length ? std::exp(static_cast<double>(value) - log_sum) - (t == place ? 1 : 0) : 0;
        value = static_cast<float>(gradient_scale / 2 * share);
      }
    }
  });
  record.logits.clear_padding();
  outputs_.backward(hidden, record.logits, &dhidden);
  return result;
}

}  // namespace espalier::models
