// SPDX-License-Identifier: Apache-2.0
// What must hold for every policy, whatever it chooses: policies x blocks x densities, over three
// weights of unequal shape and density that train on made-up gradients.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <memory>
#include <numeric>
#include <set>

#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/schedules/rules/policy_option_list.h>
#include <espalier/schedules/update/edit_log.h>
#include <espalier/schedules/update/explored.h>
#include <espalier/schedules/update/topology_updater.h>
#include <espalier/sparse/topology/random_pattern.h>
#include "tests/schedules/policies/policy_problem.h"

namespace espalier::schedules {
namespace {

using sparse::BlockCoordinate;
using sparse::BlockPattern;
using sparse::DenseWeight;
using sparse::OwnedWeight;
using sparse::PatternPtr;
using sparse::TopologyEdit;

constexpr Index kSteps = 24;
constexpr Index kEverySteps = 2;
constexpr std::uint64_t kSeed = PolicyProblem::kSeed;
constexpr double kInitialDeviation = PolicyProblem::kInitialDeviation;
constexpr Index kBlocks[] = {1, 2, 4, 8, 16};

constexpr std::size_t kWeights = PolicyProblem::kWeights;

/// One dense matrix for each weight and step.
const std::vector<float>& gradient_at(Index step, std::size_t weight) {
  static const std::vector<std::vector<float>> all = [] {
    std::vector<std::vector<float>> gradients;
    for (Index s = 0; s < kSteps; ++s)
      for (std::size_t w = 0; w < kWeights; ++w) gradients.push_back(PolicyProblem::gradient(w, s));
    return gradients;
  }();
  return all[static_cast<std::size_t>(step) * kWeights + weight];
}

PolicyOptions options_of(const std::string& name) {
  PolicyOptions options = policy_preset(name);
  options.steps = kSteps;
  options.every_steps = kEverySteps;
  options.group = 4;
  return options;
}

PolicyProblem make_model(const std::string& name, Index block, double density) {
  return {name, options_of(name), block, density};
}

std::vector<OwnedWeight> snapshot(const PolicyProblem& model) {
  std::vector<OwnedWeight> weights;
  for (const DenseWeight& weight : model.weights) weights.push_back(weight.owned);
  return weights;
}

bool same_bits(const AlignedVector<float>& a, Index at, const AlignedVector<float>& b, Index bt,
               Index count) {
  return std::memcmp(a.data() + at, b.data() + bt,
                     static_cast<std::size_t>(count) * sizeof(float)) == 0;
}

void expect_equal(const std::vector<OwnedWeight>& a, const std::vector<OwnedWeight>& b) {
  for (std::size_t i = 0; i < kWeights; ++i) {
    ASSERT_EQ(*a[i].pattern, *b[i].pattern) << "weight " << i;
    EXPECT_EQ(a[i].values, b[i].values) << "weight " << i;
    EXPECT_EQ(a[i].first, b[i].first) << "weight " << i;
    EXPECT_EQ(a[i].second, b[i].second) << "weight " << i;
  }
}

/// Training of a model under a policy.
class TrainingRun {
 public:
  TrainingRun(const std::string& name, PolicyProblem& model, const Context& context)
      : TrainingRun(name, options_of(name), model, context) {}
  TrainingRun(const std::string& name, const PolicyOptions& options, PolicyProblem& model,
              const Context& context)
      : options_(options), model_(&model), stored_before_(model.initial_blocks) {
    topology_ = std::make_unique<TopologyUpdater>(
        make_topology_policy(name, options_), model.owners(),
        TopologyUpdaterOptions{.seed = kSeed,
                               .context = &context,
                               .target_blocks = model.target_blocks,
                               .initial_blocks = model.initial_blocks});
  }

  /// One step of training; checks what it did to the patterns.
  void step(Index step) {
    for (std::size_t i = 0; i < kWeights; ++i) model_->weights[i].backward(gradient_at(step, i));
    const std::vector<OwnedWeight> before = snapshot(*model_);
    std::vector<OwnedWeight> around_optimizer[2];
    bool skipped = false;
    const auto report = topology_->step(step, [&](bool skip) {
      skipped = skip;
      around_optimizer[0] = snapshot(*model_);
      if (!skip) descend();
      around_optimizer[1] = snapshot(*model_);
    });
    const std::vector<OwnedWeight> after = snapshot(*model_);
    ASSERT_FALSE(around_optimizer[0].empty());
    const PolicyNeeds needs = topology_->policy().needs();
    EXPECT_EQ(skipped, report && needs.skips_optimizer);
    if (!report) {
      expect_equal(before, around_optimizer[0]);
      expect_equal(around_optimizer[1], after);
      return;
    }
    // Patterns move before the optimizer where gradients decide, else after it.
    if (needs.before_optimizer()) {
      expect_moved(before, around_optimizer[0], *report);
      expect_equal(around_optimizer[1], after);
    } else {
      expect_equal(before, around_optimizer[0]);
      expect_moved(around_optimizer[1], after, *report);
    }
    expect_budget(*report);
    log_ += format_edits(*report);
  }

  const TopologyUpdater& topology() const { return *topology_; }
  TopologyUpdater& topology() { return *topology_; }
  const std::string& log() const { return log_; }

  /// The optimizer's part of a step.
  void descend() {
    for (DenseWeight& weight : model_->weights) {
      OwnedWeight& w = weight.owned;
      for (std::size_t k = 0; k < w.values.size(); ++k) {
        w.first[k] = 0.9f * w.first[k] + 0.1f * w.gradient[k];
        w.second[k] = 0.9f * w.second[k] + 0.1f * w.gradient[k] * w.gradient[k];
        w.values[k] -= 0.02f * w.first[k];
      }
    }
  }

 private:
  void expect_moved(const std::vector<OwnedWeight>& before, const std::vector<OwnedWeight>& after,
                    const UpdateReport& report) const {
    ASSERT_EQ(report.weights.size(), kWeights);
    for (std::size_t i = 0; i < kWeights; ++i)
      expect_moved(before[i], after[i], report.weights[i].edit);
  }

  void expect_moved(const OwnedWeight& before, const OwnedWeight& after,
                    const TopologyEdit& edit) const {
    const auto old_blocks = before.pattern->coordinates();
    std::set<BlockCoordinate> expected(old_blocks.begin(), old_blocks.end());
    for (const Index position : edit.drop) {
      ASSERT_TRUE(position >= 0 && position < before.pattern->blocks());
      ASSERT_EQ(expected.erase(old_blocks[static_cast<std::size_t>(position)]), 1u) << "duplicate";
    }
    for (const BlockCoordinate c : edit.grow) ASSERT_TRUE(expected.insert(c).second) << "duplicate";
    const auto new_blocks = after.pattern->coordinates();
    ASSERT_TRUE(std::equal(new_blocks.begin(), new_blocks.end(), expected.begin(), expected.end()));

    const Index size = before.pattern->block().size();
    const float largest = options_.grown_values == GrownValues::kInitial
                              ? static_cast<float>(2 * kInitialDeviation)
                              : 0;
    for (Index k = 0; k < after.pattern->blocks(); ++k) {
      const BlockCoordinate c = new_blocks[static_cast<std::size_t>(k)];
      if (std::binary_search(edit.grow.begin(), edit.grow.end(), c)) {
        for (Index v = k * size; v < (k + 1) * size; ++v) {
          const auto at = static_cast<std::size_t>(v);
          ASSERT_LE(std::abs(after.values[at]), largest);
          ASSERT_TRUE(after.first[at] == 0 && after.second[at] == 0 && after.gradient[at] == 0);
        }
        continue;
      }
      const Index from = before.pattern->find(c) * size;
      ASSERT_TRUE(same_bits(before.values, from, after.values, k * size, size));
      ASSERT_TRUE(same_bits(before.first, from, after.first, k * size, size));
      ASSERT_TRUE(same_bits(before.second, from, after.second, k * size, size));
    }
  }

  void expect_budget(const UpdateReport& report) {
    const bool shared = PolicyProblem::shares_budget(options_);
    const bool last = report.update == topology_->policy().cadence().count();
    Index stored_in_all = 0;
    Index budget_in_all = 0;
    Index most_in_all = 0;
    const double peak = topology_->policy().peak_blocks();
    for (std::size_t i = 0; i < kWeights; ++i) {
      const Index stored = model_->weights[i].owned.pattern->blocks();
      EXPECT_EQ(report.weights[i].stored, stored);
      EXPECT_EQ(report.weights[i].target, model_->target_blocks[i]);
      stored_in_all += stored;
      const Index budget = model_->budget(i, options_, report, last, stored_before_[i]);
      budget_in_all += budget;
      const Index most = std::max(model_->initial_blocks[i], model_->target_blocks[i]);
      most_in_all += most;
      if (shared) continue;
      EXPECT_EQ(stored, budget) << "weight " << i << ", update " << report.update;
      // Rounding up may add a block.
      EXPECT_LT(static_cast<double>(stored), peak * static_cast<double>(most) + 1);
    }
    EXPECT_EQ(stored_in_all, budget_in_all) << "update " << report.update;
    EXPECT_LT(static_cast<double>(stored_in_all),
              peak * static_cast<double>(most_in_all) + static_cast<double>(kWeights));
    for (std::size_t i = 0; i < kWeights; ++i)
      stored_before_[i] = model_->weights[i].owned.pattern->blocks();
  }

  PolicyOptions options_;
  PolicyProblem* model_;
  std::vector<Index> stored_before_;
  std::unique_ptr<TopologyUpdater> topology_;
  std::string log_;
};

const Context& one_thread() {
  static const Context context({.threads = 1});
  return context;
}

class EveryPolicy : public ::testing::TestWithParam<std::string> {
 protected:
  /// Calls `body` for each block and density.
  template <typename Body>
  static void for_each_case(std::initializer_list<double> densities, const Body& body) {
    for (const Index block : kBlocks)
      for (const double density : densities) {
        SCOPED_TRACE("block " + std::to_string(block) + ", density " + std::to_string(density));
        body(block, density);
        if (HasFatalFailure()) return;
      }
  }
};

TEST_P(EveryPolicy, KeepsItsBudgetItsSurvivorsAndItsLog) {
  for_each_case({0.05, 0.2, 0.5, 0.9}, [](Index block, double density) {
    PolicyProblem model = make_model(GetParam(), block, density);
    TrainingRun run(GetParam(), model, one_thread());
    std::vector<std::set<BlockCoordinate>> ever(kWeights);
    const auto note = [&] {
      for (std::size_t i = 0; i < kWeights; ++i)
        for (const BlockCoordinate c : model.weights[i].owned.pattern->coordinates())
          ever[i].insert(c);
    };
    note();
    for (Index step = 0; step < kSteps; ++step) {
      run.step(step);
      note();
    }
    // Explored: all that was ever stored, each weight by its values.
    double explored = 0;
    double values = 0;
    for (std::size_t i = 0; i < kWeights; ++i) {
      const BlockPattern& pattern = *model.weights[i].owned.pattern;
      explored += static_cast<double>(ever[i].size()) * static_cast<double>(block * block);
      values += static_cast<double>(pattern.rows() * pattern.cols());
    }
    EXPECT_NEAR(run.topology().explored(), explored / values, 1e-15 * kWeights);

    const EditLog log = parse_edit_log(run.log());
    EXPECT_EQ(log.damaged_lines, 0);
    for (std::size_t i = 0; i < kWeights; ++i)
      EXPECT_EQ(*replay(model.initial[i], log.entries, PolicyProblem::name_of(i)),
                *model.weights[i].owned.pattern);
    EXPECT_EQ(run.topology().state().updates, run.topology().policy().cadence().count());
  });
}

/// Other values of an option.
std::vector<SettingValue> other_values(const PolicyOption& option, const SettingValue& value) {
  std::vector<SettingValue> others;
  if (const bool* flag = std::get_if<bool>(&value)) others = {!*flag};
  if (const Index* count = std::get_if<Index>(&value)) others = {*count + 1};
  if (std::holds_alternative<double>(value)) others = {0.2, 0.8};
  if (std::holds_alternative<std::string>(value)) {
    others = {std::string("banded"), std::string("n_of_m")};
    if (!option.domain.choices.empty())
      others.assign(option.domain.choices.begin(), option.domain.choices.end());
  }
  std::erase(others, value);
  return others;
}

// Else a user would be told that a change has no effect which has one.
TEST_P(EveryPolicy, IsTheSameWhateverAnOptionSaysThatAnotherOneOverrules) {
  const auto trained = [](const PolicyOptions& options) {
    PolicyProblem model(GetParam(), options, 4, 0.25);
    TrainingRun run(GetParam(), options, model, one_thread());
    for (Index step = 0; step < kSteps; ++step) run.step(step);
    return std::pair(run.log(), snapshot(model));
  };
  const PolicyOptions preset = options_of(GetParam());
  ASSERT_TRUE(make_topology_policy(GetParam(), preset)->made_of_options());
  const auto expected = trained(preset);
  Index overruled = 0;
  for (const PolicyOption& option : policy_option_list()) {
    if (option.overruled_by(preset).empty()) continue;
    ++overruled;
    for (const SettingValue& value : other_values(option, option.read(preset))) {
      SCOPED_TRACE(option.name);
      PolicyOptions changed = preset;
      option.write(changed, value);
      try {
        static_cast<void>(make_topology_policy(GetParam(), changed));
      } catch (const ConfigError&) {
        continue;  // a user is told of that
      }
      const auto found = trained(changed);
      EXPECT_EQ(found.first, expected.first);
      expect_equal(found.second, expected.second);
    }
  }
  EXPECT_GE(overruled, 5);
}

TEST_P(EveryPolicy, DoesNotDependOnTheNumberOfThreads) {
  struct Outcome {
    std::vector<OwnedWeight> weights;
    std::string log;
    TopologyState state;
  };
  const auto outcomes = [](const Context& context) {
    std::vector<Outcome> all;
    for_each_case({0.2}, [&](Index block, double density) {
      PolicyProblem model = make_model(GetParam(), block, density);
      TrainingRun run(GetParam(), model, context);
      for (Index step = 0; step < kSteps; ++step) run.step(step);
      all.push_back({snapshot(model), run.log(), run.topology().state()});
    });
    return all;
  };
  const std::vector<Outcome> expected = outcomes(one_thread());
  for (const int threads : {2, 4, 8}) {
    const std::vector<Outcome> found = outcomes(Context({.threads = threads}));
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      SCOPED_TRACE(std::to_string(threads) + " threads, case " + std::to_string(i));
      expect_equal(found[i].weights, expected[i].weights);
      EXPECT_EQ(found[i].log, expected[i].log);
      EXPECT_EQ(found[i].state, expected[i].state);
    }
  }
}

TEST_P(EveryPolicy, GoesOnFromASavedStateAsIfNotInterrupted) {
  for_each_case({0.3}, [](Index block, double density) {
    PolicyProblem whole = make_model(GetParam(), block, density);
    TrainingRun uninterrupted(GetParam(), whole, one_thread());
    for (Index step = 0; step < kSteps; ++step) uninterrupted.step(step);

    PolicyProblem before = make_model(GetParam(), block, density);
    TrainingRun first_part(GetParam(), before, one_thread());
    for (Index step = 0; step < 7; ++step) first_part.step(step);
    PolicyProblem after = before;
    TrainingRun second_part(GetParam(), after, one_thread());
    second_part.topology().restore(first_part.topology().state());
    for (Index step = 7; step < kSteps; ++step) {
      for (std::size_t i = 0; i < kWeights; ++i) after.weights[i].backward(gradient_at(step, i));
      second_part.topology().step(step, [&](bool skip) {
        if (!skip) second_part.descend();
      });
    }
    expect_equal(snapshot(after), snapshot(whole));
    EXPECT_EQ(second_part.topology().state(), uninterrupted.topology().state());
  });
}

std::vector<std::string> policy_names() {
  std::vector<std::string> names;
  for (const PolicyInfo& info : topology_policies()) names.push_back(info.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Policies, EveryPolicy, ::testing::ValuesIn(policy_names()),
                         [](const auto& test) { return test.param; });

// Random policies explore as the closed form says. Sampling: new positions are drawn without
// replacement, so the share has at most the variance of independent draws, of which five standard
// deviations are allowed. Rounding up drops less than one block more at each update, which finds at
// most one position more.
struct Exploration {
  const char* policy;
  Index block;
  bool regrows;
};

class RandomGrowthExplores : public ::testing::TestWithParam<Exploration> {};

TEST_P(RandomGrowthExplores, AsTheClosedFormSays) {
  const auto& [name, block, regrows] = GetParam();
  constexpr Index kGrid = 128;
  constexpr double kPositions = kGrid * kGrid;
  constexpr Index kUpdates = 40;
  PolicyOptions options = policy_preset(name);
  options.steps = kUpdates;
  options.updates = kUpdates;
  options.every_steps = 0;
  options.end = 1;
  options.drop_fraction = 0.5;
  options.drop_schedule = ScheduleShape::kCosine;
  options.drop_fraction_end = 0;
  options.rounding = Rounding::kUp;
  EXPECT_EQ(options.regrow_dropped, regrows);
  OwnedWeight owned(
      sparse::random_pattern(kGrid * block, kGrid * block, {block, block}, 0.1, Random(kSeed, 1)),
      1);
  TopologyUpdater topology(make_topology_policy(name, options), {owned.owner()}, 11);
  for (Index step = 0; step < kUpdates; ++step) topology.step(step, [](bool) {});
  const double expected = expected_explored(0.1, kUpdates, 0.5, {.regrow_dropped = regrows});
  EXPECT_NEAR(topology.explored(), expected,
              5 * std::sqrt(expected * (1 - expected) / kPositions) + kUpdates / kPositions);
}

INSTANTIATE_TEST_SUITE_P(
    Policies, RandomGrowthExplores,
    ::testing::Values(Exploration{"itop_set", 1, true}, Exploration{"itop_set", 4, true},
                      Exploration{"dynamic", 1, false}, Exploration{"dynamic", 4, false},
                      Exploration{"set_magnitude", 1, true}, Exploration{"mest", 2, false}),
    [](const auto& test) {
      return std::string(test.param.policy) + "_" + std::to_string(test.param.block);
    });

}  // namespace
}  // namespace espalier::schedules
