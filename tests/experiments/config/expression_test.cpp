// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/config/config_file.h>
#include <espalier/experiments/config/config_hash.h>
#include <espalier/experiments/config/expression.h>

#include <gmock/gmock.h>

#include <cmath>
#include <string>

#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::message_of;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;

double value(std::string_view text) {
  return evaluate_expression(text, [](std::string_view name) -> double {
    if (name == "model.density") return 0.25;
    if (name == "a.b_2") return 7;
    throw ExpressionError("unknown key " + std::string(name));
  });
}

std::string refusal(const std::string& text) {
  return message_of<ExpressionError>([&] { value(text); });
}

TEST(Expression, FollowsTheRulesOfArithmetic) {
  EXPECT_EQ(value("=1"), 1);
  EXPECT_EQ(value("= 1.5e-3 "), 1.5e-3);
  EXPECT_EQ(value("=.5"), 0.5);
  EXPECT_EQ(value("=1+2*3"), 7);
  EXPECT_EQ(value("=(1+2)*3"), 9);
  EXPECT_EQ(value("=8/4/2"), 1);
  EXPECT_EQ(value("=8-4-2"), 2);
  EXPECT_EQ(value("=-2^2"), -4);
  EXPECT_EQ(value("=2^-2"), 0.25);
  EXPECT_EQ(value("=2^3^2"), 512);
  EXPECT_EQ(value("=--3"), 3);
  EXPECT_EQ(value("=2*-3"), -6);
  EXPECT_EQ(value("=a.b_2 - 1"), 6);
  EXPECT_EQ(value("=0.05/sqrt(model.density)"), 0.1);
  EXPECT_EQ(value("=exp(log(3))"), std::exp(std::log(3.0)));
  EXPECT_EQ(value("=min(3, 1, 2) + max(4,5)"), 6);
  EXPECT_EQ(value("=round(2.5) + round(-2.4)"), 1);
}

TEST(Expression, NamesThePlaceOfWhatIsWrong) {
  EXPECT_THAT(refusal("="), HasSubstr("'=', character 2: expected a number, a key, a function"));
  EXPECT_THAT(refusal("=0.05/sqr(2)"), HasSubstr("character 7: unknown function sqr, expected"));
  EXPECT_THAT(refusal("=1+model.dense"), HasSubstr("character 4: unknown key model.dense"));
  EXPECT_THAT(refusal("=1 2"), HasSubstr("character 4: expected an operator"));
  EXPECT_THAT(refusal("=(1+2"), HasSubstr("character 6: expected ')'"));
  EXPECT_THAT(refusal("=1+*2"), HasSubstr("character 4: expected a number"));
  EXPECT_THAT(refusal("=sqrt(1,2)"), HasSubstr("character 2: sqrt of 2 values, expected one"));
  EXPECT_THAT(refusal("=min(1)"), HasSubstr("character 2: min of one value"));
  EXPECT_THAT(refusal("=1/0"), HasSubstr("character 3: no finite number"));
  EXPECT_THAT(refusal("=min(1, log(0))"), HasSubstr("character 9: no finite number"));
  EXPECT_THAT(refusal("=1e999"), HasSubstr("character 2: expected a number"));
  EXPECT_THAT(refusal("=."), HasSubstr("character 2: expected a number"));
}

TEST(Expression, IsNotNestedWithoutEnd) {
  const auto nested = [](const std::string& open, int times, const std::string& end) {
    std::string text = "=";
    for (int i = 0; i < times; ++i) text += open;
    return text + end;
  };
  EXPECT_EQ(value(nested("-", 62, "1")), 1);
  for (const char* open : {"-", "(", "2^", "sqrt(", "min(1,"})
    EXPECT_THAT(refusal(nested(open, 100000, "1")), EndsWith("nested more than 64 deep"));
}

RunConfig parse(const std::string& toml, const std::vector<std::string>& overrides = {}) {
  return parse_run_config(toml, "run.toml", overrides);
}
std::string error(const std::string& toml, const std::vector<std::string>& overrides = {}) {
  return message_of<ConfigError>([&] { parse(toml, overrides); });
}

const std::string kSparse = "[topology]\npolicy = 'static'\n[model]\ndensity = 0.25\n";

TEST(CoupledValues, FollowOtherKeysAndAreRecordedAsNumbers) {
  const std::string toml = kSparse + "initial_deviation = '=0.05/sqrt(model.density)'\n";
  const RunConfig config = parse(toml);
  EXPECT_EQ(config.model.initial_deviation, 0.1);
  EXPECT_EQ(config_hash(config), config_hash(parse(kSparse + "initial_deviation = 0.1\n")));
  EXPECT_THAT(to_toml(config), HasSubstr("initial_deviation = 0.1\n"));
  // A later value of what it follows, or of the key itself.
  EXPECT_EQ(parse(toml, {"model.density=0.01"}).model.initial_deviation, 0.5);
  EXPECT_EQ(parse(toml, {"model.initial_deviation=0.3"}).model.initial_deviation, 0.3);
  EXPECT_EQ(parse("", {"training.batch==2*data.sequence"}).training.batch, 256);
  EXPECT_EQ(parse("", {"training.batch==round(data.sequence/3)"}).training.batch, 43);
}

TEST(CoupledValues, FollowEachOtherInAnyOrder) {
  const RunConfig config = parse(
      "[training]\nbatch = '=training.panel_group * 8'\npanel_group = '=training.steps/100'\n"
      "steps = 400\n");
  EXPECT_EQ(config.training.panel_group, 4);
  EXPECT_EQ(config.training.batch, 32);
  EXPECT_THAT(error("[training]\nbatch = '=training.steps'\nsteps = '=training.batch'\n"),
              AllOf(HasSubstr("run.toml:3: training.steps:"), HasSubstr("follows from itself")));
}

TEST(CoupledValues, AreCheckedAsAnyOther) {
  EXPECT_THAT(error("[training]\nbatch = '=training.step'\n"),
              AllOf(HasSubstr("run.toml:2: training.batch: '=training.step', character 2: "),
                    HasSubstr("did you mean training.steps?")));
  EXPECT_THAT(error("[training]\nbatch = '=2.5'\n"), HasSubstr("is 2.5, expected an integer"));
  EXPECT_THAT(error("[training]\nbatch = '=-1'\n"), HasSubstr("training.batch: -1, expected"));
  EXPECT_THAT(error("[model]\ndensity = '=3/2'\n"), HasSubstr("model.density: 1.5, expected"));
  EXPECT_THAT(error("[training]\nbatch = '=run.name'\n"), HasSubstr("run.name is no number"));
  // A text may begin with an equals sign.
  EXPECT_EQ(parse("[data]\ncorpus = '=text'\n").data.corpus, "=text");
}

}  // namespace
}  // namespace espalier::experiments
