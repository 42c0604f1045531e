// SPDX-License-Identifier: Apache-2.0
// What the task "question_answering" says of itself.
#include <fmt/format.h>

#include <utility>

#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/span_head.h>
#include <espalier/text/tokenizer/hugging_face_tokenizer.h>
#include <espalier/text/tokenizer/unknown_words.h>
#include <espalier/training/tasks/built_in_tasks.h>
#include <espalier/training/tasks/encoder_declaration.h>
#include <espalier/training/tasks/encoder_start.h>
#include <espalier/training/tasks/labelled_texts_task.h>
#include <espalier/training/tasks/question_answering_task.h>

namespace espalier::training {
namespace {

struct Questions : TaskData {
  explicit Questions(text::QuestionData data) : questions(std::move(data)) {}
  text::QuestionData questions;
};

Metric share_of(const char* name, const char* title) {
  return {.name = name,
          .title = title,
          .unit = kShare,
          .direction = Direction::kHigher,
          .of_validation = true};
}

std::vector<Metric> metrics_of_answers() {
  std::vector<Metric> metrics = prediction_metrics();
  metrics.pop_back();  // no accuracy
  metrics.push_back(share_of(metric::kExactMatch, "exact match"));
  metrics.push_back(share_of(metric::kF1, "F1"));
  return metrics;
}

class QuestionAnsweringDeclaration : public FineTuningDeclaration {
 public:
  const TaskInfo& info() const override { return info_; }

  std::shared_ptr<const TaskData> load(
      const RunConfig& config, const std::function<void(const std::string&)>&) const override {
    for (const OwnKey<std::string>* key : {&questions_, &validation_questions_})
      require_file(key->key().path(), key->of(config));
    const Index sequence = config.data.sequence;
    const std::filesystem::path vocabulary = vocabulary_of(config);
    auto data = std::make_shared<Questions>(
        text::load_questions({.train = questions_.of(config),
                              .validation = validation_questions_.of(config),
                              .validation_fraction = config.data.validation_fraction,
                              .vocabulary = vocabulary,
                              .vocabulary_size = config.data.vocabulary_size,
                              .windows = {.sequence_length = sequence,
                                          .stride = stride_key().of(config),
                                          .longest_question = text::longest_question(sequence)}}));
    const text::QuestionData& found = data->questions;
    const Index batch = config.training.batch, windows = std::ssize(found.train.windows);
    data->notes.push_back(fmt::format(
        "questions {}: {} to train on in {} windows ({} steps are an epoch), {} to validate on in "
        "{}, vocabulary {}{}",
        questions_.of(config), found.train.set.questions.size(), windows,
        (windows + batch - 1) / batch, found.validation.set.questions.size(),
        found.validation.windows.size(), found.tokenizer.size(),
        found.validation.set.may_have_none ? "; some have no answer" : ""));
    if (const Key& threshold = none_threshold_key().key();
        !threshold.is_default(config) && !found.validation.set.may_have_none)
      data->notes.push_back(
          fmt::format("{} is {}, to no effect on validation: of no question there it is said "
                      "whether it has an answer (is_impossible), and all are answered",
                      threshold.path(), threshold.text(config)));
    const text::SpecialTokens& special = found.tokenizer.special();
    warn_of_unknown("the questions to train on", count_unknown(found.train, special), vocabulary,
                    data->warnings);
    warn_of_unknown("the questions to validate on", count_unknown(found.validation, special),
                    vocabulary, data->warnings);
    warn_of_capitals(found.tokenizer, data->warnings);
    data->corpus_hash = found.hash;
    data->vocabulary_hash = found.tokenizer.hash();
    data->vocabulary = found.tokenizer.vocabulary_text();
    data->tokenizer_config = text::hugging_face_tokenizer_config(found.tokenizer);
    return data;
  }

  void require_fit(const RunConfig& config, const TaskData& data) const override {
    static_cast<void>(
        encoder_start(config, dynamic_cast<const Questions&>(data).questions.tokenizer));
  }

  std::unique_ptr<TrainingTask> make_trained(
      const RunConfig& config, const TaskData& data, const Context& context,
      const std::filesystem::path& checkpoint) const override {
    return std::make_unique<QuestionAnsweringTask>(config, none_threshold_key().of(config),
                                                   dynamic_cast<const Questions&>(data).questions,
                                                   context, checkpoint);
  }

 private:
  static std::vector<std::string> keys_of_task() {
    std::vector<std::string> keys = encoder_keys();
    keys.insert(keys.end(), {"run.task", "model.norm", encoder_key().key().path(),
                             prune_encoder_key().key().path()});
    return keys;
  }

  Index head_tokens(const RunConfig& config) const override { return config.data.sequence; }

  models::ModelDeclaration with_head(const models::ModelConfig& shape,
                                     const RunConfig&) const override {
    models::ModelDeclaration model = models::declare(shape);
    models::SpanHead::declare(shape.hidden, model);
    return model;
  }

  const OwnKey<std::string> questions_{
      "data",
      "questions",
      "",
      Domain::any_text(),
      "file of questions to train on, in the JSON of SQuAD 1.1 or 2.0; may be compressed",
      {.decides = Decides::kData, .free_at_evaluation = true}};
  const OwnKey<std::string> validation_questions_{
      "data",
      "validation_questions",
      "",
      Domain::any_text(),
      "such a file to validate on; empty: data.validation_fraction of the contexts",
      {.decides = Decides::kData, .free_at_evaluation = true}};
  const TaskInfo info_ = {.name = "question_answering",
                          .help = "finding the answers to questions in texts with an encoder",
                          .keys = keys_of_task(),
                          .own_keys = {questions_.key(), validation_questions_.key(),
                                       stride_key().key(), none_threshold_key().key()},
                          .unit = "windows",
                          .metrics = metrics_of_answers(),
                          .saves_at_end_only = false};
};

}  // namespace

const OwnKey<Index>& stride_key() {
  static const OwnKey<Index> key(
      "data", "stride", 128, Domain::count_from(0, 8192),
      "tokens of a long context that one window has in common with the next", {.of_windows = true});
  return key;
}

const OwnKey<double>& none_threshold_key() {
  static const OwnKey<double> key(
      "model", "none_threshold", 0.0, Domain{.expected = "a finite number"},
      "SQuAD 2.0: by how much the score of no answer has to exceed that of the best answer",
      {.free_at_evaluation = true});
  return key;
}

TaskPtr question_answering_declaration() {
  return std::make_shared<QuestionAnsweringDeclaration>();
}

}  // namespace espalier::training
