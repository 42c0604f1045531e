// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/question_answering_task.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/measure/evaluation.h>
#include <espalier/training/sessions/follower.h>
#include <espalier/training/sessions/training_run.h>
#include <espalier/training/tasks/labelled_texts_task.h>
#include <espalier/training/tasks/task.h>
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"
#include "tests/training/on_ranks.h"
#include "tests/training/whole_run.h"

namespace espalier::training {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

using Json = nlohmann::json;

/// Contexts "The cat is red. The dog is blue. ..." of four animals with the question what the dog
/// is; with `none` every fourth context has no dog. They are longer than a window.
std::string animals(int count, const char* stream, bool none) {
  constexpr std::array<const char*, 5> kAnimals = {"cat", "bird", "cow", "fish", "horse"};
  constexpr std::array<const char*, 6> kColours = {"red",  "green", "blue",
                                                   "gray", "black", "white"};
  const Random random(1, stream_id(stream));
  std::uint64_t at = 0;
  Json paragraphs = Json::array();
  for (int i = 0; i < count; ++i) {
    const bool has_none = none && i % 4 == 0;
    const std::uint64_t dog = random.below(at++, 4);
    std::string context;
    Json answers = Json::array();
    for (std::uint64_t k = 0; k < 4; ++k) {
      const bool is_dog = k == dog && !has_none;
      const std::string animal = is_dog ? "dog" : kAnimals[random.below(at++, kAnimals.size())];
      const std::string colour = kColours[random.below(at++, kColours.size())];
      context += "The " + animal + " is ";
      if (is_dog) answers.push_back({{"text", colour}, {"answer_start", context.size()}});
      context += colour + ". ";
    }
    Json question = {
        {"id", std::to_string(i)}, {"question", "What is the dog?"}, {"answers", answers}};
    if (none) question["is_impossible"] = has_none;
    paragraphs.push_back({{"context", context}, {"qas", Json::array({question})}});
  }
  Json article = {{"title", "animals"}, {"paragraphs", paragraphs}};
  return Json{{"version", none ? "v2.0" : "1.1"}, {"data", Json::array({article})}}.dump();
}

class QuestionAnswering : public FolderTest {
 protected:
  RunConfig config(bool none, const std::vector<std::string>& overrides = {}) {
    write("train.json", animals(800, "train", none));
    write("dev.json", animals(60, "dev", none));
    const std::string folder = folder_.string();
    return parse_run_config(
        "[run]\ntask = \"question_answering\"\nseed = 5\nthreads = 1\nfolder = \"" + folder +
            "/runs\"\n[model]\nname = \"nano\"\nlayers = 2\nhidden = 32\nheads = 2\ndensity = 0.5\n"
            "[topology]\npolicy = \"dynamic\"\nupdates = 6\n[data]\nsequence = 16\nstride = 4\n"
            "vocabulary_size = 64\nquestions = \"" +
            folder + "/train.json\"\nvalidation_questions = \"" + folder +
            "/dev.json\"\n[training]\nsteps = 30\nbatch = 16\nlearning_rate = 4e-3\n"
            "validate_every = 15\n",
        "test", overrides);
  }
};

TEST_F(QuestionAnswering, FindsAnswersInWindows) {
  const TrainingRunOutcome outcome = run_quietly(config(false, {"training.steps=300"}));
  // Some colour of the four is right in somewhat more than a quarter of the questions.
  EXPECT_GT(outcome.result.metrics.value(metric::kExactMatch), 0.8);
  EXPECT_GE(outcome.result.metrics.value(metric::kF1),
            outcome.result.metrics.value(metric::kExactMatch));
  EXPECT_FALSE(outcome.result.metrics.has(metric::kAccuracy));
}

TEST_F(QuestionAnswering, MayFindNone) {
  const RunConfig never = config(true, {"run.name=never", "model.none_threshold=1e6"});
  const RunConfig always = config(true, {"run.name=always", "model.none_threshold=-1e6"});
  // With such thresholds no model says none, or each says nothing else: a quarter is none.
  EXPECT_LE(run_quietly(never).result.metrics.value(metric::kExactMatch), 0.75);
  EXPECT_EQ(run_quietly(always).result.metrics.value(metric::kExactMatch), 0.25);
}

TEST_F(QuestionAnswering, AThresholdOfNoneThatNothingReadsIsTold) {
  const auto notes = [&](bool none, const std::string& threshold) {
    const RunConfig run = config(none, {"model.none_threshold=" + threshold});
    return task_of(run)->load(run, [](const std::string&) {})->notes;
  };
  const auto is_told = Contains(HasSubstr("model.none_threshold is 2.0, to no effect"));
  EXPECT_THAT(notes(false, "2"), is_told);
  EXPECT_THAT(notes(true, "2"), Not(is_told));
  EXPECT_THAT(notes(false, "0"), Not(Contains(HasSubstr("model.none_threshold"))));
}

TEST_F(QuestionAnswering, WarnsOfAVocabularyThatLacksTheWords) {
  const auto warnings = [&](const std::vector<std::string>& overrides) {
    const RunConfig run = config(false, overrides);
    return task_of(run)->load(run, [](const std::string&) {})->warnings;
  };
  EXPECT_THAT(warnings({}), IsEmpty());
  const std::string words = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\nis\n.\nwhat\ndog\n?\n";
  const std::string vocabulary = write("words.txt", words).string();
  EXPECT_THAT(warnings({"data.vocabulary=" + vocabulary}),
              ElementsAre(HasSubstr("the questions to train on: "),
                          AllOf(HasSubstr("the questions to validate on: "),
                                HasSubstr("% of the tokens are [UNK]"), HasSubstr(vocabulary))));
}

TEST_F(QuestionAnswering, IsTheSameHoweverItIsTrained) {
  const TrainingRunOutcome one = run_quietly(config(true, {"run.name=one"}));
  EXPECT_EQ(weights_of(run_quietly(config(true, {"run.name=three", "run.threads=3"}))),
            weights_of(one));
  const RunConfig parts = config(true, {"run.name=parts"});
  const std::atomic<bool> stop = true;  // after the first step
  ASSERT_EQ(run_quietly(parts, &stop).status, RunStatus::kStopped);
  expect_same_run(run_quietly(parts).folder, one.folder);
}

TEST_F(QuestionAnswering, IsTheSameOnTwoRanks) {
  const auto shared = [&](const std::string& name) {
    return config(true, {"run.name=" + name, "training.shards=4", "model.dropout=0.1"});
  };
  const TrainingRunOutcome one = run_quietly(shared("one"));
  const RunConfig of_two = shared("two");
  TrainingRunOutcome two;
  on_ranks(2, [&](machines::Machines& machines) {
    if (machines.rank() > 0) {
      EXPECT_EQ(follow_training(machines), 0);
      return;
    }
    TrainingRunOptions options;
    options.quiet = true;
    options.machines = &machines;
    two = run_training(of_two, options);
  });
  expect_same_run(two.folder, one.folder);
}

TEST_F(QuestionAnswering, NeedsItsEncoderNoMoreAfterwards) {
  const std::filesystem::path encoder =
      run_quietly(config(false, {"run.name=encoder", "training.steps=6"})).folder;
  const TrainingRunOutcome outcome =
      run_quietly(config(false, {"run.name=fine", "model.encoder=" + encoder.string()}));
  std::filesystem::remove_all(encoder);
  EXPECT_EQ(evaluate(outcome.folder.string(), {}, [](const std::string&) {}).validation.loss(),
            outcome.result.metrics.value(metric::kValidationLoss));
}

TEST_F(QuestionAnswering, IsComparedOnTheSameWindowsOnly) {
  const auto run = [&](const std::string& name, const std::string& stride) {
    return run_quietly(config(false, {"run.name=" + name, stride, "training.steps=2",
                                      "topology.policy=static"}))
        .folder.string();
  };
  const std::string few = run("few", "data.stride=2"), many = run("many", "data.stride=4");
  const std::string questions = (folder_ / "dev.json").string();
  const EvaluationOptions options = {
      .overrides = {"data.questions=" + questions, "data.validation_questions=" + questions}};
  const auto compared = [&](const std::string& other) {
    return evaluate_pair(few, other, options, [](const std::string&) {});
  };
  EXPECT_EQ(compared(few).difference.loss, 0);
  EXPECT_THAT(message_of<ConfigError>([&] { compared(many); }),
              HasSubstr(": data.stride 2 and 4;"));
}

TEST_F(QuestionAnswering, HoldsContextsOutIfThereIsNoOtherFile) {
  const TrainingRunOutcome outcome =
      run_quietly(config(false, {"data.validation_questions=", "data.validation_fraction=0.2",
                                 "training.steps=2", "topology.policy=static"}));
  EXPECT_TRUE(outcome.result.metrics.has(metric::kExactMatch));
  const RunConfig none =
      config(false, {"data.validation_questions=", "data.validation_fraction=1e-9"});
  EXPECT_THAT(
      message_of<FormatError>([&] { run_quietly(none); }),
      AllOf(HasSubstr("800 questions to train on and 0 to validate on"),
            HasSubstr("take another data.validation_fraction of the contexts, 1e-09 here")));
}

// Five tokens of a question, [CLS] and two [SEP] leave eight to the context, which is longer.
TEST_F(QuestionAnswering, AStrideLeavesWindowsRoomToGoOn) {
  const RunConfig run = config(false, {"data.stride=8"});
  EXPECT_THAT(message_of<ConfigError>([&] { run_quietly(run); }),
              HasSubstr("data.stride is 8, expected 0 to 7 with data.sequence = 16, so that each "
                        "window goes on"));
}

TEST_F(QuestionAnswering, BadInputIsNamed) {
  const RunConfig run = config(false);
  const auto refusal = [&](const std::string& content) {
    write("train.json", content);
    return message_of<FormatError>([&] { run_quietly(run); });
  };
  EXPECT_THAT(refusal("{"), HasSubstr("train.json: no valid JSON"));
  Json json = Json::parse(animals(3, "train", false));
  json["data"][0]["paragraphs"][1]["qas"][0]["answers"][0]["answer_start"] = 4000;
  EXPECT_THAT(refusal(json.dump()), HasSubstr("train.json: question '1': answer_start is 4000"));
  RunConfig none = run;
  none.own["data.questions"] = std::string();
  EXPECT_THAT(message_of<ConfigError>([&] { run_quietly(none); }),
              HasSubstr("data.questions is empty"));
}

}  // namespace
}  // namespace espalier::training
