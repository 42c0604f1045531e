// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/question_answering_task.h>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include <espalier/text/answers/answer_scores.h>
#include <espalier/training/tasks/labelled_texts_task.h>

namespace espalier::training {

QuestionAnsweringTask::QuestionAnsweringTask(const RunConfig& config, double none_threshold,
                                             const text::QuestionData& data, const Context& context,
                                             const std::filesystem::path& trained)
    : QuestionAnsweringTask(config, none_threshold, data,
                            trained.empty() ? encoder_start(config, data.tokenizer)
                                            : trained_start(config, data.tokenizer, trained),
                            context) {}

QuestionAnsweringTask::QuestionAnsweringTask(const RunConfig& config, double none_threshold,
                                             const text::QuestionData& data,
                                             const EncoderStart& start, const Context& context)
    : EncoderTask(config, start.shape, start.topology),
      data_(&data),
      options_(
          {.may_have_none = data.validation.set.may_have_none, .none_threshold = none_threshold}),
      model_(start.options(config), context),
      sampler_(std::ssize(data.train.windows), config.training.batch, context.seed()) {
  note_data("questions", data.hash, data.tokenizer.hash(), start.fill(model_.encoder()));
}

/// Calls `body(SpanBatch)` for each group of so many of the windows that are `chosen` of those with
/// these indices, in order.
template <typename Body>
void QuestionAnsweringTask::for_each_group(const text::WindowedQuestions& questions,
                                           std::span<const std::int64_t> indices,
                                           SampleRange chosen, Index group_size,
                                           const Body& body) const {
  for (Index first = chosen.begin; first < chosen.end; first += group_size) {
    const auto group =
        indices.subspan(static_cast<std::size_t>(first),
                        static_cast<std::size_t>(std::min(group_size, chosen.end - first)));
    const text::WindowBatch batch =
        window_batch(questions, group, config().data.sequence, data_->tokenizer.special().pad);
    body(models::SpanBatch{.tokens = batch.tokens,
                           .sequence = config().data.sequence,
                           .starts = batch.starts,
                           .ends = batch.ends,
                           .lengths = batch.lengths,
                           .segments = batch.segments,
                           .first_sequence = first});
  }
}

Index QuestionAnsweringTask::gather(Index step) {
  batch_ = sampler_.batch(step);
  step_ = step;
  return std::ssize(batch_);
}

double QuestionAnsweringTask::train(SampleRange samples, double scale,
                                    const models::BackwardProgress& progress) {
  double loss_sum = 0;
  for_each_group(
      data_->train, batch_, samples, config().training.panel_group,
      [&](const models::SpanBatch& batch) {
        loss_sum +=
            model_.train(batch, scale, record_, step_, of_last_group(batch, samples, progress))
                .loss_sum;
      });
  return loss_sum;
}

Validation QuestionAnsweringTask::predict(Index group_size) {
  const text::WindowedQuestions& questions = data_->validation;
  std::vector<std::int64_t> indices(questions.windows.size());
  std::iota(indices.begin(), indices.end(), 0);
  ValidationSum sum;
  std::vector<std::vector<float>> starts, ends;
  for_each_group(questions, indices, {0, std::ssize(indices)}, group_size,
                 [&](const models::SpanBatch& batch) {
                   sum.add(model_.evaluate(batch, record_));
                   const sparse::Activations& logits = record_.head.logits;
                   for (std::size_t i = 0; i < batch.lengths.size(); ++i) {
                     std::vector<float>&start = starts.emplace_back(), &end = ends.emplace_back();
                     const Index first = static_cast<Index>(i) * batch.sequence;
                     for (Index t = 0; t < batch.lengths[i]; ++t) {
                       start.push_back(logits.at(first + t, 0));
                       end.push_back(logits.at(first + t, 1));
                     }
                   }
                 });
  Validation validation = sum.mean();
  validation.metrics.set(metric::kAccuracy, kUnknown);  // answers count, not windows
  score(starts, ends, validation.metrics);
  return validation;
}

void QuestionAnsweringTask::score(const std::vector<std::vector<float>>& starts,
                                  const std::vector<std::vector<float>>& ends,
                                  MetricValues& metrics) const {
  const text::WindowedQuestions& questions = data_->validation;
  const std::span<const text::AnswerWindow> windows = questions.windows;
  double exact = 0, f1 = 0;
  for (std::size_t q = 0; q < questions.set.questions.size(); ++q) {
    const text::Question& question = questions.set.questions[q];
    std::vector<text::WindowLogits> logits;
    for (std::size_t w = questions.first[q]; w < questions.first[q + 1]; ++w)
      logits.push_back({starts[w], ends[w]});
    const text::Answer answer =
        best_answers(windows.subspan(questions.first[q], logits.size()), logits, options_).answer;
    std::vector<std::string> truth;
    for (const text::TrueAnswer& one : question.answers) truth.push_back(one.text);
    const std::string_view found =
        text::part_of(questions.set.contexts[question.context], answer.range);
    const text::AnswerScore score = text::score_of(found, truth);
    exact += score.exact;
    f1 += score.f1;
  }
  const auto count = static_cast<double>(questions.set.questions.size());
  metrics.set(metric::kExactMatch, exact / count);
  metrics.set(metric::kF1, f1 / count);
}

std::string QuestionAnsweringTask::comment(const Validation& validation) const {
  return fmt::format("exact match {:.2f}%, F1 {:.2f}%",
                     100 * validation.metrics.value(metric::kExactMatch),
                     100 * validation.metrics.value(metric::kF1));
}

void QuestionAnsweringTask::complete(RunResult& result) {
  EncoderTask::complete(result);
  result.masked_per_sequence = 0;
}

}  // namespace espalier::training
