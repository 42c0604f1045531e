// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/image_task.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <espalier/models/families/flops.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/sessions/training_run.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/small_images.h"

namespace espalier::training {
namespace {

using espalier::testing::message_of;
using espalier::testing::TemporaryFolder;
using ::testing::HasSubstr;

class ImageModes : public ::testing::TestWithParam<std::string> {
 protected:
  RunConfig config() const {
    RunConfig c = small_image_config(images_, GetParam());
    c.run.folder = (folder_.path() / "runs").string();
    return c;
  }

  TemporaryFolder folder_;
  std::string images_ = small_images(folder_);
};

TEST_P(ImageModes, LearnsWhatTheImagesShow) {
  const Context context({.threads = 1, .seed = 5});
  const ImageDataset data = read_image_dataset(images_);
  ImageTask task(config(), data, context);
  Trainer trainer(config(), task, context);
  const Validation before = task.validate();
  EXPECT_EQ(before.predictions, 70);
  while (trainer.completed_steps() < trainer.total_steps()) trainer.step();
  const Validation after = task.validate();
  // Bright quarters part the classes by a plane, so that nearly every image is told.
  EXPECT_GT(after.metrics.at(metric::kAccuracy), 0.9);
  EXPECT_LT(after.loss(), before.loss());
  EXPECT_EQ(task.validate().loss(), after.loss());
}

TEST_P(ImageModes, ReportsAccuracyAndTheFlopsOfWhatWasStored) {
  TrainingRunOptions options;
  options.quiet = true;
  const TrainingRunOutcome outcome = run_training(config(), options);
  const RunSummary summary = summarise_run(outcome.folder);
  EXPECT_EQ(summary.task, "images");
  EXPECT_EQ(summary.model, "mlp_64-32-16-4");
  EXPECT_EQ(summary.policy, GetParam());
  EXPECT_EQ(summary.sequences, 60 * 70);
  EXPECT_EQ(summary.metrics.value(metric::kAccuracy),
            outcome.result.metrics.value(metric::kAccuracy));
  const bool dense = GetParam() == "dense";
  const double first = 64 * 32 * (dense ? 1 : 0.25), second = 32 * 16 * (dense ? 1 : 0.25);
  const double last = 16 * 4;
  const double per_image = 6 * (first + second + last) - 2 * first;
  EXPECT_EQ(summary.encoder_flops_per_sequence, per_image);
  EXPECT_EQ(summary.encoder_training_flops, per_image * 60 * 70);
  EXPECT_EQ(summary.parameters, first + second + last + 32 + 16 + 4);
  EXPECT_EQ(summary.total_training_flops, per_image * 60 * 70 + 60 * 16 * summary.parameters);
}

INSTANTIATE_TEST_SUITE_P(AllModes, ImageModes, ::testing::Values("dense", "static", "dynamic"));

TEST(ImageTask, RefusesDataThatDoNotFit) {
  const TemporaryFolder folder;
  const ImageDataset data = read_image_dataset(small_images(folder));
  const Context context({.threads = 1});
  const auto refusal = [&](auto change) {
    RunConfig config = small_image_config("", "dense");
    change(config);
    return message_of<ConfigError>([&] { ImageTask(config, data, context); });
  };
  EXPECT_THAT(refusal([](RunConfig& c) { c.model.widths = "784-10"; }),
              HasSubstr("begins with 784, expected 64"));
  EXPECT_THAT(refusal([](RunConfig& c) { c.model.widths = "64-3"; }),
              HasSubstr("ends with 3, expected 4 or more"));
  EXPECT_THAT(refusal([](RunConfig& c) { c.training.epochs = 1; }),
              HasSubstr("set training.steps"));
}

TEST(ImageTask, RefusesTheCheckpointOfOtherImages) {
  const TemporaryFolder folder;
  const RunConfig config = small_image_config(small_images(folder), "static");
  const Context context({.threads = 1, .seed = 5});
  ImageDataset data = read_image_dataset(config.data.images);
  {
    ImageTask task(config, data, context);
    Trainer trainer(config, task, context);
    trainer.step();
    trainer.save(folder.path() / "checkpoints");
  }
  data.hash = "another";
  ImageTask task(config, data, context);
  Trainer trainer(config, task, context);
  EXPECT_THAT(
      message_of<ConfigError>([&] { trainer.restore(folder.path() / "checkpoints/step_1"); }),
      HasSubstr("made with images"));
}

}  // namespace
}  // namespace espalier::training
