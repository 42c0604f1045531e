// SPDX-License-Identifier: Apache-2.0
// Sequences so short, and batches and groups so small, that chance masks nothing in some of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/sessions/training_run.h>
#include <espalier/training/tasks/mlm_task.h>
#include <espalier/training/tasks/task.h>
#include <espalier/training/tasks/training_task.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/forged_state.h"
#include "tests/training/small_study.h"
#include "tests/training/whole_run.h"

namespace espalier::training {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;
using ::testing::HasSubstr;

/// Documents of two sentences, so that they make pairs.
std::string paired_text() {
  const std::string text = small_text();
  std::string pairs;
  for (std::size_t at = 0, end = 0, number = 0; end < text.size(); at = end, ++number) {
    end = text.find("\n\n", at) + 2;
    pairs += text.substr(at, end - at - 2) + (number % 2 == 0 ? " " : "\n\n");
  }
  return pairs;
}

constexpr const char* kNextSentences =
    "[data]\npacking = \"sentence_pairs\"\n[training]\nnext_sentence = true\n";

/// Tasks on sequences of 16 tokens, of which about ten are text: one of five has no mask.
class FewMasks : public FolderTest {
 protected:
  /// `keys` are those that a task brings itself.
  RunConfig config(const std::string& name, const std::string& keys = "") const {
    RunConfig config = small_config(write("text.txt", paired_text()).string(), "dynamic");
    config.run.folder = (folder_ / "runs").string();
    config.run.name = name;
    config.training.validation_sequences = 64;
    parse_run_config(keys, "test").own.swap(config.own);
    return config;
  }
  /// One sequence a step, and a record of each.
  RunConfig lone_sequences(const std::string& name, const std::string& keys = "") const {
    RunConfig config = this->config(name, keys);
    config.training.batch = 1;
    config.training.record_every = 1;
    return config;
  }
};

/// A task with its data.
struct LoadedTask {
  explicit LoadedTask(const RunConfig& config)
      : batch(config.training.batch),
        context(context_options(config)),
        data(task_of(config)->load(config, [](const std::string&) {})),
        task(task_of(config)->make(config, *data, context)) {}

  /// Forward and backward on the whole batch of a step.
  BatchResult train(Index step, double loss_scale) const {
    const Index predictions = task->gather(step);
    const double scale = 1.0 / static_cast<double>(std::max<Index>(1, predictions));
    return {.loss = task->train({0, batch}, loss_scale * scale, {}) * scale,
            .predictions = predictions};
  }

  Index batch;
  Context context;
  std::shared_ptr<const TaskData> data;
  std::unique_ptr<TrainingTask> task;
};

/// What reads sequences in groups.
struct Kind {
  std::string name, keys;
  std::string task = "mlm";
};
std::ostream& operator<<(std::ostream& stream, const Kind& kind) { return stream << kind.name; }

class PanelGroups : public FewMasks, public ::testing::WithParamInterface<Kind> {
 protected:
  RunConfig grouped(Index panel_group) const {
    RunConfig config = this->config("groups", GetParam().keys);
    config.run.task = GetParam().task;
    config.training.panel_group = panel_group;
    if (config.run.task == "causal_lm") config.model.name = "gpt_nano";
    if (config.run.task != "sequence_classification") return config;
    std::string texts;
    for (int i = 0; i < 70; ++i)
      texts += std::string(i % 3 == 0 ? "yes" : "no") + "\ta cat and " + std::to_string(i) + '\n';
    config.own["data.texts"] = config.own["data.validation_texts"] =
        write("texts.tsv", texts).string();
    return config;
  }
};

/// The same predictions, and the same loss but for rounding: its float32 sums are made in groups of
/// other widths, and so in another order. A sum of at most 128 products is off by 128 * 2^-24 =
/// 8e-6 of its terms, which norms and weights of 0.02 keep below one, and the errors of hundreds of
/// predictions do not add up in their mean. A mask more or less would move that by a thousandth.
void expect_same_losses(const Validation& found, const Validation& expected) {
  constexpr double kRounding = 1e-5;
  EXPECT_EQ(found.predictions, expected.predictions);
  EXPECT_NEAR(found.loss(), expected.loss(), kRounding);
  if (expected.metrics.has(kNextSentenceLoss)) {
    EXPECT_NEAR(found.metrics.value(kNextSentenceLoss), expected.metrics.at(kNextSentenceLoss),
                kRounding);
  }
}

TEST_P(PanelGroups, DecideNoLoss) {
  const LoadedTask whole(grouped(32));
  const Validation validated = whole.task->validate();
  const auto tested = whole.task->test();
  const Validation share = whole.task->validate_share(1, 0.3);
  ASSERT_GT(validated.predictions, 50);
  ASSERT_TRUE(std::isfinite(validated.loss()));
  for (const Index group : {1, 2, 3, 8}) {
    SCOPED_TRACE(group);
    const LoadedTask other(grouped(group));
    expect_same_losses(other.task->validate(), validated);
    expect_same_losses(other.task->validate_by_window(), validated);
    expect_same_losses(other.task->validate_share(1, 0.3), share);
    if (tested) expect_same_losses(*other.task->test(), *tested);
  }
}

// Of a step too: the loss of a batch in which some sequences have nothing masked.
TEST_P(PanelGroups, DecideNoTrainingLoss) {
  const LoadedTask whole(grouped(32));
  for (const Index group : {1, 2, 3}) {
    const LoadedTask other(grouped(group));
    for (Index step = 0; step < 5; ++step) {
      const BatchResult found = other.train(step, 1), expected = whole.train(step, 1);
      EXPECT_EQ(found.predictions, expected.predictions);
      EXPECT_NEAR(found.loss, expected.loss, 1e-5);  // as above
    }
  }
}

// The ranges of a batch have together its loss and its gradient, with dropout too: what is dropped
// goes by the place in the batch.
TEST_P(PanelGroups, OfRangesMakeTheBatch) {
  RunConfig config = grouped(1);
  config.model.dropout = config.model.attention_dropout = 0.1;
  const LoadedTask whole(config), parts(config);
  const Index predictions = whole.task->gather(3);
  ASSERT_EQ(parts.task->gather(3), predictions);
  const double scale = 1.0 / static_cast<double>(predictions);
  const double expected = whole.task->train({0, whole.batch}, scale, {});
  const Index cut = whole.batch / 3;
  const double found =
      parts.task->train({0, cut}, scale, {}) + parts.task->train({cut, whole.batch}, scale, {});
  EXPECT_NEAR(found, expected, 1e-12 * expected);  // one sum of doubles in another order
  // Each range adds to what the first has left, group by group, as the whole does.
  const models::ParameterList a = parts.task->parameters(), b = whole.task->parameters();
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_TRUE(a[i]->gradient == b[i]->gradient);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, PanelGroups,
    ::testing::Values(
        Kind{"stream", "[training]\ntest_sequences = 20\n"},
        Kind{"whole_words", "[training]\nwhole_word_masking = true\n"},
        Kind{"documents", "[data]\npacking = \"documents\"\n"},
        Kind{"pairs", "[data]\npacking = \"sentence_pairs\"\n[training]\ntest_sequences = 20\n"},
        Kind{"next_sentences", kNextSentences},
        Kind{"causal", "[training]\ntest_sequences = 20\n", "causal_lm"},
        Kind{"classes", "", "sequence_classification"}),
    [](const auto& kind) { return kind.param.name; });

/// Steps of this run whose batch has nothing masked.
std::vector<Index> idle_steps(const RunConfig& config) {
  const LoadedTask loaded(config);
  std::vector<Index> idle;
  for (Index step = 0; step < config.training.steps; ++step)
    if (loaded.train(step, 1).predictions == 0) idle.push_back(step);
  return idle;
}

TEST_F(FewMasks, ABatchWithoutAnyHasNoGradient) {
  const RunConfig config = lone_sequences("alone");
  const std::vector<Index> idle = idle_steps(config);
  ASSERT_GE(idle.size(), 1u);
  const LoadedTask loaded(config);
  for (const Index step : idle) {
    const BatchResult result = loaded.train(step, 1024);
    EXPECT_EQ(result.loss, 0);
    EXPECT_EQ(result.predictions, 0);
  }
  for (const models::Parameter* parameter : loaded.task->parameters())
    EXPECT_TRUE(std::ranges::all_of(parameter->gradient, [](float g) { return g == 0; }))
        << parameter->name;
}

TEST_F(FewMasks, ABatchWithoutAnyLearnsTheNextSentence) {
  const RunConfig config = lone_sequences("alone", kNextSentences);
  const std::vector<Index> idle = idle_steps(config);
  ASSERT_GE(idle.size(), 1u);
  const LoadedTask loaded(config);
  EXPECT_EQ(loaded.train(idle.front(), 1).loss, 0);
  double moved = 0;
  for (const models::Parameter* parameter : loaded.task->parameters())
    for (const float gradient : parameter->gradient) {
      ASSERT_TRUE(std::isfinite(gradient)) << parameter->name;
      if (parameter->name == "cls.seq_relationship.bias") moved += std::abs(gradient);
      if (parameter->name.starts_with("cls.predictions")) {
        ASSERT_EQ(gradient, 0);
      }
    }
  // The bias has the gradient of one pair's mean loss, p - [label]: once up and once down.
  EXPECT_NEAR(moved, 1, 0.2);
}

class FewMasksFor : public FewMasks, public ::testing::WithParamInterface<std::string> {};

// Steps without a prediction, the first among them, and records of nothing else.
TEST_P(FewMasksFor, WholeRunsStayFiniteAndAreRecorded) {
  for (const char* keys : {"", kNextSentences}) {
    RunConfig config = lone_sequences("whole", keys);
    start_from_optimizer(GetParam(), config);
    config.training.optimizer = GetParam();
    // The seed whose first batch has nothing masked.
    while (idle_steps(config).empty() || idle_steps(config).front() != 0) ++config.run.seed;
    const std::vector<Index> idle = idle_steps(config);
    const TrainingRunOutcome whole = run_quietly(config);
    EXPECT_TRUE(std::isfinite(whole.result.metrics.value(metric::kValidationLoss)));
    std::vector<Index> unknown;
    for (const nlohmann::json& record : timeless_records(whole.folder)) {
      if (!is_event(record, event::kTrain)) continue;
      EXPECT_TRUE(record.at("applied")) << record;
      EXPECT_TRUE(record.at(field::kGradientNorm).is_number()) << record;
      if (record.at(field::kLoss).is_null())
        unknown.push_back(record.at(field::kStep).get<Index>() - 1);
      else
        EXPECT_GT(record.at(field::kLoss), 0) << record;
    }
    EXPECT_EQ(unknown, idle);
    std::filesystem::remove_all(whole.folder);
  }
}
INSTANTIATE_TEST_SUITE_P(All, FewMasksFor, ::testing::ValuesIn(optimizer_names()),
                         [](const auto& optimizer) { return optimizer.param; });

// The mean of an interval is over the steps that have a loss, also where it was interrupted.
TEST_F(FewMasks, StepsWithoutAnyDoNotCountInTheMeanLoss) {
  RunConfig each = lone_sequences("each"), all = each;
  all.training.record_every = 24;
  all.run.name = "all";
  double sum = 0, count = 0;
  for (const nlohmann::json& record : timeless_records(run_quietly(each).folder))
    if (is_event(record, event::kTrain) && record.at(field::kLoss).is_number()) {
      sum += record.at(field::kLoss).get<double>();
      ++count;
    }
  ASSERT_LT(count, 24);
  const TrainingRunOutcome whole = run_quietly(all);
  EXPECT_EQ(whole.result.train_loss, sum / count);
  all.run.name = "parts";
  const std::atomic<bool> stop = true;  // after each step
  for (int i = 0; i < 23; ++i) ASSERT_EQ(run_quietly(all, &stop).status, RunStatus::kStopped);
  const TrainingRunOutcome parts = run_quietly(all);
  EXPECT_EQ(parts.result.train_loss, whole.result.train_loss);
  EXPECT_EQ(timeless_records(parts.folder), timeless_records(whole.folder));
}

TEST_F(FewMasks, ABatchWithoutAnyIsNotSaidToHaveLostItsGradientsInFloat16) {
  const RunConfig config =
      parse_run_config(to_toml(lone_sequences("half")), "test",
                       {"training.precision=float16", "training.loss_scale=1024.0"});
  ::testing::internal::CaptureStderr();
  const std::filesystem::path run = run_quietly(config).folder;
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              ::testing::Not(HasSubstr("gradients are 0")));
  EXPECT_TRUE(std::ranges::any_of(timeless_records(run), [](const nlohmann::json& record) {
    return is_event(record, event::kTrain) && record.at(field::kLoss).is_null();
  }));
}

TEST_F(FewMasks, ARunWithNothingToValidateByIsRefused) {
  RunConfig config = this->config("none");
  // A vocabulary that knows one word of each document, which chance leaves as it is in the one
  // sequence that is held out.
  std::string text;
  for (int i = 0; i < 400; ++i)
    text += "q " + std::to_string(i) + " are most of what there is to read in this one\n\n";
  config.data.corpus = write("rare.txt", text).string();
  config.training.validation_sequences = 1;
  config.data.vocabulary = write("vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nq\n").string();
  EXPECT_THAT(message_of<ConfigError>([&] { run_quietly(config); }),
              HasSubstr("training.validation_sequences: found no masked token"));
  EXPECT_FALSE(std::filesystem::exists(config.run.folder));
}

// Checkpoints of versions that masked a token where chance masked none do not say how they mask.
TEST_F(FewMasks, ARunOfAnEarlierVersionGoesOnUnlessItsMasksWereOthers) {
  const std::atomic<bool> stop = true;  // after one step
  const auto age = [&](const RunConfig& config) {
    const auto folder = run_quietly(config, &stop).folder;
    forge_state(folder / "checkpoints/step_1", "\"masking\": \"by sequence\"", "\"aged\": 0");
  };
  // With a mask in every batch and group the two are the same.
  RunConfig same = config("same");
  same.training.batch = 16;
  same.training.panel_group = 16;
  age(same);
  ::testing::internal::CaptureStderr();
  const TrainingRunOutcome outcome = run_quietly(same);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(outcome.status, RunStatus::kDone);
  const auto newest = models::latest_checkpoint(outcome.folder / "checkpoints").path;
  EXPECT_EQ(models::trainer_state(*newest).find("masking"), std::string::npos) << "still aged";

  RunConfig validated = config("validated");
  validated.training.batch = 16;
  validated.training.panel_group = 1;
  age(validated);
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run_quietly(validated).status, RunStatus::kDone);
  const std::string told = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(told, HasSubstr("validations from here on are of fewer masked tokens"));
  EXPECT_EQ(std::ranges::count(told, '\n'), 1) << told;

  RunConfig trained = lone_sequences("trained");
  age(trained);
  const std::vector<Index> idle = idle_steps(trained);
  const Index first = *std::ranges::find_if(idle, [](Index step) { return step > 0; });
  EXPECT_THAT(message_of<Error>([&] { run_quietly(trained); }),
              HasSubstr("step " + std::to_string(first + 1) + ": nothing of its batch is masked"));
}

}  // namespace
}  // namespace espalier::training
