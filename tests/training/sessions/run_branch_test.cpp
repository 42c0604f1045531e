// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/sessions/run_branch.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include <espalier/experiments/results/run_difference.h>
#include <espalier/experiments/results/topology_report.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/schedules/update/edit_log.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/sessions/training_run.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/small_study.h"

namespace espalier::training {
namespace {

using espalier::testing::message_of;
using espalier::testing::read_bytes;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kWeights[] = {"model.safetensors", "optimizer.safetensors",
                                    "topology.safetensors"};

class RunBranches : public espalier::testing::FolderTest {
 protected:
  static TrainingRunOptions quiet() {
    TrainingRunOptions options;
    options.quiet = true;
    return options;
  }

  /// A run of 24 steps with checkpoints of steps 8, 16 and 24.
  std::filesystem::path source(const std::string& policy, Index positions = 0) {
    RunConfig config = small_config(write("text.txt", small_text()).string(), policy);
    config.model.positions = positions;
    config.run.folder = (folder_ / "runs").string();
    config.run.name = policy;
    config.training.keep_checkpoints = 5;
    return run_training(config, quiet()).folder;
  }

  TrainingRunOutcome branch(const std::string& from, const std::vector<std::string>& overrides,
                            const std::atomic<bool>* stop = nullptr,
                            BranchStart start = BranchStart::kThere) const {
    TrainingRunOptions options = quiet();
    options.stop = stop;
    options.branch = branch_of(from);
    options.branch->start = start;
    return run_training(branch_config(from, overrides, start), options);
  }

  /// Ends a run in several sessions, as if it had been killed before its first checkpoint and
  /// `source`, which it went on from, were gone: what it began with is there.
  static void finish_in_parts(const std::filesystem::path& run,
                              const std::filesystem::path& source) {
    std::filesystem::remove_all(run / "checkpoints");
    std::filesystem::remove_all(source);
    const RunConfig config = read_run_config(run);
    const std::atomic<bool> stop = true;  // after one step
    TrainingRunOptions options = quiet();
    options.stop = &stop;
    for (int session = 0; session < 4; ++session)
      EXPECT_EQ(run_training(config, options).status, RunStatus::kStopped);
    options.stop = nullptr;
    EXPECT_EQ(run_training(config, options).status, RunStatus::kDone);
  }

  /// The records of updates, without the time.
  static std::vector<nlohmann::json> updates_of(const std::filesystem::path& run) {
    std::vector<nlohmann::json> updates;
    for (nlohmann::json record : read_metrics(run / "metrics.jsonl")) {
      if (!is_event(record, event::kTopology)) continue;
      record.erase(field::kSeconds);
      updates.push_back(std::move(record));
    }
    return updates;
  }

  static std::string bytes(const std::filesystem::path& run, const char* file) {
    return read_bytes(run / "checkpoints/step_24" / file);
  }
};

TEST_F(RunBranches, OneThatChangesNothingEndsAsItsRun) {
  const auto run = source("dynamic");
  const auto same = branch(run.string() + "@8", {"run.name=same"}).folder;
  for (const char* file : kWeights) EXPECT_TRUE(bytes(run, file) == bytes(same, file)) << file;
  const experiments::RunDifference difference = experiments::run_difference(run, same);
  EXPECT_TRUE(difference.settings.empty());
  ASSERT_EQ(difference.validation.size(), 2u) << "its records begin where it does";
  for (const experiments::LossPair& pair : difference.validation) EXPECT_EQ(pair.difference(), 0);
  EXPECT_EQ(read_manifest(same).branched_from, "dynamic@8");
  EXPECT_EQ(summarise_run(same).total_training_flops, summarise_run(run).total_training_flops);
}

TEST_F(RunBranches, HasTheTimeOfItsRunBehindItUnlessANextPhaseBegins) {
  RunBranch at = branch_of(source("static").string() + "@8");
  const auto state = nlohmann::json::parse(models::trainer_state(at.checkpoint));
  EXPECT_GT(at.first_seconds(), 0);
  EXPECT_EQ(at.first_seconds(), state.at("sitting").at("seconds").get<double>());
  at.start = BranchStart::kNextPhase;
  EXPECT_EQ(at.first_seconds(), 0);
}

TEST_F(RunBranches, AnotherPolicyGoesOnFromTheSamePatterns) {
  const auto run = source("static");
  const auto moved = branch(run.string() + "@8",
                            {"run.name=moved", "topology.policy=dynamic", "topology.updates=6"})
                         .folder;
  const RunSummary summary = summarise_run(moved);
  EXPECT_EQ(summary.status, "done");
  EXPECT_EQ(summary.policy, "dynamic");
  EXPECT_GT(summary.metrics.value(metric::kExplored),
            summarise_run(run).metrics.value(metric::kExplored));

  // What it began with is kept, and its edits lead from there to its end.
  const experiments::TopologyRun topology =
      experiments::read_topology_run(moved, experiments::initial_patterns(moved));
  const auto begin = models::inspect_checkpoint(run / "checkpoints/step_8");
  const auto end = models::inspect_checkpoint(moved / "checkpoints/step_24");
  ASSERT_EQ(topology.initial.size(), 6u);
  for (const NamedPattern& weight : topology.initial) {
    const auto named = [&](const auto& list) {
      return std::ranges::find(list, weight.name, &models::ParameterSummary::name)->pattern;
    };
    EXPECT_EQ(*weight.pattern, *named(begin));
    EXPECT_EQ(*schedules::replay(weight.pattern, topology.log.entries, weight.name), *named(end));
    EXPECT_NE(*named(begin), *named(end));
  }
}

TEST_F(RunBranches, EveryPolicyThatMovesCanTakeOver) {
  const auto run = source("static");
  for (const std::string policy : {"rigl", "snfs", "set", "mest"}) {
    const auto outcome =
        branch(run.string() + "@8",
               {"run.name=" + policy, "topology.policy=" + policy, "topology.every_steps=3"});
    EXPECT_EQ(outcome.status, RunStatus::kDone) << policy;
    EXPECT_GT(summarise_run(outcome.folder).metrics.value(metric::kExplored),
              summarise_run(run).metrics.value(metric::kExplored))
        << policy;
  }
}

TEST_F(RunBranches, StoppedAfterEachStepAndWithoutItsRunItEndsAsOneSession) {
  const auto run = source("static");
  const std::vector<std::string> change = {"topology.policy=rigl", "topology.every_steps=3"};
  const auto with_name = [&](const std::string& name) {
    std::vector<std::string> overrides = change;
    overrides.push_back("run.name=" + name);
    return overrides;
  };
  const auto whole = branch(run.string() + "@8", with_name("whole")).folder;

  const std::atomic<bool> stop = true;  // after one step
  const auto folder = branch(run.string() + "@8", with_name("parts"), &stop).folder;
  finish_in_parts(folder, run);
  for (const char* file : kWeights) EXPECT_TRUE(bytes(whole, file) == bytes(folder, file)) << file;
  EXPECT_EQ(read_bytes(whole / "edits.log"), read_bytes(folder / "edits.log"));
  EXPECT_EQ(read_manifest(folder).branched_from, "static@8");
}

TEST_F(RunBranches, ANextPhaseTakesOverWhatWasLearntAndCountsAnew) {
  const auto run = source("dynamic", 32);
  const std::vector<std::string> change = {"data.sequence=32", "training.batch=3",
                                           "training.steps=24", "training.learning_rate=0.001"};
  const auto phase = [&](const std::string& name, const std::atomic<bool>* stop = nullptr) {
    std::vector<std::string> overrides = change;
    overrides.push_back("run.name=" + name);
    return branch(run.string() + "@16", overrides, stop, BranchStart::kNextPhase).folder;
  };
  const auto whole = phase("whole");
  EXPECT_EQ(read_manifest(whole).branched_from, "dynamic@16");
  for (const char* file : {"model.safetensors", "optimizer.safetensors"})
    EXPECT_TRUE(read_bytes(whole / "start/step_0" / file) ==
                read_bytes(run / "checkpoints/step_16" / file))
        << file;
  const RunSummary summary = summarise_run(whole);
  EXPECT_EQ(summary.steps, 24);
  EXPECT_EQ(summary.tokens, 24 * 3 * 32);
  EXPECT_GT(summary.metrics.value(metric::kExplored),
            summarise_run(run).metrics.value(metric::kExplored));
  const std::vector<nlohmann::json> moved = updates_of(whole);
  EXPECT_EQ(moved[0].at("overlap_initial"), moved[0].at("overlap_previous"));
  EXPECT_GT(moved[0].at("expected_explored"), updates_of(run)[3].at("explored")) << "of step 16";
  int updates = 0, first = -1;
  for (const auto& record : read_metrics(whole / "metrics.jsonl")) {
    if (first < 0) first = record.at("step").get<int>();
    updates += is_event(record, event::kTopology);
  }
  EXPECT_EQ(first, 1);
  EXPECT_EQ(updates, 5) << "as many as in the first phase";

  const std::atomic<bool> stop = true;  // after one step
  const auto parts = phase("parts", &stop);
  finish_in_parts(parts, run);
  for (const char* file : kWeights) EXPECT_TRUE(bytes(whole, file) == bytes(parts, file)) << file;
  EXPECT_EQ(updates_of(parts), moved);
}

TEST_F(RunBranches, LongerSequencesWantAFirstPhaseWithRoomForThem) {
  const auto run = source("static");
  const auto refusal = [&](const std::string& change) {
    return message_of<ConfigError>([&] {
      branch(run.string(), {"run.name=a", change}, nullptr, BranchStart::kNextPhase);
    });
  };
  EXPECT_THAT(refusal("data.sequence=32"),
              HasSubstr("data.sequence is 32; expected at most 16, the positions of the run's "
                        "model; train that run anew with model.positions=32"));
  EXPECT_THAT(refusal("model.positions=48"),
              HasSubstr("has 48 positions; expected 16, those of the run: "
                        "model.positions=16"));
  EXPECT_THAT(message_of<ConfigError>([&] {
                branch(run.string(), {"run.name=a", "data.sequence=32", "model.positions=16"},
                       nullptr, BranchStart::kNextPhase);
              }),
              HasSubstr("model.positions: 16, expected at least data.sequence, 32"));
}

TEST_F(RunBranches, APolicyOfAnotherNameBringsItsSettingsButNotTheSpread) {
  RunConfig config = small_config(write("text.txt", small_text()).string(), "static");
  config.run.folder = (folder_ / "runs").string();
  config.run.name = "spread";
  config.topology.distribution = "erk";
  config.topology.drop_fraction = 0.25;
  const std::string run = run_training(config, quiet()).folder.string();
  const RunConfig rigl = branch_config(run, {"run.name=a", "topology.policy=rigl"});
  const RunConfig preset = [] {
    RunConfig usual;
    usual.topology = topology_preset("rigl");
    return usual;
  }();
  EXPECT_EQ(rigl.topology.drop_fraction, preset.topology.drop_fraction);
  EXPECT_EQ(rigl.topology.every_steps, preset.topology.every_steps);
  EXPECT_EQ(rigl.topology.distribution, "erk");
  const RunConfig same = branch_config(run, {"run.name=a", "topology.policy=static"});
  EXPECT_EQ(same.topology.drop_fraction, 0.25);
}

TEST_F(RunBranches, AnOptimizerOfAnotherNameBringsItsSettings) {
  RunConfig config = small_config(write("text.txt", small_text()).string(), "static");
  config.run.folder = (folder_ / "runs").string();
  config = parse_run_config(to_toml(config), "test",
                            {"training.optimizer=lamb", "training.weight_decay=0.25"});
  const std::string run = run_training(config, quiet()).folder.string();
  const auto settings = [&](const std::string& optimizer) {
    return optimizer_settings(
        branch_config(run, {"run.name=a", "training.optimizer=" + optimizer}));
  };
  EXPECT_EQ(settings("nvlamb"),
            optimizer_settings(parse_run_config("", "test", {"training.optimizer=nvlamb"})));
  EXPECT_EQ(settings("lamb"), optimizer_settings(config));
}

TEST_F(RunBranches, AnOptimizerThatKeepsAnotherStateIsRefused) {
  RunConfig config = small_config(write("text.txt", small_text()).string(), "static");
  config.run.folder = (folder_ / "runs").string();
  config = parse_run_config(to_toml(config), "test", {"training.optimizer=sgd"});
  const std::string run = run_training(config, quiet()).folder.string();
  const auto refusal = [&](const std::vector<std::string>& changes) {
    std::vector<std::string> overrides = {"run.name=a"};
    overrides.insert(overrides.end(), changes.begin(), changes.end());
    return message_of<ConfigError>([&] { (void)branch_config(run, overrides); });
  };
  EXPECT_THAT(refusal({"training.optimizer=adamw"}),
              HasSubstr("training.optimizer is 'adamw'; expected 'sgd', as the run has it"));
  EXPECT_THAT(refusal({"training.momentum=0"}),
              HasSubstr("training.momentum is 0.0; expected 0.9, as the run has it"));
  EXPECT_NO_THROW(branch_config(run, {"run.name=a", "training.momentum=0.5"}));
}

TEST_F(RunBranches, APolicyThatLeavesAttentionDenseDoesSoInABranchOfADenseRun) {
  const auto dense_attention = [&](const std::string& run) {
    return branch_config(run, {"run.name=a", "topology.policy=blast", "topology.updates=6",
                               "model.density=0.25"})
        .topology.dense_attention;
  };
  EXPECT_TRUE(dense_attention(source("dense").string()));
  EXPECT_FALSE(dense_attention(source("static").string()));  // whose attention has patterns
}

TEST_F(RunBranches, OneWithoutAStepLeftIsRefused) {
  const std::string run = source("static").string();
  const auto refusal = [&](const std::string& from, const std::string& change) {
    return message_of<ConfigError>([&] { branch(from, {"run.name=a", change}); });
  };
  const std::string end =
      "; name an earlier checkpoint by RUN@STEP, or set more than training.steps=";
  EXPECT_EQ(refusal(run, "topology.policy=static"),
            "no step is left after step 24 of static" + end + "24");
  EXPECT_EQ(refusal(run + "@16", "training.steps=12"),
            "no step is left after step 16 of static" + end + "12");
  const RunConfig by_hours = parse_run_config(
      "", "test", {"training.schedule_by=hours", "training.hours=2", "training.steps=12"});
  EXPECT_THAT(message_of<ConfigError>([&] {
                require_step_left({.checkpoint = {}, .name = "static@16", .step = 16}, by_hours);
              }),
              HasSubstr("set more than training.steps=12"));
  const std::vector<std::string> no_time = {"run.name=a", "training.steps=1000",
                                            "training.schedule_by=hours", "training.hours=1e-9"};
  TrainingRunOptions options = quiet();
  options.branch = branch_of(run);
  const auto without_time = [&] {
    return message_of<ConfigError>([&] { run_training(branch_config(run, no_time), options); });
  };
  const std::string message = without_time();
  EXPECT_THAT(message,
              AllOf(HasSubstr("no time is left after step 24 of static, which took"),
                    HasSubstr("name an earlier checkpoint by RUN@STEP, or set more than")));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "runs/a"));
  // Nor is it one of no step where there is a folder, and none takes the place of a run.
  std::filesystem::create_directory(folder_ / "runs/a");
  EXPECT_EQ(without_time(), message);
  const auto other = branch(run + "@8", {"run.name=a", "training.steps=25"}).folder;
  options.resume = Resume::kReplace;
  EXPECT_EQ(without_time(), message);
  EXPECT_EQ(read_manifest(other).branched_from, "static@8");
  EXPECT_EQ(branch(run, {"run.name=longer", "training.steps=25"}).status, RunStatus::kDone);
}

TEST_F(RunBranches, OneInThePlaceOfItsRunIsRefused) {
  const auto run = source("static");
  TrainingRunOptions options = quiet();
  options.resume = Resume::kReplace;
  options.branch = branch_of(run.string() + "@8");
  const RunConfig config =
      branch_config(run.string(), {"run.name=static", "training.learning_rate=0.001"});
  EXPECT_THAT(message_of<ConfigError>([&] { run_training(config, options); }),
              HasSubstr("static: a run cannot take the place of the one that it begins with"));
  EXPECT_TRUE(std::filesystem::exists(run / "checkpoints/step_8"));
}

// Their configurations are equal, so that only where they began tells them apart.
TEST_F(RunBranches, ARunThatBeganElsewhereIsNotTakenForIt) {
  const auto run = source("static");
  const auto from = [&](const std::filesystem::path& source, const std::string& step,
                        const std::string& name, BranchStart start = BranchStart::kThere) {
    return branch(source.string() + step, {"run.name=" + name, "training.learning_rate=0.001"},
                  nullptr, start)
        .folder;
  };
  const auto branched = from(run, "@8", "branched");
  EXPECT_EQ(from(run, "@8", "branched"), branched) << "done";
  const auto refusal = [&](const auto& call) {
    std::string message = message_of<ConfigError>(call);
    EXPECT_THAT(message, HasSubstr("; choose another run.name or run.folder, or --overwrite"));
    return message;
  };
  EXPECT_THAT(refusal([&] { from(run, "@16", "branched"); }),
              HasSubstr("branched: holds a branch of static@8, not of static@16"));
  EXPECT_THAT(refusal([&] { from(run, "@8", "branched", BranchStart::kNextPhase); }),
              HasSubstr("holds a branch of static@8, not a next phase of it"));
  from(run, "@8", "phase", BranchStart::kNextPhase);
  EXPECT_THAT(refusal([&] { from(run, "@8", "phase"); }),
              HasSubstr("holds a next phase of static@8, not a branch of it"));

  // Of another run, and of another one of the same name.
  RunConfig twin = read_run_config(run);
  twin.run.name = "twin";
  const auto other = run_training(twin, quiet()).folder;
  EXPECT_THAT(refusal([&] { from(other, "@8", "branched"); }),
              HasSubstr("holds a branch of static@8, not of twin@8"));
  twin.run.name = "static";
  twin.run.folder = (folder_ / "elsewhere").string();
  twin.training.learning_rate = 2e-3;
  const auto namesake = run_training(twin, quiet()).folder;
  const auto from_namesake = [&] {
    TrainingRunOptions options = quiet();
    options.branch = branch_of(namesake.string() + "@8");
    return run_training(read_run_config(branched), options).status;
  };
  EXPECT_THAT(refusal(from_namesake),
              HasSubstr("holds a branch of static@8, of another run of that name"));
  // Earlier versions did not write whose it was.
  Manifest manifest = read_manifest(branched);
  EXPECT_EQ(manifest.branched_from_hash, read_manifest(run).config_hash);
  manifest.branched_from_hash.clear();
  RunFolder::open(branched).write_manifest(manifest);
  EXPECT_EQ(from_namesake(), RunStatus::kDone);

  // One that began by itself.
  RunConfig plain = read_run_config(branched);
  TrainingRunOptions options = quiet();
  options.began_by_itself = true;
  EXPECT_THAT(refusal([&] { run_training(plain, options); }),
              HasSubstr("holds a branch of static@8, not a run that began by itself"));
  EXPECT_EQ(message_of<ConfigError>([&] { check_training(plain, options); }),
            message_of<ConfigError>([&] { run_training(plain, options); }));
  plain.run.name = "plain";
  run_training(plain, options);
  EXPECT_THAT(refusal([&] { from(run, "@8", "plain"); }),
              HasSubstr("plain: holds a run that began by itself, not a branch of static@8"));
}

// Else the later of the two steps would be what it goes on from.
TEST_F(RunBranches, OneThatWasKilledBeforeItsFirstStepLeavesNoBeginning) {
  const auto run = source("static");
  const std::atomic<bool> stop = true;  // after one step
  const auto folder = branch(run.string() + "@16", {"run.name=a"}, &stop).folder;
  std::filesystem::remove_all(folder / "checkpoints");
  std::filesystem::remove(folder / "metrics.jsonl");
  branch(run.string() + "@8", {"run.name=a"}, &stop);
  EXPECT_TRUE(std::filesystem::exists(folder / "start/step_8"));
  EXPECT_FALSE(std::filesystem::exists(folder / "start/step_16"));
}

// Else its overlaps would be with patterns that it never had, and its texts read in another's way.
TEST_F(RunBranches, OneThatWasKilledBeforeItsFirstStepLeavesNothingToARunThatBeginsByItself) {
  const auto run = source("dynamic");
  const std::atomic<bool> stop = true;  // after one step
  const auto folder = branch(run.string() + "@16", {"run.name=a"}, &stop).folder;
  std::filesystem::remove_all(folder / "checkpoints");
  std::filesystem::remove(folder / "metrics.jsonl");
  for (const char* name : {"labels.json", "tokenizer_config.json"})
    write((folder / name).string(), "{}");
  RunConfig plain = read_run_config(run);
  plain.run.name = "a";
  TrainingRunOptions options = quiet();
  // Who does not say so may mean the branch.
  EXPECT_THAT(message_of<ConfigError>([&] { run_training(plain, options); }),
              HasSubstr("a branch of dynamic@16, which was killed before it trained"));
  options.began_by_itself = true;
  EXPECT_EQ(run_training(plain, options).status, RunStatus::kDone);
  EXPECT_EQ(updates_of(folder), updates_of(run));
  for (const char* name : {"start", "labels.json", "tokenizer_config.json"})
    EXPECT_FALSE(std::filesystem::exists(folder / name)) << name;
}

TEST_F(RunBranches, WhatCannotBeABranchIsRefusedInALine) {
  const std::string run = source("static").string();
  const auto refusal = [&](const std::string& from, const std::vector<std::string>& overrides) {
    return message_of<Error>([&] {
      (void)branch_config(from, overrides);
      (void)branch_of(from);
    });
  };
  EXPECT_THAT(refusal(run, {}), HasSubstr("no name; add --name NAME"));
  EXPECT_THAT(refusal(run + "@9", {"run.name=a"}),
              HasSubstr("no such checkpoint; there are those of step 24, 16, 8, and "
                        "training.keep_checkpoints keeps more"));
  const std::filesystem::path bare = std::filesystem::path(run).parent_path() / "bare";
  std::filesystem::copy(run, bare, std::filesystem::copy_options::recursive);
  std::filesystem::remove_all(bare / "checkpoints");
  std::filesystem::create_directory(bare / "checkpoints");
  EXPECT_THAT(refusal(bare.string(), {"run.name=a"}),
              HasSubstr("bare/checkpoints: has no checkpoint; name a run that has some"));
  EXPECT_THAT(refusal(run + "@x", {"run.name=a"}), HasSubstr("expected RUN or RUN@STEP"));
  for (const char* task : {"sequence_classification", "'sequence_classification'"})
    EXPECT_THAT(refusal(run, {"run.name=a", std::string("run.task=") + task}),
                HasSubstr("run.task is sequence_classification; expected mlm, that of the run"));
  EXPECT_NO_THROW(branch_config(run, {"run.name=a", "run.task= 'mlm'"}));
  EXPECT_THAT(refusal(run, {"run.name=a", "training.batch=4"}),
              HasSubstr("training.batch is 4; expected 6"));
  EXPECT_THAT(refusal(run, {"run.name=a", "topology.policy=moving"}), HasSubstr("moving"));
  EXPECT_THAT(refusal(run, {"run.name=a", "topology.policy=set", "topology.every_steps=3",
                            "model.density=0.75"}),
              HasSubstr("model.density is 0.75; expected 0.25, that of the run, which policy set"));
  EXPECT_THAT(refusal(run, {"run.name=a", "topology.layers=*query*=1"}),
              HasSubstr("topology.layers: a branch has the patterns of its run"));
  EXPECT_THAT(refusal(run, {"run.name=a", "topology.dense_attention=true"}),
              HasSubstr("topology.dense_attention: a branch has the patterns of its run"));
  EXPECT_NO_THROW(branch_config(
      run, {"run.name=a", "topology.policy=gmp", "model.density=0.125", "topology.every_steps=3"}))
      << "leads there itself";
  EXPECT_THAT(refusal((folder_ / "gone").string(), {"run.name=a"}), HasSubstr("manifest.json"));
  EXPECT_THAT(message_of<Error>([&] {
                branch(run + "@8", {"run.name=a", "model.block=8"});
              }),
              HasSubstr("block"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "runs/a")) << "what cannot begin leaves no folder";
  // A check loads what it goes on from, and leaves nothing.
  const auto check = [&](const std::string& change) {
    TrainingRunOptions options = quiet();
    options.branch = branch_of(run + "@8");
    (void)check_training(branch_config(run + "@8", {"run.name=b", "topology.updates=6", change}),
                         options);
  };
  EXPECT_NO_THROW(check("topology.policy=dynamic"));
  EXPECT_THAT(message_of<ConfigError>([&] { check("model.block=8"); }), HasSubstr("block"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "runs/b"));
}

}  // namespace
}  // namespace espalier::training
