// SPDX-License-Identifier: Apache-2.0
// Trainers of the ranks of a job: the weights do not tell how many there were.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/parameters/value_chunks.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/loop/replica_check.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/loop/training_memory.h>
#include <espalier/training/tasks/mlm_task.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/run_on_ranks.h"
#include "tests/training/small_study.h"

namespace espalier::training {
namespace {

using espalier::testing::message_of;
using espalier::testing::TemporaryFolder;
using ::testing::HasSubstr;

struct Case {
  std::string policy, optimizer, precision;
};
std::ostream& operator<<(std::ostream& stream, const Case& c) {
  return stream << c.policy << ' ' << c.optimizer << ' ' << c.precision;
}

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
                              const std::filesystem::path& from = {},
                              StateOfRank state = StateOfRank::kAll) const {
    const std::filesystem::path folder = folder_.path() / name;
    on_ranks(ranks, [&](machines::Machines& machines) {
      const Context context(context_options(config_));
      MlmTask task(config_, *data_, context);
      Trainer trainer(config_, task, context, {}, &machines, state);
      if (!from.empty()) trainer.restore(from);
      while (trainer.completed_steps() < last) trainer.step();
      EXPECT_EQ(difference_of_replicas(machines, task.parameters()), "");
      machines.rank() == 0 ? trainer.save(folder) : trainer.lend_state();
    });
    return folder / ("step_" + std::to_string(last));
  }

  TemporaryFolder folder_;
  RunConfig config_;
  std::unique_ptr<text::PreparedData> data_;
};

TEST_P(Ranks, MakeTheBytesOfOneProcess) {
  const Files expected = checkpoint_files(train(1, 24, "one"));
  EXPECT_GE(expected.size(), 5U);
  for (const int ranks : {2, 4, 8})
    EXPECT_TRUE(checkpoint_files(train(ranks, 24, "of " + std::to_string(ranks))) == expected)
        << ranks << " ranks";
}

TEST_P(Ranks, GoOnInAnotherNumber) {
  const Files expected = checkpoint_files(train(1, 24, "one"));
  const std::filesystem::path four = train(4, 7, "four");
  const std::filesystem::path one = train(1, 12, "then one", four);  // right after an update
  EXPECT_TRUE(checkpoint_files(train(2, 24, "then two", one)) == expected);
}

TEST_P(Ranks, MakeTheSameBytesWithSlicesOfTheState) {
  const Files expected = checkpoint_files(train(1, 24, "one"));
  for (const int ranks : {1, 2, 4, 8})
    EXPECT_TRUE(checkpoint_files(train(ranks, 24, "of " + std::to_string(ranks), {},
                                       StateOfRank::kSlice)) == expected)
        << ranks << " ranks";
  const std::filesystem::path four = train(4, 7, "four", {}, StateOfRank::kSlice);
  const std::filesystem::path eight = train(8, 12, "then eight", four, StateOfRank::kSlice);
  const std::filesystem::path one = train(1, 15, "then one", eight);
  EXPECT_TRUE(checkpoint_files(train(2, 24, "then two", one, StateOfRank::kSlice)) == expected);
}

std::vector<Case> cases() {
  return {{"dynamic", "adamw", "float32"}, {"dynamic", "nvlamb", "float32"},
          {"set", "lamb", "bfloat16"},     {"mest", "adamw", "float32"},
          {"dense", "nvlamb", "float32"},  {"rigl", "adamw", "float32"},
          {"rigl", "nvlamb", "bfloat16"},  {"granet", "adamw", "float32"},
          {"granet", "nvlamb", "float32"}, {"snfs", "adamw", "float16"},
          {"snfs", "nvlamb", "float32"},   {"srigl", "adamw", "float32"},
          {"snip", "adamw", "float32"},    {"itop_rigl", "adamw", "float16"},
          {"dynamic", "adamw", "float16"}};
}

INSTANTIATE_TEST_SUITE_P(All, Ranks, ::testing::ValuesIn(cases()), [](const auto& c) {
  return c.param.policy + '_' + c.param.optimizer + '_' + c.param.precision;
});

/// Counts the bytes that a rank sends.
class Counted final : public machines::Machines {
 public:
  explicit Counted(machines::Machines& machines) : machines_(machines) {}
  int rank() const override { return machines_.rank(); }
  int ranks() const override { return machines_.ranks(); }
  void exchange(std::span<const std::span<const std::byte>> send,
                std::span<const std::span<std::byte>> receive) override {
    for (std::size_t r = 0; r < send.size(); ++r)
      if (static_cast<int>(r) != rank()) sent += send[r].size();
    machines_.exchange(send, receive);
  }
  void gather(std::span<const std::span<std::byte>> slices) override {
    sent += slices[static_cast<std::size_t>(rank())].size() * (slices.size() - 1);
    machines_.gather(slices);
  }
  void broadcast(std::span<std::byte> bytes) override { machines_.broadcast(bytes); }
  [[noreturn]] void abort(int exit_code, std::string_view message) override {
    machines_.abort(exit_code, message);
    std::terminate();  // g++ 12 forgets that the call does not return
  }

  std::size_t sent = 0;

 private:
  machines::Machines& machines_;
};

class SendingRanks : public Ranks {
 protected:
  /// Bytes that p ranks send to grow a weight at an update.
  std::size_t growth_bytes(std::size_t p, const sparse::BlockPattern& pattern,
                           const TrainingStep& done) const {
    const auto values = static_cast<std::size_t>(pattern.rows() * pattern.cols());
    const auto blocks = static_cast<std::size_t>(pattern.grid_size());
    if (GetParam().policy == "snfs") return 2 * (p - 1) * 4 * values;
    const double share = topology_policy(config_)
                             ->course(done.update->update, done.update->completed_steps)
                             ->front();
    const auto picks =
        static_cast<std::size_t>(std::floor(share * static_cast<double>(pattern.blocks())));
    EXPECT_GT(picks, 0U);
    EXPECT_LT(12 * picks * p, 4 * blocks);  // else scores would travel instead
    std::size_t bytes = (p - 1) * (4 * values + p * 12 * picks);
    if (GetParam().policy == "srigl") bytes += (p - 1) * 4 * (values + blocks);
    return bytes;
  }

  /// Checks the bytes that p ranks send in each of the first steps, against docs/machines.md.
  void expect_sent_bytes(std::size_t p, StateOfRank state) {
    const bool slices = state == StateOfRank::kSlice;
    const bool scores = GetParam().policy != "dynamic", at_each_step = GetParam().policy == "snfs";
    std::array<std::atomic<std::size_t>, 9> sent{};
    std::array<std::atomic<std::size_t>, 9> expected{};
    double dense_values = 0, dense_blocks = 0, steps_scored = 0;
    on_ranks(static_cast<int>(p), [&](machines::Machines& machines) {
      Counted counted(machines);
      const Context context(context_options(config_));
      MlmTask task(config_, *data_, context);
      Trainer trainer(config_, task, context, {}, &counted, state);
      for (std::size_t step = 0; step < sent.size(); ++step) {
        std::size_t values = 0, chunks = 0;
        std::vector<sparse::PatternPtr> movable;
        std::map<std::string, std::size_t> stored;
        for (const models::Parameter* parameter : task.parameters()) {
          values += parameter->gradient.size();
          chunks += (parameter->gradient.size() + models::kChunkValues - 1) / models::kChunkValues;
          if (!parameter->is_sparse()) continue;
          movable.push_back(parameter->pattern);
          stored[parameter->name] = parameter->values.size();
        }
        const std::size_t before = counted.sent;
        const TrainingStep done = trainer.step();
        sent.at(step) += counted.sent - before;
        const bool scored = scores && (done.update || at_each_step);
        if (machines.rank() != 0) continue;
        // Of all ranks: a gradient to its owners and, with slices, new values back, else sums; and
        // sums as well where a policy reads gradients.
        const bool stepped = done.gradient_norm > 0;
        std::size_t floats = values;
        if (!slices || scored) floats += values;
        if (slices && stepped) floats += values;
        // Two moments of weights that an edit has moved.
        if (slices && done.update)
          for (const schedules::WeightUpdate& weight : done.update->weights)
            if (!weight.edit.empty()) floats += 2 * stored.at(weight.name);
        // A loss, what was kept, two hashes; with slices a square of each chunk of the gradient.
        expected.at(step) = (p - 1) * (4 * floats + (slices && stepped ? 8 * chunks : 0)) +
                            p * (p - 1) *
                                (8 + (scored ? 24 * movable.size() : 0) +
                                 (done.update ? 16 * task.parameters().size() : 0));
        if (!scored) continue;
        ++steps_scored;
        dense_values = dense_blocks = 0;
        for (const sparse::PatternPtr& pattern : movable) {
          expected.at(step) += growth_bytes(p, *pattern, done);
          dense_values += static_cast<double>(pattern->rows() * pattern->cols());
          dense_blocks += static_cast<double>(pattern->grid_size());
        }
      }
    });
    for (std::size_t step = 0; step < sent.size(); ++step)
      EXPECT_EQ(sent.at(step), expected.at(step)) << step;
    EXPECT_EQ(steps_scored, !scores ? 0 : at_each_step ? 9 : 3);
    EXPECT_DOUBLE_EQ(dense_values_a_step(config_), at_each_step ? dense_values : 0);
    // The most, as the mean over the run: with five updates in 24 steps.
    const double times = at_each_step ? 0 : GetParam().policy == "srigl" ? 2 : 1;
    EXPECT_DOUBLE_EQ(scored_values_a_step(config_),
                     times * (dense_values + dense_blocks) * 5.0 / 24);
  }
};

TEST_P(SendingRanks, SendWhatThePageSays) {
  for (const std::size_t p : {2, 4})
    for (const StateOfRank state : {StateOfRank::kAll, StateOfRank::kSlice})
      expect_sent_bytes(p, state);
}

INSTANTIATE_TEST_SUITE_P(Growing, SendingRanks,
                         ::testing::Values(Case{"dynamic", "adamw", "float32"},
                                           Case{"rigl", "adamw", "float32"},
                                           Case{"srigl", "adamw", "float32"},
                                           Case{"snfs", "adamw", "float32"}),
                         [](const auto& c) { return c.param.policy; });

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
