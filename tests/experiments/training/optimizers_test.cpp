// SPDX-License-Identifier: Apache-2.0
// Every optimizer by name, in whole runs: what holds for training whatever the optimizer.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include <espalier/experiments/config/optimizer_keys.h>
#include <espalier/experiments/tasks/image_task.h>
#include <espalier/experiments/training/trainer.h>
#include <espalier/experiments/training/training_run.h>
#include "tests/experiments/small_images.h"
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::read_bytes;
using espalier::testing::TemporaryFolder;

class Optimizers : public ::testing::TestWithParam<std::string> {
 protected:
  RunConfig config(const std::string& runs = "runs") const {
    RunConfig c = small_image_config(images_, "dynamic");
    c.topology.updates = 6;
    start_from_optimizer(GetParam(), c);
    c.run.folder = (folder_.path() / runs).string();
    return c;
  }

  TemporaryFolder folder_;
  std::string images_ = small_images(folder_);
};

TEST_P(Optimizers, WeightsDoNotDependOnTheNumberOfThreads) {
  const ImageDataset data = read_image_dataset(images_);
  std::vector<AlignedVector<float>> expected;
  for (const int threads : {1, 3}) {
    const Context context({.threads = threads, .seed = 5});
    ImageTask task(config(), data, context);
    Trainer trainer(config(), task, context);
    while (trainer.completed_steps() < trainer.total_steps()) trainer.step();
    std::vector<AlignedVector<float>> values;
    for (const models::Parameter* p : task.parameters()) values.push_back(p->values);
    if (expected.empty()) expected = values;
    EXPECT_TRUE(values == expected) << threads << " threads";
  }
}

TEST_P(Optimizers, StoppedAndResumedEndsWithTheBytesOfOneSitting) {
  TrainingRunOptions options;
  options.quiet = true;
  const TrainingRunOutcome whole = run_training(config("whole"), options);
  std::atomic<bool> stop = true;  // after one step
  options.stop = &stop;
  for (int i = 0; i < 12; ++i)  // across an update
    EXPECT_EQ(run_training(config("parts"), options).status, RunStatus::kStopped);
  options.stop = nullptr;
  const TrainingRunOutcome parts = run_training(config("parts"), options);
  for (const char* file : {"model.safetensors", "optimizer.safetensors", "topology.safetensors"})
    EXPECT_TRUE(read_bytes(whole.folder / "checkpoints/step_60" / file) ==
                read_bytes(parts.folder / "checkpoints/step_60" / file))
        << file;
  EXPECT_EQ(parts.result.training_flops, whole.result.training_flops);
}

INSTANTIATE_TEST_SUITE_P(All, Optimizers, ::testing::ValuesIn(optimizer_names()),
                         [](const auto& optimizer) { return optimizer.param; });

}  // namespace
}  // namespace espalier::experiments
