// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <espalier/models/families/sequence_classifier.h>
#include <espalier/sparse/core/context.h>
#include <espalier/text/corpora/labelled_texts.h>
#include <espalier/text/sequences/batches.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/tasks/encoder_task.h>

namespace espalier::training {

/// What the head tells apart, and what the encoder starts from.
struct ClassificationOptions {
  Index classes = 2;
  std::string encoder;  ///< a checkpoint; empty: from scratch
};

/// Sequence classification with an encoder and a pooled head. Batches are functions of (seed,
/// step); validation is the whole file, or all that was held out.
class ClassificationTask : public EncoderTask {
 public:
  /// Throws ConfigError or ShapeError if the configuration does not fit the data or the encoder,
  /// and as `PretrainedEncoder`. `data` and `context` must outlive the task. The vocabulary of the
  /// model is that of the data.
  ClassificationTask(const RunConfig& config, const ClassificationOptions& options,
                     const text::LabelledData& data, const Context& context);
  ClassificationTask(const RunConfig& config, const ClassificationOptions& options,
                     const text::LabelledData& data, const Context&& context) = delete;

  /// Throws what the constructor throws for what it is given, short of making the model.
  static void require_start(const RunConfig& config, const ClassificationOptions& options,
                            const text::LabelledData& data);

  models::ParameterList parameters() override { return model_.parameters(); }
  BatchResult train(Index step, double loss_scale) override;
  Validation validate() override { return predict(config().training.panel_group); }
  Validation validate_by_window() override { return predict(1); }
  std::vector<DataHash> data_hashes() const override;
  std::string comment(const Validation& validation) const override;
  void complete(RunResult& result) override;

 private:
  struct Start;  // what the model is made of
  ClassificationTask(const RunConfig& config, const text::LabelledData& data, const Start& start,
                     const Context& context);
  static Start start_of(const RunConfig& config, const ClassificationOptions& options,
                        const text::LabelledData& data);
  template <typename Body>
  void for_each_group(const text::LabelledSequences& sequences,
                      std::span<const std::int64_t> indices, Index group_size,
                      const Body& body) const;
  Validation predict(Index group_size);

  const text::LabelledData* data_;
  std::string encoder_hash_;  // empty: from scratch
  models::SequenceClassifier model_;
  text::BatchSampler sampler_;
  models::SequenceClassifier::Record record_;
};

}  // namespace espalier::training
