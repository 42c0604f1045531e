// SPDX-License-Identifier: Apache-2.0
// Trainers of the ranks of a job: the weights do not tell how many there were.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/loop/replica_check.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/tasks/mlm_task.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/on_ranks.h"
#include "tests/training/small_study.h"

namespace espalier::training {
namespace {

using espalier::testing::message_of;
using espalier::testing::read_bytes;
using espalier::testing::TemporaryFolder;
using ::testing::HasSubstr;

struct Case {
  std::string policy, optimizer, precision;
};
std::ostream& operator<<(std::ostream& stream, const Case& c) {
  return stream << c.policy << ' ' << c.optimizer << ' ' << c.precision;
}

/// Every file of a checkpoint with its bytes.
using Files = std::map<std::string, std::string>;

class Ranks : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override { make(GetParam()); }

  void make(const Case& c) {
    config_ = small_config(folder_.write("text.txt", small_text()).string(), c.policy);
    config_.topology = topology_preset(c.policy);
    config_.topology.updates = 6;
    config_.topology.every_steps = 0;
    config_.training.batch = 8;
    config_.training.panel_group = 2;
    config_.training.precision = c.precision;
    config_.model.dropout = 0.1;
    start_from_optimizer(c.optimizer, config_);
    config_ = parse_run_config(to_toml(config_), "test", {"training.shards=8"});
    data_ = std::make_unique<text::PreparedData>(small_data(config_));
  }

  /// Trains from a checkpoint, or from the beginning, to this step on so many ranks, and saves.
  std::filesystem::path train(int ranks, Index last, const std::string& name,
                              const std::filesystem::path& from = {}) const {
    const std::filesystem::path folder = folder_.path() / name;
    on_ranks(ranks, [&](machines::Machines& machines) {
      const Context context(context_options(config_));
      MlmTask task(config_, *data_, context);
      Trainer trainer(config_, task, context, {}, &machines);
      if (!from.empty()) trainer.restore(from);
      while (trainer.completed_steps() < last) trainer.step();
      EXPECT_EQ(difference_of_replicas(machines, task.parameters()), "");
      if (machines.rank() == 0) trainer.save(folder);
    });
    return folder / ("step_" + std::to_string(last));
  }

  static Files files_of(const std::filesystem::path& checkpoint) {
    Files files;
    for (const auto& entry : std::filesystem::directory_iterator(checkpoint))
      files[entry.path().filename().string()] = read_bytes(entry.path());
    return files;
  }

  TemporaryFolder folder_;
  RunConfig config_;
  std::unique_ptr<text::PreparedData> data_;
};

TEST_P(Ranks, MakeTheBytesOfOneProcess) {
  const Files expected = files_of(train(1, 24, "one"));
  EXPECT_GE(expected.size(), 5U);
  for (const int ranks : {2, 4, 8})
    EXPECT_TRUE(files_of(train(ranks, 24, "of " + std::to_string(ranks))) == expected)
        << ranks << " ranks";
}

TEST_P(Ranks, GoOnInAnotherNumber) {
  const Files expected = files_of(train(1, 24, "one"));
  const std::filesystem::path four = train(4, 7, "four");
  const std::filesystem::path one = train(1, 12, "then one", four);  // right after an update
  EXPECT_TRUE(files_of(train(2, 24, "then two", one)) == expected);
}

std::vector<Case> cases() {
  return {{"dynamic", "adamw", "float32"},   {"dynamic", "nvlamb", "float32"},
          {"set", "lamb", "bfloat16"},       {"dense", "nvlamb", "float32"},
          {"rigl", "adamw", "float32"},      {"rigl", "nvlamb", "bfloat16"},
          {"granet", "adamw", "float32"},    {"granet", "nvlamb", "float32"},
          {"snfs", "adamw", "float16"},      {"snfs", "nvlamb", "float32"},
          {"srigl", "adamw", "float32"},     {"snip", "adamw", "float32"},
          {"itop_rigl", "adamw", "float16"}, {"dynamic", "adamw", "float16"}};
}

INSTANTIATE_TEST_SUITE_P(All, Ranks, ::testing::ValuesIn(cases()), [](const auto& c) {
  return c.param.policy + '_' + c.param.optimizer + '_' + c.param.precision;
});

class FaultyRanks : public Ranks {};

TEST_P(FaultyRanks, AreFoundAtTheNextUpdate) {
  std::string weight;
  const std::string message = message_of<Error>([&] {
    on_ranks(4, [&](machines::Machines& machines) {
      const Context context(context_options(config_));
      MlmTask task(config_, *data_, context);
      Trainer trainer(config_, task, context, {}, &machines);
      for (Index step = 0; step < 24; ++step) {
        if (step == 5 && machines.rank() == 2)
          for (models::Parameter* parameter : task.parameters())
            if (parameter->is_sparse()) {
              weight = parameter->name;
              parameter->values[0] += 1e-3F;
              break;
            }
        trainer.step();
      }
    });
  });
  EXPECT_THAT(message, HasSubstr(": weight " + weight + " has "));
  EXPECT_THAT(message, HasSubstr("on rank 2 than on rank 0"));
}

// An infinite gradient of one rank's shards is one of the sum: all leave the step out.
TEST_P(FaultyRanks, SkipAStepTogether) {
  config_ = parse_run_config(to_toml(config_), "test",
                             {"training.precision=float16", "training.loss_scale=1e30"});
  std::atomic<int> skipped = 0;
  on_ranks(2, [&](machines::Machines& machines) {
    const Context context(context_options(config_));
    MlmTask task(config_, *data_, context);
    Trainer trainer(config_, task, context, {}, &machines);
    for (int step = 0; step < 3; ++step)
      if (!trainer.step().applied) ++skipped;
    EXPECT_EQ(difference_of_replicas(machines, task.parameters()), "");
  });
  EXPECT_EQ(skipped, 6);
}

TEST_P(FaultyRanks, DoNotShareShardsUnevenly) {
  EXPECT_THAT(message_of<ConfigError>([&] { train(3, 1, "three"); }),
              HasSubstr("training.shards: 8, expected a multiple of 3, the processes of this job"));
  EXPECT_THROW(train(16, 1, "sixteen"), ConfigError);
}

INSTANTIATE_TEST_SUITE_P(One, FaultyRanks, ::testing::Values(Case{"dynamic", "adamw", "float32"}));

}  // namespace
}  // namespace espalier::training
