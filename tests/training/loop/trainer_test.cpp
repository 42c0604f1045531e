// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/trainer.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/tasks/corpus_declaration.h>
#include <espalier/training/tasks/topology_setup.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/forged_state.h"
#include "tests/training/small_study.h"

namespace espalier::training {
namespace {

using espalier::testing::message_of;
using espalier::testing::TemporaryFolder;
using ::testing::AllOf;
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
    data_ = std::make_unique<text::PreparedData>(small_data(config_));
  }

  /// What such a run computes on.
  ContextOptions on_threads(int threads) const {
    ContextOptions options = context_options(config_);
    options.threads = threads;
    return options;
  }

  TemporaryFolder folder_;
  RunConfig config_;
  std::unique_ptr<text::PreparedData> data_;
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
  EXPECT_LT(trainer.task.validate().loss(), data_->corpus.facts.validation_unigram_entropy - 0.5);
}

TEST_P(TrainerModes, ValidationIsAPureFunctionOfTheWeights) {
  const Context context(on_threads(1));
  SmallTrainer trainer(config_, *data_, context);
  trainer.trainer.step();
  const Validation first = trainer.task.validate();
  const Validation second = trainer.task.validate();
  EXPECT_EQ(first.loss(), second.loss());
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
  const text::PreparedData data = small_data(config);
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
  EXPECT_FALSE(after[0] == after[2]);
  EXPECT_FALSE(after[1] == after[2]);
  config.training.precision = "float8";
  EXPECT_THAT(message_of<ConfigError>([&] { context_options(config); }), HasSubstr("bfloat16"));
}

/// In float16 with these settings on top.
RunConfig float16_config(const std::string& corpus, const std::string& mode,
                         const std::vector<std::string>& settings) {
  RunConfig config = small_config(corpus, mode);
  std::vector<std::string> overrides = {"training.precision=float16"};
  overrides.insert(overrides.end(), settings.begin(), settings.end());
  return parse_run_config(to_toml(config), "test", overrides);
}

/// The bytes of a file of the checkpoint that a trainer would write now.
std::string saved(Trainer& trainer, const TemporaryFolder& folder, const std::string& file) {
  const std::filesystem::path checkpoints = folder.path() / "compared";
  std::filesystem::remove_all(checkpoints);
  trainer.save(checkpoints);
  return espalier::testing::read_bytes(*models::latest_checkpoint(checkpoints).path / file);
}

// A scale of 2^40 is too large until it has been halved often enough. Meanwhile nothing changes but
// the scale and the place in the data, not even by the updates that fall due (after every fourth
// step): they follow, with gradients or without.
TEST(Trainer, SkipsStepsThatOverflowAsAWhole) {
  const TemporaryFolder folder;
  const std::string corpus = folder.write("text.txt", small_text()).string();
  for (const std::string policy : {"dynamic", "rigl", "snfs"}) {
    SCOPED_TRACE(policy);
    const RunConfig config =
        float16_config(corpus, "dynamic",
                       {"topology.policy=" + policy, "training.initial_loss_scale=1099511627776.0",
                        "topology.every_steps=" + std::string(policy == "dynamic" ? "0" : "4")});
    const text::PreparedData data = small_data(config);
    const Context context(context_options(config));
    SmallTrainer trainer(config, data, context);
    const Weights before = weights_of(trainer);
    const auto topology = trainer.trainer.topology().state().weights;
    const std::string moments = saved(trainer.trainer, folder, "optimizer.safetensors");
    double scale = 0x1p40;
    Index skipped = 0;
    std::set<double> losses;
    TrainingStep step = trainer.trainer.step();
    for (; !step.applied; step = trainer.trainer.step()) {
      ASSERT_LT(++skipped, 40);
      losses.insert(step.batch.loss);
      EXPECT_EQ(step.loss_scale, std::exchange(scale, scale / 2));
      EXPECT_FALSE(step.update);
      ASSERT_TRUE(weights_of(trainer) == before);
      EXPECT_EQ(trainer.trainer.topology().state().weights, topology);
      EXPECT_EQ(saved(trainer.trainer, folder, "optimizer.safetensors"), moments);
      for (const models::Parameter* p : trainer.task.parameters())
        ASSERT_TRUE(std::ranges::all_of(p->gradient, [](float g) { return g == 0; }));
    }
    EXPECT_GT(skipped, 12);  // more than ten in a row, and three updates
    EXPECT_EQ(losses.size(), static_cast<std::size_t>(skipped)) << "of one batch each";
    ASSERT_TRUE(step.update);
    EXPECT_EQ(step.update->update, 1);
    EXPECT_EQ(step.update->completed_steps, skipped + 1);
    EXPECT_EQ(trainer.trainer.topology().state().postponed, skipped / 4 - 1);
    EXPECT_TRUE(trainer.trainer.step().update);
  }
}

// The optimizer computes it, and an update of RigL takes the place of its step.
TEST(Trainer, KnowsNoGradientNormWhereTheOptimizerIsLeftOut) {
  const TemporaryFolder folder;
  const RunConfig config = parse_run_config(
      to_toml(small_config(folder.write("text.txt", small_text()).string(), "dynamic")), "test",
      {"topology.policy=rigl", "topology.every_steps=4", "topology.skip_optimizer=true"});
  const text::PreparedData data = small_data(config);
  const Context context(context_options(config));
  SmallTrainer trainer(config, data, context);
  Index updates = 0;
  for (Index i = 0; i < 8; ++i) {
    const TrainingStep step = trainer.trainer.step();
    updates += step.update.has_value();
    EXPECT_EQ(std::isnan(step.gradient_norm), step.update.has_value());
  }
  EXPECT_EQ(updates, 2);
}

// With updates to make up for, a scale that falls and one that grows.
TEST(Trainer, GoesOnInFloat16AsIfItHadNotStopped) {
  const TemporaryFolder folder;
  const RunConfig config =
      float16_config(folder.write("text.txt", small_text()).string(), "dynamic",
                     {"training.initial_loss_scale=16777216", "training.loss_scale_window=3",
                      "training.loss_scale_hysteresis=2"});
  const text::PreparedData data = small_data(config);
  for (const int threads : {1, 2}) {
    ContextOptions options = context_options(config);
    options.threads = threads;
    const Context context(options);
    SmallTrainer whole(config, data, context);
    std::vector<TrainingStep> steps;
    std::vector<Weights> weights;
    while (whole.trainer.completed_steps() < 24) {
      steps.push_back(whole.trainer.step());
      weights.push_back(weights_of(whole));
    }
    const auto scale_of = [](const TrainingStep& step) { return step.loss_scale; };
    EXPECT_LT(std::ranges::min(steps, {}, scale_of).loss_scale, 0x1p24);
    EXPECT_GT(std::ranges::count_if(steps, [](const auto& s) { return !s.applied; }), 2);
    for (const Index stop : {1, 4, 5, 11, 20}) {
      SmallTrainer part(config, data, context), rest(config, data, context);
      while (part.trainer.completed_steps() < stop) part.trainer.step();
      part.trainer.save(folder.path() / "part");
      rest.trainer.restore(*models::latest_checkpoint(folder.path() / "part").path);
      std::filesystem::remove_all(folder.path() / "part");
      while (rest.trainer.completed_steps() < 24) {
        const TrainingStep& expected =
            steps[static_cast<std::size_t>(rest.trainer.completed_steps())];
        const TrainingStep found = rest.trainer.step();
        EXPECT_EQ(found.loss_scale, expected.loss_scale);
        EXPECT_EQ(found.applied, expected.applied);
        EXPECT_EQ(found.update.has_value(), expected.update.has_value());
      }
      EXPECT_TRUE(weights_of(rest) == weights.back()) << "from " << stop;
    }
  }
}

// Powers of two shift gradients without rounding them, and what float16 loses below its range is
// little beside what it rounds: with scales that keep clear of both ends runs are nearly alike, and
// one without a scale is not.
TEST(Trainer, StaticScalesMakeNearlyTheSameRun) {
  const TemporaryFolder folder;
  const std::string corpus = folder.write("text.txt", small_text()).string();
  const auto gradient_norm = [&](const std::string& scale) {
    const RunConfig config = float16_config(corpus, "static", {"training.loss_scale=" + scale});
    const text::PreparedData data = small_data(config);
    const Context context(context_options(config));
    SmallTrainer trainer(config, data, context);
    const TrainingStep step = trainer.trainer.step();
    EXPECT_TRUE(step.applied);
    EXPECT_EQ(nlohmann::json(step.loss_scale), nlohmann::json::parse(scale));
    return step.gradient_norm;
  };
  RunConfig plain = small_config(corpus, "static");
  const text::PreparedData data = small_data(plain);
  const Context context(context_options(plain));
  SmallTrainer trainer(plain, data, context);
  const double expected = trainer.trainer.step().gradient_norm;
  const double at_4096 = gradient_norm("4096.0"), at_16384 = gradient_norm("16384.0");
  // Some operands on the way, each rounded by up to 2^-11.
  EXPECT_NEAR(at_4096, expected, 8 * 0x1p-11 * expected);
  EXPECT_NEAR(at_16384, at_4096, 0x1p-11 * expected);
  // The gradients of a millionth of the loss are a few units of the smallest number.
  EXPECT_GT(std::abs(gradient_norm("0.000001") - expected), 0.1 * expected);
}

TEST(Trainer, EndsWhereALossScaleIsOfNoUse) {
  const TemporaryFolder folder;
  const std::string corpus = folder.write("text.txt", small_text()).string();
  const auto failure = [&](const std::vector<std::string>& settings, bool spoil) {
    const RunConfig config = float16_config(corpus, "dense", settings);
    const text::PreparedData data = small_data(config);
    const Context context(context_options(config));
    SmallTrainer trainer(config, data, context);
    return message_of<Error>([&] {
      float& weight = trainer.task.parameters().front()->values.front();
      const float sound = weight;
      for (Index step = 0; step < 120; ++step) {
        weight = spoil && step == 0 ? std::numeric_limits<float>::infinity() : weight;
        trainer.trainer.step();
        if (step == 0) weight = sound;
      }
    });
  };
  EXPECT_THAT(failure({"training.steps=200", "training.initial_loss_scale=2048.0",
                       "training.smallest_loss_scale=1024.0"},
                      true),
              AllOf(HasSubstr("step 100: the loss scale fell to 1024"), HasSubstr("100 steps")));
  EXPECT_THAT(failure({"training.loss_scale=1e30"}, false),
              AllOf(HasSubstr("step 10: the gradient was not finite 10 times in a row"),
                    HasSubstr("or training.loss_scale may help")));
  EXPECT_THAT(
      failure({"training.initial_loss_scale=2e30", "training.smallest_loss_scale=1e30"}, false),
      AllOf(HasSubstr("step 11: the gradient was not finite 10 times in a row"),
            HasSubstr("or training.smallest_loss_scale may help")));
}

// Either way, with settings of its own.
TEST(Trainer, BranchesIntoAndOutOfFloat16) {
  const TemporaryFolder folder;
  const std::string corpus = folder.write("text.txt", small_text()).string();
  const RunConfig plain = small_config(corpus, "static");
  const RunConfig half = float16_config(corpus, "static", {"training.initial_loss_scale=1024.0"});
  const RunConfig fixed = float16_config(corpus, "static", {"training.loss_scale=2048"});
  const text::PreparedData data = small_data(plain);
  for (const auto& [from, to, scale] :
       {std::tuple(&plain, &half, 1024.0), std::tuple(&half, &plain, 1.0),
        std::tuple(&half, &fixed, 2048.0), std::tuple(&fixed, &half, 2048.0)}) {
    const Context context(context_options(*from)), other_context(context_options(*to));
    SmallTrainer trainer(*from, data, context), other(*to, data, other_context);
    trainer.trainer.step();
    trainer.trainer.save(folder.path() / "checkpoints");
    other.trainer.branch(folder.path() / "checkpoints" / "step_1");
    EXPECT_EQ(other.trainer.step().loss_scale, scale);
    std::filesystem::remove_all(folder.path() / "checkpoints");
  }
}

TEST(Trainer, MovesThePatternsOfADynamicRunOnly) {
  const TemporaryFolder folder;
  const std::string corpus = folder.write("text.txt", small_text()).string();
  for (const std::string mode : {"static", "dynamic"}) {
    const RunConfig config = small_config(corpus, mode);
    const text::PreparedData data = small_data(config);
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
  const text::PreparedData data = small_data(config);
  const Context context({.threads = 1});
  EXPECT_NEAR(SmallTrainer(config, data, context).trainer.peak_learning_rate(), 3e-3 * 5.8223,
              3e-3 * 5e-5);
}

// Of normal values truncated at two deviations the largest of a hundred lies above one and not
// above two.
TEST(Trainer, StartsEmbeddingAndHeadFromADeviationOfTheirOwn) {
  const TemporaryFolder folder;
  RunConfig config = small_config(folder.write("text.txt", small_text()).string(), "static");
  config.model.initial_deviation = 0.02;
  config.own[embedding_deviation().key().path()] = 0.5;
  const text::PreparedData data = small_data(config);
  const Context context({.threads = 1});
  SmallTrainer trainer(config, data, context);
  Index of_embedding = 0, of_head = 0, of_layers = 0;
  for (const models::Parameter* p : trainer.task.parameters()) {
    const double largest = std::ranges::max(p->values, {}, [](float v) { return std::abs(v); });
    if (!p->name.ends_with(".weight") || p->name.find("LayerNorm") != std::string::npos) continue;
    const bool embeds = p->name.starts_with("bert.embeddings."),
               decodes = p->name.starts_with("cls.");
    const double deviation = embeds || decodes ? 0.5 : 0.02;
    EXPECT_GT(std::abs(largest), deviation) << p->name;
    EXPECT_LE(std::abs(largest), 2 * deviation) << p->name;
    ++(embeds ? of_embedding : decodes ? of_head : of_layers);
  }
  EXPECT_EQ(of_embedding, 3) << "words, positions, segments";
  EXPECT_EQ(of_head, 1) << "the transformation";
  EXPECT_EQ(of_layers, 6);
}

TEST(Trainer, RefusesTheCheckpointOfAnotherConfiguration) {
  const TemporaryFolder folder;
  const RunConfig config = small_config(folder.write("text.txt", small_text()).string(), "dynamic");
  const text::PreparedData data = small_data(config);
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

std::filesystem::path saved_after_a_step(const RunConfig& config, const text::PreparedData& data,
                                         const Context& context, const TemporaryFolder& folder) {
  SmallTrainer trainer(config, data, context);
  trainer.trainer.step();
  trainer.trainer.save(folder.path() / "checkpoints");
  return folder.path() / "checkpoints/step_1";
}

TEST(Trainer, RefusesAnotherPatternOfAttention) {
  const TemporaryFolder folder;
  RunConfig config = small_config(folder.write("text.txt", small_text()).string(), "static");
  const std::string head = "%%MatrixMarket matrix coordinate real general\n32 32 ";
  const auto causal = head + "3\n1 1 1\n17 1 1\n17 17 1\n", apart = head + "2\n1 1 1\n17 17 1\n";
  config.data.sequence = 32;
  config.model.attention_block = 16;
  config.model.attention_pattern = folder.write("seen.mtx", causal).string();
  const text::PreparedData data = small_data(config);
  const Context context({.threads = 1, .seed = 5});
  const auto checkpoint = saved_after_a_step(config, data, context, folder);
  EXPECT_NO_THROW(SmallTrainer(config, data, context).trainer.restore(checkpoint));
  folder.write("seen.mtx", apart);
  SmallTrainer other(config, data, context);
  EXPECT_THAT(message_of<ConfigError>([&] { other.trainer.restore(checkpoint); }),
              HasSubstr("step_1: made with a model.attention_pattern of hash "));
  EXPECT_NO_THROW(other.trainer.branch(checkpoint)) << "a branch is of another model";
  // Earlier versions did not write it.
  forge_state(checkpoint, "attention_pattern_hash", "attention_pattern_none");
  EXPECT_NO_THROW(other.trainer.restore(checkpoint));
}

/// A pattern of one block, which has this column.
std::string one_block(Index rows, Index cols, Index column) {
  std::string offsets = "0";
  for (Index r = 0; r < rows; ++r) offsets += " 1";
  return std::to_string(rows) + ", " + std::to_string(cols) + ", 1\n" + offsets + "\n" +
         std::to_string(column) + "\n";
}

// How many blocks a weight is to store follows from the file.
TEST(Trainer, RefusesOtherPatternsToStartFrom) {
  const TemporaryFolder folder;
  RunConfig config = small_config(folder.write("text.txt", small_text()).string(), "static");
  const auto write_patterns = [&](Index column) {
    for (const schedules::WeightShape& weight : movable_weights(config))
      folder.write(weight.name + ".smtx", one_block(weight.rows, weight.cols, column));
  };
  write_patterns(0);
  config.topology.pattern = "file:" + (folder.path() / "{weight}.smtx").string();
  const text::PreparedData data = small_data(config);
  const Context context({.threads = 1, .seed = 5});
  const auto checkpoint = saved_after_a_step(config, data, context, folder);
  EXPECT_NO_THROW(SmallTrainer(config, data, context).trainer.restore(checkpoint));
  write_patterns(config.model.block);  // the block beside
  SmallTrainer other(config, data, context);
  EXPECT_THAT(message_of<ConfigError>([&] { other.trainer.restore(checkpoint); }),
              HasSubstr("step_1: made with a topology.pattern of hash "));
  EXPECT_NO_THROW(other.trainer.branch(checkpoint)) << "a branch has the patterns of its run";
  // Earlier versions did not write it.
  forge_state(checkpoint, "topology_pattern_hash", "topology_pattern_none");
  EXPECT_NO_THROW(other.trainer.restore(checkpoint));
}

// Every hash agrees, and still no run can have got there: nothing of the trainer changes.
TEST(Trainer, RefusesAStateThatNoRunCanHave) {
  const TemporaryFolder folder;
  const RunConfig config = small_config(folder.write("text.txt", small_text()).string(), "dynamic");
  const text::PreparedData data = small_data(config);
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
  const text::PreparedData data = small_data(config);
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
  const text::PreparedData data = small_data(config);
  const Context context({.threads = 1, .seed = 5});
  SmallTrainer trainer(config, data, context);
  trainer.task.parameters().front()->values.assign(trainer.task.parameters().front()->values.size(),
                                                   std::numeric_limits<float>::quiet_NaN());
  for (Index i = 1; i < kMaxSkippedSteps; ++i) EXPECT_FALSE(trainer.trainer.step().applied);
  EXPECT_THAT(message_of<Error>([&] { trainer.trainer.step(); }), HasSubstr("not finite"));
}

// An update in place of the optimizer's step would count as a step that was done.
TEST(Trainer, GivesUpWhereUpdatesTakeThePlaceOfStepsToo) {
  const TemporaryFolder folder;
  RunConfig config = small_config(folder.write("text.txt", small_text()).string(), "rigl");
  config.topology = topology_preset("rigl");
  config.topology.every_steps = 2;
  const text::PreparedData data = small_data(config);
  const Context context({.threads = 1, .seed = 5});
  SmallTrainer trainer(config, data, context);
  trainer.task.parameters().front()->values.assign(trainer.task.parameters().front()->values.size(),
                                                   std::numeric_limits<float>::quiet_NaN());
  for (Index i = 1; i < kMaxSkippedSteps; ++i) {
    const TrainingStep step = trainer.trainer.step();
    EXPECT_FALSE(step.applied || step.update);
  }
  EXPECT_THAT(message_of<Error>([&] { trainer.trainer.step(); }), HasSubstr("not finite"));
}

// A hysteresis takes overflows in without a lower scale: a step after another is lost.
TEST(Trainer, GivesUpWhereAHysteresisTakesEveryOverflowIn) {
  const TemporaryFolder folder;
  const RunConfig config = float16_config(
      folder.write("text.txt", small_text()).string(), "dynamic",
      {"training.initial_loss_scale=1099511627776.0", "training.loss_scale_hysteresis=1000"});
  const text::PreparedData data = small_data(config);
  const Context context(context_options(config));
  SmallTrainer trainer(config, data, context);
  for (Index i = 1; i < kMaxSkippedSteps; ++i) EXPECT_FALSE(trainer.trainer.step().applied);
  EXPECT_THAT(message_of<Error>([&] { trainer.trainer.step(); }),
              AllOf(HasSubstr("not finite"), HasSubstr("or training.loss_scale_hysteresis may")));
}

}  // namespace
}  // namespace espalier::training
