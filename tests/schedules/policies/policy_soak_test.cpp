// SPDX-License-Identifier: Apache-2.0
// Every policy whose patterns move, for thousands of updates: what must hold after each of them.
// How many is in the environment, as ESPALIER_SOAK_UPDATES; a test records how many it did.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <numeric>

#include "tests/schedules/policies/policy_problem.h"

namespace espalier::schedules {
namespace {

using sparse::BlockCoordinate;
using sparse::BlockPattern;
using sparse::OwnedWeight;

/// Some hundred unless the environment says how many; what is no number is none, and fails.
Index updates_wanted() {
  const char* text = std::getenv("ESPALIER_SOAK_UPDATES");
  return text == nullptr ? 200 : std::atol(text);
}

const Index kUpdates = updates_wanted();
const Index kSteps = 2 * kUpdates + 1;  // an update after every second one but the last
constexpr std::size_t kWeights = PolicyProblem::kWeights;
constexpr Index kBlocks[] = {1, 2, 4, 8, 16};

/// Of the few blocks of 16 so many that a share of them, rounded down, is one at least: at 0.2 RigL
/// would never move any.
double density_at(Index block) { return block == 16 ? 0.7 : 0.2; }

/// What a process holds in memory, in bytes.
double resident_bytes() {
  double total = 0;
  double resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

PolicyOptions options_of(const std::string& name) {
  PolicyOptions options = policy_preset(name);
  options.steps = kSteps;
  options.every_steps = 2;
  options.end = 1;
  options.group = 4;
  return options;
}

/// What is known of one weight without asking the library.
struct Witness {
  OwnedWeight before;
  std::vector<float> movement;
  std::vector<bool> explored;  ///< by position, row by row
};

Index position(const BlockPattern& pattern, BlockCoordinate c) {
  return c.row * pattern.grid_cols() + c.col;
}

/// Rows and columns in range and in order, and as many values as blocks.
void expect_sound(const OwnedWeight& weight) {
  const BlockPattern& pattern = *weight.pattern;
  const auto offsets = pattern.row_offsets();
  const auto columns = pattern.columns();
  ASSERT_EQ(static_cast<Index>(offsets.size()), pattern.grid_rows() + 1);
  ASSERT_EQ(offsets.front(), 0);
  ASSERT_EQ(offsets.back(), pattern.blocks());
  ASSERT_EQ(static_cast<Index>(columns.size()), pattern.blocks());
  ASSERT_GT(pattern.blocks(), 0);
  for (std::size_t r = 0; r + 1 < offsets.size(); ++r) {
    ASSERT_LE(offsets[r], offsets[r + 1]);
    for (Index k = offsets[r]; k < offsets[r + 1]; ++k) {
      const BlockIndex c = columns[static_cast<std::size_t>(k)];
      ASSERT_TRUE(c >= 0 && c < pattern.grid_cols());
      ASSERT_TRUE(k == offsets[r] || columns[static_cast<std::size_t>(k) - 1] < c);
    }
  }
  for (const auto* buffer : {&weight.values, &weight.gradient, &weight.first, &weight.second})
    ASSERT_EQ(static_cast<Index>(buffer->size()), pattern.values());
}

template <typename Buffer, typename Other>
bool same_block(const Buffer& a, Index block_of_a, const Other& b, Index block_of_b, Index size) {
  return std::memcmp(a.data() + block_of_a * size, b.data() + block_of_b * size,
                     static_cast<std::size_t>(size) * sizeof(float)) == 0;
}

/// The weight is what it was before but for the edit: survivors to the bit, grown blocks anew.
void expect_moved(const Witness& witness, const OwnedWeight& after,
                  const TopologyState::Weight& state, const sparse::TopologyEdit& edit,
                  float largest_start) {
  const OwnedWeight& before = witness.before;
  const BlockPattern& pattern = *after.pattern;
  const Index size = pattern.block().size();
  ASSERT_EQ(pattern.blocks(), before.pattern->blocks() - static_cast<Index>(edit.drop.size()) +
                                  static_cast<Index>(edit.grow.size()));
  for (const Index k : edit.drop) {
    const BlockCoordinate c = before.pattern->coordinates()[static_cast<std::size_t>(k)];
    ASSERT_TRUE(pattern.find(c) < 0 || std::binary_search(edit.grow.begin(), edit.grow.end(), c));
  }
  Index k = -1;
  for (const BlockCoordinate c : pattern.coordinates()) {
    ++k;
    if (std::binary_search(edit.grow.begin(), edit.grow.end(), c)) {
      for (auto v = static_cast<std::size_t>(k * size);
           v < static_cast<std::size_t>((k + 1) * size); ++v) {
        ASSERT_LE(std::abs(after.values[v]), largest_start);
        ASSERT_TRUE(after.first[v] == 0 && after.second[v] == 0);
        ASSERT_TRUE(state.movement.empty() || state.movement[v] == 0);
      }
      continue;
    }
    const Index from = before.pattern->find(c);
    ASSERT_GE(from, 0);
    ASSERT_TRUE(same_block(after.values, k, before.values, from, size));
    ASSERT_TRUE(same_block(after.first, k, before.first, from, size));
    ASSERT_TRUE(same_block(after.second, k, before.second, from, size));
    ASSERT_TRUE(state.movement.empty() ||
                same_block(state.movement, k, witness.movement, from, size));
  }
}

/// One run of a policy, checked after every update.
class Soak {
 public:
  Soak(const std::string& policy, const PolicyOptions& options, Index block)
      : options_(options),
        problem_(policy, options, block, density_at(block)),
        topology_(make_topology_policy(policy, options), problem_.owners(),
                  {.seed = PolicyProblem::kSeed,
                   .context = &context_,
                   .target_blocks = problem_.target_blocks,
                   .initial_blocks = problem_.initial_blocks}) {
    for (const sparse::DenseWeight& weight : problem_.weights) {
      const BlockPattern& pattern = *weight.owned.pattern;
      std::vector<bool> explored(static_cast<std::size_t>(pattern.grid_size()), false);
      for (const BlockCoordinate c : pattern.coordinates())
        explored[static_cast<std::size_t>(position(pattern, c))] = true;
      witnesses_.push_back({weight.owned, {}, std::move(explored)});
    }
    for (Index step = 0; step < kGradients; ++step)
      for (std::size_t i = 0; i < kWeights; ++i)
        gradients_.push_back(PolicyProblem::gradient(i, step));
  }

  void run() {
    for (Index step = 0; step < kSteps; ++step) {
      train(step);
      const TopologyState before = topology_.state();
      for (std::size_t i = 0; i < kWeights; ++i) {
        witnesses_[i].before = problem_.weights[i].owned;
        witnesses_[i].movement = movement_at(before.weights[i], i);
      }
      const auto report = topology_.step(step, [](bool) {});  // trained already
      if (!report) continue;
      ++updates_;
      check(*report);
      if (::testing::Test::HasFailure()) {
        ADD_FAILURE() << "update " << report->update;
        return;
      }
    }
    EXPECT_EQ(updates_, kUpdates);
    EXPECT_EQ(updates_, topology_.policy().cadence().count());
    // All that is checked after an update would hold of patterns that stay as they are.
    // A share of the few large blocks of a weight may be none.
    EXPECT_GT(moves_, 0);
    const Index block = problem_.initial.front()->block().rows;
    if (block == 1) {
      EXPECT_GE(moves_, std::min<Index>(updates_ / 2, 100));
    }
    if (block <= 4) {
      EXPECT_THAT(moved_, ::testing::Each(true)) << "by weight";
    }
  }

  Index updates() const { return updates_; }

 private:
  static constexpr Index kGradients = 16;

  /// Gradients of very different size now and then, and some values in a weight at zero.
  void train(Index step) {
    const Random random(PolicyProblem::kSeed, stream_id("soak", static_cast<std::uint64_t>(step)));
    for (std::size_t i = 0; i < kWeights; ++i) {
      sparse::DenseWeight& weight = problem_.weights[i];
      const auto drawn = static_cast<std::size_t>(random.uniform(i) * kGradients);
      std::vector<float> gradient = gradients_[drawn * kWeights + i];
      const double kind = random.uniform(100 + i);
      const float scale = kind < 0.05 ? 1e6f : kind < 0.1 ? 0.0f : kind < 0.15 ? 1e-6f : 1.0f;
      for (float& g : gradient) g *= scale;
      weight.backward(gradient);
      OwnedWeight& w = weight.owned;
      for (std::size_t k = 0; k < w.values.size(); ++k) {
        w.first[k] = 0.9f * w.first[k] + 0.1f * w.gradient[k];
        w.second[k] = 0.9f * w.second[k] + 0.1f * w.gradient[k] * w.gradient[k];
        w.values[k] = 0.99f * w.values[k] - 0.02f * w.first[k] / (1e-3f + std::abs(w.first[k]));
      }
    }
  }

  /// The movement that the updater will have noted before it moves the pattern.
  std::vector<float> movement_at(const TopologyState::Weight& state, std::size_t i) const {
    const OwnedWeight& weight = problem_.weights[i].owned;
    std::vector<float> movement(state.movement.begin(), state.movement.end());
    for (std::size_t k = 0; k < movement.size(); ++k)
      movement[k] -= weight.values[k] * weight.gradient[k];
    return movement;
  }

  void check(const UpdateReport& report) {
    const bool last = updates_ == topology_.policy().cadence().count();
    const TopologyState state = topology_.state();
    const float largest_start = options_.grown_values == GrownValues::kInitial
                                    ? static_cast<float>(2 * PolicyProblem::kInitialDeviation)
                                    : 0;
    Index stored_in_all = 0;
    Index budget_in_all = 0;
    Index dropped = 0;
    Index grown = 0;
    double explored = 0;
    double values = 0;
    for (std::size_t i = 0; i < kWeights; ++i) {
      const OwnedWeight& after = problem_.weights[i].owned;
      const BlockPattern& pattern = *after.pattern;
      expect_sound(after);
      expect_moved(witnesses_[i], after, state.weights[i], report.weights[i].edit, largest_start);
      if (*after.pattern != *witnesses_[i].before.pattern) moved_[i] = true;
      dropped += static_cast<Index>(report.weights[i].edit.drop.size());
      grown += static_cast<Index>(report.weights[i].edit.grow.size());

      const Index budget =
          problem_.budget(i, options_, report, last, witnesses_[i].before.pattern->blocks());
      EXPECT_TRUE(PolicyProblem::shares_budget(options_) || pattern.blocks() == budget);
      stored_in_all += pattern.blocks();
      budget_in_all += budget;

      std::vector<bool>& seen = witnesses_[i].explored;
      for (const BlockCoordinate c : pattern.coordinates())
        seen[static_cast<std::size_t>(position(pattern, c))] = true;
      const double share = static_cast<double>(std::count(seen.begin(), seen.end(), true)) /
                           static_cast<double>(pattern.grid_size());
      EXPECT_EQ(report.weights[i].explored, share);
      const auto size = static_cast<double>(pattern.rows() * pattern.cols());
      explored += share * size;
      values += size;
    }
    EXPECT_EQ(stored_in_all, budget_in_all);
    EXPECT_EQ(report.dropped, dropped);
    EXPECT_EQ(report.grown, grown);
    if (dropped + grown > 0) ++moves_;
    EXPECT_DOUBLE_EQ(report.explored, explored / values);
    EXPECT_GE(report.explored, explored_);
    explored_ = report.explored;
    expect_no_growth(state, last);
  }

  /// What is needed is needed in the first tenth of a run: a policy stores most then.
  void expect_no_growth(const TopologyState& state, [[maybe_unused]] bool last) {
    double bytes = topology_.bytes();
    for (const TopologyState::Weight& weight : state.weights)  // of the last update alone
      bytes -= static_cast<double>(weight.grown.size() * sizeof(BlockCoordinate));
    if (updates_ <= kUpdates / 10) {
      most_bytes_ = std::max(most_bytes_, bytes);
      resident_ = resident_bytes();
    }
    EXPECT_LE(bytes, most_bytes_);
    // A run allocates and frees a few hundred KiB on each step, which moves pages about. A hundred
    // bytes that each update kept would be as much after ten thousand.
    // A sanitizer keeps what was freed, to catch its use.
#if !defined(ESPALIER_SANITIZED)
    constexpr double kPages = 1 << 20;
    if (last) {
      EXPECT_LE(resident_bytes(), resident_ + kPages);
    }
#endif
  }

  Context context_{ContextOptions{.threads = 1}};
  PolicyOptions options_;
  PolicyProblem problem_;
  TopologyUpdater topology_;
  std::vector<Witness> witnesses_;
  std::vector<std::vector<float>> gradients_;
  Index updates_ = 0;
  Index moves_ = 0;                        ///< updates that dropped or grew a block
  std::array<bool, kWeights> moved_ = {};  ///< whether the pattern of a weight ever changed
  double explored_ = 0;
  double most_bytes_ = 0;
  double resident_ = 0;
};

class PolicySoak : public ::testing::TestWithParam<std::string> {};

TEST_P(PolicySoak, KeepsBudgetPatternsSurvivorsAndMemory) {
  Index updates = 0;
  for (const Index block : kBlocks) {
    SCOPED_TRACE("block " + std::to_string(block));
    Soak soak(GetParam(), options_of(GetParam()), block);
    soak.run();
    updates += soak.updates();
    if (HasFailure()) break;
  }
  RecordProperty("updates", std::to_string(updates));
}

/// Those that update more than once.
std::vector<std::string> moving_policies() {
  std::vector<std::string> names;
  for (const PolicyInfo& info : topology_policies())
    if (make_topology_policy(info.name, options_of(info.name))->cadence().count() > 1)
      names.push_back(info.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Policies, PolicySoak, ::testing::ValuesIn(moving_policies()),
                         [](const auto& test) { return test.param; });

// No preset drops by movement, which is remapped like a moment.
TEST(Soak, KeepsTheMovementOfSurvivors) {
  PolicyOptions options = options_of("dynamic");
  options.drop = "movement";
  Soak soak("dynamic", options, 2);
  soak.run();
  RecordProperty("updates", std::to_string(soak.updates()));
}

// Momenta chosen to take everything from one weight and give it to another: nothing, all there is,
// what is not a number.
TEST(Soak, SnfsNeverEmptiesAWeight) {
  const float inputs[] = {0,
                          1e-30f,
                          1,
                          1e30f,
                          std::numeric_limits<float>::quiet_NaN(),
                          1e-3f,
                          std::numeric_limits<float>::infinity()};
  Index updates = 0;
  Index dropped = 0;
  for (const bool regrow : {true, false}) {
    for (const Index block : kBlocks) {
      PolicyOptions options = options_of("snfs");
      options.regrow_dropped = regrow;
      options.drop_fraction = 0.9;
      options.drop_schedule = ScheduleShape::kConstant;
      const PolicyPtr policy = make_topology_policy("snfs", options);
      PolicyProblem problem("snfs", options, block, 0.1);
      const sparse::WeightOwners owners = problem.owners();
      Index total =
          std::accumulate(problem.initial_blocks.begin(), problem.initial_blocks.end(), Index{0});
      for (Index update = 1; update <= kUpdates; ++update, ++updates) {
        const Random random(PolicyProblem::kSeed,
                            stream_id("momenta", static_cast<std::uint64_t>(update)));
        std::vector<std::vector<float>> momenta;
        std::vector<WeightHistory> history;
        std::vector<sparse::WeightView> views;
        for (const auto& owner : owners) views.push_back(owner->view());
        for (std::size_t i = 0; i < kWeights; ++i) {
          const auto drawn = static_cast<std::size_t>(random.uniform(i) * std::size(inputs));
          momenta.emplace_back(
              static_cast<std::size_t>(views[i].pattern().rows() * views[i].pattern().cols()),
              inputs[drawn]);
        }
        for (std::size_t i = 0; i < kWeights; ++i)
          history.push_back({.initial_blocks = problem.initial_blocks[i],
                             .target_blocks = problem.target_blocks[i],
                             .momentum = momenta[i]});
        const auto edits = policy->propose(views, {.update = update,
                                                   .completed_steps = update,
                                                   .total_steps = kSteps,
                                                   .seed = PolicyProblem::kSeed,
                                                   .context = nullptr,
                                                   .history = history});
        Index stored = 0;
        for (std::size_t i = 0; i < kWeights; ++i) {
          const Index blocks = edit_weight(*owners[i], edits[i]).pattern()->blocks();
          stored += blocks;
          dropped += static_cast<Index>(edits[i].drop.size());
          ASSERT_GT(blocks, 0) << "weight " << i << ", update " << update;
        }
        ASSERT_EQ(stored, total) << "update " << update << ", block " << block;
      }
    }
  }
  EXPECT_EQ(updates, 2 * kUpdates * static_cast<Index>(std::size(kBlocks)));
  EXPECT_GT(dropped, updates);  // more than one in each, of three weights
  RecordProperty("updates", std::to_string(updates));
}

// Without updates, or without policies, the tests above would have nothing to find.
TEST(Soak, HasUpdatesAndPolicies) {
  EXPECT_GE(kUpdates, 2) << "ESPALIER_SOAK_UPDATES is no number of updates";
  const std::vector<std::string> moving = moving_policies();
  for (const char* name : {"dynamic", "set", "rigl", "snfs", "gmp", "granet", "mest", "srigl"})
    EXPECT_EQ(std::count(moving.begin(), moving.end(), name), 1) << name;
}

}  // namespace
}  // namespace espalier::schedules
