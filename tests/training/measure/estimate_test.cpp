// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/measure/estimate.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/sessions/training_run.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/small_images.h"

namespace espalier::training {
namespace {

using ::testing::HasSubstr;

RunConfig small_run(const espalier::testing::TemporaryFolder& folder) {
  RunConfig config;
  config.run.task = "images";
  config.run.threads = 1;
  config.run.folder = (folder.path() / "runs").string();
  config.data.images = small_images(folder);
  config.model.widths = "64-32-10";
  config.topology.policy = "dense";
  config.training.steps = 6;
  config.training.batch = 10;
  return config;
}

/// 3.6 seconds long, whatever the number of steps.
RunConfig run_by_the_hour(const espalier::testing::TemporaryFolder& folder,
                          const std::string& validations) {
  RunConfig config = parse_run_config(
      "[training]\nschedule_by = 'hours'\nhours = 0.001\n" + validations + '\n', "test");
  const RunConfig small = small_run(folder);
  config.run = small.run;
  config.data = small.data;
  config.model = small.model;
  config.topology = small.topology;
  config.training.batch = 10;
  config.training.steps = 2'000'000'000;
  return config;
}

void ignore(const std::string&) {}

TEST(Estimate, CountsAsTheRunItselfAndLeavesNothingBehind) {
  const espalier::testing::TemporaryFolder folder;
  const RunConfig config = small_run(folder);
  const TrainingEstimate estimate = estimate_training(config, ignore);
  EXPECT_FALSE(std::filesystem::exists(config.run.folder));
  EXPECT_EQ(estimate.steps, 6);
  EXPECT_EQ(estimate.measured_steps, 5);  // all but the first
  TrainingRunOptions options;
  options.quiet = true;
  EXPECT_EQ(estimate.flops(), run_training(config, options).result.training_flops);
  EXPECT_GT(estimate.seconds(), 0);
  EXPECT_THAT(to_text(estimate), HasSubstr(": 6 steps of "));
}

// Validations follow the clock, and the time that they take is none of the steps'.
TEST(Estimate, OfARunByTheHourFillsItsHours) {
  const espalier::testing::TemporaryFolder folder;
  const RunConfig config = run_by_the_hour(folder, "validate_every_hours = 0.0005");
  const TrainingEstimate estimate = estimate_training(config, ignore);
  EXPECT_EQ(estimate.validations, 2);
  // Of the last step a part lies behind the end.
  EXPECT_NEAR(estimate.seconds(), 3.6, estimate.step_seconds + 1e-9);
}

TEST(Estimate, OfARunByTheHourThatValidatesByStepsFillsItsHours) {
  const espalier::testing::TemporaryFolder folder;
  const TrainingEstimate estimate =
      estimate_training(run_by_the_hour(folder, "validate_every = 10"), ignore);
  EXPECT_EQ(estimate.validations, (estimate.steps + 9) / 10);
  // Of the last step, and of the validation after it, a part lies behind the end.
  EXPECT_NEAR(estimate.seconds(), 3.6,
              estimate.step_seconds + 2 * estimate.validation_seconds + 1e-9);
}

// What its run took of the hours is none of the branch's, and neither is the validation in there.
TEST(Estimate, OfABranchByTheHourFillsTheHoursThatAreLeft) {
  const espalier::testing::TemporaryFolder folder;
  const RunConfig config = run_by_the_hour(folder, "validate_every_hours = 0.0005");
  const TrainingEstimate estimate = estimate_training(config, ignore, 1, 2.0);
  EXPECT_EQ(estimate.validations, 1);
  EXPECT_NEAR(estimate.seconds(), 1.6, estimate.step_seconds + 1e-9);
}

TEST(Estimate, OfASingleStepIsThatStep) {
  const espalier::testing::TemporaryFolder folder;
  RunConfig config = small_run(folder);
  config.training.steps = 1;
  const TrainingEstimate estimate = estimate_training(config, ignore);
  EXPECT_EQ(estimate.measured_steps, 1);
  EXPECT_GT(estimate.step_seconds, 0);
}

TEST(Estimate, RefusesWhatCannotFitBeforeItReadsTheData) {
  const espalier::testing::TemporaryFolder folder;
  RunConfig config = small_run(folder);
  config.data.images = "none";
  config.model.widths = "65536-65536-65536-65536-65536-65536-65536-65536-10";
  EXPECT_THROW(estimate_training(config, ignore), ConfigError);
}

}  // namespace
}  // namespace espalier::training
