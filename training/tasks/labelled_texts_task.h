// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <espalier/models/families/sequence_classifier.h>
#include <espalier/sparse/core/context.h>
#include <espalier/text/sequences/batches.h>
#include <espalier/text/sequences/labelled_sequences.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/tasks/encoder_start.h>
#include <espalier/training/tasks/encoder_task.h>

namespace espalier::training {

/// Metrics of what is said of texts, beside the loss and the accuracy.
namespace metric {
inline constexpr const char* kF1 = "f1";  ///< of the second of two labels; of the words of answers
inline constexpr const char* kExactMatch = "exact_match";
inline constexpr const char* kMacroF1 = "macro_f1";
inline constexpr const char* kMatthews = "matthews";
inline constexpr const char* kPearson = "pearson";
inline constexpr const char* kSpearman = "spearman";
}  // namespace metric

/// Says a class or a number of texts, or of pairs of texts, with an encoder and a pooled head.
/// Batches are functions of (seed, step); validation is the whole file, or all that was held out.
class LabelledTextsTask : public EncoderTask {
 public:
  /// `outputs` of the head: classes, or 1 for numbers. `measure`: the metric that people are told,
  /// beside the accuracy; empty: none. Throws ConfigError or ShapeError if the configuration does
  /// not fit the data or the encoder, and as `PretrainedEncoder`. `data` and `context` must outlive
  /// the task. The vocabulary of the model is that of the data. `trained`: the checkpoint that will
  /// be loaded, in place of model.encoder (`trained_start`).
  LabelledTextsTask(const RunConfig& config, Index outputs, std::string measure,
                    const text::LabelledData& data, const Context& context,
                    const std::filesystem::path& trained = {});
  LabelledTextsTask(const RunConfig& config, Index outputs, std::string measure,
                    const text::LabelledData& data, const Context&& context,
                    const std::filesystem::path& trained = {}) = delete;

  /// Throws what the constructor throws for what it is given, short of making the model.
  static void require_start(const RunConfig& config, Index outputs, const text::LabelledData& data);

  models::ParameterList parameters() override { return model_.parameters(); }
  Index gather(Index step) override;
  double train(SampleRange samples, double scale,
               const models::BackwardProgress& progress) override;
  Validation validate() override { return predict(data_->validation, panel_group()); }
  Validation validate_by_window() override { return predict(data_->validation, 1); }
  std::optional<Validation> test() override { return predict_test(panel_group()); }
  std::optional<Validation> test_by_window() override { return predict_test(1); }
  std::string comment(const Validation& validation) const override;
  void complete(RunResult& result) override;

 private:
  LabelledTextsTask(const RunConfig& config, Index outputs, std::string measure,
                    const text::LabelledData& data, const EncoderStart& start,
                    const Context& context);
  bool has_numbers() const { return data_->labels.empty(); }
  Index panel_group() const { return config().training.panel_group; }
  template <typename Body>
  void for_each_group(const text::LabelledSequences& sequences,
                      std::span<const std::int64_t> indices, SampleRange chosen, Index group_size,
                      const Body& body) const;
  Validation predict(const text::LabelledSequences& sequences, Index group_size);
  std::optional<Validation> predict_test(Index group_size);

  const text::LabelledData* data_;
  std::string measure_;
  models::SequenceClassifier model_;
  text::BatchSampler sampler_;
  Index step_ = 0;
  std::vector<std::int64_t> batch_;  // of that step
  models::SequenceClassifier::Record record_;
};

}  // namespace espalier::training
