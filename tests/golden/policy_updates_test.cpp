// SPDX-License-Identifier: Apache-2.0
// Whole updates of the published policies against an independent script; see README.md here.
#include <gtest/gtest.h>

#include <deque>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <espalier/schedules/policies/policy_registry.h>
#include "tests/schedules/policies/dense_weight.h"

namespace espalier::schedules {
namespace {

using Json = nlohmann::json;
using sparse::BlockCoordinate;
using sparse::BlockPattern;
using sparse::PatternPtr;

/// The weights of one case as the library sees them.
struct Case {
  explicit Case(const Json& json) {
    const Index block = json.at("block");
    for (const Json& entry : json.at("weights")) {
      const Index rows = entry.at("grid").at(0).get<Index>() * block;
      const Index cols = entry.at("grid").at(1).get<Index>() * block;
      std::vector<BlockCoordinate> stored;
      const auto grid_cols = static_cast<BlockIndex>(cols / block);
      for (const BlockIndex p : entry.at("before"))
        stored.push_back({p / grid_cols, p % grid_cols});
      weights.emplace_back(BlockPattern::from_coordinates(rows, cols, {block, block}, stored),
                           entry.at("w").get<std::vector<float>>());
      weights.back().operands.want(true);
      if (entry.contains("g")) weights.back().backward(entry.at("g").get<std::vector<float>>());
      momenta.push_back(entry.value("m", std::vector<float>()));
      history.push_back({.initial_blocks = entry.at("initial"),
                         .target_blocks = entry.at("target"),
                         .momentum = momenta.back()});
      views.push_back(weights.back().view("w" + std::to_string(views.size())));
    }
  }

  std::deque<sparse::DenseWeight> weights;
  std::deque<std::vector<float>> momenta;
  std::vector<WeightHistory> history;
  std::vector<sparse::WeightView> views;
};

PolicyOptions options_of(const Json& json) {
  PolicyOptions options = policy_preset(json.at("policy").get<std::string>());
  options.steps = json.at("steps");
  options.drop_fraction = json.at("drop_fraction");
  options.gradient_weight = json.at("gradient_weight");
  return options;
}

/// Positions of a pattern in its grid, row by row.
std::vector<Index> positions(const BlockPattern& pattern) {
  std::vector<Index> all;
  for (const BlockCoordinate c : pattern.coordinates())
    all.push_back(c.row * pattern.grid_cols() + c.col);
  return all;
}

TEST(PolicyUpdates, EqualThoseOfAnIndependentScript) {
  const Json cases =
      Json::parse(std::ifstream(ESPALIER_SOURCE_DIR "/tests/golden/policy_updates.json"));
  std::map<std::string, int> moved;  // cases in which blocks moved
  int regrown_anew = 0;              // blocks that an edit drops and grows
  int emptied = 0;                   // weights that dropped all their blocks
  for (const Json& json : cases) {
    SCOPED_TRACE(json.at("policy").get<std::string>() + " " + std::to_string(&json - &cases[0]));
    const Case problem(json);
    const PolicyOptions options = options_of(json);
    const auto edits = make_topology_policy(json.at("policy").get<std::string>(), options)
                           ->propose(problem.views, {.update = 1,
                                                     .completed_steps = json.at("t"),
                                                     .total_steps = options.steps,
                                                     .seed = 1,
                                                     .context = nullptr,
                                                     .history = problem.history});
    for (std::size_t i = 0; i < edits.size(); ++i) {
      const BlockPattern& before = problem.views[i].pattern();
      const Json& expected = json.at("weights").at(i);
      const PatternPtr after = sparse::apply_edit(before, edits[i]).pattern;
      moved[json.at("policy")] += !edits[i].empty();
      if (expected.contains("after")) {
        EXPECT_EQ(positions(*after), expected.at("after").get<std::vector<Index>>());
        std::vector<Index> anew;
        for (const BlockCoordinate c : edits[i].grow) {
          anew.push_back(c.row * before.grid_cols() + c.col);
          regrown_anew += before.find(c) >= 0;
        }
        EXPECT_EQ(anew, expected.at("anew").get<std::vector<Index>>());
        emptied += static_cast<Index>(edits[i].drop.size()) == before.blocks();
        continue;
      }
      const PatternPtr kept =
          sparse::apply_edit(before, {.drop = edits[i].drop, .grow = {}}).pattern;
      EXPECT_EQ(positions(*kept), expected.at("kept").get<std::vector<Index>>());
      EXPECT_EQ(edits[i].grow.size(), edits[i].drop.size());
      for (const BlockCoordinate c : edits[i].grow) {
        EXPECT_LT(kept->find(c), 0);
        EXPECT_TRUE(options.regrow_dropped || before.find(c) < 0);
      }
    }
  }
  for (const char* policy : {"rigl", "set", "mest", "snfs", "granet", "snip", "blast"})
    EXPECT_GE(moved[policy], 5) << policy;
  EXPECT_GE(regrown_anew, 5);
  EXPECT_GE(emptied, 3);
}

}  // namespace
}  // namespace espalier::schedules
