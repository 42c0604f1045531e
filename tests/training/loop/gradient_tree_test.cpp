// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/gradient_tree.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/config/shards.h>
#include <espalier/training/config/validation.h>
#include <espalier/training/loop/training_memory.h>
#include <espalier/training/tasks/image_task.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/small_images.h"
#include "tests/training/whole_run.h"

namespace espalier::training {
namespace {

using espalier::testing::message_of;
using espalier::testing::TemporaryFolder;
using ::testing::HasSubstr;

/// Gradients of all parameters, one behind the other.
using Flat = std::vector<float>;

Flat plus(Flat a, const Flat& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

/// The definition: the two halves, added.
Flat tree_of(const std::vector<Flat>& leaves, std::size_t first, std::size_t count) {
  if (count == 1) return leaves[first];
  return plus(tree_of(leaves, first, count / 2), tree_of(leaves, first + count / 2, count / 2));
}

Flat fold_of(const std::vector<Flat>& leaves) {
  Flat sum(leaves.front().size());
  for (const Flat& leaf : leaves) sum = plus(sum, leaf);
  return sum;
}

Flat gradient_of(const models::ParameterList& parameters) {
  Flat flat;
  for (const models::Parameter* p : parameters)
    flat.insert(flat.end(), p->gradient.begin(), p->gradient.end());
  return flat;
}

void clear(const models::ParameterList& parameters) {
  for (models::Parameter* p : parameters) std::ranges::fill(p->gradient, 0.0F);
}

TEST(GradientTree, AddsLeavesInPairs) {
  const Context context({.threads = 2});
  models::Parameter small, large;
  small.make_dense({3});
  large.make_dense({200, 250});  // several tasks
  const models::ParameterList parameters = {&small, &large};
  const Random random(1, stream_id("leaves"));
  std::vector<Flat> leaves;
  for (std::uint64_t i = 0; i < 8; ++i) {
    Flat& leaf = leaves.emplace_back();
    for (std::uint64_t j = 0; j < 50003; ++j)
      leaf.push_back(static_cast<float>(random.uniform(i * 50003 + j) - 0.5));
  }
  const auto train = [&](Index shard, const models::BackwardProgress& /*progress*/) {
    std::size_t next = 0;
    for (models::Parameter* p : parameters)
      for (float& g : p->gradient) g += leaves[static_cast<std::size_t>(shard)][next++];
    return 1.0 / static_cast<double>(shard + 3);
  };
  GradientTree tree(parameters, context);
  for (const Index count : {8, 1, 4, 2, 8}) {
    const Index first = 8 - count;
    clear(parameters);
    const double loss = tree.sum(first, count, train);
    EXPECT_TRUE(gradient_of(parameters) ==
                tree_of(leaves, static_cast<std::size_t>(first), static_cast<std::size_t>(count)))
        << count;
    if (count == 4) {
      EXPECT_EQ(loss, (1.0 / 7 + 1.0 / 8) + (1.0 / 9 + 1.0 / 10));
    }
  }
  // The order is one that can be told from others.
  EXPECT_FALSE(gradient_of(parameters) == fold_of(leaves));
}

class Shards : public ::testing::Test {
 protected:
  RunConfig config(const std::string& policy, Index count, const std::string& runs = "runs") const {
    RunConfig c = small_image_config(images_, policy);
    c.topology = topology_preset(policy);
    c.topology.updates = 6;
    if (c.topology.every_steps > 0) c.topology.every_steps = 10;
    c.training.batch = 72;
    c.own["training.shards"] = count;
    c.run.folder = (folder_.path() / runs).string();
    return c;
  }
  std::string refusal(const RunConfig& config) const {
    return message_of<ConfigError>([&] { validate(config, "here"); });
  }

  TemporaryFolder folder_;
  std::string images_ = small_images(folder_);
};

TEST_F(Shards, MakeTheGradientOfTheirTree) {
  const RunConfig c = config("dynamic", 8);
  const ImageDataset data = read_image_dataset(images_);
  const Context context({.threads = 1, .seed = 5});
  ImageTask task(c, data, context);
  const models::ParameterList parameters = task.parameters();
  const Index predictions = task.gather(2);
  EXPECT_EQ(predictions, 72);
  const auto train = [&](Index shard, const models::BackwardProgress& progress) {
    return task.train({shard * 9, (shard + 1) * 9}, 1.0 / 72, progress);
  };
  std::vector<Flat> leaves;
  for (Index shard = 0; shard < 8; ++shard) {
    clear(parameters);
    train(shard, {});
    leaves.push_back(gradient_of(parameters));
  }
  clear(parameters);
  GradientTree tree(parameters, context);
  tree.sum(0, 8, train);
  EXPECT_TRUE(gradient_of(parameters) == tree_of(leaves, 0, 8));
  EXPECT_FALSE(gradient_of(parameters) == fold_of(leaves));
}

TEST_F(Shards, DoNotLetThreadsOrInterruptionsDecide) {
  for (const std::string policy : {"dynamic", "rigl", "snfs"}) {
    expect_same_weights_on_any_threads(config(policy, 8, policy + " threads"));
    expect_sessions_make_one_run(config(policy, 8, policy + " whole"),
                                 config(policy, 8, policy + " parts"), 12);
  }
}

TEST_F(Shards, DecideTheLastBitsOnly) {
  RunConfig one = config("set", 1, "one"), eight = config("set", 8, "eight");
  one.training.steps = eight.training.steps = 30;
  const TrainingRunOutcome a = run_quietly(one), b = run_quietly(eight);
  EXPECT_NE(weights_of(a), weights_of(b));
  // Sums of 72 products of float32 in another order, over 30 small steps.
  EXPECT_NEAR(a.result.metrics.value(metric::kValidationLoss),
              b.result.metrics.value(metric::kValidationLoss), 1e-2);
}

TEST_F(Shards, AreInTheHashUnlessThereIsOne) {
  RunConfig without = config("dynamic", 1);
  without.own.clear();
  EXPECT_EQ(config_hash(config("dynamic", 1)), config_hash(without));
  EXPECT_NE(config_hash(config("dynamic", 2)), config_hash(without));
  EXPECT_NE(config_hash(config("dynamic", 2)), config_hash(config("dynamic", 4)));
}

TEST_F(Shards, AreAPowerOfTwoThatDividesTheBatch) {
  for (const Index count : {1, 2, 8}) EXPECT_NO_THROW(validate(config("dynamic", count), "here"));
  for (const Index count : {3, 16, 1024})
    EXPECT_THAT(refusal(config("dynamic", count)),
                HasSubstr("training.shards: " + std::to_string(count) +
                          ", expected a power of two that divides training.batch, 72"));
  EXPECT_THAT(refusal(config("dynamic", 0)), HasSubstr("training.shards: 0"));
}

TEST_F(Shards, TakeAGradientForEachDoubling) {
  const auto spares = [&](Index count, Index ranks) {
    const TrainingMemory memory = least_training_memory(config("dense", count), ranks);
    return memory.spare_gradients / memory.gradients;
  };
  for (const auto& [count, ranks, expected] :
       {std::tuple(1, 1, 0), std::tuple(2, 1, 1), std::tuple(8, 1, 3), std::tuple(8, 2, 2),
        std::tuple(8, 8, 0), std::tuple(8, 16, 0)})
    EXPECT_EQ(spares(count, ranks), expected) << count << ' ' << ranks;
}

}  // namespace
}  // namespace espalier::training
