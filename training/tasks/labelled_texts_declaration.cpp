// SPDX-License-Identifier: Apache-2.0
// What the tasks "sequence_classification" and "sequence_regression" say of themselves.
#include <fmt/format.h>

#include <utility>

#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/pooled_head.h>
#include <espalier/text/corpora/glue.h>
#include <espalier/text/tokenizer/hugging_face_tokenizer.h>
#include <espalier/text/tokenizer/unknown_words.h>
#include <espalier/training/tasks/built_in_tasks.h>
#include <espalier/training/tasks/encoder_declaration.h>
#include <espalier/training/tasks/encoder_start.h>
#include <espalier/training/tasks/labelled_texts_task.h>

namespace espalier::training {
namespace {

struct Texts : TaskData {
  explicit Texts(text::LabelledData data) : labelled(std::move(data)) {}
  text::LabelledData labelled;
};

const OwnKey<Index>& classes_key() {
  static const OwnKey<Index> key("model", "classes", 2,
                                 Domain::count_from(2, static_cast<double>(text::kMostClasses)),
                                 "number of labels");
  return key;
}

const OwnKey<std::string>& texts_key() {
  static const OwnKey<std::string> key(
      "data", "texts", "", Domain::any_text(),
      "file to train on, of lines `label<TAB>text` or `label<TAB>text<TAB>second text`, or of JSON "
      "(.jsonl) with label, text and second_text; may be compressed. With data.glue its folder",
      {.decides = Decides::kData, .free_at_evaluation = true});
  return key;
}

const OwnKey<std::string>& validation_texts_key() {
  static const OwnKey<std::string> key(
      "data", "validation_texts", "", Domain::any_text(),
      "such a file to validate on; empty: data.validation_fraction of the training lines",
      {.decides = Decides::kData, .free_at_evaluation = true});
  return key;
}

const OwnKey<std::string>& test_texts_key() {
  static const OwnKey<std::string> key(
      "data", "test_texts", "", Domain::any_text(),
      "such a file to test the finished run on; empty: no test",
      {.decides = Decides::kData, .absent_at_default = true, .free_at_evaluation = true});
  return key;
}

const OwnKey<std::string>& glue_key() {
  static const OwnKey<std::string> key = [] {
    std::vector<std::string> names = {""};
    for (const text::GlueSet& set : text::glue_sets()) names.emplace_back(set.name);
    return OwnKey<std::string>(
        "data", "glue", "", Domain::one_of(std::move(names)),
        "set of GLUE in the folder data.texts, as published; validated on its dev.tsv, MNLI on the "
        "matched and tested on the mismatched one",
        {.decides = Decides::kData, .absent_at_default = true, .free_at_evaluation = true});
  }();
  return key;
}

Metric of_texts(const char* name, const char* title, const char* unit, bool optional) {
  return {.name = name,
          .title = title,
          .unit = unit,
          .direction = Direction::kHigher,
          .of_validation = true,
          .of_test = true,
          .optional = optional};
}

/// What one of the two tasks has that the other has not.
struct Kind {
  const char* name;
  const char* help;
  bool numbers;
  std::vector<Metric> metrics;
};

class LabelledTextsDeclaration : public FineTuningDeclaration {
 public:
  explicit LabelledTextsDeclaration(const Kind& kind, std::vector<Key> own_keys)
      : numbers_(kind.numbers),
        info_({.name = kind.name,
               .help = kind.help,
               .keys = keys_of_task(),
               .own_keys = std::move(own_keys),
               .unit = "sequences",
               .metrics = kind.metrics,
               .saves_at_end_only = false}) {}

  const TaskInfo& info() const override { return info_; }

  std::shared_ptr<const TaskData> load(
      const RunConfig& config, const std::function<void(const std::string&)>&) const override {
    for (const OwnKey<std::string>* key :
         {&texts_key(), &validation_texts_key(), &test_texts_key()})
      require_file(key->key().path(), key->of(config));
    const std::filesystem::path vocabulary = vocabulary_of(config);
    auto data = std::make_shared<Texts>(
        text::load_labelled_texts({.train = texts_key().of(config),
                                   .validation = validation_texts_key().of(config),
                                   .test = test_texts_key().of(config),
                                   .glue = glue_key().of(config),
                                   .validation_fraction = config.data.validation_fraction,
                                   .vocabulary = vocabulary,
                                   .vocabulary_size = config.data.vocabulary_size,
                                   .sequence_length = config.data.sequence,
                                   .numbers = numbers_}));
    const text::LabelledData& texts = data->labelled;
    describe(config, texts, vocabulary, *data);
    data->corpus_hash = texts.hash;
    data->vocabulary_hash = texts.tokenizer.hash();
    data->vocabulary = texts.tokenizer.vocabulary_text();
    data->tokenizer_config = text::hugging_face_tokenizer_config(texts.tokenizer);
    data->labels = texts.labels;
    return data;
  }

  void require_fit(const RunConfig& config, const TaskData& data) const override {
    LabelledTextsTask::require_start(config, outputs_of(config),
                                     dynamic_cast<const Texts&>(data).labelled);
  }

  std::unique_ptr<TrainingTask> make_trained(
      const RunConfig& config, const TaskData& data, const Context& context,
      const std::filesystem::path& checkpoint) const override {
    const text::GlueSet* const set = text::find_glue_set(glue_key().of(config));
    return std::make_unique<LabelledTextsTask>(
        config, outputs_of(config), std::string(set == nullptr ? "" : set->measure),
        dynamic_cast<const Texts&>(data).labelled, context, checkpoint);
  }

 private:
  std::vector<std::string> keys_of_task() const {
    std::vector<std::string> keys = encoder_keys();
    keys.insert(keys.end(), {"run.task", "model.norm"});
    // Those that sequence_classification brings.
    if (numbers_)
      for (const Key& key : common_keys()) keys.push_back(key.path());
    return keys;
  }

  Index outputs_of(const RunConfig& config) const {
    return numbers_ ? 1 : classes_key().of(config);
  }

  Index head_tokens(const RunConfig&) const override { return 1; }

  models::ModelDeclaration with_head(const models::ModelConfig& shape,
                                     const RunConfig& config) const override {
    models::ModelDeclaration model = models::declare(shape);
    models::PooledHead::declare(shape.hidden, outputs_of(config), model);
    return model;
  }

  /// What people are told of the texts.
  static void describe(const RunConfig& config, const text::LabelledData& texts,
                       const std::filesystem::path& vocabulary, TaskData& data) {
    const text::SpecialTokens& special = texts.tokenizer.special();
    const text::UnknownTokens unknown = count_unknown(texts.train.tokens, special);
    const Index batch = config.training.batch;
    data.notes.push_back(fmt::format(
        "texts {}: {} to train on ({} steps are an epoch), {} to validate on, {} to test on, {} "
        "labels, vocabulary {}, {:.2f}% [UNK], {} cut to {} tokens",
        texts_key().of(config), texts.train.count(), (texts.train.count() + batch - 1) / batch,
        texts.validation.count(), texts.test.count(), texts.labels.size(), texts.tokenizer.size(),
        100 * unknown.fraction(), texts.cut_texts, config.data.sequence));
    if (texts.left_out > 0)
      data.notes.push_back(
          fmt::format("{} lines of the set, as it is published, lack columns or a text and were "
                      "left out",
                      texts.left_out));
    warn_of_unknown("the texts to train on", unknown, vocabulary, data.warnings);
    warn_of_unknown("the texts to validate on", count_unknown(texts.validation.tokens, special),
                    vocabulary, data.warnings);
    warn_of_unknown("the texts to test on", count_unknown(texts.test.tokens, special), vocabulary,
                    data.warnings);
    warn_of_capitals(texts.tokenizer, data.warnings);
  }

  static std::vector<Key> common_keys() {
    return {encoder_key().key(),          prune_encoder_key().key(), texts_key().key(),
            validation_texts_key().key(), test_texts_key().key(),    glue_key().key()};
  }

  bool numbers_;
  const TaskInfo info_;

 public:
  static std::vector<Key> keys_of_classification() {
    std::vector<Key> keys = common_keys();
    keys.insert(keys.begin(), classes_key().key());
    return keys;
  }
};

std::vector<Metric> metrics_of_classes() {
  std::vector<Metric> metrics = prediction_metrics(/*tested=*/true);
  metrics.back().of_test = true;  // the accuracy
  metrics.push_back(of_texts(metric::kF1, "F1", kShare, /*optional=*/true));
  metrics.push_back(of_texts(metric::kMacroF1, "macro F1", kShare, /*optional=*/true));
  metrics.push_back(of_texts(metric::kMatthews, "Matthews correlation", "", /*optional=*/true));
  return metrics;
}

std::vector<Metric> metrics_of_numbers() {
  std::vector<Metric> metrics = prediction_metrics(/*tested=*/true);
  metrics.front().unit = kSquaredError;
  metrics.pop_back();  // no accuracy
  metrics.push_back(of_texts(metric::kPearson, "Pearson correlation", "", /*optional=*/true));
  metrics.push_back(of_texts(metric::kSpearman, "Spearman correlation", "", /*optional=*/true));
  return metrics;
}

}  // namespace

TaskPtr classification_declaration() {
  return std::make_shared<LabelledTextsDeclaration>(
      Kind{.name = "sequence_classification",
           .help = "classifying texts, or pairs of them, with an encoder",
           .numbers = false,
           .metrics = metrics_of_classes()},
      LabelledTextsDeclaration::keys_of_classification());
}

TaskPtr regression_declaration() {
  return std::make_shared<LabelledTextsDeclaration>(
      Kind{.name = "sequence_regression",
           .help = "saying a number of texts, or of pairs of them, with an encoder",
           .numbers = true,
           .metrics = metrics_of_numbers()},
      std::vector<Key>{});
}

}  // namespace espalier::training
