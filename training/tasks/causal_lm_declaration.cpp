// SPDX-License-Identifier: Apache-2.0
// What the task "causal_lm" says of itself.
#include <fmt/format.h>

#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/lm_head.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/tasks/built_in_tasks.h>
#include <espalier/training/tasks/causal_lm_task.h>
#include <espalier/training/tasks/corpus_declaration.h>

namespace espalier::training {
namespace {

/// Those that the task "mlm" brings, which mean the same here, among them.
std::vector<std::string> with_more(std::vector<std::string> keys) {
  keys.insert(keys.end(), {"run.task", embedding_deviation().key().path(), packing().key().path(),
                           test_sequences().key().path()});
  return keys;
}

class CausalLmDeclaration : public LanguageModelDeclaration<CausalLmTask> {
 public:
  const TaskInfo& info() const override { return info_; }

 private:
  bool wants_causal() const override { return true; }

  void check(const RunConfig& config) const override {
    if (text::packing_of(packing().of(config)) == text::Packing::kSentencePairs)
      throw ConfigError(
          "data.packing: 'sentence_pairs', which run.task \"causal_lm\" has no use for; expected "
          "stream or documents");
  }

  models::ModelDeclaration with_head(const models::ModelConfig& shape,
                                     const RunConfig&) const override {
    models::ModelDeclaration model = models::declare(shape);
    models::LmHead::declare(shape.hidden, shape.vocabulary, model, models::LmHeadKind::kPlain);
    return model;
  }

  std::string context_free(const text::EncodedCorpus& corpus,
                           const text::SpecialTokens& special) const override {
    return fmt::format("context-free loss {:.3f} nats",
                       next_token_entropy(corpus.validation, special));
  }

  const TaskInfo info_ = {.name = "causal_lm",
                          .help = "predicting the next token with a causal decoder",
                          .keys = with_more(corpus_keys()),
                          .own_keys = {},
                          .unit = field::kTokens,
                          .metrics = corpus_metrics(),
                          .saves_at_end_only = false};
};

}  // namespace

TaskPtr causal_lm_declaration() { return std::make_shared<CausalLmDeclaration>(); }

}  // namespace espalier::training
