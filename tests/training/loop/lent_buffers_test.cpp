// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/lent_buffers.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/optimizers/optimizer_registry.h>
#include <espalier/sparse/core/error.h>
#include "tests/models/optimizers/trained_model.h"
#include "tests/support/temporary_folder.h"
#include "tests/training/on_ranks.h"

namespace espalier::training {
namespace {

using espalier::testing::TrainedModel;

/// Those of a model that a rank of three has: rank 0 the first and the last, rank 1 what lies
/// between, rank 2 none.
models::ParameterList part_of(int rank, TrainedModel& model) {
  const models::ParameterList all = model.parameters();
  if (rank == 0) return {all[0], all[2]};
  if (rank == 1) return {all[1]};
  return {};
}

struct Step {
  explicit Step(models::ParameterList parameters, TrainedModel& model)
      : optimizer(
            models::make_optimizer("adamw", std::move(parameters), {{"gradient_clip", 0.0}})) {
    model.fill_gradients(1);
    optimizer->step(0.01);
  }
  std::unique_ptr<models::Optimizer> optimizer;
};

// Ranks that have parts of a model save it byte for byte as one that has all.
TEST(LentBuffersTest, SaveTheCheckpointOfOneProcess) {
  const espalier::testing::TemporaryFolder folder;
  TrainedModel whole;
  const Step one(whole.parameters(), whole);
  const models::CheckpointExtras extras;
  const auto expected =
      models::save_checkpoint(folder.path() / "one", 1, whole.parameters(), *one.optimizer, extras);
  const auto path = folder.path() / "ranks" / "step_1";
  on_ranks(3, [&](machines::Machines& machines) {
    TrainedModel model;
    const models::ParameterList own = part_of(machines.rank(), model);
    const Step step(own, model);
    lend_whole_buffers(
        machines,
        [&](const ReadOfRank& read) {
          ASSERT_EQ(machines.rank(), 0);
          models::SavedModel saved = models::saved_model(own, *step.optimizer);
          const models::Parameter& bias = model.bias;  // its shape is known, its values are not
          const std::size_t length = bias.values.size();
          saved.parameters.insert(
              saved.parameters.begin() + 1,
              {.name = bias.name,
               .shape = bias.shape,
               .values = [=] { return read({.rank = 1, .buffer = kValuesBuffer}, length); },
               .state =
                   [=](std::size_t buffer) {
                     return read({.rank = 1, .buffer = static_cast<std::int64_t>(buffer)}, length);
                   }});
          models::save_checkpoint(folder.path() / "ranks", 1, saved, extras);
        },
        [&](const BufferRequest& request) -> std::span<const float> {
          const models::Parameter& parameter = *own.at(static_cast<std::size_t>(request.parameter));
          if (request.buffer == kValuesBuffer) return parameter.values;
          return step.optimizer->kept_state(parameter, static_cast<std::size_t>(request.buffer));
        });
    machines.broadcast({});  // all are in step
  });
  for (const char* file :
       {"model.safetensors", "optimizer.safetensors", "topology.safetensors", "DONE"})
    EXPECT_TRUE(espalier::testing::read_bytes(path / file) ==
                espalier::testing::read_bytes(expected / file))
        << file;
}

TEST(LentBuffersTest, ReadsFromAnyRank) {
  on_ranks(3, [](machines::Machines& machines) {
    const auto numbers = [](std::int64_t rank, std::int64_t buffer) {
      return std::vector<float>(static_cast<std::size_t>(3 * rank + buffer),
                                static_cast<float>(10 * rank + buffer));
    };
    std::vector<float> own;
    lend_whole_buffers(
        machines,
        [&](const ReadOfRank& read) {
          for (const std::int64_t buffer : {2, 0, 5})
            for (const std::int64_t rank : {1, 0, 2}) {
              const std::vector<float> expected = numbers(rank, buffer);
              EXPECT_TRUE(std::ranges::equal(
                  read({.rank = rank, .buffer = buffer}, expected.size()), expected));
            }
        },
        [&](const BufferRequest& request) -> std::span<const float> {
          EXPECT_EQ(request.rank, machines.rank());
          return own = numbers(request.rank, request.buffer);
        });
  });
}

TEST(LentBuffersTest, LetTheOthersGoWhenTheWorkFails) {
  on_ranks(3, [](machines::Machines& machines) {
    int answered = 0;
    const auto lend = [&] {
      lend_buffers(
          machines,
          [](const AskRanks& ask) {
            ask({});
            throw Error("the disk is full");
          },
          [&](const BufferRequest&) { ++answered; });
    };
    if (machines.rank() == 0)
      EXPECT_THROW(lend(), Error);
    else
      EXPECT_NO_THROW(lend());
    EXPECT_EQ(answered, 1);
    machines.broadcast({});
  });
}

// A lost job passes no more messages.
TEST(LentBuffersTest, EndsWhereARankHasAnotherLength) {
  EXPECT_THROW(on_ranks(2,
                        [](machines::Machines& machines) {
                          const std::vector<float> own(3);
                          lend_whole_buffers(
                              machines, [](const ReadOfRank& read) { read({.rank = 1}, 4); },
                              [&](const BufferRequest&) -> std::span<const float> { return own; });
                        }),
               machines::LostRankError);
}

}  // namespace
}  // namespace espalier::training
