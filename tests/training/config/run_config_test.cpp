// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/loss_scale_keys.h>
#include <espalier/training/config/model_shape.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/config/validation.h>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>
#include <vector>

#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/loop/timetable.h>
#include "tests/support/temporary_folder.h"

namespace espalier::training::run_config_test {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(RunConfig, AKeyThatCameLaterIsInNoHashAtItsDefault) {
  const auto hash = [](const char* toml) { return config_hash(parse_run_config(toml, "test")); };
  const std::string without = hash("");
  EXPECT_EQ(hash("[training]\nwhole_word_masking = false\n"), without);
  EXPECT_NE(hash("[training]\nwhole_word_masking = true\n"), without);
  EXPECT_EQ(hash("[training]\ntest_sequences = 0\n[model]\nembedding_deviation = 0.0\n"), without);
  EXPECT_NE(hash("[training]\ntest_sequences = 1\n"), without);
  EXPECT_NE(hash("[model]\nembedding_deviation = 0.05\n"), without);
  EXPECT_EQ(hash("[data]\npacking = \"stream\"\n"), without);
  EXPECT_NE(hash("[data]\npacking = \"documents\"\n"), without);
}

TEST(RunConfig, LossScalesBelongToFloat16) {
  const auto parsed = [](const std::string& toml) {
    return parse_run_config("[training]\n" + toml, "run.toml");
  };
  const auto refused = [&](const std::string& toml) {
    return message_of<ConfigError>([&] { (void)parsed(toml); });
  };
  const std::string half = "precision = 'float16'\n";
  EXPECT_FALSE(loss_scaler_options(parsed("")));
  EXPECT_FALSE(loss_scaler_options(parsed("precision = 'bfloat16'\nloss_scale = 'dynamic'\n")));
  const auto usual = loss_scaler_options(parsed(half)).value();
  EXPECT_TRUE(usual.dynamic);
  EXPECT_EQ(usual.initial_scale, 65536);
  EXPECT_EQ(usual.window, 2000);
  EXPECT_EQ(usual.smallest, 1);
  EXPECT_EQ(usual.hysteresis, 1);
  for (const std::string number : {"1024", "1024.0", "'1024'", "1.024e3"}) {
    const RunConfig config = parsed(half + "loss_scale = " + number + "\n");
    const auto fixed = loss_scaler_options(config).value();
    EXPECT_FALSE(fixed.dynamic);
    EXPECT_EQ(fixed.initial_scale, 1024);
    EXPECT_EQ(parse_run_config(to_toml(config), "again"), config);
  }
  for (const std::string wrong :
       {"0", "-1", "'static'", "'1024x'", "inf", "nan", "true", "''", "9007199254740993"})
    EXPECT_THAT(refused(half + "loss_scale = " + wrong + "\n"),
                HasSubstr("expected 'dynamic' or a number above 0"))
        << wrong;
  for (const std::string wrong : {"1e39", "1e-39"})
    EXPECT_THAT(
        refused(half + "loss_scale = " + wrong + "\n"),
        AllOf(HasSubstr("run.toml: training.loss_scale: "), HasSubstr("expected 2^-126 to 2^126")))
        << wrong;
  EXPECT_THAT(refused("loss_scale = 1024\n"),
              HasSubstr("training.loss_scale: '1024', which training.precision \"float32\" has no "
                        "use for; leave it at 'dynamic'"));
  EXPECT_THAT(refused("precision = 'bfloat16'\nloss_scale_window = 5\n"),
              HasSubstr("training.loss_scale_window: 5, which training.precision \"bfloat16\""));
  EXPECT_THAT(refused(half + "loss_scale = 8\nloss_scale_hysteresis = 2\n"),
              HasSubstr("loss_scale_hysteresis: 2, which training.loss_scale 8 has no use for"));
  EXPECT_THAT(refused(half + "initial_loss_scale = 1\n"),
              HasSubstr("run.toml: training: loss scaler: initial scale is 1; expected more than "
                        "the smallest, 1"));
  EXPECT_EQ(config_hash(parsed("loss_scale = 'dynamic'\nloss_scale_window = 2000\n")),
            config_hash(parsed("")));
  EXPECT_NE(config_hash(parsed(half + "loss_scale_window = 1999\n")), config_hash(parsed(half)));
}

TEST(RunConfig, VariantsOfEncodersAreInNoHashUnlessAskedFor) {
  const auto hash = [](const std::string& toml) {
    return config_hash(parse_run_config("[model]\n" + toml, "test"));
  };
  const std::string without = hash("");
  EXPECT_EQ(hash("norm = 'post'\ndropout = 0.0\nattention_dropout = 0.0\n"), without);
  for (const char* changed : {"norm = 'pre'", "dropout = 0.1", "attention_dropout = 0.1"})
    EXPECT_NE(hash(changed), without) << changed;
}

TEST(RunConfig, AChangeWithoutEffectIsTold) {
  const auto told = [](const std::string& toml) {
    return changes_without_effect(parse_run_config(toml, "test"));
  };
  const std::string rigl = "[topology]\npolicy = \"rigl\"\n", density = "[model]\ndensity = 0.1\n";
  EXPECT_THAT(told(density + rigl), ::testing::IsEmpty());
  EXPECT_THAT(told(density + rigl + "updates = 20\n"),
              ::testing::ElementsAre(::testing::HasSubstr(
                  "topology.updates is 20, to no effect: topology.every_steps says when")));
  EXPECT_THAT(told(density + rigl + "updates = 20\nevery_steps = 0\n"), ::testing::IsEmpty());
  EXPECT_THAT(told(density + "[topology]\npolicy = \"dynamic\"\nupdates = 20\n"),
              ::testing::IsEmpty());
  EXPECT_THAT(told(density + rigl + "[training]\nsteps = 100\n"),
              ::testing::ElementsAre(::testing::HasSubstr(
                  "topology.policy is rigl, to no effect: the patterns stay from step 75 on")));
  const std::string fixed = density + "[topology]\npolicy = \"static\"\n";
  EXPECT_THAT(told(fixed), ::testing::IsEmpty());
  EXPECT_THAT(told(fixed + "distribution = \"erk\"\n"), ::testing::IsEmpty());
  EXPECT_THAT(told(fixed + "drop_fraction = 0.9\nevery_steps = 10\n"),
              ::testing::ElementsAre("topology.drop_fraction is 0.9, topology.every_steps is 10, "
                                     "to no effect: topology.policy static makes no updates"));
  EXPECT_THAT(told(fixed + "density_start = 1.0\n"),
              ::testing::ElementsAre("topology.density_start is 1.0, to no effect: topology.policy "
                                     "static makes no updates"));
  EXPECT_THAT(told(fixed + "pattern = \"small_world\"\n"), ::testing::IsEmpty());
  EXPECT_THAT(told(fixed + "distribution = \"er\"\nerk_power = 0.5\n"),
              ::testing::ElementsAre("topology.erk_power is 0.5, to no effect: "
                                     "topology.distribution is er"));
  EXPECT_THAT(told(fixed + "distribution = \"erk\"\nerk_power = 0.5\n"), ::testing::IsEmpty());
  const std::string size = "[data]\nvocabulary_size = 512\n";
  EXPECT_THAT(told(size), ::testing::IsEmpty());
  EXPECT_THAT(
      told(size + "vocabulary = \"v.txt\"\n"),
      ::testing::ElementsAre("data.vocabulary_size is 512, to no effect on what is trained: "
                             "data.vocabulary is v.txt"));
  for (const auto& [task, file] : {std::pair("sequence_classification", "texts"),
                                   std::pair("question_answering", "questions")}) {
    const std::string share = "[run]\ntask = \"" + std::string(task) + "\"\n[data]\n" + file +
                              " = \"a\"\nvalidation_fraction = 0.2\n";
    EXPECT_THAT(told(share), ::testing::IsEmpty());
    EXPECT_THAT(told(share + "validation_" + file + " = \"b\"\n"),
                ::testing::ElementsAre("data.validation_fraction is 0.2, to no effect: "
                                       "data.validation_" +
                                       std::string(file) + " is b"));
  }
  const std::string texts =
      "[run]\ntask = \"sequence_classification\"\n[data]\ntexts = \"a\"\n[model]\n"
      "prune_encoder = true\n";
  const std::string encoder = "encoder = \"b\"\n", pruned = "model.prune_encoder is true, ";
  EXPECT_THAT(told(texts),
              ::testing::ElementsAre(pruned + "to no effect: model.encoder names none to prune"));
  EXPECT_THAT(told(texts + encoder),
              ::testing::ElementsAre(pruned + "to no effect: topology.policy dense keeps every "
                                              "weight whole"));
  EXPECT_THAT(told(texts + encoder + "density = 0.1\n[topology]\npolicy = \"static\"\n"),
              ::testing::IsEmpty());
  EXPECT_THAT(told("[training]\nsteps = 500\n"), ::testing::IsEmpty());
  EXPECT_THAT(told("[training]\nsteps = 500\ntokens = 1e6\n"),
              ::testing::ElementsAre("training.steps is 500, to no effect: training.tokens is "
                                     "1000000"));
}

// What a file says that each token sees takes the place of the other keys.
TEST(RunConfig, AnAttentionBesideAPatternOfAFileIsTold) {
  RunConfig config =
      parse_run_config("[model]\nattention_block = 16\nattention_stride = 2\n", "test");
  EXPECT_THAT(changes_without_effect(config), ::testing::IsEmpty());
  config.model.attention_pattern = "p.mtx";
  EXPECT_THAT(changes_without_effect(config),
              ::testing::ElementsAre("model.attention_stride is 2, to no effect: "
                                     "model.attention_pattern is p.mtx"));
  config.model.attention_stride = RunConfig().model.attention_stride;
  EXPECT_THAT(changes_without_effect(config), ::testing::IsEmpty());
}

/// What a configuration of density 0.1 is told of these lines of [topology].
std::vector<std::string> told_of(const std::string& policy, const std::string& lines) {
  return changes_without_effect(parse_run_config(
      "[model]\ndensity = 0.1\n[topology]\npolicy = '" + policy + "'\n" + lines, "test"));
}

TEST(RunConfig, AnOptionThatAnotherOneLeavesUnusedIsTold) {
  struct Case {
    const char *policy, *key, *value, *decides;
  };
  const Case cases[] = {
      {"dynamic", "drop_power", "2.0", "drop_schedule is cosine"},
      {"dynamic", "gradient_weight", "2.0", "drop is magnitude"},
      {"dynamic", "gradient_pool", "'max'", "grow is random"},
      {"dynamic", "momentum", "0.5", "grow is random"},
      {"dynamic", "density_schedule", "'linear'", "density_start is 0.0"},
      {"dynamic", "density_end", "0.5", "density_start is 0.0"},
      {"dynamic", "density_scope", "'global'", "density_start is 0.0"},
      {"dynamic", "group", "8", "pattern is random"},
      {"dynamic", "ablation", "0.5", "structure is none"},
      {"dynamic", "keep_regrown", "true", "regrow_dropped is false"},
      {"dynamic", "grown_deviation", "0.5", "grown_values is zero"},
      {"dynamic", "rewire", "0.5", "pattern is random"},
      {"static", "rewire", "0.5", "pattern is random"},
      {"static", "group", "8", "pattern is random"},
      {"set", "drop_phase", "0.5", "drop_schedule is constant"},
      {"set", "drop_fraction_end", "0.1", "drop_schedule is constant"},
      {"set", "block_norm", "'l2'", "drop is signed"},
      {"gmp", "drop_fraction", "0.5", "grow is none"},
      {"gmp", "drop_phase", "0.5", "grow is none"},
      {"gmp", "rounding", "'down'", "grow is none"},
      {"gmp", "grown_values", "'initial'", "grow is none"},
      {"gmp", "regrow_dropped", "true", "grow is none"},
      {"gmp", "pattern", "'banded'", "density_start is 1.0"},
      {"srigl", "regrow_dropped", "false", "structure is constant_fan_in"},
      {"n_of_m", "keep_regrown", "true", "structure is groups"},
      {"mest_soft", "gradient_pool", "'max'", "grow is random"},
      {"snip", "density_end", "0.5", "once_at is 0.0"},
      {"snip", "every_steps", "50", "once_at is 0.0"},
  };
  for (const auto& [policy, key, value, decides] : cases)
    EXPECT_THAT(told_of(policy, fmt::format("{} = {}\n", key, value)),
                ::testing::ElementsAre(fmt::format("topology.{} is {}, to no effect: topology.{}",
                                                   key, value, decides)))
        << policy;
  EXPECT_THAT(
      told_of("dynamic", "drop_schedule = 'linear'\ndrop_phase = 0.2\ndrop_power = 2\n"),
      ::testing::ElementsAre("topology.drop_phase is 0.2, topology.drop_power is 2.0, to no "
                             "effect: topology.drop_schedule is linear"));
}

TEST(RunConfig, AnOptionIsNotTiedToADefault) {
  for (const auto& [policy, lines] : std::vector<std::pair<std::string, std::string>>{
           {"dynamic", "drop_phase = 0.2\n"},
           {"dynamic", "drop_schedule = 'inverse_power'\ndrop_power = 2\n"},
           {"dynamic", "drop = 'magnitude_gradient'\ngradient_weight = 2\n"},
           {"dynamic", "grow = 'gradient'\ngradient_pool = 'max'\n"},
           {"dynamic", "grow = 'momentum'\nmomentum = 0.5\n"},
           {"dynamic", "redistribute = true\nmomentum = 0.5\n"},
           {"dynamic", "density_start = 0.5\ndensity_schedule = 'linear'\ndensity_end = 0.5\n"},
           {"dynamic", "density_start = 0.5\ndensity_scope = 'global'\n"},
           {"dynamic", "pattern = 'n_of_m'\ngroup = 8\n"},
           {"dynamic", "pattern = 'small_world'\nrewire = 0.5\n"},
           {"dynamic", "regrow_dropped = true\nkeep_regrown = true\n"},
           {"dynamic", "grown_values = 'normal'\ngrown_deviation = 0.5\n"},
           {"dynamic", "grown_moments = 'mean'\n"},
           {"static", "pattern = 'n_of_m'\ngroup = 8\n"},
           {"small_world", "rewire = 0.5\n"},
           {"mest_soft", "density_scope = 'global'\n"},
           {"srigl", "ablation = 0.5\nkeep_regrown = false\n"},
           {"n_of_m", "group = 8\n"},
           {"one_shot_magnitude", "once_at = 0.25\n"},
           {"gmp", "drop = 'random'\nskip_optimizer = true\n"}})
    EXPECT_THAT(told_of(policy, lines), ::testing::IsEmpty()) << policy << '\n' << lines;
}

TEST(RunConfig, WhatAPresetSetsIsNoChange) {
  for (const schedules::PolicyInfo& policy : schedules::topology_policies()) {
    if (policy.name == "dense") continue;
    EXPECT_THAT(told_of(policy.name, ""), ::testing::IsEmpty()) << policy.name;
  }
}

TEST(RunConfig, DampeningWithoutMomentumIsTold) {
  const auto told = [](const std::string& momentum) {
    return changes_without_effect(parse_run_config(
        "[training]\noptimizer = 'sgd'\ndampening = 0.5\nmomentum = " + momentum, "test"));
  };
  EXPECT_THAT(told("0.9"), ::testing::IsEmpty());
  EXPECT_THAT(told("0"), ::testing::ElementsAre("training.dampening is 0.5, to no effect: "
                                                "training.momentum is 0.0"));
}

TEST(RunConfig, SettingsOfTrainingThatOthersOverruleAreTold) {
  const auto told = [](const std::string& training) {
    return changes_without_effect(
        parse_run_config("[model]\ndensity = 0.1\n[topology]\npolicy = 'dynamic'\nupdates = 20\n"
                         "[training]\n" +
                             training,
                         "test"));
  };
  for (const auto& [without_effect, change, overruling, decides, effective] :
       std::vector<std::array<std::string, 5>>{
           {"warmup_fraction = 0.2\n", "training.warmup_fraction is 0.2", "warmup_steps = 3\n",
            "training.warmup_steps is 3", ""},
           {"warmup_power = 3\n", "training.warmup_power is 3.0", "warmup_fraction = 0\n",
            "training.warmup_fraction is 0.0", "warmup_steps = 3\n"},
           {"optimizer = 'sgd'\ndecoupled_decay = true\n", "training.decoupled_decay is true",
            "weight_decay = 0\n", "training.weight_decay is 0.0", ""},
           {"validate_every = 3\n", "training.validate_every is 3", "validate_every_hours = 1\n",
            "training.validate_every_hours is 1.0", ""}}) {
    EXPECT_THAT(told(without_effect + overruling),
                ::testing::ElementsAre(change + ", to no effect: " + decides));
    EXPECT_THAT(told(without_effect + effective), ::testing::IsEmpty()) << without_effect;
    EXPECT_THAT(told(overruling), ::testing::IsEmpty()) << overruling;
  }
}

// The blocks that go are the smallest of all layers, so that none keeps a density of its own.
TEST(RunConfig, AGlobalScopeHoldsNoDensitiesOfLayers) {
  const auto refusal = [](const std::string& policy, const std::string& lines) {
    return message_of<ConfigError>([&] { (void)told_of(policy, lines); });
  };
  for (const char* policy : {"granet", "snip"})
    EXPECT_THAT(refusal(policy, "layers = '*.key.weight=1 *.query.weight=0.5'\n"),
                ::testing::StartsWith("test: topology.layers: *.query.weight=0.5, expected "
                                      "densities of 1 alone with topology.density_scope "
                                      "\"global\""))
        << policy;
  EXPECT_THAT(refusal("mest_soft", "density_scope = 'global'\nlayers = '*=0.5'\n"),
              ::testing::HasSubstr("topology.layers: *=0.5"));
  EXPECT_THAT(told_of("granet", "layers = '*.query.weight=1'\n"), ::testing::IsEmpty());
  EXPECT_THAT(told_of("gmp", "layers = '*.query.weight=0.5'\n"), ::testing::IsEmpty());
  EXPECT_THAT(told_of("granet", "density_scope = 'layer'\nlayers = '*.query.weight=0.5'\n"),
              ::testing::IsEmpty());
  EXPECT_THAT(told_of("granet", "distribution = 'erk'\n"),
              ::testing::ElementsAre(
                  "topology.distribution is 'erk', to no effect on the densities in the end: "
                  "topology.density_scope global drops blocks wherever they are smallest"));
  EXPECT_THAT(told_of("gmp", "distribution = 'erk'\n"), ::testing::IsEmpty());
}

TEST(RunConfig, ADenseModelSaysThatSettingsOfPatternsHaveNoEffect) {
  const auto told = [](const std::string& toml) {
    return changes_without_effect(parse_run_config(toml, "test"));
  };
  EXPECT_THAT(told(""), ::testing::IsEmpty());
  EXPECT_THAT(
      told("[topology]\npolicy = \"dense\"\ndistribution = \"erk\"\ndense_attention = true\n"
           "layers = \"*=0.5\"\n"),
      ::testing::ElementsAre("topology.distribution is 'erk', topology.dense_attention is true, "
                             "topology.layers is '*=0.5', to no effect: topology.policy dense has "
                             "no patterns"));
  EXPECT_THAT(
      told("[training]\ngroup_lasso = 0.1\nscale_learning_rate = true\n"),
      ::testing::ElementsAre("training.scale_learning_rate is true, to no effect: model.density "
                             "is 1.0",
                             "training.group_lasso is 0.1, to no effect: a dense model has no "
                             "blocks"));
  EXPECT_THAT(told("[model]\nembedding_density = 0.5\n[training]\ngroup_lasso = 0.1\n"),
              ::testing::IsEmpty());
}

TEST(RunConfig, RecipesAreConfigurations) {
  int recipes = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(ESPALIER_SOURCE_DIR "/experiments/configs/recipes")) {
    EXPECT_NO_THROW((void)load_run_config(entry.path().string())) << entry.path();
    ++recipes;
  }
  EXPECT_GE(recipes, 6);
}

RunConfig parse(const std::string& toml, const std::vector<std::string>& overrides = {}) {
  return parse_run_config(toml, "run.toml", overrides);
}

std::string error(const std::string& toml, const std::vector<std::string>& overrides = {}) {
  const std::string message = message_of<ConfigError>([&] { (void)parse(toml, overrides); });
  EXPECT_EQ(std::ranges::count(message, '\n'), 0) << message;
  return message;
}

TEST(RunConfig, AnEmptyFileIsTheDefaults) { EXPECT_EQ(parse(""), RunConfig()); }

TEST(RunConfig, ReadsWhatDiffers) {
  const RunConfig config = parse(
      "[model]\nname = 'mini'\ndensity = 0.1\nblock = 16\n"
      "[topology]\npolicy = 'dynamic'\nregrow_dropped = true\n"
      "[training]\nlearning_rate = 1\n");
  EXPECT_EQ(config.model.name, "mini");
  EXPECT_EQ(config.model.density, 0.1);
  EXPECT_EQ(config.model.block, 16);
  EXPECT_TRUE(config.topology.regrow_dropped);
  EXPECT_EQ(config.training.learning_rate, 1.0);  // an integer serves as a number
  EXPECT_EQ(config.training.batch, 64);
}

TEST(RunConfig, WrittenConfigReadsBackEqual) {
  RunConfig config;
  config.run.name = "a \"quoted\" \\ name\twith ünicode";
  config.run.seed = 9007199254740992;
  config.model.density = 0.1;
  config.topology.policy = "static";
  config.training.learning_rate = 1.0 / 3.0;
  config.training.epsilon = 1e-37;
  config.training.warmup_fraction = 5e-324;
  config.training.weight_decay = 3e38;
  config.training.group_lasso = 1e300;
  config.training.gradient_clip = 0;
  config.training.scale_learning_rate = true;
  config.data.corpus = "/some/where.txt";
  EXPECT_EQ(parse(to_toml(config)), config) << to_toml(config);
  EXPECT_EQ(parse(to_toml(RunConfig())), RunConfig());
}

TEST(RunConfig, HelpIsTheDefaultsWithAMeaningOnEveryLine) {
  const std::string help = config_help();
  EXPECT_EQ(parse(help), RunConfig());
  std::istringstream lines(help);
  int keys = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() == '[') continue;
    ++keys;
    EXPECT_THAT(line, HasSubstr(" = ")) << line;
    EXPECT_THAT(line, HasSubstr("# ")) << line;
  }
  EXPECT_EQ(keys, 136);
}

TEST(RunConfig, OverridesComeLastAndBareWordsAreStrings) {
  const RunConfig config =
      parse("[model]\nname = 'mini'\n",
            {"model.name=small", "training.steps=7", "run.name=\"x y\"", "data.corpus=/a/b.txt",
             "model.density=0.5", "topology.policy=static", "topology.regrow_dropped=true"});
  EXPECT_EQ(config.model.name, "small");
  EXPECT_EQ(config.training.steps, 7);
  EXPECT_EQ(config.run.name, "x y");
  EXPECT_EQ(config.data.corpus, "/a/b.txt");
  EXPECT_TRUE(config.topology.regrow_dropped);
}

TEST(RunConfig, UnknownKeysNameFileLineKeyAndTheNearestOne) {
  EXPECT_EQ(error("[training]\n\nlearning_rat = 1e-3\n"),
            "run.toml:3: training.learning_rat: unknown key, did you mean training.learning_rate?");
  EXPECT_EQ(error("[model]\nlearning_rate = 1e-3\n"),
            "run.toml:2: model.learning_rate: unknown key, did you mean training.learning_rate?");
  EXPECT_EQ(error("[model]\nxyzzy_plugh = 1\n"), "run.toml:2: model.xyzzy_plugh: unknown key");
  EXPECT_EQ(error("[modle]\nname = 'tiny'\n"),
            "run.toml:1: modle: unknown table, did you mean model?");
  EXPECT_EQ(error("seed = 1\n"), "run.toml:1: seed: unknown table, did you mean run.seed?");
  EXPECT_EQ(error("[xyzzy]\nname = 'tiny'\n"), "run.toml:1: xyzzy: unknown table");
  EXPECT_EQ(error("", {"training.batsh=1"}),
            "--set: training.batsh: unknown key, did you mean training.batch?");
  EXPECT_EQ(error("", {"model=1"}), "--set: model: unknown key");
  EXPECT_THAT(error("", {"batch"}), HasSubstr("expected table.key=value"));
}

TEST(RunConfig, WrongTypesNameValueAndExpectation) {
  EXPECT_EQ(error("[training]\nbatch = 'many'\n"),
            "run.toml:2: training.batch: 'many', expected an integer from 1 to 1048576");
  EXPECT_EQ(error("[training]\nbatch = 6.45e1\n"),
            "run.toml:2: training.batch: 64.5, expected an integer from 1 to 1048576");
  EXPECT_THAT(error("[topology]\nregrow_dropped = 1\n"), HasSubstr("1, expected true or false"));
  EXPECT_THAT(error("[run]\nname = 3\n"), HasSubstr("3, expected a string"));
  EXPECT_THAT(error("[run]\nname = [1, 2]\n"), HasSubstr("an array, expected a string"));
  EXPECT_THAT(error("model = 3\n"), HasSubstr("run.toml:1: model: 3, expected a table"));
  EXPECT_THAT(error("[model]\ndensity.x = 3\n"), HasSubstr("a table, expected a number"));
  EXPECT_THAT(error("", {"training.steps=soon"}), HasSubstr("--set: training.steps: 'soon'"));
  EXPECT_THAT(error("", {"run.name=caf\xe9"}),
              HasSubstr("--set: run.name: caf\uFFFD, expected UTF-8"));
}

TEST(RunConfig, AnOptionThatStandsForAKeyIsNamedItself) {
  RunConfig config;
  EXPECT_EQ(
      message_of<ConfigError>([&] { apply_override("run.threads=abc", "--threads", config); }),
      "--threads: run.threads: 'abc', expected an integer from 0 to 4096");
  apply_override("run.threads=3", "--threads", config);
  EXPECT_EQ(config.run.threads, 3);
}

TEST(RunConfig, TheLastOverrideOfAKeyCounts) {
  const std::vector<std::string> overrides = {"run.seed=1", "run.seed=2", "run.seeds=3", "run"};
  EXPECT_EQ(override_of(overrides, "run.seed"), &overrides[1]);
  EXPECT_EQ(override_of(overrides, "run.name"), nullptr);
  EXPECT_EQ(override_of(overrides, "run"), nullptr);
}

TEST(RunConfig, AWholeNumberIsACountHoweverItIsWritten) {
  const RunConfig config = parse("[training]\ntokens = 51.2e6\nbatch = 6.4e1\n",
                                 {"training.validate_every=1e3", "run.seed=9007199254740992.0",
                                  "model.block=1.6e1", "data.sequence=32.0"});
  EXPECT_EQ(config.training.tokens, 51200000);
  EXPECT_EQ(config.training.batch, 64);
  EXPECT_EQ(config.training.validate_every, 1000);
  EXPECT_EQ(config.run.seed, 9007199254740992);
  EXPECT_EQ(config.model.block, 16);
  EXPECT_EQ(config.data.sequence, 32);
  // The same configuration, with the same file and hash.
  const RunConfig plain = parse("[training]\nsteps = 10000\n");
  EXPECT_EQ(to_toml(parse("[training]\nsteps = 1e4\n")), to_toml(plain));
  EXPECT_EQ(parse("", {"training.steps=1e4"}), plain);
  for (const char* bad : {"1.5e0", "1e-1", "1e400", "nan", "-1e4", "1e16", "'1e4'", "'=1e4 + 0.5'"})
    EXPECT_THAT(error("", {std::string("training.steps=") + bad}),
                AllOf(StartsWith("--set: training.steps: "),
                      HasSubstr("expected an integer from 1 to 2147483647")))
        << bad;
}

// 2^53 + 1 is the double 2^53, which is the largest seed.
TEST(RunConfig, SeedsAreComparedAsIntegers) {
  const std::string expected = ", expected an integer from 0 to 9007199254740992";
  EXPECT_EQ(error("[run]\nseed = 9007199254740993\n"),
            "run.toml:2: run.seed: 9007199254740993" + expected);
  EXPECT_EQ(error("", {"run.seed=9223372036854775807"}),
            "--set: run.seed: 9223372036854775807" + expected);
  EXPECT_EQ(error("", {"run.seed=18446744073709551615"}),
            "--set: run.seed: '18446744073709551615'" + expected);
  // More than an integer of TOML can be.
  EXPECT_THAT(error("[run]\nseed = 18446744073709551615\n"),
              AllOf(StartsWith("run.toml:2: "), HasSubstr("18446744073709551615")));
}

TEST(RunConfig, ValuesOutsideTheirDomain) {
  const std::string sparse = "[topology]\npolicy = 'static'\n[model]\ndensity = ";
  EXPECT_EQ(error(sparse + "0.0\n"), "run.toml:4: model.density: 0.0, expected a number in (0, 1]");
  for (const char* bad : {"1.5", "-0.1", "nan", "inf"}) {
    EXPECT_THAT(error(sparse + bad + '\n'), HasSubstr("expected a number in (0, 1]")) << bad;
  }
  EXPECT_EQ(error("[model]\nblock = 3\n"),
            "run.toml:2: model.block: 3, expected one of 1 2 4 8 16");
  EXPECT_THAT(
      error("[topology]\npolicy = 'riggle'\n"),
      StartsWith("run.toml:2: topology.policy: 'riggle', expected one of 'dense' 'static'"));
  EXPECT_THAT(error("", {"topology.policy=riggle"}),
              StartsWith("--set: topology.policy: 'riggle'"));
  EXPECT_THAT(error("[data]\nsequence = 100\n"), HasSubstr("expected a multiple of 16 up to 512"));
  EXPECT_THAT(error("[data]\nsequence = 528\n"), HasSubstr("528"));
  EXPECT_THAT(error("[training]\nbatch = 0\n"), HasSubstr("0, expected an integer from 1"));
  EXPECT_THAT(error("[training]\nbeta1 = 1.0\n"), HasSubstr("expected a number in [0, 1)"));
  for (const char* bad : {"0", "-0.1", "1e-39", "1e39", "inf"})
    EXPECT_THAT(error(std::string("[training]\nlearning_rate = ") + bad + '\n'),
                HasSubstr("expected a number from 1.18e-38 to 3.4e38"))
        << bad;
  EXPECT_EQ(error("[training]\nweight_decay = 1e39\n"),
            "run.toml:2: training.weight_decay: 1e+39, expected a number from 0 to 3.4e38");
  EXPECT_THAT(error("[run]\nseed = -1\n"), HasSubstr("-1, expected an integer"));
  EXPECT_THAT(error("[model]\nname = 'huge'\n"), HasSubstr("'huge', expected one of 'nano'"));
  EXPECT_THAT(error("[model]\ndropout = 1.0\n"), HasSubstr("expected a number in [0, 1)"));
}

TEST(RunConfig, ValuesThatContradictEachOther) {
  EXPECT_THAT(error("[model]\ndensity = 0.1\n"),
              HasSubstr("set the policy to \"static\" or \"dynamic\""));
  EXPECT_THAT(error("[topology]\npolicy = 'dynamic'\n"), HasSubstr("expected a density below 1"));
  const std::string sparse = "[topology]\npolicy = 'static'\n[model]\ndensity = 0.1\nblock = 16\n";
  EXPECT_THAT(error(sparse + "hidden = 72\nheads = 1\n"),
              HasSubstr("model.block: 16, expected a divisor of the hidden width, 72"));
  EXPECT_THAT(error(sparse + "intermediate = 72\n"),
              HasSubstr("expected a divisor of the intermediate width, 72"));
  EXPECT_THAT(error("[model]\nheads = 3\n"),
              HasSubstr("run.toml: model heads is 3, expected a divisor of hidden, 128"));
}

TEST(RunConfig, TextThatIsNoTomlIsOneLine) {
  EXPECT_THAT(error("[model\nname = 1\n"), StartsWith("run.toml:1: not valid TOML"));
  EXPECT_THAT(error("[model]\nname = \"a\n\"\n"), StartsWith("run.toml:2: not valid TOML"));
  EXPECT_THAT(error(std::string("\x00\xff\xfe[", 4)), HasSubstr("not valid TOML"));
  EXPECT_THAT(error("[model]\nname = 'tiny'\nname = 'mini'\n"), HasSubstr("not valid TOML"));
  EXPECT_THAT(error("[model]\n\"a\\nb\" = 1\n"), HasSubstr("model.a?b: unknown key"));
  EXPECT_THAT(error("", {"run.seed=1\n[model]"}), HasSubstr("run.seed"));
}

TEST(RunConfig, StepsComeFromTokensWhenGiven) {
  RunConfig config;
  EXPECT_EQ(steps(config), 1000);
  EXPECT_EQ(validation_interval(config), 50);
  config.training.tokens = 64 * 128 * 10;
  EXPECT_EQ(steps(config), 10);
  config.training.tokens += 1;
  EXPECT_EQ(steps(config), 11);
  EXPECT_EQ(validation_interval(config), 1);
  config.training.validate_every = 4;
  EXPECT_EQ(checkpoint_interval(config), 4);
  config.training.checkpoint_every = 3;
  EXPECT_EQ(checkpoint_interval(config), 3);
}

TEST(RunConfig, ModelTakesDataAndOverrides) {
  RunConfig config;
  config.data.vocabulary_size = 1000;
  config.data.sequence = 64;
  EXPECT_EQ(model_config(config).name, "tiny");
  EXPECT_EQ(model_config(config).vocabulary, 1000);
  EXPECT_EQ(model_config(config).max_positions, 64);
  config.model.hidden = 96;
  config.model.layers = 3;
  const models::ModelConfig model = model_config(config);
  EXPECT_EQ(model.name, "tiny_L3_H96");
  EXPECT_EQ(model.heads, 3);
  EXPECT_EQ(model.intermediate, 384);
  config.model.norm = "pre";
  EXPECT_EQ(model_config(config).name, "tiny_L3_H96_pre");
  EXPECT_EQ(model_config(config).norm, models::NormPlacement::kPre);
}

TEST(RunConfig, AttentionIsSparseIfItHasBlocks) {
  RunConfig config;
  config.data.sequence = 128;
  const std::string full = config_hash(config);
  EXPECT_FALSE(model_config(config).attention.is_sparse());
  config.model.attention_block = 32;
  EXPECT_NE(config_hash(config), full);
  const models::ModelConfig model = model_config(config);
  EXPECT_EQ(model.name, "tiny_a32");
  EXPECT_EQ(model.attention, (models::AttentionLayout{.block = 32}));
  config.model.attention_block = 48;
  EXPECT_THAT(message_of<ConfigError>([&] { (void)model_config(config); }),
              AllOf(HasSubstr("model.attention_block: "), HasSubstr("block is 48"),
                    HasSubstr("divides the sequence of 128")));
  config.model.attention_block = 0;
  config.model.attention_global = 1;
  EXPECT_THAT(message_of<ConfigError>([&] { (void)model_config(config); }),
              HasSubstr("expected a model.attention_block above 0"));
  config.model.attention_block = 32;
  config.model.attention_pattern = "nowhere.mtx";
  EXPECT_EQ(message_of<IoError>([&] { (void)model_config(config); }),
            "model.attention_pattern: 'nowhere.mtx' does not exist");
}

TEST(RunConfig, HashIsOfWhatDecidesTheResult) {
  RunConfig config;
  const std::string hash = config_hash(config);
  EXPECT_EQ(hash.size(), 16u);
  config.run.name = "other";
  config.run.threads = 2;
  config.data.cache = "/elsewhere";
  EXPECT_EQ(config_hash(config), hash);
  config.run.seed = 2;
  EXPECT_THAT(config_hash(config), Not(hash));
}

TEST(RunConfig, SettingsHashIgnoresSeedAndRate) {
  RunConfig config;
  const std::string hash = settings_hash(config);
  config.run.seed = 9;
  config.training.learning_rate = 0.5;
  config.training.tokens = 64 * 128 * 1000;  // the same thousand steps
  config.training.validate_every = 3;
  EXPECT_EQ(settings_hash(config), hash);
  config.training.batch = 32;
  EXPECT_NE(settings_hash(config), hash);
}

class RunConfigFile : public FolderTest {};

TEST_F(RunConfigFile, LoadsAndNamesTheFile) {
  const auto path = write("a.toml", "[run]\nseed = 3\n");
  EXPECT_EQ(load_run_config(path, {"run.threads=1"}).run.seed, 3);
  EXPECT_THAT(message_of<IoError>([&] { (void)load_run_config(folder_ / "none.toml"); }),
              HasSubstr("none.toml: cannot open"));
  EXPECT_THAT(message_of<IoError>([&] { (void)load_run_config(folder_); }), HasSubstr("cannot"));
}

constexpr const char* kImages = "[run]\ntask = 'images'\n";

TEST(RunConfig, RefusesKeysOfAnotherTask) {
  EXPECT_THAT(message_of<ConfigError>([] { parse("[training]\nepochs = 2"); }),
              AllOf(HasSubstr("training.epochs: 2.0"), HasSubstr("\"mlm\" has no use for")));
  EXPECT_THAT(
      message_of<ConfigError>([] { parse(std::string(kImages) + "[data]\nsequence = 64"); }),
      AllOf(HasSubstr("data.sequence: 64"), HasSubstr("leave it at 128")));
  // Where things lie changes no result.
  EXPECT_EQ(parse(std::string(kImages) + "[data]\ncache = 'x'").data.cache, "x");
}

TEST(RunConfig, CountsEpochsOfSixtyThousandImages) {
  const std::string images = kImages;
  const RunConfig config = parse(images + "[training]\nepochs = 2.5\nbatch = 128");
  EXPECT_EQ(steps(config), 1172);  // 150000 / 128 = 1171.9
  EXPECT_EQ(validation_interval(config), 469);
  EXPECT_EQ(checkpoint_interval(config), 1172);
  // 16200 images are 162 whole batches, and 0.27 times 60000 in double precision is a little more.
  EXPECT_EQ(steps(parse(images + "[training]\nepochs = 0.27\nbatch = 100")), 162);
  EXPECT_EQ(steps(parse(images + "[training]\nepochs = 1e-9\nbatch = 100")), 1);
  EXPECT_EQ(steps(parse(images + "[training]\nsteps = 40")), 40);
}

TEST(RunConfig, ReadsTheWidthsOfAPerceptron) {
  const auto with_widths = [](const std::string& widths) {
    return parse(std::string(kImages) + "[model]\nwidths = '" + widths + "'");
  };
  EXPECT_EQ(layer_widths(with_widths("784-300-100-10")), (std::vector<Index>{784, 300, 100, 10}));
  EXPECT_EQ(model_name(with_widths("784-10")), "mlp_784-10");
  for (const char* wrong : {"", "784", "784-", "-784-10", "784--10", "784-x", "784-0", "784-65537",
                            "784 10", "784-10-", "99999999999999999999-2"})
    EXPECT_THAT(message_of<ConfigError>([&] { with_widths(wrong); }),
                HasSubstr("model.widths: '" + std::string(wrong) + "'"))
        << wrong;
}

TEST(RunConfig, BlocksDivideTheSparseLayersOfAPerceptron) {
  const auto check = [](const std::string& widths) {
    return parse(std::string(kImages) + "[model]\nwidths = '" + widths +
                 "'\ndensity = 0.1\nblock = 16\n[topology]\npolicy = 'static'");
  };
  check("784-512-256-10");  // the output is dense
  EXPECT_THAT(message_of<ConfigError>([&] { check("784-300-100-10"); }),
              HasSubstr("expected a divisor of the layer width, 300"));
}

TEST(RunConfig, HashesOnlyTheKeysOfItsTask) {
  RunConfig images = parse(kImages);
  const std::string hash = config_hash(images);
  images.data.image_folder = "elsewhere";
  EXPECT_EQ(config_hash(images), hash);
  images.model.widths = "784-10";
  EXPECT_NE(config_hash(images), hash);
  EXPECT_NE(hash, config_hash(RunConfig()));
  EXPECT_NE(settings_hash(parse(kImages)), settings_hash(RunConfig()));
  EXPECT_THAT(to_toml(RunConfig()), Not(HasSubstr("widths")));
  EXPECT_THAT(to_toml(parse(kImages)), AllOf(HasSubstr("widths"), Not(HasSubstr("vocabulary"))));
}

TEST(RunConfig, TakesTheSettingsOfThePolicysSource) {
  const RunConfig rigl = parse("[model]\ndensity = 0.1\n[topology]\npolicy = 'rigl'\n");
  EXPECT_EQ(rigl.topology, topology_preset("rigl"));
  EXPECT_EQ(rigl.topology.drop_fraction, 0.3);
  EXPECT_EQ(rigl.topology.grow, "gradient");
  // What the file or the command line says counts, in whatever order.
  const RunConfig changed =
      parse("[model]\ndensity = 0.1\n[topology]\ndrop_fraction = 0.2\npolicy = 'dynamic'\n",
            {"topology.policy=rigl", "topology.grow=random"});
  EXPECT_EQ(changed.topology.drop_fraction, 0.2);
  EXPECT_EQ(changed.topology.every_steps, 100);
  EXPECT_EQ(changed.topology.grow, "random");
  EXPECT_EQ(parse(to_toml(changed)), changed);

  const RunConfig blast = parse("[model]\ndensity = 0.1\n[topology]\npolicy = 'blast'\n");
  EXPECT_TRUE(blast.topology.dense_attention);
  const RunConfig everywhere = parse(to_toml(blast), {"topology.dense_attention=false"});
  EXPECT_FALSE(everywhere.topology.dense_attention);
  EXPECT_EQ(parse(to_toml(everywhere)), everywhere);
  EXPECT_NE(config_hash(everywhere), config_hash(blast));
}

TEST(RunConfig, NamesTheChoicesThatThereAre) {
  EXPECT_THAT(error("[topology]\ngrow = 'gradients'\n"),
              HasSubstr("'none' 'random' 'gradient' 'momentum'"));
}

TEST(RunConfig, SettingsOfAnOptimizerAreThoseOfItsSource) {
  const auto of = [](const std::string& text) { return parse("[training]\n" + text); };
  EXPECT_EQ(of("optimizer = \"nvlamb\"\n").training.gradient_clip, 1);
  EXPECT_EQ(of("optimizer = \"lamb\"\n").training.gradient_clip, 0);
  EXPECT_EQ(of("optimizer = \"sgd\"\n").training.weight_decay, 1e-4);
  EXPECT_EQ(of("optimizer = \"sgd\"\nweight_decay = 0.5\n").training.weight_decay, 0.5);
  const RunConfig nesterov = of("optimizer = \"sgd\"\nnesterov = true\n");
  EXPECT_EQ(std::get<bool>(optimizer_settings(nesterov).at("nesterov")), true);
  EXPECT_EQ(parse_run_config(to_toml(nesterov), "again"), nesterov);
  EXPECT_NE(config_hash(nesterov), config_hash(of("optimizer = \"sgd\"\n")));
  // Naming the usual one changes nothing.
  EXPECT_EQ(config_hash(of("optimizer = \"adamw\"\n")), config_hash(of("")));

  const auto fault = [](const std::string& text) { return error("[training]\n" + text); };
  EXPECT_THAT(fault("momentum = 0.5\n"),
              HasSubstr("training.optimizer \"adamw\" has no use for; leave it at 0.9"));
  EXPECT_THAT(fault("optimizer = \"sgd\"\nbeta1 = 0.5\n"), HasSubstr("has no use for"));
  EXPECT_THAT(fault("optimizer = \"sgd\"\nnesterov = true\nmomentum = 0\n"),
              HasSubstr("run.toml: training.optimizer: sgd: nesterov"));
  EXPECT_THAT(fault("optimizer = \"adagrad\"\n"), HasSubstr("'sgd'"));
}

}  // namespace
}  // namespace espalier::training::run_config_test
