// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/optimizers/optimizer_registry.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include <espalier/models/optimizers/adamw.h>
#include <espalier/models/optimizers/lamb.h>
#include <espalier/models/optimizers/sgd.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"

namespace espalier::models {
namespace {

using ::testing::HasSubstr;

template <typename Made>
auto options_of(const std::string& name, const SettingValues& settings = {}) {
  return dynamic_cast<const Made&>(*make_optimizer(name, {}, settings)).options();
}

std::string fault_of(const std::string& name, const SettingValues& settings) {
  return testing::message_of<ConfigError>(
      [&] { static_cast<void>(make_optimizer(name, {}, settings)); });
}

TEST(OptimizerRegistry, StartsFromTheSettingsOfTheSource) {
  EXPECT_EQ(options_of<AdamW>("adamw").gradient_clip, 1);
  EXPECT_EQ(options_of<Sgd>("sgd").momentum, 0.9);
  EXPECT_EQ(options_of<Lamb>("lamb").gradient_clip, 0);
  EXPECT_FALSE(options_of<Lamb>("lamb").adapt_all);
  EXPECT_EQ(options_of<Lamb>("nvlamb").gradient_clip, 1);
  EXPECT_TRUE(options_of<Lamb>("nvlamb").adapt_all);
}

TEST(OptimizerRegistry, TakesSettingsByName) {
  const SgdOptions sgd = options_of<Sgd>("sgd", {{"momentum", 0.5}, {"nesterov", true}});
  EXPECT_EQ(sgd.momentum, 0.5);
  EXPECT_TRUE(sgd.nesterov);
  EXPECT_THAT(fault_of("sgd", {{"beta1", 0.5}}), HasSubstr("sgd: has no setting beta1"));
  EXPECT_THAT(fault_of("sgd", {{"momentum", 2.0}}), HasSubstr("momentum is 2"));
  EXPECT_THAT(fault_of("sgd", {{"momentum", true}}), HasSubstr("expected a number in [0, 1)"));
  EXPECT_THAT(fault_of("adamw", {{"gradient_clip", 1e-38}}),
              HasSubstr("expected 0, or a number from 2.2e-19 on"));
  EXPECT_EQ(options_of<AdamW>("adamw", {{"gradient_clip", 0.0}}).gradient_clip, 0);
  EXPECT_THAT(fault_of("sgd", {{"nesterov", 1.0}}), HasSubstr("expected true or false"));
  EXPECT_THAT(fault_of("sgd", {{"nesterov", true}, {"momentum", 0.0}}),
              HasSubstr("nesterov with momentum 0 and dampening 0, expected momentum and no"));
  EXPECT_THAT(fault_of("sgd", {{"nesterov", true}, {"dampening", 0.5}}),
              HasSubstr("nesterov with momentum 0.9 and dampening 0.5"));
  EXPECT_THAT(fault_of("adagrad", {}), HasSubstr("expected one of adamw, sgd, lamb, nvlamb"));
}

// A configuration has one key for a name, whichever optimizer reads it.
TEST(OptimizerRegistry, OneNameMeansOneThing) {
  std::map<std::string, Setting> seen;
  for (const OptimizerInfo& info : optimizers()) {
    for (const Setting& setting : info.settings) {
      const auto [first, added] = seen.emplace(setting.name, setting);
      if (added) continue;
      EXPECT_EQ(setting.meaning, first->second.meaning) << setting.name;
      EXPECT_EQ(setting.domain.expected, first->second.domain.expected) << setting.name;
      EXPECT_EQ(setting.default_value.index(), first->second.default_value.index()) << setting.name;
    }
  }
}

TEST(OptimizerRegistry, TakesOptimizersFromOutside) {
  OptimizerEntry entry = sgd_entry();
  EXPECT_THROW(register_optimizer(entry), ConfigError);  // the name is taken
  entry.info.name = "";
  EXPECT_THROW(register_optimizer(entry), ConfigError);
  entry.info.name = "own_sgd";
  EXPECT_THROW(register_optimizer({entry.info, nullptr}), ConfigError);
  register_optimizer(entry);
  EXPECT_EQ(optimizer_info("own_sgd").settings.size(), sgd_entry().info.settings.size());
  EXPECT_EQ(make_optimizer("own_sgd", {})->flops_per_value(), 6);
}

}  // namespace
}  // namespace espalier::models
