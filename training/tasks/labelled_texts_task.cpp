// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/labelled_texts_task.h>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/tasks/scores.h>

namespace espalier::training {
namespace {

/// The first of the labels, in quotes that show the spaces around them.
std::string quoted(const std::vector<std::string>& labels) {
  constexpr std::size_t kMost = 6;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, labels.size()); ++i)
    text += fmt::format("{}'{}'", i == 0 ? "" : ", ", files::printable(labels[i]));
  return text + (labels.size() > kMost ? ", ..." : "");
}

/// The labels of the texts must be no more than the head tells apart.
void require_outputs(Index outputs, const text::LabelledData& data) {
  if (static_cast<Index>(data.labels.size()) > outputs)
    throw ConfigError(
        fmt::format("model.classes is {}, expected {} or more, the labels of the texts: {}{}",
                    outputs, data.labels.size(), quoted(data.labels),
                    data.first_line_label.empty()
                        ? ""
                        : fmt::format("; '{}' stands in line 1 alone, is it a header?",
                                      files::printable(data.first_line_label))));
}

EncoderStart start_of(const RunConfig& config, Index outputs, const text::LabelledData& data,
                      const std::filesystem::path& trained = {}) {
  require_outputs(outputs, data);
  return trained.empty() ? encoder_start(config, data.tokenizer)
                         : trained_start(config, data.tokenizer, trained);
}

/// The class of the greatest output, of equals the first.
std::int32_t predicted_class(const sparse::Activations& outputs, Index sample) {
  std::int32_t best = 0;
  for (std::int32_t c = 1; c < outputs.features(); ++c)
    if (outputs.at(sample, c) > outputs.at(sample, best)) best = c;
  return best;
}

/// What was predicted of the sequences of a split.
struct Predictions {
  std::vector<std::int32_t> classes;
  std::vector<double> numbers;

  void add(const sparse::Activations& outputs) {
    for (Index sample = 0; sample < outputs.tokens(); ++sample) {
      classes.push_back(predicted_class(outputs, sample));
      numbers.push_back(static_cast<double>(outputs.at(sample, 0)));
    }
  }
};

void score_classes(const Predictions& found, const std::vector<std::int32_t>& truth,
                   std::size_t labels, MetricValues& metrics) {
  if (labels == 2) metrics.set(metric::kF1, f1(found.classes, truth));
  metrics.set(metric::kMacroF1, macro_f1(found.classes, truth));
  metrics.set(metric::kMatthews, matthews(found.classes, truth));
}

void score_numbers(const Predictions& found, const std::vector<float>& truth,
                   MetricValues& metrics) {
  const std::vector<double> expected(truth.begin(), truth.end());
  metrics.set(metric::kPearson, pearson(found.numbers, expected));
  metrics.set(metric::kSpearman, spearman(found.numbers, expected));
  metrics.set(metric::kAccuracy, kUnknown);  // no number is right
}

}  // namespace

void LabelledTextsTask::require_start(const RunConfig& config, Index outputs,
                                      const text::LabelledData& data) {
  static_cast<void>(start_of(config, outputs, data));
}

LabelledTextsTask::LabelledTextsTask(const RunConfig& config, Index outputs, std::string measure,
                                     const text::LabelledData& data, const Context& context,
                                     const std::filesystem::path& trained)
    : LabelledTextsTask(config, outputs, std::move(measure), data,
                        start_of(config, outputs, data, trained), context) {}

LabelledTextsTask::LabelledTextsTask(const RunConfig& config, Index outputs, std::string measure,
                                     const text::LabelledData& data, const EncoderStart& start,
                                     const Context& context)
    : EncoderTask(config, start.shape, start.topology),
      data_(&data),
      measure_(std::move(measure)),
      model_(start.options(config), outputs, context),
      sampler_(data.train.count(), config.training.batch, context.seed()) {
  note_data("texts", data.hash, data.tokenizer.hash(),
            start.fill(model_.encoder(), model_.parameters()));
}

/// Calls `body(ClassificationBatch)` for each group of so many of the sequences that are `chosen`
/// of those with these indices, in order.
template <typename Body>
void LabelledTextsTask::for_each_group(const text::LabelledSequences& sequences,
                                       std::span<const std::int64_t> indices, SampleRange chosen,
                                       Index group_size, const Body& body) const {
  for (Index first = chosen.begin; first < chosen.end; first += group_size) {
    const auto group =
        indices.subspan(static_cast<std::size_t>(first),
                        static_cast<std::size_t>(std::min(group_size, chosen.end - first)));
    const text::PaddedBatch batch =
        padded_batch(sequences, group, config().data.sequence, data_->tokenizer.special().pad);
    models::ClassificationBatch texts = {.tokens = batch.tokens,
                                         .sequence = config().data.sequence,
                                         .labels = batch.classes,
                                         .targets = batch.numbers,
                                         .lengths = batch.lengths,
                                         .first_sequence = first};
    if (data_->pairs) texts.segments = batch.segments;
    body(texts);
  }
}

Index LabelledTextsTask::gather(Index step) {
  batch_ = sampler_.batch(step);
  step_ = step;
  return std::ssize(batch_);
}

double LabelledTextsTask::train(SampleRange samples, double scale,
                                const models::BackwardProgress& progress) {
  double loss_sum = 0;
  for_each_group(
      data_->train, batch_, samples, panel_group(), [&](const models::ClassificationBatch& batch) {
        loss_sum +=
            model_.train(batch, scale, record_, step_, of_last_group(batch, samples, progress))
                .loss_sum;
      });
  return loss_sum;
}

Validation LabelledTextsTask::predict(const text::LabelledSequences& sequences, Index group_size) {
  std::vector<std::int64_t> indices(static_cast<std::size_t>(sequences.count()));
  std::iota(indices.begin(), indices.end(), 0);
  ValidationSum sum;
  Predictions found;
  for_each_group(sequences, indices, {0, std::ssize(indices)}, group_size,
                 [&](const models::ClassificationBatch& batch) {
                   sum.add(model_.evaluate(batch, record_));
                   found.add(record_.head.logits);
                 });
  Validation validation = sum.mean();
  if (has_numbers())
    score_numbers(found, sequences.numbers, validation.metrics);
  else
    score_classes(found, sequences.classes, data_->labels.size(), validation.metrics);
  return validation;
}

std::optional<Validation> LabelledTextsTask::predict_test(Index group_size) {
  if (data_->test.count() == 0) return std::nullopt;
  return predict(data_->test, group_size);
}

std::string LabelledTextsTask::comment(const Validation& validation) const {
  const auto value = [&](const char* name) { return validation.metrics.value(name); };
  if (has_numbers())
    return fmt::format("Pearson {:.3f}, Spearman {:.3f}", value(metric::kPearson),
                       value(metric::kSpearman));
  std::string text = fmt::format("accuracy {:.2f}%", 100 * value(metric::kAccuracy));
  if (measure_ == metric::kF1)
    text += fmt::format(", F1 {:.2f}%", 100 * value(metric::kF1));
  else if (measure_ == metric::kMatthews)
    text += fmt::format(", Matthews {:.3f}", value(metric::kMatthews));
  return text;
}

void LabelledTextsTask::complete(RunResult& result) {
  EncoderTask::complete(result);
  result.masked_per_sequence = 0;
}

}  // namespace espalier::training
