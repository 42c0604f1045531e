// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/models/families/question_answerer.h>
#include <espalier/sparse/core/context.h>
#include <espalier/text/answers/best_answers.h>
#include <espalier/text/answers/question_data.h>
#include <espalier/text/sequences/batches.h>
#include <espalier/training/config/key.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/tasks/encoder_start.h>
#include <espalier/training/tasks/encoder_task.h>

namespace espalier::training {

/// Tokens of a long context that one window has in common with the next: data.stride.
const OwnKey<Index>& stride_key();
/// By how much the score of no answer has to exceed that of the best answer: model.none_threshold.
const OwnKey<double>& none_threshold_key();

/// Finds answers in texts with an encoder and a span head. Trains on windows, batches of which are
/// functions of (seed, step); validation is every question of the file, or all that were held out,
/// each answered out of all its windows.
class QuestionAnsweringTask : public EncoderTask {
 public:
  /// `none_threshold`: see AnswerOptions. Throws ConfigError or ShapeError if the configuration
  /// does not fit the data or the encoder, and as `PretrainedEncoder`. `data` and `context` must
  /// outlive the task. The vocabulary of the model is that of the data. `trained`: the checkpoint
  /// that will be loaded, in place of model.encoder (`trained_start`).
  QuestionAnsweringTask(const RunConfig& config, double none_threshold,
                        const text::QuestionData& data, const Context& context,
                        const std::filesystem::path& trained = {});
  QuestionAnsweringTask(const RunConfig& config, double none_threshold,
                        const text::QuestionData& data, const Context&& context,
                        const std::filesystem::path& trained = {}) = delete;

  models::ParameterList parameters() override { return model_.parameters(); }
  Index gather(Index step) override;
  double train(SampleRange samples, double scale,
               const models::BackwardProgress& progress) override;
  Validation validate() override { return predict(config().training.panel_group); }
  Validation validate_by_window() override { return predict(1); }
  std::string comment(const Validation& validation) const override;
  void complete(RunResult& result) override;

 private:
  QuestionAnsweringTask(const RunConfig& config, double none_threshold,
                        const text::QuestionData& data, const EncoderStart& start,
                        const Context& context);
  template <typename Body>
  void for_each_group(const text::WindowedQuestions& questions,
                      std::span<const std::int64_t> indices, SampleRange chosen, Index group_size,
                      const Body& body) const;
  Validation predict(Index group_size);
  /// Exact match and F1 of the answers that these logits give, [windows][tokens of each].
  void score(const std::vector<std::vector<float>>& starts,
             const std::vector<std::vector<float>>& ends, MetricValues& metrics) const;

  const text::QuestionData* data_;
  text::AnswerOptions options_;
  models::QuestionAnswerer model_;
  text::BatchSampler sampler_;
  Index step_ = 0;
  std::vector<std::int64_t> batch_;  // of that step
  models::QuestionAnswerer::Record record_;
};

}  // namespace espalier::training
