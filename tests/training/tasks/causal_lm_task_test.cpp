// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/causal_lm_task.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <string>
#include <vector>

#include <espalier/experiments/results/inspection.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/measure/estimate.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/sessions/run_branch.h>
#include <espalier/training/sessions/training_run.h>
#include <espalier/training/tasks/task.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/small_study.h"
#include "tests/training/whole_run.h"

namespace espalier::training {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;
using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(NextTokenEntropy, IsOfAllTokensButTheFirstOfASequence) {
  // Four predicted tokens: 1 1 2 3.
  const text::PackedSequences sequences = {.sequence_length = 3, .tokens = {9, 1, 2, 9, 1, 3}};
  const double entropy = 0.5 * std::log(2) + 2 * 0.25 * std::log(4);
  EXPECT_NEAR(next_token_entropy(sequences, {.cls = 9}), entropy, 1e-15);
  // Of documents side by side as well, without what fills up.
  const text::PackedSequences packed = {.sequence_length = 8,
                                        .tokens = {9, 1, 9, 1, 2, 3, 0, 0},
                                        .packing = text::Packing::kDocuments};
  EXPECT_NEAR(next_token_entropy(packed, {.pad = 0, .cls = 9}), entropy, 1e-15);
}

class CausalLm : public FolderTest {
 protected:
  /// A sparse decoder of one layer, 24 steps with five updates.
  RunConfig config(const std::string& name, const std::string& policy = "dynamic") const {
    RunConfig config = small_config(write("text.txt", small_text()).string(), policy);
    config.run.task = "causal_lm";
    config.run.folder = (folder_ / "runs").string();
    config.run.name = name;
    config.model.name = "gpt_nano";
    config.training.keep_checkpoints = 5;
    return config;
  }
};

TEST_F(CausalLm, LearnsMoreThanHowFrequentTokensAre) {
  RunConfig longer = config("longer");
  longer.training.steps = 600;
  longer.training.batch = 16;
  const TrainingRunOutcome outcome = run_quietly(longer);
  EXPECT_LT(outcome.result.metrics.value(metric::kValidationLoss),
            outcome.result.metrics.value(metric::kContextFreeLoss) - 0.5);
  const RunSummary summary = summarise_run(outcome.folder);
  EXPECT_EQ(summary.task, "causal_lm");
  EXPECT_EQ(summary.model, "gpt_nano_L1_H32");
  EXPECT_EQ(outcome.result.masked_per_sequence, 15);
  // 3 (2 S stored + 2 S (S + 1) H) for one layer of 12 H^2 weights, a quarter of them stored.
  EXPECT_EQ(summary.encoder_flops_per_sequence, 3 * (2 * 16 * 12 * 32 * 32 / 4 + 2 * 16 * 17 * 32));
  EXPECT_GT(summary.total_training_flops, summary.encoder_training_flops);
  EXPECT_EQ(summary.parameters, outcome.result.parameters);
}

TEST_F(CausalLm, IsTestedOnTextOfItsOwn) {
  RunConfig tested = config("tested");
  parse_run_config("[training]\ntest_sequences = 20\n", "test").own.swap(tested.own);
  const TrainingRunOutcome outcome = run_quietly(tested);
  EXPECT_TRUE(std::isfinite(outcome.result.metrics.value(metric::kTestLoss)));
  EXPECT_NE(outcome.result.metrics.value(metric::kTestLoss),
            outcome.result.metrics.value(metric::kValidationLoss));
}

TEST_F(CausalLm, DoesNotDependOnTheNumberOfThreads) {
  RunConfig one = config("one"), two = config("two");
  one.model.dropout = two.model.dropout = one.model.attention_dropout =
      two.model.attention_dropout = 0.1;
  two.run.threads = 2;
  EXPECT_EQ(weights_of(run_quietly(two)), weights_of(run_quietly(one)));
}

TEST_F(CausalLm, GoesOnAsIfItHadNotBeenStopped) {
  const std::string whole = weights_of(run_quietly(config("whole")));
  const RunConfig parts = config("parts");
  const std::atomic<bool> stop = true;  // after each step
  for (int i = 0; i < 5; ++i) ASSERT_EQ(run_quietly(parts, &stop).status, RunStatus::kStopped);
  EXPECT_EQ(weights_of(run_quietly(parts)), whole);
}

TEST(CorpusTask, SaysOnWhichSideOfALossAnotherIs) {
  EXPECT_EQ(beside(3.5, 4, "unigram entropy"), "0.500 nats below unigram entropy");
  EXPECT_EQ(beside(4.977, 4, "unigram entropy"), "0.977 nats above unigram entropy");
  EXPECT_EQ(beside(std::nan(""), 4, "unigram entropy"), "which is not finite");
}

TEST_F(CausalLm, BranchesAndIsInspected) {
  const TrainingRunOutcome source = run_quietly(config("source", "static"));
  TrainingRunOptions options;
  options.quiet = true;
  const std::string from = (source.folder).string() + "@8";
  options.branch = branch_of(from);
  const TrainingRunOutcome moved = run_training(
      branch_config(from, {"run.name=moved", "topology.policy=dynamic", "topology.updates=6"}),
      options);
  EXPECT_EQ(moved.status, RunStatus::kDone);
  EXPECT_NE(weights_of(moved), weights_of(source));
  const experiments::Inspection inspection =
      experiments::inspect_checkpoint_topology(moved.folder / "checkpoints/step_24", {});
  if (experiments::follows_paths()) {
    // Value to output and the two halves of the feed-forward layer.
    ASSERT_EQ(inspection.chains.size(), 2u);
    EXPECT_EQ(inspection.chains[0].weights.front(),
              "gpt.decoder.layer.0.attention.self.value.weight");
  }
}

TEST_F(CausalLm, IsEstimatedBeforeItIsTrained) {
  const RunConfig small = config("small", "static");
  const TrainingEstimate estimate = estimate_training(small, [](const std::string&) {});
  EXPECT_EQ(estimate.steps, 24);
  EXPECT_EQ(estimate.flops(), run_quietly(small).result.training_flops);
}

TEST_F(CausalLm, WantsACausalModelAndOthersWantNone) {
  const auto refusal = [&](const std::string& task, const std::string& model) {
    return message_of<ConfigError>([&] {
      (void)parse_run_config("[run]\ntask = \"" + task + "\"\n[model]\nname = \"" + model + "\"\n",
                             "test");
    });
  };
  EXPECT_THAT(refusal("causal_lm", "tiny"),
              AllOf(HasSubstr("model.name: in 'tiny' a token sees later ones"),
                    HasSubstr("expected one of gpt_nano gpt_tiny")));
  for (const char* task : {"mlm", "sequence_classification"})
    EXPECT_THAT(refusal(task, "gpt_tiny"),
                AllOf(HasSubstr("model.name: in 'gpt_tiny' a token sees no later one"),
                      HasSubstr("expected one of nano tiny")));
  EXPECT_THAT(message_of<ConfigError>([] {
                (void)parse_run_config(
                    "[run]\ntask = \"causal_lm\"\n[model]\nname = \"gpt_nano\"\n"
                    "norm = \"pre\"\n",
                    "test");
              }),
              HasSubstr("model.norm: 'pre', which run.task \"causal_lm\" has no use for"));
}

TEST_F(CausalLm, ExampleIsAConfiguration) {
  const RunConfig example =
      load_run_config(ESPALIER_SOURCE_DIR "/experiments/configs/recipes/causal_lm.toml");
  EXPECT_EQ(task_of(example)->info().name, "causal_lm");
  EXPECT_EQ(model_name(example), "gpt_nano");
}

}  // namespace
}  // namespace espalier::training
