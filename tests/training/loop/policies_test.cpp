// SPDX-License-Identifier: Apache-2.0
// Every policy by name, in whole runs: what holds for training whatever the policy.
#include <gtest/gtest.h>

#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/sessions/training_run.h>
#include <espalier/training/tasks/image_task.h>
#include <espalier/training/tasks/topology_setup.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/small_images.h"
#include "tests/training/whole_run.h"

namespace espalier::training {
namespace {

using espalier::testing::TemporaryFolder;

class Policies : public ::testing::TestWithParam<std::string> {
 protected:
  /// 60 steps with a handful of updates, whatever the source says of their number.
  RunConfig config(const std::string& runs = "runs") const {
    RunConfig c = small_image_config(images_, GetParam());
    c.topology = topology_preset(GetParam());
    c.topology.updates = 6;
    if (c.topology.every_steps > 0) c.topology.every_steps = 10;
    c.run.folder = (folder_.path() / runs).string();
    return c;
  }

  TemporaryFolder folder_;
  std::string images_ = small_images(folder_);
};

TEST_P(Policies, WeightsDoNotDependOnTheNumberOfThreads) {
  expect_same_weights_on_any_threads(config());
}

TEST_P(Policies, StoppedAndResumedEndsWithTheBytesOfOneSession) {
  expect_sessions_make_one_run(config("whole"), config("parts"), 25);  // across two updates
}

// Of a run without an update: what it needs of memory does not say where it was interrupted. Those
// that lead the density somewhere have a first update after ten steps.
TEST_P(Policies, StoppedBeforeAnUpdateEndsWithTheBytesOfOneSession) {
  RunConfig whole = config("whole"), parts = config("parts");
  for (RunConfig* run : {&whole, &parts})
    if (run->topology.every_steps > 0 && run->topology.density_start == 0)
      run->topology.every_steps = 100;
  expect_sessions_make_one_run(whole, parts, 1);
}

class SparsePolicies : public Policies {};

TEST_P(SparsePolicies, EndWithTheirBudget) {
  const ImageDataset data = read_image_dataset(images_);
  const Context context({.threads = 1, .seed = 5});
  ImageTask task(config(), data, context);
  Trainer trainer(config(), task, context);
  while (trainer.completed_steps() < trainer.total_steps()) trainer.step();
  Index stored = 0, targets = 0;
  for (const sparse::WeightView& weight : trainer.topology().weights())
    stored += weight.pattern().blocks();
  for (const auto& [name, target] : initial_topology(config()).targets()) targets += target;
  EXPECT_EQ(stored, targets);
}

std::vector<std::string> policy_names(bool with_dense) {
  std::vector<std::string> names;
  for (const schedules::PolicyInfo& info : schedules::topology_policies())
    if (with_dense || info.cost != schedules::PolicyCost::kDense) names.push_back(info.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, Policies, ::testing::ValuesIn(policy_names(true)),
                         [](const auto& policy) { return policy.param; });
INSTANTIATE_TEST_SUITE_P(All, SparsePolicies, ::testing::ValuesIn(policy_names(false)),
                         [](const auto& policy) { return policy.param; });

}  // namespace
}  // namespace espalier::training
