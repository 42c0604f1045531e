// SPDX-License-Identifier: Apache-2.0
// What the task "sequence_classification" says of itself.
#include <fmt/format.h>

#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/flops.h>
#include <espalier/models/families/pooled_head.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/tokenizer/unknown_words.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/tasks/built_in_tasks.h>
#include <espalier/training/tasks/classification_task.h>
#include <espalier/training/tasks/encoder_declaration.h>
#include <espalier/training/tasks/pretrained_encoder.h>
#include <espalier/training/tasks/trained_flops.h>

namespace espalier::training {
namespace {

struct Texts : TaskData {
  explicit Texts(text::LabelledData data) : labelled(std::move(data)) {}
  text::LabelledData labelled;
};

class ClassificationDeclaration : public EncoderDeclaration {
 public:
  const TaskInfo& info() const override { return info_; }

  MemoryNeed least_memory(const RunConfig& config) const override {
    models::ModelConfig shape = model_config(config);
    shape.vocabulary = std::min<Index>(shape.vocabulary, text::Tokenizer::kMinimumLearntPieces);
    return encoder_memory(config, with_head(shape, config));
  }

  std::map<std::string, sparse::PatternPtr> starting_patterns(
      const RunConfig& config) const override {
    if (encoder_.of(config).empty()) return {};
    return PretrainedEncoder(encoder_.of(config)).patterns(declare_model(config).weights);
  }

  std::shared_ptr<const TaskData> load(
      const RunConfig& config, const std::function<void(const std::string&)>&) const override {
    auto data = std::make_shared<Texts>(
        text::load_labelled_texts({.train = texts_.of(config),
                                   .validation = validation_texts_.of(config),
                                   .validation_fraction = config.data.validation_fraction,
                                   .vocabulary = config.data.vocabulary,
                                   .vocabulary_size = config.data.vocabulary_size,
                                   .sequence_length = config.data.sequence}));
    const text::LabelledData& texts = data->labelled;
    const text::SpecialTokens& special = texts.tokenizer.special();
    const text::UnknownTokens unknown = count_unknown(texts.train.tokens, special);
    data->notes.push_back(fmt::format(
        "texts {}: {} to train on, {} to validate on, {} labels, vocabulary {}, {:.2f}% [UNK], {} "
        "cut to {} tokens",
        texts_.of(config), texts.train.count(), texts.validation.count(), texts.labels.size(),
        texts.tokenizer.size(), 100 * unknown.fraction(), texts.cut_texts, config.data.sequence));
    warn_of_unknown("the texts to train on", unknown, config.data.vocabulary, data->warnings);
    warn_of_unknown("the texts to validate on", count_unknown(texts.validation.tokens, special),
                    config.data.vocabulary, data->warnings);
    data->corpus_hash = texts.hash;
    data->vocabulary_hash = texts.tokenizer.hash();
    data->vocabulary = texts.tokenizer.vocabulary_text();
    return data;
  }

  void require_fit(const RunConfig& config, const TaskData& data) const override {
    ClassificationTask::require_start(config, options_of(config),
                                      dynamic_cast<const Texts&>(data).labelled);
  }

  std::unique_ptr<TrainingTask> make(const RunConfig& config, const TaskData& data,
                                     const Context& context) const override {
    return std::make_unique<ClassificationTask>(config, options_of(config),
                                                dynamic_cast<const Texts&>(data).labelled, context);
  }

  RunCost cost(const RunConfig& config, const RunResult& result) const override {
    models::ModelConfig shape = model_config(config);
    if (result.vocabulary > 0) shape.vocabulary = result.vocabulary;
    const models::EncoderDensity density(1, 1, embedding_density(config, shape));
    const models::FlopCount sequence = models::count_flops(
        with_head(shape, config), density, config.data.sequence, 1, models::Pass::kTraining);
    return trained_cost(config, result, sequence.head + sequence.embedding);
  }

 private:
  ClassificationOptions options_of(const RunConfig& config) const {
    return {.classes = classes_.of(config), .encoder = encoder_.of(config)};
  }

  static std::vector<std::string> keys_of_task() {
    std::vector<std::string> keys = encoder_keys();
    keys.insert(keys.end(), {"run.task", "model.norm"});
    return keys;
  }

  models::ModelDeclaration with_head(const models::ModelConfig& shape,
                                     const RunConfig& config) const {
    models::ModelDeclaration model = models::declare(shape);
    models::PooledHead::declare(shape.hidden, classes_.of(config), model);
    return model;
  }

  const OwnKey<Index> classes_{"model", "classes", 2,
                               Domain::count_from(2, static_cast<double>(text::kMostClasses)),
                               "number of labels"};
  const OwnKey<std::string> encoder_{
      "model", "encoder", "", Domain::any_text(),
      "checkpoint (a folder step_N) whose encoder training starts from; empty: from scratch"};
  const OwnKey<std::string> texts_{"data",
                                   "texts",
                                   "",
                                   Domain::any_text(),
                                   "file of lines `label<TAB>text` to train on; may be compressed",
                                   {.decides = Decides::kData, .free_at_evaluation = true}};
  const OwnKey<std::string> validation_texts_{
      "data",
      "validation_texts",
      "",
      Domain::any_text(),
      "such a file to validate on; empty: data.validation_fraction of the training lines",
      {.decides = Decides::kData, .free_at_evaluation = true}};
  const TaskInfo info_ = {
      .name = "sequence_classification",
      .help = "classifying texts with an encoder",
      .keys = keys_of_task(),
      .own_keys = {classes_.key(), encoder_.key(), texts_.key(), validation_texts_.key()},
      .unit = "sequences",
      .saves_at_end_only = false};
};

}  // namespace

TaskPtr classification_declaration() { return std::make_shared<ClassificationDeclaration>(); }

}  // namespace espalier::training
