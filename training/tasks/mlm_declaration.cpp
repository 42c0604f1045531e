// SPDX-License-Identifier: Apache-2.0
// What the task "mlm" says of itself.
#include <fmt/format.h>

#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/pretraining_head.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/tasks/built_in_tasks.h>
#include <espalier/training/tasks/corpus_declaration.h>
#include <espalier/training/tasks/mlm_task.h>

namespace espalier::training {
namespace {

std::vector<std::string> with_norm(std::vector<std::string> keys) {
  keys.push_back("model.norm");
  return keys;
}

std::vector<Metric> with_next_sentence(std::vector<Metric> metrics) {
  metrics.push_back({.name = kNextSentenceLoss,
                     .unit = kNats,
                     .direction = Direction::kLower,
                     .of_validation = true,
                     .optional = true,
                     .summarised = false});
  metrics.push_back({.name = kNextSentenceAccuracy,
                     .unit = kShare,
                     .direction = Direction::kHigher,
                     .of_validation = true,
                     .optional = true,
                     .summarised = false});
  return metrics;
}

class MlmDeclaration : public LanguageModelDeclaration<MlmTask> {
 public:
  const TaskInfo& info() const override { return info_; }

 private:
  void check(const RunConfig& config) const override {
    if (next_sentence().of(config) &&
        text::packing_of(packing().of(config)) != text::Packing::kSentencePairs)
      throw ConfigError("training.next_sentence: true with data.packing \"" + packing().of(config) +
                        "\", expected \"sentence_pairs\"");
  }

  models::ModelDeclaration with_head(const models::ModelConfig& shape,
                                     const RunConfig& config) const override {
    models::ModelDeclaration model = models::declare(shape);
    models::PretrainingHead::declare(shape.hidden, shape.vocabulary, next_sentence().of(config),
                                     model);
    return model;
  }

  std::string context_free(const text::EncodedCorpus& corpus,
                           const text::SpecialTokens&) const override {
    return fmt::format("validation unigram entropy {:.3f} nats, context-free loss {:.3f}",
                       corpus.facts.validation_unigram_entropy,
                       corpus.facts.validation_context_free_loss);
  }

  // Without run.task: runs were published before there was another one.
  const TaskInfo info_ = {
      .name = "mlm",
      .help = "masked language modelling with an encoder",
      .keys = with_norm(corpus_keys()),
      .own_keys = {embedding_deviation().key(), packing().key(), whole_word_masking().key(),
                   next_sentence().key(), test_sequences().key()},
      .unit = field::kTokens,
      .metrics = with_next_sentence(corpus_metrics()),
      .saves_at_end_only = false};
};

}  // namespace

TaskPtr mlm_declaration() { return std::make_shared<MlmDeclaration>(); }

}  // namespace espalier::training
