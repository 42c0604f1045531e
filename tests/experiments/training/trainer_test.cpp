// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/training/trainer.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include <espalier/files/content_hash.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/error.h>
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

/// By mode and precision.
class TrainerModes : public ::testing::TestWithParam<std::tuple<std::string, std::string>> {
 protected:
  void SetUp() override {
    const auto& [mode, precision] = GetParam();
    const bool drops = mode == "dropout";
    config_ =
        small_config(folder_.write("text.txt", small_text()).string(), drops ? "dynamic" : mode);
    if (drops) config_.model.dropout = config_.model.attention_dropout = 0.1;
    config_.training.precision = precision;
    data_ = std::make_unique<PreparedData>(small_data(config_));
  }

  /// What such a run computes on.
  ContextOptions on_threads(int threads) const {
    ContextOptions options = context_options(config_);
    options.threads = threads;
    return options;
  }

  TemporaryFolder folder_;
  RunConfig config_;
  std::unique_ptr<PreparedData> data_;
};

TEST_P(TrainerModes, WeightsDoNotDependOnTheNumberOfThreads) {
  std::optional<Weights> expected;
  for (const int threads : {1, 2, 4, 8}) {
    const Context context(on_threads(threads));
    SmallTrainer trainer(config_, *data_, context);
    while (trainer.trainer.completed_steps() < trainer.trainer.total_steps())
      trainer.trainer.step();
    const Weights weights = weights_of(trainer);
    if (!expected) expected = weights;
    EXPECT_TRUE(weights == *expected) << threads << " threads";
  }
}

TEST_P(TrainerModes, ResumingEqualsTrainingWithoutInterruption) {
  const Context context(on_threads(2));
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
  const Context context(on_threads(1));
  SmallTrainer trainer(config_, *data_, context);
  while (trainer.trainer.completed_steps() < trainer.trainer.total_steps()) trainer.trainer.step();
  EXPECT_LT(trainer.task.validate().loss, data_->corpus.facts.validation_unigram_entropy - 0.5);
}

TEST_P(TrainerModes, ValidationIsAPureFunctionOfTheWeights) {
  const Context context(on_threads(1));
  SmallTrainer trainer(config_, *data_, context);
  trainer.trainer.step();
  const Validation first = trainer.task.validate();
  const Validation second = trainer.task.validate();
  EXPECT_EQ(first.loss, second.loss);
  EXPECT_GT(first.predictions, 0);
}

INSTANTIATE_TEST_SUITE_P(
    AllModes, TrainerModes,
    ::testing::Combine(::testing::Values("dense", "static", "dynamic", "dropout"),
                       ::testing::ValuesIn(precision_names())),
    [](const auto& test) { return std::get<0>(test.param) + "_" + std::get<1>(test.param); });

// Another precision is another run: other bits, another hash; and what is kept is float, so that
// the same run on another kernel starts from the same weights.
TEST(Trainer, TrainsInThePrecisionOfItsConfiguration) {
  const TemporaryFolder folder;
  RunConfig config = small_config(folder.write("text.txt", small_text()).string(), "dynamic");
  const PreparedData data = small_data(config);
  std::vector<Weights> before, after;
  for (const std::string& precision : precision_names()) {
    config.training.precision = precision;
    const Context context(context_options(config));
    EXPECT_EQ(precision_name(context.precision()), precision);
    SmallTrainer trainer(config, data, context);
    before.push_back(weights_of(trainer));
    trainer.trainer.step();
    after.push_back(weights_of(trainer));
  }
  EXPECT_TRUE(before[0] == before[1]);
  EXPECT_FALSE(after[0] == after[1]);
  config.training.precision = "float16";
  EXPECT_THAT(message_of<ConfigError>([&] { context_options(config); }), HasSubstr("bfloat16"));
}

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
    EXPECT_EQ(trainer.task.density().attention, 0.25);
    EXPECT_EQ(trainer.task.density().feed_forward, 0.25);
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
  const RunConfig config = small_config(folder.write("text.txt", small_text()).string(), "dynamic");
  const PreparedData data = small_data(config);
  const Context context({.threads = 1, .seed = 5});
  SmallTrainer trainer(config, data, context);
  trainer.trainer.step();
  trainer.trainer.save(folder.path() / "checkpoints");
  RunConfig other_decay = config, other_precision = config;
  other_decay.training.weight_decay = 0.5;
  other_precision.training.precision = "bfloat16";
  for (const RunConfig& other_config : {other_decay, other_precision}) {
    SmallTrainer other(other_config, data, context);
    const Weights before = weights_of(other);

    const std::string message = message_of<ConfigError>(
        [&] { other.trainer.restore(folder.path() / "checkpoints" / "step_1"); });

    EXPECT_THAT(message, HasSubstr("step_1"));
    EXPECT_THAT(message, HasSubstr("configuration"));
    EXPECT_TRUE(weights_of(other) == before);
  }
}

/// Replaces `from` in the trainer state of a checkpoint and makes DONE agree.
void forge_state(const std::filesystem::path& checkpoint, const std::string& from,
                 const std::string& to) {
  const std::filesystem::path path = checkpoint / "trainer_state.json";
  std::string text = espalier::testing::read_bytes(path);
  const std::string old_hash = files::hex(files::content_hash(text));
  const std::string old_bytes = "\"bytes\": " + std::to_string(text.size());
  ASSERT_NE(text.find(from), std::string::npos) << text;
  text.replace(text.find(from), from.size(), to);
  std::ofstream(path, std::ios::binary) << text;
  std::string done = espalier::testing::read_bytes(checkpoint / "DONE");
  done.replace(done.find(old_hash), old_hash.size(), files::hex(files::content_hash(text)));
  const std::size_t entry = done.find("trainer_state.json");
  done.replace(done.find(old_bytes, entry), old_bytes.size(),
               "\"bytes\": " + std::to_string(text.size()));
  std::ofstream(checkpoint / "DONE", std::ios::binary) << done;
}

// Every hash agrees, and still no run can have got there: nothing of the trainer changes.
TEST(Trainer, RefusesAStateThatNoRunCanHave) {
  const TemporaryFolder folder;
  const RunConfig config = small_config(folder.write("text.txt", small_text()).string(), "dynamic");
  const PreparedData data = small_data(config);
  const Context context({.threads = 1, .seed = 5});
  SmallTrainer trainer(config, data, context);
  for (int i = 0; i < 5; ++i) trainer.trainer.step();
  SmallTrainer other(config, data, context);
  const Weights before = weights_of(other);
  const auto topology = other.trainer.topology().state();
  const auto refused = [&](const std::string& from, const std::string& to) {
    trainer.trainer.save(folder.path() / "checkpoints");
    const std::filesystem::path checkpoint = folder.path() / "checkpoints" / "step_5";
    forge_state(checkpoint, from, to);
    const std::string message = message_of<FormatError>([&] { other.trainer.restore(checkpoint); });
    EXPECT_TRUE(weights_of(other) == before) << message;
    EXPECT_EQ(other.trainer.topology().state(), topology) << message;
    EXPECT_EQ(other.trainer.completed_steps(), 0) << message;
    EXPECT_THAT(message, HasSubstr("trainer_state.json: "));
    return message;
  };
  const std::string steps = "\"completed_steps\": ", five = steps + "5";
  EXPECT_THAT(refused(five, steps + "25"),
              HasSubstr("completed_steps is 25; expected a number from 0 to 24"));
  for (const char* wrong : {"-1", "1e300", "\"5\"", "null", "9223372036854775807", "5.0"})
    EXPECT_THAT(refused(five, steps + wrong), HasSubstr("completed_steps is"));
  EXPECT_THAT(refused(five, steps + "4"), HasSubstr("but the checkpoint is of step 5"));
  const std::string skipped = "\"skipped_in_a_row\": ";
  EXPECT_THAT(refused(skipped + "0", skipped + "10"), HasSubstr("skipped_in_a_row is 10"));
  EXPECT_THAT(refused("\"predictions\": ", "\"predictions\": -"), HasSubstr("predictions is -"));
  EXPECT_THAT(refused("\"update_flops\": ", "\"update_flops\": -1e300, \"x\": "),
              HasSubstr("update_flops is -"));
  const std::string updates = "\"topology_updates\": ";
  EXPECT_THAT(refused(updates + "1", updates + "9223372036854775807"),
              HasSubstr("topology_updates is 9223372036854775807"));
  EXPECT_THAT(refused(updates + "1", updates + "6"), HasSubstr("6 updates done"));
  EXPECT_THAT(refused("\"topology_weights\": [", "\"topology_weights\": [\"none\", "),
              HasSubstr("weights; expected"));
  refused("{", "[");
  refused(five, five + ", " + five);
  refused("\"predictions\"", "\"other\"");
}

// Weights that are not finite are not saved; steps that were skipped do not push out the last good
// checkpoint.
TEST(Trainer, KeepsTheLastGoodCheckpointThroughBadSteps) {
  const TemporaryFolder folder;
  RunConfig config = small_config(folder.write("text.txt", small_text()).string(), "dense");
  config.training.keep_checkpoints = 1;
  const PreparedData data = small_data(config);
  const Context context({.threads = 1, .seed = 5});
  SmallTrainer trainer(config, data, context);
  const std::filesystem::path checkpoints = folder.path() / "checkpoints";
  for (int i = 0; i < 2; ++i) trainer.trainer.step();
  trainer.trainer.save(checkpoints);

  // Finite values so large that no gradient is.
  const Weights good = weights_of(trainer);
  for (models::Parameter* p : trainer.task.parameters())
    for (float& value : p->values) value *= 1e30f;
  for (int i = 0; i < 3; ++i) {
    ASSERT_FALSE(trainer.trainer.step().applied);
    trainer.trainer.save(checkpoints);
  }
  EXPECT_TRUE(std::filesystem::exists(checkpoints / "step_2"));
  EXPECT_TRUE(std::filesystem::exists(checkpoints / "step_5"));
  EXPECT_FALSE(std::filesystem::exists(checkpoints / "step_4"));

  // The streak goes on after a resume.
  SmallTrainer resumed(config, data, context);
  resumed.trainer.restore(checkpoints / "step_5");
  ASSERT_FALSE(resumed.trainer.step().applied);
  resumed.trainer.save(checkpoints);
  EXPECT_TRUE(std::filesystem::exists(checkpoints / "step_2"));

  models::Parameter& first = *trainer.task.parameters().front();
  first.values[0] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(message_of<Error>([&] { trainer.trainer.save(checkpoints); }),
              HasSubstr(first.name + " has values that are not finite"));
  EXPECT_EQ(models::latest_checkpoint(checkpoints).step, 6);

  for (std::size_t i = 0; i < good.values.size(); ++i)
    trainer.task.parameters()[i]->values = good.values[i];
  ASSERT_TRUE(trainer.trainer.step().applied);
  trainer.trainer.save(checkpoints);
  EXPECT_FALSE(std::filesystem::exists(checkpoints / "step_2"));
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
