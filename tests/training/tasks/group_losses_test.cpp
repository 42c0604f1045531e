// SPDX-License-Identifier: Apache-2.0
// Validations and tests that the ranks of a job share: the same numbers, from a part of the work.
#include <espalier/training/tasks/group_losses.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <espalier/training/config/config_file.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/tasks/task.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/on_ranks.h"
#include "tests/training/small_study.h"

namespace espalier::training {
namespace {

using espalier::testing::TemporaryFolder;
using ::testing::ElementsAreArray;

TEST(GroupLosses, AreThoseOfAllGroupsInOrder) {
  for (const int ranks : {1, 2, 3, 5})
    for (const int groups : {0, 1, 4, 7}) {
      std::vector<int> expected;
      for (int i = 0; i < groups; ++i) expected.push_back(10 * i);
      on_ranks(ranks, [&](machines::Machines& machines) {
        GroupLosses<int> losses(&machines);
        int predicted = 0;
        for (int i = 0; i < groups; ++i)
          losses.add([&] {
            ++predicted;
            return 10 * i;
          });
        EXPECT_LE(predicted, (groups + ranks - 1) / ranks);
        EXPECT_THAT(losses.all(), ElementsAreArray(expected));
      });
    }
  GroupLosses<int> alone(nullptr);
  for (int i = 0; i < 3; ++i) alone.add([&] { return i; });
  EXPECT_THAT(alone.all(), ElementsAreArray({0, 1, 2}));
}

/// Settings of a task on a text.
using Settings = std::vector<std::string>;

class SharedValidation : public ::testing::TestWithParam<Settings> {
 protected:
  SharedValidation() {
    Settings settings = GetParam();
    settings.emplace_back("training.test_sequences=20");
    config_ = small_config(folder_.write("text.txt", text_of_documents()).string(), "dynamic");
    config_ = parse_run_config(to_toml(config_), "test", settings);
    kind_ = task_of(config_);
    data_ = kind_->load(config_, [](const std::string&) {});
  }
  /// Documents of some sentences.
  static std::string text_of_documents() {
    const std::vector<std::string> sentences = {"A cat sees the dog. ", "One bird likes my horse. ",
                                                "Her fox finds a fish. ", "The hen has our cow. "};
    std::string text;
    for (std::size_t i = 0; i < 400; ++i) {
      for (std::size_t s = 0; s < 5; ++s) text += sentences[(i + s * (i % 3)) % sentences.size()];
      text += "\n\n";
    }
    return text;
  }

  TemporaryFolder folder_;
  RunConfig config_;
  TaskPtr kind_;
  std::shared_ptr<const TaskData> data_;
};

void expect_equal(const Validation& found, const Validation& expected) {
  EXPECT_EQ(found.predictions, expected.predictions);
  EXPECT_EQ(found.loss_error, expected.loss_error);
  EXPECT_TRUE(found.metrics == expected.metrics);
  EXPECT_EQ(found.groups.size(), expected.groups.size());
}

TEST_P(SharedValidation, HasTheNumbersOfOneProcess) {
  const Context context(context_options(config_));
  const std::unique_ptr<TrainingTask> one = kind_->make(config_, *data_, context);
  const Validation all = one->validate(), piece = one->validate_share(1, 0.4);
  const std::optional<Validation> test = one->test();
  ASSERT_TRUE(test);
  for (const int ranks : {2, 4})
    on_ranks(ranks, [&](machines::Machines& machines) {
      const Context own_context(context_options(config_));
      const std::unique_ptr<TrainingTask> task = kind_->make(config_, *data_, own_context);
      task->share_predictions(machines);
      expect_equal(task->validate(), all);
      expect_equal(task->validate_share(1, 0.4), piece);
      expect_equal(*task->test(), *test);
    });
}

// With other weights on one rank the loss is another: that rank has predicted some of it.
TEST_P(SharedValidation, IsPredictedByAllRanks) {
  const Context context(context_options(config_));
  const double expected = kind_->make(config_, *data_, context)->validate().loss();
  on_ranks(2, [&](machines::Machines& machines) {
    const Context own_context(context_options(config_));
    const std::unique_ptr<TrainingTask> task = kind_->make(config_, *data_, own_context);
    task->share_predictions(machines);
    if (machines.rank() == 1)
      for (float& value : task->parameters().front()->values) value = -value;
    EXPECT_NE(task->validate().loss(), expected);
  });
}

INSTANTIATE_TEST_SUITE_P(Tasks, SharedValidation,
                         ::testing::Values(Settings{"run.task=mlm"},
                                           Settings{"run.task=causal_lm", "model.name=gpt_nano"},
                                           Settings{"data.packing=sentence_pairs",
                                                    "training.next_sentence=true"}));

}  // namespace
}  // namespace espalier::training
