// SPDX-License-Identifier: Apache-2.0
// Masked language modelling on pairs of sentences, with and without predicting the next one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/measure/evaluation.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/sessions/training_run.h>
#include <espalier/training/tasks/mlm_task.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/small_study.h"
#include "tests/training/whole_run.h"

namespace espalier::training {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;
using ::testing::HasSubstr;

/// Paragraphs of one subject each, so that a sentence says which others go on with it.
std::string subjects() {
  constexpr const char* kSubjects[] = {"cat", "dog", "bird", "horse"};
  constexpr const char* kVerbs[] = {"sees", "likes", "finds", "eats", "hears", "has"};
  const Random random(1, stream_id("subjects"));
  std::string text;
  for (std::uint64_t i = 0; i < 400; ++i) {
    const std::string subject = kSubjects[i % 4];
    for (std::uint64_t s = 0; s < 6; ++s)
      text += "The " + subject + ' ' + kVerbs[random.below(6 * i + s, 6)] + ". ";
    text += "\n\n";
  }
  return text;
}

class NextSentence : public FolderTest {
 protected:
  RunConfig config(const std::string& name, bool next_sentence = true) const {
    RunConfig config = small_config(write("text.txt", subjects()).string(), "dynamic");
    config.run.folder = (folder_ / "runs").string();
    config.run.name = name;
    parse_run_config(std::string("[data]\npacking = \"sentence_pairs\"\n[training]\n") +
                         "test_sequences = 20\n" + (next_sentence ? "next_sentence = true\n" : ""),
                     "test")
        .own.swap(config.own);
    return config;
  }
};

TEST_F(NextSentence, IsLearntBesideMaskedWords) {
  RunConfig longer = config("longer");
  // That two words far apart are the same takes two layers of attention.
  longer.model = {};
  longer.model.name = "nano";
  longer.topology = topology_preset("dense");
  longer.training.steps = 1500;
  longer.training.batch = 32;
  longer.training.panel_group = 16;
  longer.training.learning_rate = 1e-3;
  longer.training.validate_every = 500;
  longer.training.validation_sequences = 100;
  const TrainingRunOutcome outcome = run_quietly(longer);
  EXPECT_LT(outcome.result.metrics.value(metric::kValidationLoss),
            outcome.result.metrics.value(metric::kContextFreeLoss) - 0.3);
  // Three of four random paragraphs have another subject: 7 of 8 pairs can be told.
  EXPECT_GT(outcome.result.metrics.value(kNextSentenceAccuracy), 0.65);
  EXPECT_LT(outcome.result.metrics.value(kNextSentenceLoss), 0.6);
  // The records have both, and what evaluates a checkpoint says them again.
  std::ifstream metrics(outcome.folder / "metrics.jsonl");
  double last = kUnknown;
  for (std::string line; std::getline(metrics, line);) {
    const auto record = nlohmann::json::parse(line);
    if (is_event(record, event::kValidation)) last = record.at(kNextSentenceLoss);
  }
  EXPECT_EQ(last, outcome.result.metrics.value(kNextSentenceLoss));
  const Evaluation evaluation = evaluate(outcome.folder.string(), {}, [](const std::string&) {});
  EXPECT_EQ(evaluation.validation.metrics.value(kNextSentenceLoss),
            outcome.result.metrics.value(kNextSentenceLoss));
  EXPECT_THAT(to_text(evaluation), HasSubstr("next sentence "));
}

TEST_F(NextSentence, DoesNotDependOnThreads) {
  RunConfig one = config("one"), two = config("two");
  two.run.threads = 2;
  const TrainingRunOutcome a = run_quietly(one), b = run_quietly(two);
  EXPECT_EQ(weights_of(b), weights_of(a));
  EXPECT_EQ(a.result.metrics.value(kNextSentenceLoss), b.result.metrics.value(kNextSentenceLoss));
}

TEST_F(NextSentence, GoesOnAsIfNotStopped) {
  RunConfig mixture = config("whole");
  mixture.data.corpus += "=3 " + write("other.txt", subjects() + "A new end.\n").string() + "=1";
  const TrainingRunOutcome whole = run_quietly(mixture);
  mixture.run.name = "parts";
  const std::atomic<bool> stop = true;  // after each step
  for (int i = 0; i < 5; ++i) ASSERT_EQ(run_quietly(mixture, &stop).status, RunStatus::kStopped);
  const TrainingRunOutcome parts = run_quietly(mixture);
  EXPECT_EQ(weights_of(parts), weights_of(whole));
  EXPECT_EQ(parts.result.metrics.value(metric::kTestLoss),
            whole.result.metrics.value(metric::kTestLoss));
  EXPECT_EQ(parts.result.metrics.value(kNextSentenceLoss),
            whole.result.metrics.value(kNextSentenceLoss));
}

TEST_F(NextSentence, CountsItsHead) {
  const RunSummary with = summarise_run(run_quietly(config("with")).folder);
  const TrainingRunOutcome outcome = run_quietly(config("without", false));
  const RunSummary without = summarise_run(outcome.folder);
  EXPECT_TRUE(std::isnan(outcome.result.metrics.value(kNextSentenceLoss)));
  // A pooler of 32 x 32, a classifier of 2 x 32, their biases.
  constexpr double kWeights = 32 * 32 + 2 * 32, kBiases = 32 + 2;
  EXPECT_EQ(with.parameters - without.parameters, kWeights + kBiases);
}

TEST_F(NextSentence, RefusesWhatContradicts) {
  const auto refusal = [](const std::string& toml) {
    return message_of<ConfigError>([&] { (void)parse_run_config(toml, "test"); });
  };
  EXPECT_THAT(refusal("[training]\nnext_sentence = true\n"),
              HasSubstr("training.next_sentence: true with data.packing \"stream\""));
  EXPECT_THAT(refusal("[run]\ntask = \"causal_lm\"\n[model]\nname = \"gpt_nano\"\n[data]\n"
                      "packing = \"sentence_pairs\"\n"),
              HasSubstr("data.packing: 'sentence_pairs', which run.task \"causal_lm\""));
}

}  // namespace
}  // namespace espalier::training
