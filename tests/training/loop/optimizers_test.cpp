// SPDX-License-Identifier: Apache-2.0
// Every optimizer by name, in whole runs: what holds for training whatever the optimizer.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/sessions/training_run.h>
#include <espalier/training/tasks/image_task.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/small_images.h"
#include "tests/training/whole_run.h"

namespace espalier::training {
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

TEST_P(Optimizers, StoppedAndResumedEndsWithTheBytesOfOneSession) {
  expect_sessions_make_one_run(config("whole"), config("parts"), 12);  // across an update
}

INSTANTIATE_TEST_SUITE_P(All, Optimizers, ::testing::ValuesIn(optimizer_names()),
                         [](const auto& optimizer) { return optimizer.param; });

}  // namespace
}  // namespace espalier::training
