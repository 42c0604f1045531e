// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/training/evaluation.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include <espalier/experiments/runs/run_summary.h>
#include <espalier/experiments/training/training_run.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/error.h>
#include "tests/experiments/small_images.h"
#include "tests/experiments/small_study.h"
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::message_of;
using ::testing::HasSubstr;

void say_nothing(const std::string&) {}

class Evaluations : public espalier::testing::FolderTest {
 protected:
  std::filesystem::path text_run(const std::string& policy) {
    RunConfig config = small_config(write("text.txt", small_text()).string(), policy);
    config.run.folder = (folder_ / "runs").string();
    config.training.keep_checkpoints = 5;
    return run_training(config, quiet()).folder;
  }
  static TrainingRunOptions quiet() {
    TrainingRunOptions options;
    options.quiet = true;
    return options;
  }
  /// The validation losses that a run recorded, by step.
  static std::map<Index, double> recorded(const std::filesystem::path& run) {
    std::map<Index, double> losses;
    for_each_run_record(run, [&](const nlohmann::json& record, const std::string&) {
      if (is_event(record, event::kValidation))
        losses[record[field::kStep].get<Index>()] = record[field::kLoss].get<double>();
    });
    return losses;
  }
  static std::string refusal(const std::string& run, const EvaluationOptions& options) {
    return message_of<Error>([&] { evaluate(run, options, say_nothing); });
  }
};

TEST_F(Evaluations, OnItsOwnDataARunHasTheLossThatItRecorded) {
  for (const char* policy : {"dense", "dynamic"}) {
    const auto run = text_run(policy);
    const auto losses = recorded(run);
    ASSERT_EQ(losses.size(), 3u);
    for (const auto& [step, loss] : losses) {
      const Evaluation found = evaluate(run.string() + '@' + std::to_string(step), {}, say_nothing);
      EXPECT_EQ(found.validation.loss, loss) << policy << " at " << step;
      EXPECT_TRUE(found.own_data);
    }
    const Evaluation newest = evaluate(run.string(), {}, say_nothing);
    EXPECT_EQ(newest.validation.loss, losses.at(24));
    EXPECT_EQ(newest.checkpoint.filename(), "step_24");
    EXPECT_EQ(newest.unigram_entropy, summarise_run(run).unigram_entropy);
  }
}

TEST_F(Evaluations, AnotherTextIsReadWithTheVocabularyOfTheRun) {
  const auto run = text_run("dynamic");
  // The same sentences in another order, and then words that the run has never seen.
  const std::string text = small_text();
  const auto half = text.find("\n\n", text.size() / 2) + 2;
  const auto alike = write("alike.txt", text.substr(half) + text.substr(0, half));
  std::string strange;
  for (int i = 0; i < 400; ++i)
    strange += "zebras quickly vanish from " + std::to_string(i) + ".\n\n";
  const auto other = write("other.txt", strange);

  EvaluationOptions options;
  const double own = evaluate(run.string(), options, say_nothing).validation.loss;
  options.corpus = alike.string();
  const Evaluation of_alike = evaluate(run.string(), options, say_nothing);
  options.corpus = other.string();
  const Evaluation of_other = evaluate(run.string(), options, say_nothing);
  EXPECT_FALSE(of_alike.own_data);
  EXPECT_GT(of_alike.validation.predictions, 0);
  // Ten sequences of sixteen tokens each: five standard errors of both.
  EXPECT_NEAR(of_alike.validation.loss, own,
              5 * std::hypot(of_alike.validation.loss_error, of_alike.validation.loss_error));
  EXPECT_NE(of_other.corpus_hash, of_alike.corpus_hash);
  EXPECT_NE(of_other.validation.loss, of_alike.validation.loss);
  // A vocabulary learnt from the other text is none of this run's.
  options.overrides = {"data.vocabulary='" +
                       write("vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\n").string() +
                       '\''};
  EXPECT_THAT(refusal(run.string(), options), HasSubstr("trained with vocabulary"));
}

TEST_F(Evaluations, OfImagesToo) {
  const espalier::testing::TemporaryFolder images;
  RunConfig config = small_image_config(small_images(images), "dynamic");
  config.run.folder = (folder_ / "runs").string();
  const TrainingRunOutcome run = run_training(config, quiet());
  const Evaluation found = evaluate(run.folder.string(), {}, say_nothing);
  EXPECT_EQ(found.validation.loss, run.result.validation_loss);
  EXPECT_EQ(found.validation.accuracy, run.result.accuracy);
  EXPECT_FALSE(std::isfinite(found.validation.loss_error));  // one group of 70
}

TEST_F(Evaluations, RefusesWhatIsNoCheckpointAndWhatWouldBeAnotherModel) {
  const auto run = text_run("static");
  EXPECT_THAT(refusal(run.string() + "@9", {}), HasSubstr("no such checkpoint, expected one of"));
  EXPECT_THAT(refusal((folder_ / "nowhere").string(), {}), HasSubstr("nowhere"));
  EXPECT_THAT(refusal(run.string(), {.overrides = {"model.hidden=64"}}),
              HasSubstr("--set model.hidden: decides what was trained"));
  EXPECT_THAT(refusal(run.string(), {.overrides = {"data.sequence=8"}}),
              HasSubstr("--set data.sequence: decides"));
  EXPECT_THAT(refusal(run.string(), {.corpus = (folder_ / "none.txt").string()}),
              HasSubstr("none.txt"));
}

TEST(ValidationSum, TellsTheStandardErrorOfARatio) {
  // Groups of equal size: the standard deviation of their means over the root of their number.
  ValidationSum sum;
  for (const double loss : {10.0, 14.0, 12.0, 8.0})
    sum.add({.loss_sum = loss, .count = 4, .correct = 1});
  const Validation validation = sum.mean();
  EXPECT_DOUBLE_EQ(validation.loss, 11.0 / 4);
  EXPECT_EQ(validation.predictions, 16);
  // Means 2.5, 3.5, 3, 2: squares around 2.75 are 0.0625 + 0.5625 + 0.0625 + 0.5625 = 1.25.
  EXPECT_NEAR(validation.loss_error, std::sqrt(1.25 / 3) / 2, 1e-12);
  // Of unequal size, by hand: loss 2, residuals 1, -1, 0: sqrt(3 / 2 * 2) / 6.
  ValidationSum unequal;
  unequal.add({.loss_sum = 3, .count = 1, .correct = 0});
  unequal.add({.loss_sum = 3, .count = 2, .correct = 0});
  unequal.add({.loss_sum = 6, .count = 3, .correct = 0});
  EXPECT_NEAR(unequal.mean().loss_error, std::sqrt(3.0) / 6, 1e-12);
}

}  // namespace
}  // namespace espalier::experiments
