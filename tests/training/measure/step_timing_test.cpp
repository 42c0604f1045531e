// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/measure/step_timing.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/sessions/training_run.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/small_images.h"
#include "tests/training/whole_run.h"

namespace espalier::training {
namespace {

void drop_line(const std::string&) {}

RunConfig small_run(const espalier::testing::TemporaryFolder& folder, const std::string& policy) {
  RunConfig config;
  config.run.task = "images";
  config.run.threads = 1;
  config.run.name = policy;
  config.run.folder = (folder.path() / "runs").string();
  config.data.images = small_images(folder);
  config.model.widths = "64-32-10";
  config.model.density = policy == "dense" ? 1 : 0.5;
  config.topology.policy = policy;
  config.training.steps = 100000;
  config.training.batch = 10;
  return config;
}

TEST(StepTiming, MeasuresEachSettingOnceAndLeavesNothingBehind) {
  const espalier::testing::TemporaryFolder folder;
  std::vector<RunConfig> runs = {small_run(folder, "dense"), small_run(folder, "static"),
                                 small_run(folder, "static")};
  runs[2].run.seed = 7;
  runs[2].training.learning_rate *= 2;
  const std::vector<StepTime> times = measure_step_times(runs, 2, drop_line);
  ASSERT_EQ(times.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(times[i].run, runs[i].run.name);
    EXPECT_EQ(times[i].settings_hash, settings_hash(runs[i]));
    EXPECT_EQ(times[i].steps, 100000);
    EXPECT_EQ(times[i].rounds, 2);
    EXPECT_GT(times[i].lower, 0);
    EXPECT_LE(times[i].lower, times[i].seconds);
    EXPECT_LE(times[i].seconds, times[i].upper);
  }
  EXPECT_LT(times[1].sample_flops, times[0].sample_flops);
  EXPECT_FALSE(std::filesystem::exists(runs[0].run.folder));
}

TEST(StepTiming, MeasuresRunsThatUpdateByTheClock) {
  const espalier::testing::TemporaryFolder folder;
  RunConfig config = small_run(folder, "dynamic");
  config.topology.every_seconds = 0.01;
  const std::vector<StepTime> times = measure_step_times({config}, 1, drop_line);
  ASSERT_EQ(times.size(), 1u);
  EXPECT_EQ(times[0].rounds, 1);
}

/// A run that classifies these texts, with settings that count if they are given twice.
RunConfig text_run(const std::filesystem::path& texts, const std::vector<std::string>& more) {
  std::vector<std::string> sets = {"run.task=sequence_classification",
                                   "run.threads=1",
                                   "model.name=nano",
                                   "model.layers=1",
                                   "data.texts=" + texts.string(),
                                   "data.validation_texts=" + texts.string(),
                                   "data.sequence=16",
                                   "data.vocabulary_size=64",
                                   "training.batch=2",
                                   "training.steps=100000"};
  sets.insert(sets.end(), more.begin(), more.end());
  return parse_run_config("", "test", sets);
}

// With the texts of the first the second would be refused, since they have more labels than its
// head tells apart.
TEST(StepTiming, GivesEachRunItsOwnTexts) {
  const espalier::testing::TemporaryFolder folder;
  const auto run_of = [&](const std::string& classes, const std::string& lines) {
    return text_run(folder.write(classes + ".tsv", lines),
                    {"run.name=\"" + classes + '"', "model.classes=" + classes});
  };
  const std::string two = "a\tone cat\nb\tone dog\n";
  const RunConfig first = run_of("3", two + "c\tone cow\n"), second = run_of("2", two);
  EXPECT_EQ(measure_step_times({first, second}, 1, drop_line).size(), 2u);
}

// An encoder refuses texts that were read by the vocabulary of another.
TEST(StepTiming, GivesEachSeedTheVocabularyOfItsEncoder) {
  const espalier::testing::TemporaryFolder folder;
  const std::string two = "a\tone cat\nb\tone dog\n";
  const std::filesystem::path texts = folder.write("1.tsv", two);
  const std::string runs = (folder.path() / "runs").string();
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"topology.policy=dense", "model.density=1", "run.folder=" + runs});
    return more;
  };
  run_quietly(text_run(texts, with({"run.name=encoder-1", "training.steps=1"})));
  run_quietly(text_run(folder.write("2.tsv", two + "a\tone fish\n"),
                       with({"run.name=encoder-2", "training.steps=1"})));
  const std::string encoder = "model.encoder=" + runs + "/encoder-{seed}";
  const RunConfig first = text_run(texts, with({"run.name=first", "run.seed=1", encoder}));
  const RunConfig second =
      text_run(texts, with({"run.name=second", "run.seed=2", encoder, "model.dropout=0.1"}));
  EXPECT_EQ(measure_step_times({first, second}, 1, drop_line).size(), 2u);
}

TEST(StepTiming, RefusesARunOfASingleStep) {
  const espalier::testing::TemporaryFolder folder;
  RunConfig config = small_run(folder, "dense");
  config.training.steps = 1;
  EXPECT_THROW(measure_step_times({config}, 1, drop_line), ConfigError);
}

}  // namespace
}  // namespace espalier::training
