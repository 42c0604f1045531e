// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <espalier/machines/machines.h>
#include <espalier/models/families/encoder_stage.h>
#include <espalier/text/sequences/encoded_corpus.h>
#include <espalier/training/config/key.h>
#include <espalier/training/tasks/encoder_declaration.h>
#include <espalier/training/tasks/pipelined_model.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {

/// A corpus in memory, encoded.
struct CorpusData : TaskData {
  explicit CorpusData(text::PreparedData data) : prepared(std::move(data)) {}
  text::PreparedData prepared;
};

/// The deviation that embedding and head start from; 0: `model.initial_deviation`.
const OwnKey<double>& embedding_deviation();
/// How many held-out sequences wait for the end of the run.
const OwnKey<Index>& test_sequences();

/// How documents are laid out in sequences: a name of `Packing`.
const OwnKey<std::string>& packing();

/// What is to be said of the files of a corpus: that the default one is not as published, or that
/// one has bytes that are no UTF-8.
std::vector<std::string> source_warnings(const text::CorpusFacts& facts);

/// What the declarations of language models have in common.
class CorpusDeclaration : public EncoderDeclaration {
 public:
  Index units_per_sample(const RunConfig& config) const override { return config.data.sequence; }
  MemoryNeed least_memory(const RunConfig& config) const override;
  Index most_stages(const RunConfig& config) const override;
  std::vector<MemoryNeed> least_stage_memory(const RunConfig& config, Index ranks) const override;
  std::shared_ptr<const TaskData> load(
      const RunConfig& config, const std::function<void(const std::string&)>& say) const override;
  std::shared_ptr<const TaskData> preview(const RunConfig& config) const override;
  void require_fit(const RunConfig& config, const TaskData& data) const override;
  RunCost cost(const RunConfig& config, const RunResult& result) const override;

 protected:
  /// Keys that all of them have a use for, besides run.task.
  static std::vector<std::string> corpus_keys();
  /// Metrics that all of them have.
  static std::vector<Metric> corpus_metrics();
  /// The layers that this rank of a job has of a model with so many pieces. Throws ConfigError if
  /// there are fewer layers than ranks.
  PipelineStage stage_of(const RunConfig& config, Index vocabulary,
                         machines::Machines& machines) const;

 private:
  std::vector<models::EncoderStage> stages(const RunConfig& config, Index vocabulary,
                                           Index ranks) const;
  /// What a model reaches that sees no context, in words.
  virtual std::string context_free(const text::EncodedCorpus& corpus,
                                   const text::SpecialTokens& special) const = 0;
  /// With what people and manifests are told of them.
  std::shared_ptr<const TaskData> described(const RunConfig& config, text::PreparedData data) const;
};

/// Such a declaration, of what a `LanguageModelTask` trains.
template <typename LanguageModelTask>
class LanguageModelDeclaration : public CorpusDeclaration {
 public:
  std::unique_ptr<TrainingTask> make(const RunConfig& config, const TaskData& data,
                                     const Context& context) const override {
    return std::make_unique<LanguageModelTask>(
        config, dynamic_cast<const CorpusData&>(data).prepared, context);
  }

  std::unique_ptr<TrainingTask> make_stage(const RunConfig& config, const TaskData& data,
                                           const Context& context,
                                           machines::Machines& machines) const override {
    const text::PreparedData& prepared = dynamic_cast<const CorpusData&>(data).prepared;
    return std::make_unique<LanguageModelTask>(
        config, prepared, context, stage_of(config, prepared.tokenizer.size(), machines));
  }
};

}  // namespace espalier::training
