// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/overlapped_sum.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <espalier/sparse/core/rng.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/loop/gradient_tree.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/tasks/mlm_task.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/on_ranks.h"
#include "tests/training/small_study.h"

namespace espalier::training {
namespace {

using espalier::testing::TemporaryFolder;

/// Values of a bucket here: some buckets have one parameter and some have many.
constexpr std::size_t kFew = 100;

using Gradients = std::vector<AlignedVector<float>>;

Gradients gradients_of(const models::ParameterList& parameters) {
  Gradients all;
  for (const models::Parameter* parameter : parameters) all.push_back(parameter->gradient);
  return all;
}

/// Parameters of these lengths.
struct Parameters {
  explicit Parameters(const std::vector<Index>& lengths) {
    for (const Index length : lengths) {
      own.push_back(std::make_unique<models::Parameter>());
      list.push_back(own.back().get());
      own.back()->make_dense({length});
    }
  }
  /// Gradients of a step, for a rank.
  void fill(int step, int rank) const {
    const Random random(3, stream_id(std::to_string(step) + " of " + std::to_string(rank)));
    std::uint64_t next = 0;
    for (models::Parameter* parameter : list)
      for (float& g : parameter->gradient) g = static_cast<float>(random.uniform(next++) - 0.5);
  }

  std::vector<std::unique_ptr<models::Parameter>> own;
  models::ParameterList list;
};

const std::vector<Index> kLengths = {250, 3, 0, 99, 1, 20, 70, 400, 5};

// Wherever a rank says that gradients are complete, and if it never does.
TEST(OverlappedSum, IsTheSumOfRanks) {
  on_ranks(4, [&](machines::Machines& machines) {
    const Context context({.threads = 2});
    RankSum sum(machines, context);
    const Parameters expected(kLengths), found(kLengths);
    OverlappedSum overlapped(found.list, sum, kFew);
    for (int step = 0; step < 6; ++step) {
      if (step == 3)  // as an edit that adds blocks
        for (const Parameters* both : {&expected, &found})
          for (const std::size_t i : {1U, 4U}) both->list[i]->make_dense({150});
      expected.fill(step, machines.rank());
      found.fill(step, machines.rank());
      RankSum::Arrays arrays;
      for (models::Parameter* parameter : expected.list) arrays.emplace_back(parameter->gradient);
      sum.add(arrays);
      for (std::size_t i = kLengths.size(); i-- > 0;)
        if ((static_cast<int>(i) + machines.rank() + step) % 3 == 0)
          overlapped.complete(*found.list[i]);
      overlapped.finish();
      EXPECT_TRUE(gradients_of(found.list) == gradients_of(expected.list))
          << "step " << step << ", rank " << machines.rank();
    }
    EXPECT_GT(overlapped.times().seconds, 0);
    EXPECT_LE(overlapped.times().hidden, overlapped.times().seconds);
  });
}

// What is complete travels while the rank computes, and what is not stays.
TEST(OverlappedSum, SendsWhatIsCompleteAndNoMore) {
  on_ranks(2, [&](machines::Machines& machines) {
    const Context context({.threads = 1});
    RankSum sum(machines, context);
    const Parameters parameters({kFew, kFew, kFew});
    for (models::Parameter* parameter : parameters.list)
      std::ranges::fill(parameter->gradient, 1.0F);
    OverlappedSum overlapped(parameters.list, sum, kFew);
    overlapped.complete(*parameters.list[1]);
    // Complete only now; a thread that had taken it before would have sent another value.
    std::ranges::fill(parameters.list[0]->gradient, 5.0F);
    overlapped.finish();
    EXPECT_EQ(parameters.list[0]->gradient.front(), 10);
    EXPECT_EQ(parameters.list[1]->gradient.front(), 2);
    EXPECT_EQ(parameters.list[2]->gradient.front(), 2);
  });
}

TEST(OverlappedSum, TellsOfALostRank) {
  for (const bool early : {false, true}) {
    EXPECT_THROW(on_ranks(2,
                          [&](machines::Machines& machines) {
                            if (machines.rank() == 1) return;
                            const Context context({.threads = 1});
                            RankSum sum(machines, context);
                            const Parameters parameters({kFew, kFew});
                            OverlappedSum overlapped(parameters.list, sum, kFew);
                            if (early) overlapped.complete(*parameters.list[1]);
                            overlapped.finish();
                          }),
                 machines::LostRankError);
  }
}

// As when the step that it belongs to throws.
TEST(OverlappedSum, MayBeLeftInTheMiddle) {
  on_ranks(2, [&](machines::Machines& machines) {
    const Context context({.threads = 1});
    RankSum sum(machines, context);
    const Parameters parameters({kFew, kFew});
    OverlappedSum overlapped(parameters.list, sum, kFew);
    overlapped.complete(*parameters.list[1]);
  });
}

/// Trains a step of a masked language model of several shards and panel groups.
class OverlappedStep : public ::testing::Test {
 protected:
  OverlappedStep() {
    config_ = small_config(folder_.write("text.txt", small_text()).string(), "dynamic");
    config_.model.layers = kLayers;
    config_.training.batch = 16;
    config_.training.panel_group = 2;
    config_ = parse_run_config(to_toml(config_), "test", {"training.shards=4"});
    data_ = std::make_unique<text::PreparedData>(small_data(config_));
  }
  static double train(MlmTask& task, const Context& context, Index first, Index shards,
                      const models::BackwardProgress& progress) {
    GradientTree tree(task.parameters(), context);
    task.gather(3);
    return tree.sum(
        first, shards,
        [&](Index shard, const models::BackwardProgress& of_shard) {
          return task.train({4 * shard, 4 * (shard + 1)}, 0.25, of_shard);
        },
        progress);
  }

  static constexpr Index kLayers = 2;
  TemporaryFolder folder_;
  RunConfig config_;
  std::unique_ptr<text::PreparedData> data_;
};

TEST_F(OverlappedStep, HasTheGradientsOfOneProcess) {
  const Context context(context_options(config_));
  MlmTask one(config_, *data_, context);
  train(one, context, 0, 4, {});
  for (const int ranks : {2, 4})
    on_ranks(ranks, [&](machines::Machines& machines) {
      const Context own_context(context_options(config_));
      MlmTask task(config_, *data_, own_context);
      RankSum sum(machines, own_context);
      OverlappedSum overlapped(task.parameters(), sum, kFew);
      train(task, own_context, machines.rank() * 4 / ranks, 4 / ranks,
            [&](const models::Parameter& first) { overlapped.complete(first); });
      overlapped.finish();
      EXPECT_TRUE(gradients_of(task.parameters()) == gradients_of(one.parameters()))
          << ranks << " ranks, rank " << machines.rank();
    });
}

// Of each parameter but those of the embedding, and once all other shards and groups are in.
TEST_F(OverlappedStep, TellsWhichGradientsAreComplete) {
  const Context context(context_options(config_));
  MlmTask task(config_, *data_, context);
  const models::ParameterList parameters = task.parameters();
  std::vector<std::pair<std::size_t, Gradients>> told;
  train(task, context, 0, 4, [&](const models::Parameter& first) {
    told.emplace_back(std::ranges::find(parameters, &first) - parameters.begin(),
                      gradients_of(parameters));
  });
  const Gradients last = gradients_of(parameters);
  ASSERT_EQ(told.size(), std::size_t{1 + kLayers});
  for (const auto& [begin, gradients] : told) {
    EXPECT_TRUE(std::equal(gradients.begin() + static_cast<std::ptrdiff_t>(begin), gradients.end(),
                           last.begin() + static_cast<std::ptrdiff_t>(begin)))
        << parameters[begin]->name;
    EXPECT_NE(gradients.front(), last.front());
  }
  EXPECT_TRUE(parameters[told.back().first]->name.starts_with("bert.encoder.layer.0."));
}

}  // namespace
}  // namespace espalier::training
