// SPDX-License-Identifier: Apache-2.0
// Language models on documents that are packed whole.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/sessions/training_run.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/small_study.h"
#include "tests/training/whole_run.h"

namespace espalier::training {
namespace {

using espalier::testing::FolderTest;

class PackedDocuments : public FolderTest, public ::testing::WithParamInterface<std::string> {
 protected:
  /// Sentences of four to nine tokens, several to a sequence.
  RunConfig config(const std::string& name, const std::string& keys = "") const {
    RunConfig config = small_config(write("text.txt", small_text()).string(), "dynamic");
    config.run.task = GetParam();
    config.run.folder = (folder_ / "runs").string();
    config.run.name = name;
    if (GetParam() == "causal_lm") config.model.name = "gpt_nano";
    parse_run_config("[data]\npacking = \"documents\"\n" + keys, "test").own.swap(config.own);
    return config;
  }
};

TEST_P(PackedDocuments, AreLearnt) {
  RunConfig longer = config("longer");
  longer.training.steps = 600;
  longer.training.batch = 16;
  const TrainingRunOutcome outcome = run_quietly(longer);
  EXPECT_LT(outcome.result.metrics.value(metric::kValidationLoss),
            outcome.result.metrics.value(metric::kContextFreeLoss) - 0.3);
}

TEST_P(PackedDocuments, DoNotDependOnThreadsOrGroupsOfThem) {
  RunConfig one = config("one"), two = config("two");
  two.run.threads = 2;
  EXPECT_EQ(weights_of(run_quietly(two)), weights_of(run_quietly(one)));
}

TEST_P(PackedDocuments, GoOnAsIfNotStopped) {
  RunConfig mixture = config("whole", "[training]\ntest_sequences = 5\n");
  mixture.data.corpus += "=3 " + write("other.txt", small_text() + "a new end.\n").string() + "=1";
  const TrainingRunOutcome whole = run_quietly(mixture);
  mixture.run.name = "parts";
  const std::atomic<bool> stop = true;  // after each step
  for (int i = 0; i < 5; ++i) ASSERT_EQ(run_quietly(mixture, &stop).status, RunStatus::kStopped);
  const TrainingRunOutcome parts = run_quietly(mixture);
  EXPECT_EQ(weights_of(parts), weights_of(whole));
  EXPECT_EQ(parts.result.metrics.value(metric::kTestLoss),
            whole.result.metrics.value(metric::kTestLoss));
  EXPECT_EQ(parts.result.metrics.value(metric::kValidationLoss),
            whole.result.metrics.value(metric::kValidationLoss));
}

TEST_P(PackedDocuments, DifferFromAStream) {
  RunConfig stream = config("stream");
  stream.own.clear();
  const RunConfig documents = config("documents");
  EXPECT_NE(config_hash(stream), config_hash(documents));
  EXPECT_NE(weights_of(run_quietly(stream)), weights_of(run_quietly(documents)));
}

INSTANTIATE_TEST_SUITE_P(Tasks, PackedDocuments, ::testing::Values("mlm", "causal_lm"));

}  // namespace
}  // namespace espalier::training
