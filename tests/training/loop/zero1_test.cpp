// SPDX-License-Identifier: Apache-2.0
// An optimizer that ranks share: the bits of one that has all.
#include <espalier/training/loop/zero1.h>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <espalier/models/optimizers/optimizer_registry.h>
#include <espalier/models/parameters/evolvable.h>
#include <espalier/models/parameters/value_chunks.h>
#include <espalier/sparse/core/error.h>
#include "tests/models/optimizers/trained_model.h"
#include "tests/training/on_ranks.h"

namespace espalier::training {
namespace {

/// With a sparse weight of several chunks too, so that slices cut both weights.
struct CutModel : espalier::testing::TrainedModel {
  CutModel() : TrainedModel(256, 512, 0.5) {}

  void clear_gradients() {
    for (models::Parameter* parameter : parameters()) std::ranges::fill(parameter->gradient, 0.0F);
  }

  /// Drops more blocks than it grows, at the front: all behind move to other places.
  void edit(sparse::WeightOwner& weight) const {
    sparse::TopologyEdit edit;
    const Index last = sparse.pattern->blocks() / 3;
    for (Index b = 0; b < last; b += 3) edit.drop.push_back(b);
    for (BlockIndex row = 0; row < 40; ++row)
      for (BlockIndex col = 0; col < 128; col += 7)
        if (sparse.pattern->find({row, col}) < 0) edit.grow.push_back({row, col});
    ASSERT_GT(edit.drop.size(), edit.grow.size());
    edit_weight(weight, edit, {.moments = sparse::GrownMoments::kMean});
  }
};

using Everything = std::map<std::string, std::vector<float>>;

/// Values and whole state, by name.
Everything everything(const models::SavedModel& model) {
  Everything all;
  for (const models::SavedParameter& parameter : model.parameters) {
    const auto values = parameter.values();
    all[parameter.name].assign(values.begin(), values.end());
    for (std::size_t i = 0; i < model.state.size(); ++i) {
      const auto read = parameter.state(i);
      all[parameter.name + '.' + model.state[i]].assign(read.begin(), read.end());
    }
  }
  return all;
}

struct SharedOptimizer {
  std::string optimizer;
  SettingValues settings;

  friend std::ostream& operator<<(std::ostream& out, const SharedOptimizer& c) {
    return out << c.optimizer << " with " << c.settings.size() << " settings";
  }
};

/// A model, its optimizer and what shares it, on one rank.
struct OneRank {
  OneRank(machines::Machines& machines, const SharedOptimizer& of, const Context& context)
      : optimizer(models::make_optimizer(of.optimizer, model.parameters(), of.settings, &context)),
        sum(machines, context),
        zero1(machines, sum, *optimizer) {}

  CutModel model;
  std::unique_ptr<models::Optimizer> optimizer;
  RankSum sum;
  Zero1 zero1;
};

class Zero1Test : public ::testing::TestWithParam<SharedOptimizer> {
 protected:
  static constexpr int kSteps = 7;

  static bool edits_after(int step) { return step % 3 == 0; }
};

TEST_P(Zero1Test, HasTheBitsOfOneProcess) {
  const Context context({.threads = 1});
  CutModel one;
  const auto optimizer =
      models::make_optimizer(GetParam().optimizer, one.parameters(), GetParam().settings, &context);
  std::vector<double> norms;
  for (int step = 1; step <= kSteps; ++step) {
    one.fill_gradients(step);
    norms.push_back(optimizer->step(0.01).gradient_norm);
    if (edits_after(step)) one.edit(*models::evolvable(one, *optimizer)[0]);
  }
  const Everything expected = everything(models::saved_model(one.parameters(), *optimizer));

  for (const int ranks : {2, 4, 8}) {
    std::atomic<std::size_t> kept = 0;
    on_ranks(ranks, [&](machines::Machines& machines) {
      const Context own_context({.threads = 2});
      OneRank rank(machines, GetParam(), own_context);
      CutModel& model = rank.model;
      models::Optimizer& shared = *rank.optimizer;
      Zero1& zero1 = rank.zero1;
      const sparse::WeightOwners weights = zero1.weights();
      zero1.begin();
      for (int step = 1; step <= kSteps; ++step) {
        // The last rank has the gradient, which sums with zeros do not change.
        model.clear_gradients();
        if (machines.rank() == ranks - 1) model.fill_gradients(step);
        zero1.sum_gradients(/*everywhere=*/step % 2 == 0);
        const models::StepResult result = shared.step(0.01);
        ASSERT_TRUE(result.applied);
        EXPECT_EQ(result.gradient_norm, norms[static_cast<std::size_t>(step - 1)]);
        for (const models::Parameter* parameter : model.parameters())
          for (const float g : parameter->gradient) ASSERT_EQ(g, 0);
        zero1.gather_values();
        if (edits_after(step)) model.edit(*weights[0]);
      }
      for (const models::Parameter* parameter : model.parameters())
        for (std::size_t i = 0; i < shared.state().size(); ++i)
          kept += shared.kept_state(*parameter, i).size();
      zero1.save([&](const models::SavedModel& saved) {
        EXPECT_TRUE(everything(saved) == expected) << ranks << " ranks";
      });
      for (const models::Parameter* parameter : model.parameters())
        EXPECT_TRUE(std::ranges::equal(parameter->values, expected.at(parameter->name)));
    });
    std::size_t whole = 0;
    for (const models::Parameter* parameter : one.parameters())
      whole += optimizer->state().size() * parameter->values.size();
    EXPECT_EQ(kept, whole) << "each value's state is on one rank";
  }
}

TEST_P(Zero1Test, KeepsAPartOfTheState) {
  for (const std::size_t ranks : {2, 4}) {
    on_ranks(static_cast<int>(ranks), [&](machines::Machines& machines) {
      const Context context({.threads = 1});
      OneRank rank(machines, GetParam(), context);
      CutModel& model = rank.model;
      models::Optimizer& optimizer = *rank.optimizer;
      const sparse::WeightOwners whole = models::evolvable(model, optimizer);
      Zero1& zero1 = rank.zero1;
      const sparse::WeightOwners weights = zero1.weights();
      EXPECT_EQ(weights[0]->bytes(), whole[0]->bytes());
      EXPECT_FALSE(zero1.begun());
      zero1.begin();
      EXPECT_TRUE(zero1.begun());
      std::size_t values = 0, kept = 0;
      for (const models::Parameter* parameter : model.parameters()) {
        values += parameter->values.size();
        if (!optimizer.state().empty()) kept += optimizer.kept_state(*parameter, 0).size();
      }
      EXPECT_LE(kept, values / ranks + 2 * models::kChunkValues);
      if (!optimizer.state().empty()) {
        EXPECT_THROW(optimizer.state(model.dense, optimizer.state()[0]), ConfigError);
      }
      EXPECT_THROW(optimizer.keep_slice({.slices = {model.parameters(), 1}, .gather = {}}),
                   ConfigError);
    });
  }
}

// A gradient of one rank that is not finite is one of the sum: all leave the step out.
TEST_P(Zero1Test, SkipsTogether) {
  on_ranks(4, [&](machines::Machines& machines) {
    const Context context({.threads = 1});
    OneRank rank(machines, GetParam(), context);
    CutModel& model = rank.model;
    models::Optimizer& optimizer = *rank.optimizer;
    rank.zero1.begin();
    const AlignedVector<float> before = model.sparse.values;
    model.fill_gradients(1);
    if (machines.rank() == 1) model.dense.gradient[3] = std::numeric_limits<float>::quiet_NaN();
    rank.zero1.sum_gradients(false);
    EXPECT_FALSE(optimizer.step(0.01).applied);
    EXPECT_EQ(optimizer.steps(), 0);
    EXPECT_EQ(model.sparse.values, before);
    for (const models::Parameter* parameter : model.parameters())
      for (const float g : parameter->gradient) ASSERT_EQ(g, 0);
  });
}

// Whoever saves may fail: the others are let go all the same.
TEST_P(Zero1Test, LetsTheOthersGoWhenASaveFails) {
  on_ranks(2, [&](machines::Machines& machines) {
    const Context context({.threads = 1});
    OneRank rank(machines, GetParam(), context);
    rank.zero1.begin();
    const auto save = [&] {
      rank.zero1.save([](const models::SavedModel&) { throw Error("the disk is full"); });
    };
    if (machines.rank() == 0)
      EXPECT_THROW(save(), Error);
    else
      EXPECT_NO_THROW(save());
  });
}

std::vector<SharedOptimizer> shared_optimizers() {
  return {{"adamw", {}}, {"adamw", {{"gradient_clip", 0.5}, {"group_lasso", 0.1}}},
          {"lamb", {}},  {"nvlamb", {{"group_lasso", 0.1}}},
          {"sgd", {}},   {"sgd", {{"momentum", 0.0}, {"gradient_clip", 0.5}}}};
}

INSTANTIATE_TEST_SUITE_P(Every, Zero1Test, ::testing::ValuesIn(shared_optimizers()),
                         [](const auto& c) { return c.param.optimizer + std::to_string(c.index); });

}  // namespace
}  // namespace espalier::training
