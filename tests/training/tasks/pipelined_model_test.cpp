// SPDX-License-Identifier: Apache-2.0
// Who does what when in a pipeline, and what travels. That losses and gradients are those of one
// process is tested by loop/stage_test.cpp, on whole trainers.
#include <espalier/training/tasks/pipelined_model.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <espalier/training/tasks/kept_groups.h>
#include "tests/training/on_ranks.h"

namespace espalier::training {
namespace {

// A group is forward on a stage one tick after the stage before, and back one tick after the stage
// behind; the last stage turns it at once, and the embedding has it first and last.
TEST(StagePlace, PassesEachGroupOnTickByTick) {
  for (const int p : {2, 3, 5}) {
    std::vector<StagePlace> by_stage;
    for (int rank = 1; rank < p; ++rank) by_stage.emplace_back(rank, p);
    by_stage.emplace_back(0, p);
    for (int s = 0; s < p; ++s) {
      const StagePlace& place = by_stage[static_cast<std::size_t>(s)];
      EXPECT_EQ(place.stage(), s);
      EXPECT_EQ(place.ends(), s == p - 1);
      EXPECT_EQ(place.before(), s == 0 ? 0 : s);
      const Index forward = s + 1, backward = 2 * p - s - 1;  // ticks of group 0
      EXPECT_EQ(place.forward_group(forward), 0);
      EXPECT_EQ(place.backward_group(backward), 0);
      EXPECT_LE(forward, backward);
      // Groups that are there from what came before the forward pass until the backward pass.
      EXPECT_EQ(place.layer_records(), backward - forward + 1);
      EXPECT_EQ(place.ended_group(2 * p), 0);
      EXPECT_EQ(place.ended_group(place.training_ticks(7) - 1), 6);
    }
    EXPECT_EQ(by_stage.back().forward_group(by_stage.back().prediction_ticks(7) - 1), 6);
  }
}

TEST(StageMessages, BringsValuesInTheOrderOfSending) {
  on_ranks(3, [](machines::Machines& machines) {
    StageMessages messages(machines);
    const auto rank = static_cast<float>(machines.rank());
    const int next = (machines.rank() + 1) % 3, before = (machines.rank() + 2) % 3;
    for (int round = 0; round < 2; ++round) {
      messages.send(next, std::vector<float>{rank, rank + 10});
      messages.send(next, std::vector<float>{rank + 20});
      std::vector<float> first(2), second(1);
      messages.receive(before, first);
      messages.receive(before, second);
      messages.exchange();
      const auto sender = static_cast<float>(before);
      EXPECT_EQ(first, (std::vector<float>{sender, sender + 10}));
      EXPECT_EQ(second, (std::vector<float>{sender + 20}));
    }
    messages.exchange();  // of nothing
  });
}

TEST(KeptGroups, OutliveWhatLentThem) {
  KeptGroups kept;
  const std::vector<std::int32_t> tokens(64), labels = {5, 6};
  for (Index g = 0; g < 3; ++g) {
    const std::vector<Index> positions = {g, g + 1}, lengths = {16 + g};
    const std::vector<std::int32_t> segments(32, static_cast<std::int32_t>(g));
    kept.add({.tokens = tokens,
              .sequence = 32,
              .positions = positions,
              .labels = labels,
              .lengths = lengths,
              .segments = segments});
  }
  for (Index g = 0; g < 3; ++g) {
    const models::MlmBatch& group = kept.groups()[static_cast<std::size_t>(g)];
    EXPECT_EQ(group.tokens.data(), tokens.data());
    EXPECT_TRUE(std::ranges::equal(group.positions, std::vector<Index>{g, g + 1}));
    EXPECT_EQ(group.lengths[0], 16 + g);
    EXPECT_EQ(group.segments.back(), g);
    EXPECT_TRUE(group.documents.empty());
  }
}

}  // namespace
}  // namespace espalier::training
