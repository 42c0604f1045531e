// SPDX-License-Identifier: Apache-2.0
#include "experiments/trainer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "models/checkpoint.h"
#include "sparse/core/error.h"
#include "tests/experiments/small_study.h"
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::message_of;
using espalier::testing::TemporaryFolder;
using ::testing::HasSubstr;

/// Every value and every pattern of a model, for comparison bit by bit.
struct Weights {
  std::vector<AlignedVector<float>> values;
  std::vector<std::vector<sparse::BlockCoordinate>> patterns;
  bool operator==(const Weights&) const = default;
};

Weights weights_of(SmallTrainer& trainer) {
  Weights weights;
  for (const models::Parameter* p : trainer.task.parameters()) {
    weights.values.push_back(p->values);
    if (p->is_sparse()) weights.patterns.push_back(p->pattern->coordinates());
  }
  return weights;
}

class TrainerModes : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    config_ = small_config(folder_.write("text.txt", small_text()).string(), GetParam());
    data_ = std::make_unique<PreparedData>(small_data(config_));
  }

  TemporaryFolder folder_;
  RunConfig config_;
  std::unique_ptr<PreparedData> data_;
};

TEST_P(TrainerModes, WeightsDoNotDependOnTheNumberOfThreads) {
  std::optional<Weights> expected;
  for (const int threads : {1, 2, 4, 8}) {
    const Context context({.threads = threads, .seed = 5});
    SmallTrainer trainer(config_, *data_, context);
    while (trainer.trainer.completed_steps() < trainer.trainer.total_steps())
      trainer.trainer.step();
    const Weights weights = weights_of(trainer);
    if (!expected) expected = weights;
    EXPECT_TRUE(weights == *expected) << threads << " threads";
  }
}

TEST_P(TrainerModes, ResumingEqualsTrainingWithoutInterruption) {
  const Context context({.threads = 2, .seed = 5});
  SmallTrainer whole(config_, *data_, context);
  while (whole.trainer.completed_steps() < whole.trainer.total_steps()) whole.trainer.step();

  // Interrupted twice: between two updates and right after one (an update follows every fourth
  // step).
  std::filesystem::path checkpoint;
  for (const Index stop : {6, 12, 24}) {
    SmallTrainer part(config_, *data_, context);
    if (!checkpoint.empty()) part.trainer.restore(checkpoint);
    while (part.trainer.completed_steps() < stop) part.trainer.step();
    if (stop < 24) {
      part.trainer.save(folder_.path() / "checkpoints");
      checkpoint = *models::latest_checkpoint(folder_.path() / "checkpoints").path;
    } else {
      EXPECT_TRUE(weights_of(part) == weights_of(whole));
      EXPECT_EQ(part.trainer.topology().state(), whole.trainer.topology().state());
      EXPECT_EQ(part.trainer.result().masked_per_sequence,
                whole.trainer.result().masked_per_sequence);
      EXPECT_EQ(part.trainer.result().training_flops, whole.trainer.result().training_flops);
    }
  }
}

TEST_P(TrainerModes, LossFallsBelowTheUnigramEntropy) {
  config_.training.steps = 1500;
  config_.training.batch = 16;
  const Context context({.threads = 1, .seed = 5});
  SmallTrainer trainer(config_, *data_, context);
  while (trainer.trainer.completed_steps() < trainer.trainer.total_steps()) trainer.trainer.step();
  EXPECT_LT(trainer.task.validate().loss, data_->corpus.facts.validation_unigram_entropy - 0.5);
}

TEST_P(TrainerModes, ValidationIsAPureFunctionOfTheWeights) {
  const Context context({.threads = 1, .seed = 5});
  SmallTrainer trainer(config_, *data_, context);
  trainer.trainer.step();
  const Validation first = trainer.task.validate();
  const Validation second = trainer.task.validate();
  EXPECT_EQ(first.loss, second.loss);
  EXPECT_GT(first.predictions, 0);
}

INSTANTIATE_TEST_SUITE_P(AllModes, TrainerModes, ::testing::Values("dense", "static", "dynamic"));

TEST(Trainer, MovesThePatternsOfADynamicRunOnly) {
  const TemporaryFolder folder;
  const std::string corpus = folder.write("text.txt", small_text()).string();
  for (const std::string mode : {"static", "dynamic"}) {
    const RunConfig config = small_config(corpus, mode);
    const PreparedData data = small_data(config);
    const Context context({.threads = 1, .seed = 5});
    SmallTrainer trainer(config, data, context);
    const auto before = weights_of(trainer).patterns;
    Index updates = 0;
    while (trainer.trainer.completed_steps() < trainer.trainer.total_steps()) {
      const TrainingStep step = trainer.trainer.step();
      if (step.update) ++updates;
    }
    EXPECT_EQ(updates, mode == "dynamic" ? 5 : 0);
    EXPECT_EQ(weights_of(trainer).patterns == before, mode == "static");
    EXPECT_EQ(trainer.task.attention_density(), 0.25);
    EXPECT_EQ(trainer.task.feed_forward_density(), 0.25);
  }
}

TEST(Trainer, ScalesTheLearningRateByTheRuleForDensity) {
  const TemporaryFolder folder;
  RunConfig config = small_config(folder.write("text.txt", small_text()).string(), "static");
  config.model.density =
      0.125;  // factor exp(1.969 0.875^2 + 0.2905 0.875) = 5.8223 (Dietrich et al., eq. 3)
  config.training.scale_learning_rate = true;
  const PreparedData data = small_data(config);
  const Context context({.threads = 1});
  EXPECT_NEAR(SmallTrainer(config, data, context).trainer.peak_learning_rate(), 3e-3 * 5.8223,
              3e-3 * 5e-5);
}

TEST(Trainer, RefusesTheCheckpointOfAnotherConfiguration) {
  const TemporaryFolder folder;
  RunConfig config = small_config(folder.write("text.txt", small_text()).string(), "dynamic");
  const PreparedData data = small_data(config);
  const Context context({.threads = 1, .seed = 5});
  SmallTrainer trainer(config, data, context);
  trainer.trainer.step();
  trainer.trainer.save(folder.path() / "checkpoints");
  config.training.weight_decay = 0.5;
  SmallTrainer other(config, data, context);
  const Weights before = weights_of(other);

  const std::string message = message_of<ConfigError>(
      [&] { other.trainer.restore(folder.path() / "checkpoints" / "step_1"); });

  EXPECT_THAT(message, HasSubstr("step_1"));
  EXPECT_THAT(message, HasSubstr("configuration"));
  EXPECT_TRUE(weights_of(other) == before);
}

TEST(Trainer, GivesUpWhenTheGradientStaysInfinite) {
  const TemporaryFolder folder;
  const RunConfig config = small_config(folder.write("text.txt", small_text()).string(), "dense");
  const PreparedData data = small_data(config);
  const Context context({.threads = 1, .seed = 5});
  SmallTrainer trainer(config, data, context);
  trainer.task.parameters().front()->values.assign(trainer.task.parameters().front()->values.size(),
                                                   std::numeric_limits<float>::quiet_NaN());
  for (Index i = 1; i < kMaxSkippedSteps; ++i) EXPECT_FALSE(trainer.trainer.step().applied);
  EXPECT_THAT(message_of<Error>([&] { trainer.trainer.step(); }), HasSubstr("not finite"));
}

}  // namespace
}  // namespace espalier::experiments
