// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/rules/policy_option_list.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/schedules/policies/update_rules.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"

namespace espalier::schedules {
namespace {

using espalier::testing::message_of;
using ::testing::HasSubstr;

TEST(PolicyOptionList, SettingsComeFromText) {
  const PolicyOptions options =
      policy_options_from({"drop_fraction=0.25", "updates=12", "steps=500", "regrow_dropped=true",
                           "drop_schedule=linear", "block_norm=l2", "drop=saliency",
                           "grow=gradient", "pattern=file:a=b.mtx", "once_at=-1"});
  PolicyOptions expected;
  expected.drop_fraction = 0.25;
  expected.updates = 12;
  expected.steps = 500;
  expected.regrow_dropped = true;
  expected.drop_schedule = ScheduleShape::kLinear;
  expected.block_norm = sparse::BlockNorm::kL2;
  expected.drop = "saliency";
  expected.grow = "gradient";
  expected.pattern = "file:a=b.mtx";
  EXPECT_EQ(options, expected);
}

TEST(PolicyOptionList, SettingsComeOverAPreset) {
  PolicyOptions expected = policy_preset("rigl");
  expected.drop_fraction = 0.1;
  EXPECT_EQ(policy_options_from({"drop_fraction=0.1"}, policy_preset("rigl")), expected);
}

// RigL's preset updates every 100 steps: a number of updates alone would do nothing without a word.
TEST(PolicyOptionList, ANumberOfUpdatesThatWouldNotCountIsRefused) {
  const PolicyOptions rigl = policy_preset("rigl");
  EXPECT_EQ(
      message_of<ConfigError>([&] { policy_options_from({"updates=20"}, rigl); }),
      "policy option updates=20: expected every_steps=0 beside it, else that option says when "
      "updates are");
  EXPECT_THAT(message_of<ConfigError>([] {
                policy_options_from({"updates=20", "once_at=0.5"});
              }),
              HasSubstr("once_at=-1 beside it"));
  EXPECT_THAT(message_of<ConfigError>([] {
                policy_options_from({"updates=20", "every_seconds=3"});
              }),
              HasSubstr("every_seconds=0 beside it"));
  EXPECT_EQ(policy_options_from({"updates=20", "every_steps=0"}, rigl).updates, 20);
}

// Python's 1e4 comes as 10000.0.
TEST(PolicyOptionList, AWholeNumberIsACountHoweverItIsWritten) {
  const PolicyOptions options = policy_options_from({"steps=1e4", "updates=160.0"});
  EXPECT_EQ(options.steps, 10000);
  EXPECT_EQ(options.updates, 160);
}

// One of each kind; the names that a choice has are in its own message.
TEST(PolicyOptionList, WhatIsWrongIsNamedWithKeyValueAndExpectation) {
  const auto refusal = [](const char* setting) {
    return message_of<ConfigError>([&] { policy_options_from({setting}); });
  };
  EXPECT_EQ(refusal("drop_fraction=1.5"),
            "policy option drop_fraction=1.5: expected a number in [0, 1]");
  EXPECT_EQ(refusal("drop_fraction=half"),
            "policy option drop_fraction=half: expected a number in [0, 1]");
  EXPECT_EQ(refusal("drop_fraction=0.5x"),
            "policy option drop_fraction=0.5x: expected a number in [0, 1]");
  EXPECT_EQ(refusal("drop_fraction=nan"),
            "policy option drop_fraction=nan: expected a number in [0, 1]");
  EXPECT_EQ(refusal("drop_power=0"), "policy option drop_power=0: expected a number above 0");
  EXPECT_EQ(refusal("updates=2.5"),
            "policy option updates=2.5: expected an integer from 1 to 2147483647");
  EXPECT_EQ(refusal("steps=0"), "policy option steps=0: expected an integer from 1 to 2147483647");
  EXPECT_EQ(refusal("grow_first=yes"), "policy option grow_first=yes: expected true or false");
  EXPECT_EQ(refusal("rounding=even"), "policy option rounding=even: expected up, down or nearest");
  EXPECT_THAT(refusal("drop=luck"),
              HasSubstr("policy option drop=luck: expected magnitude, signed, "));
  EXPECT_EQ(refusal("rounding=\x1b[31m"),
            "policy option rounding=?[31m: expected up, down or nearest");
  EXPECT_EQ(refusal("updates"), "policy option 'updates': expected the form key=value");
  EXPECT_THAT(refusal("update=3"), HasSubstr("policy option update=3: expected a key of "));
}

// drop_power is of the other schedule: whoever sets it for this one is told in its help.
TEST(PolicyOptionList, TellsThatADensityByInversePowerIsLinear) {
  PolicyOptions options = policy_preset("gmp");
  options.steps = 100;
  options.drop_power = 3;
  options.density_schedule = ScheduleShape::kInversePower;
  const UpdateRules rules = rules_of(options);
  options.density_schedule = ScheduleShape::kLinear;
  const UpdateRules linear = rules_of(options);
  for (const double step : {10.0, 37.0, 74.0})
    EXPECT_DOUBLE_EQ(rules.density.excess.at(step), linear.density.excess.at(step)) << step;
  const std::vector<PolicyOption> list = policy_option_list();
  const auto option = std::ranges::find(list, std::string("density_schedule"), &Setting::name);
  ASSERT_NE(option, list.end());
  EXPECT_THAT(option->meaning, HasSubstr("\"inverse_power\" is linear"));
}

// Every field of the options but the length of the run has a name: what the list sets, read back.
TEST(PolicyOptionList, NamesEachOptionOnce) {
  std::vector<std::string> names;
  for (const SettingOf<PolicyOptions>& option : policy_option_list()) {
    names.push_back(option.name);
    EXPECT_FALSE(option.meaning.empty()) << option.name;
    EXPECT_FALSE(option.domain.expected.empty()) << option.name;
    PolicyOptions options;
    for (const std::string& name : option.domain.choices) {
      option.write(options, name);
      EXPECT_EQ(option.read(options), SettingValue(name));
    }
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
  EXPECT_EQ(names.size(), 33u);
}

}  // namespace
}  // namespace espalier::schedules
