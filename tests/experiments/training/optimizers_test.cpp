// SPDX-License-Identifier: Apache-2.0
// Every optimizer by name, in whole runs: what holds for training whatever the optimizer.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <espalier/experiments/config/optimizer_keys.h>
#include <espalier/experiments/tasks/image_task.h>
#include <espalier/experiments/training/trainer.h>
#include <espalier/experiments/training/training_run.h>
#include "tests/experiments/small_images.h"
#include "tests/experiments/whole_run.h"
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

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
  expect_same_weights_on_any_threads(config());
}

TEST_P(Optimizers, StoppedAndResumedEndsWithTheBytesOfOneSitting) {
  expect_sittings_make_one_run(config("whole"), config("parts"), 12);  // across an update
}

INSTANTIATE_TEST_SUITE_P(All, Optimizers, ::testing::ValuesIn(optimizer_names()),
                         [](const auto& optimizer) { return optimizer.param; });

}  // namespace
}  // namespace espalier::experiments
