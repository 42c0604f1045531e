// SPDX-License-Identifier: Apache-2.0
// What the task "mlm" says of itself.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <espalier/experiments/config/derived_values.h>
#include <espalier/experiments/config/optimizer_keys.h>
#include <espalier/experiments/runs/run_store.h>
#include <espalier/experiments/runs/run_summary.h>
#include <espalier/experiments/tasks/built_in_tasks.h>
#include <espalier/experiments/tasks/encoder_declaration.h>
#include <espalier/experiments/tasks/mlm_task.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/flops.h>
#include <espalier/models/families/mlm_head.h>

namespace espalier::experiments {
namespace {

struct MlmData : TaskData {
  explicit MlmData(PreparedData data) : prepared(std::move(data)) {}
  PreparedData prepared;
};

DataOptions data_options(const RunConfig& config) {
  return {.corpus = config.data.corpus,
          .folder = config.data.folder,
          .vocabulary = config.data.vocabulary,
          .vocabulary_size = config.data.vocabulary_size,
          .sequence_length = config.data.sequence,
          .validation_fraction = config.data.validation_fraction,
          .cache_folder = config.data.cache};
}

models::ModelDeclaration with_head(const models::ModelConfig& shape) {
  models::ModelDeclaration model = models::declare(shape);
  models::MlmHead::declare(shape.hidden, shape.vocabulary, model);
  return model;
}

class MlmDeclaration : public EncoderDeclaration {
 public:
  const TaskInfo& info() const override { return info_; }

  Index units_per_sample(const RunConfig& config) const override { return config.data.sequence; }

  MemoryNeed least_memory(const RunConfig& config) const override {
    models::ModelConfig model = model_config(config);
    // A corpus may have fewer pieces than asked for.
    model.vocabulary = std::min<Index>(model.vocabulary, 32);
    return encoder_memory(config, with_head(model));
  }

  std::shared_ptr<const TaskData> load(
      const RunConfig& config, const std::function<void(const std::string&)>& say) const override {
    say("preparing the corpus");
    auto data = std::make_shared<MlmData>(prepare_corpus(data_options(config)));
    const EncodedFacts& facts = data->prepared.corpus.facts;
    if (!facts.cache_note.empty()) data->notes.push_back(facts.cache_note);
    data->notes.push_back(fmt::format(
        "corpus {}: {} training tokens, vocabulary {}, validation unigram entropy {:.3f} nats, "
        "context-free loss {:.3f}",
        facts.corpus.name, facts.training_tokens, facts.vocabulary_size,
        facts.validation_unigram_entropy, facts.validation_context_free_loss));
    data->corpus_hash = facts.corpus.hash;
    data->vocabulary_hash = facts.vocabulary_hash;
    data->vocabulary = data->prepared.tokenizer.vocabulary_text();
    return data;
  }

  std::unique_ptr<TrainingTask> make(const RunConfig& config, const TaskData& data,
                                     const Context& context) const override {
    return std::make_unique<MlmTask>(config, dynamic_cast<const MlmData&>(data).prepared, context);
  }

  void count(const RunConfig& config, const RunResult& result, RunSummary& run) const override {
    models::ModelConfig shape = model_config(config);
    if (result.vocabulary > 0) shape.vocabulary = result.vocabulary;
    const models::ModelDeclaration model = with_head(shape);
    const models::EncoderDensity density(result.attention_density, result.feed_forward_density);
    const double sequences = static_cast<double>(result.sequences);
    const Index length = config.data.sequence;
    const double encoder = models::training_flops(model, density, length);
    const double all =
        models::count_flops(model, density, length, result.masked_per_sequence,
                            models::Pass::kTraining,
                            {optimizer_flops_per_value(config), config.training.batch})
            .total();
    // Older results have no sum over the steps; their densities were the same at each.
    const bool summed = std::isfinite(result.training_flops);
    run.encoder_training_flops = summed ? result.training_flops : encoder * sequences;
    run.encoder_flops_per_sequence = summed ? result.training_flops / sequences : encoder;
    run.total_training_flops =
        run.encoder_training_flops + sequences * (all - encoder) + result.update_flops;
    run.parameters = models::count_parameters(model, density).total();
  }

 private:
  // Without run.task: runs were published before there was another one.
  const TaskInfo info_ = {
      .name = "mlm",
      .help = "masked language modelling with an encoder",
      .keys = {"model.name", "model.layers", "model.hidden", "model.heads", "model.intermediate",
               "model.positions", "model.initial_deviation", "model.dropout",
               "model.attention_dropout", "data.corpus", "data.folder", "data.vocabulary",
               "data.vocabulary_size", "data.sequence", "data.validation_fraction", "data.cache",
               "training.tokens", "training.panel_group", "training.validation_sequences"},
      .own_keys = {embedding_deviation().key(), whole_word_masking().key(), test_sequences().key()},
      .unit = field::kTokens,
      .saves_at_end_only = false};
};

}  // namespace

TaskPtr mlm_declaration() { return std::make_shared<MlmDeclaration>(); }

}  // namespace espalier::experiments
