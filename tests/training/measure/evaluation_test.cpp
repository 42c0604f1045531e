// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/measure/evaluation.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/sessions/run_branch.h>
#include <espalier/training/sessions/training_run.h>
#include <espalier/training/tasks/corpus_declaration.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/small_images.h"
#include "tests/training/small_study.h"

namespace espalier::training {
namespace {

using espalier::testing::message_of;
using ::testing::AllOf;
using ::testing::HasSubstr;

void say_nothing(const std::string&) {}

class Evaluations : public espalier::testing::FolderTest {
 protected:
  std::filesystem::path text_run(const std::string& policy,
                                 const std::function<void(RunConfig&)>& change = {}) {
    RunConfig config = small_config(write("text.txt", small_text()).string(), policy);
    if (change) change(config);
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
      EXPECT_EQ(found.validation.loss(), loss) << policy << " at " << step;
      EXPECT_TRUE(found.own_data);
    }
    const Evaluation newest = evaluate(run.string(), {}, say_nothing);
    EXPECT_EQ(newest.validation.loss(), losses.at(24));
    EXPECT_EQ(newest.checkpoint.filename(), "step_24");
    EXPECT_EQ(newest.end.value(metric::kUnigramEntropy),
              summarise_run(run).metrics.value(metric::kUnigramEntropy));
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
  const Evaluation of_own = evaluate(run.string(), options, say_nothing);
  options.corpus = alike.string();
  const Evaluation of_alike = evaluate(run.string(), options, say_nothing);
  options.corpus = other.string();
  const Evaluation of_other = evaluate(run.string(), options, say_nothing);
  EXPECT_FALSE(of_alike.own_data);
  EXPECT_GT(of_alike.validation.predictions, 0);
  // Ten sequences of sixteen tokens each: five standard errors of both.
  EXPECT_NEAR(of_alike.validation.loss(), of_own.validation.loss(),
              5 * std::hypot(of_own.validation.loss_error, of_alike.validation.loss_error));
  EXPECT_NE(of_other.corpus_hash, of_alike.corpus_hash);
  EXPECT_NE(of_other.validation.loss(), of_alike.validation.loss());
  // A vocabulary learnt from the other text is none of this run's.
  options.overrides = {"data.vocabulary='" +
                       write("vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nzebras\n").string() +
                       '\''};
  EXPECT_THAT(refusal(run.string(), options),
              AllOf(HasSubstr("trained with vocabulary"),
                    HasSubstr("; leave data.vocabulary as the run has it")));
}

TEST_F(Evaluations, OfImagesToo) {
  const espalier::testing::TemporaryFolder images;
  RunConfig config = small_image_config(small_images(images), "dynamic");
  config.run.folder = (folder_ / "runs").string();
  const TrainingRunOutcome run = run_training(config, quiet());
  const Evaluation found = evaluate(run.folder.string(), {}, say_nothing);
  EXPECT_EQ(found.validation.loss(), run.result.metrics.value(metric::kValidationLoss));
  EXPECT_EQ(found.validation.metrics.value(metric::kAccuracy),
            run.result.metrics.value(metric::kAccuracy));
  EXPECT_FALSE(std::isfinite(found.validation.loss_error));  // one group of 70
  const PairedEvaluation pair =
      evaluate_pair(run.folder.string(), run.folder.string(), {}, say_nothing);
  EXPECT_EQ(pair.difference.predictions, 70);
  EXPECT_THAT(to_text(pair), HasSubstr("first - second     0.000000 nats\npaired by          1 "));
  const espalier::testing::TemporaryFolder others;
  write_image_set(others, "train", 200);
  write_image_set(others, "t10k", 35);
  const Evaluation of_others =
      evaluate(run.folder.string(), {.corpus = (others.path() / "images").string()}, say_nothing);
  EXPECT_EQ(of_others.validation.predictions, 35);
  EXPECT_FALSE(of_others.own_data);
}

TEST_F(Evaluations, ARunDoesNotDifferFromItself) {
  const auto run = text_run("dynamic").string();
  const PairedEvaluation pair = evaluate_pair(run, run, {}, say_nothing);
  EXPECT_EQ(pair.difference.loss, 0);
  EXPECT_EQ(pair.difference.error, 0);
  EXPECT_EQ(pair.difference.half_interval, 0);
  EXPECT_EQ(pair.difference.windows, 10);  // validation_sequences
  EXPECT_EQ(pair.difference.predictions, pair.first.validation.predictions);
  // The same model on the same masks, in groups of one and of four: float sums in another order.
  EXPECT_EQ(pair.difference.predictions, evaluate(run, {}, say_nothing).validation.predictions);
  EXPECT_NEAR(pair.first.validation.loss(), evaluate(run, {}, say_nothing).validation.loss(), 1e-5);
  // Nor do masks depend on how many sequences the second run has trained on together.
  const auto other = text_run("dynamic", [](RunConfig& config) {
    config.run.name = "apart";
    config.training.panel_group = 1;
  });
  EXPECT_EQ(evaluate_pair(run, other.string(), {}, say_nothing).difference.predictions,
            pair.difference.predictions);
}

TEST_F(Evaluations, OnItsTestPartARunHasTheLossThatItEndedWith) {
  for (const char* task : {"mlm", "causal_lm"}) {
    RunConfig config = small_config(write("text.txt", small_text()).string(), "dynamic");
    config.run.task = task;
    if (config.run.task == "causal_lm") config.model.name = "gpt_nano";
    config.run.name = task;
    config.run.folder = (folder_ / "runs").string();
    config.own[test_sequences().key().path()] = Index{8};
    config.training.keep_checkpoints = 5;
    const TrainingRunOutcome run = run_training(config, quiet());
    const Evaluation tested = evaluate(run.folder.string(), {.test = true}, say_nothing);
    EXPECT_EQ(tested.validation.loss(), run.result.metrics.value(metric::kTestLoss));
    EXPECT_NE(tested.validation.loss(), run.result.metrics.value(metric::kValidationLoss));
    EXPECT_THAT(to_text(tested), HasSubstr("as configured, which the run was tested on"));
    EXPECT_EQ(to_json(tested)["part"], "test");
    const PairedEvaluation pair =
        evaluate_pair(run.folder.string(), run.folder.string() + "@8", {.test = true}, say_nothing);
    EXPECT_EQ(pair.difference.windows, 8);
    // Float sums in another order, as above.
    EXPECT_NEAR(pair.first.validation.loss(), tested.validation.loss(), 1e-5);
    EXPECT_THAT(to_text(pair), HasSubstr("as configured, test part ("));
  }
  EXPECT_THAT(refusal(text_run("static").string(), {.test = true}),
              HasSubstr("keeps nothing back for a test (training.test_sequences)"));
}

TEST_F(Evaluations, OfABranchThePairedIntervalIsNarrowerThanTheUnpaired) {
  const auto run = text_run("static").string();
  TrainingRunOptions options = quiet();
  options.branch = branch_of(run + "@8");
  const auto branch =
      run_training(branch_config(run + "@8", {"topology.policy=dynamic", "topology.updates=6",
                                              "run.name=moves"}),
                   options)
          .folder.string();
  const PairedEvaluation pair = evaluate_pair(run, branch, {}, say_nothing);
  const Validation &first = pair.first.validation, &second = pair.second.validation;
  EXPECT_NE(pair.difference.loss, 0);
  EXPECT_NEAR(pair.difference.loss, first.loss() - second.loss(), 1e-12);
  EXPECT_GT(pair.difference.error, 0);
  EXPECT_LT(pair.difference.error, std::hypot(first.loss_error, second.loss_error));
  EXPECT_NEAR(pair.difference.half_interval, 2.262 * pair.difference.error, 1e-12);  // 9 degrees
  EXPECT_EQ(evaluate_pair(branch, run, {}, say_nothing).difference.loss, -pair.difference.loss);
  EXPECT_THAT(to_text(pair), HasSubstr("over text, not over seeds\npaired by          10 windows"));
  EXPECT_EQ(to_json(pair)["difference"]["loss"], pair.difference.loss);

  // On another text as well, which is the same one for both.
  std::string strange;
  for (int i = 0; i < 400; ++i) strange += "a zebra sees " + std::to_string(i) + " hens.\n\n";
  const auto other = write("other.txt", strange).string();
  const PairedEvaluation elsewhere = evaluate_pair(run, branch, {.corpus = other}, say_nothing);
  EXPECT_FALSE(elsewhere.first.own_data || elsewhere.second.own_data);
  EXPECT_EQ(elsewhere.first.corpus_hash, elsewhere.second.corpus_hash);
  EXPECT_NE(elsewhere.difference.loss, pair.difference.loss);
}

TEST_F(Evaluations, RefusesAPairThatSeesOtherWindows) {
  const auto run = text_run("static").string();
  const auto refusal_with = [&](const char* name, const std::function<void(RunConfig&)>& change,
                                const EvaluationOptions& options = {}) {
    const auto other = text_run("static", [&](RunConfig& config) {
      config.run.name = name;
      change(config);
    });
    return message_of<ConfigError>(
        [&] { evaluate_pair(run, other.string(), options, say_nothing); });
  };
  EXPECT_THAT(
      refusal_with("pieces", [](RunConfig& c) { c.data.vocabulary_size = 66; }),
      HasSubstr("runs/static and " + (folder_ / "runs/pieces").string() + ": vocabularies "));
  EXPECT_THAT(refusal_with("long", [](RunConfig& c) { c.data.sequence = 32; }),
              HasSubstr("data.sequence 16 and 32; compare runs where they are the same"));
  EXPECT_THAT(refusal_with("few", [](RunConfig& c) { c.training.validation_sequences = 5; }),
              HasSubstr("training.validation_sequences 10 and 5"));
  EXPECT_THAT(
      refusal_with("words", [](RunConfig& c) { c.own[whole_word_masking().key().path()] = true; }),
      HasSubstr("training.whole_word_masking false and true"));
  EXPECT_THAT(refusal_with("next",
                           [](RunConfig& c) {
                             c.run.task = "causal_lm";
                             c.model.name = "gpt_nano";
                           }),
              HasSubstr("run.task mlm and causal_lm"));
  // Another text with the vocabulary of the first: refused, unless one text is named for both.
  const EvaluationOptions own = {.overrides = {"training.validation_sequences=7"}};
  const auto prepared = small_data(small_config(write("text.txt", small_text()).string(), "dense"));
  const auto vocabulary = write("vocab.txt", prepared.tokenizer.vocabulary_text()).string();
  const std::string other_text = write("more.txt", "a cat sees.\n\n" + small_text()).string();
  EXPECT_THAT(refusal_with(
                  "elsewhere",
                  [&](RunConfig& c) {
                    c.data.corpus = other_text;
                    c.data.vocabulary = vocabulary;
                  },
                  own),
              HasSubstr("name one for both by --corpus"));
  const PairedEvaluation pair = evaluate_pair(run, (folder_ / "runs/elsewhere").string(),
                                              {.corpus = other_text}, say_nothing);
  EXPECT_TRUE(pair.second.own_data);
  EXPECT_FALSE(pair.first.own_data);
}

TEST_F(Evaluations, RefusesWhatIsNoCheckpointAndWhatWouldBeAnotherModel) {
  const auto run = text_run("static");
  EXPECT_THAT(refusal(run.string() + "@9", {}),
              HasSubstr("no such checkpoint; there are those of"));
  EXPECT_THAT(refusal((folder_ / "nowhere").string(), {}), HasSubstr("nowhere"));
  EXPECT_THAT(refusal(run.string(), {.overrides = {"model.hidden=64"}}),
              HasSubstr("--set model.hidden: decides what was trained"));
  EXPECT_THAT(refusal(run.string(), {.overrides = {"data.sequence=8"}}),
              HasSubstr("--set data.sequence: decides"));
  EXPECT_THAT(
      refusal(run.string(), {.test = true, .overrides = {"training.validation_sequences=8"}}),
      HasSubstr("--set training.validation_sequences: not with --test"));
  EXPECT_THAT(refusal(run.string(), {.corpus = (folder_ / "none.txt").string()}),
              HasSubstr("none.txt"));
  EXPECT_THAT(refusal(run.string(), {.corpus = "a.txt", .overrides = {"data.corpus=b.txt"}}),
              HasSubstr("--set data.corpus=b.txt: not with --corpus a.txt"));
}

TEST(ValidationSum, TellsTheStandardErrorOfARatio) {
  // Groups of equal size: the standard deviation of their means over the root of their number.
  ValidationSum sum;
  for (const double loss : {10.0, 14.0, 12.0, 8.0})
    sum.add({.loss_sum = loss, .count = 4, .correct = 1});
  const Validation validation = sum.mean();
  EXPECT_DOUBLE_EQ(validation.loss(), 11.0 / 4);
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

models::PredictionLoss window(double loss, Index count) {
  return {.loss_sum = loss, .count = count, .correct = 0};
}

TEST(PairedDifferences, AreARatioOverWindows) {
  // Differences 1, 2 and 0 of 1, 2 and 3 predictions: d = 3 / 6, residuals 0.5, 1 and -1.5 with
  // squares of 3.5 in all: sqrt(3 / 2 * 3.5) / 6.
  const PairedDifference found = paired_difference({window(5, 1), window(9, 2), window(8, 3)},
                                                   {window(4, 1), window(7, 2), window(8, 3)});
  EXPECT_DOUBLE_EQ(found.loss, 0.5);
  EXPECT_NEAR(found.error, std::sqrt(5.25) / 6, 1e-12);
  EXPECT_NEAR(found.half_interval, 4.303 * std::sqrt(5.25) / 6, 1e-12);  // two degrees of freedom
  EXPECT_EQ(found.windows, 3);
  EXPECT_EQ(found.predictions, 6);
  const PairedDifference one = paired_difference({window(5, 1)}, {window(4, 1)});
  EXPECT_EQ(one.loss, 1);
  EXPECT_TRUE(std::isnan(one.error) && std::isnan(one.half_interval));
}

TEST(PairedDifferences, HaveStudentsPointsBeyondTheTable) {
  // Of any longer table.
  for (const auto& [freedom, point] : {std::pair(30, 2.042), std::pair(31, 2.0395),
                                       std::pair(60, 2.0003), std::pair(1000, 1.9623)})
    EXPECT_NEAR(student_point(freedom), point, 5e-4) << freedom;
}

TEST(ValidationSum, OfALossThatIsNotFiniteNoErrorIsKnown) {
  ValidationSum sum;
  for (const double loss : {1.0, std::numeric_limits<double>::quiet_NaN()})
    sum.add({.loss_sum = loss, .count = 1, .correct = 0});
  EXPECT_TRUE(std::isnan(sum.mean().loss_error));
}

TEST(PairedDifferences, AreOfTheSameWindows) {
  EXPECT_THAT(message_of<ShapeError>([] { paired_difference({window(5, 1)}, {}); }),
              HasSubstr("1 and 0 windows"));
  EXPECT_THAT(message_of<ShapeError>([] {
                paired_difference({window(5, 1), window(5, 3)}, {window(4, 1), window(5, 2)});
              }),
              HasSubstr("window 1 has 3 and 2 predictions"));
}

}  // namespace
}  // namespace espalier::training
