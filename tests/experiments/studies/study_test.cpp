// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/studies/study.h>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include <espalier/models/families/flops.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/config/validation.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::filesystem::path kRoot = ESPALIER_SOURCE_DIR;

/// Read once, by whichever test asks first.
const Study& committed(const std::string& name) {
  static std::map<std::string, Study> read;
  if (!read.contains(name)) read.emplace(name, load_study(kRoot / "experiments/configs" / name));
  return read.at(name);
}

/// What the committed studies train, by their hashes: one of "name config_hash settings_hash" in a
/// line for each run. A change here means that finished runs no longer count as such.
struct CommittedScale {
  std::string study;
  std::string scale;
  std::size_t runs;
  std::uint64_t hash;
};

// GoogleTest would print the bytes, those between the members too, which nobody has set.
void PrintTo(const CommittedScale& tested, std::ostream* out) {
  *out << tested.study << ' ' << tested.scale;
}

class CommittedStudies : public ::testing::TestWithParam<CommittedScale> {};

TEST_P(CommittedStudies, HaveTheHashesThatTheyWereRunWith) {
  const Study& study = committed(GetParam().study);
  std::string text;
  const StudyScale& scale = study.scale(GetParam().scale);
  for (const training::RunConfig& config : scale.runs)
    text += config.run.name + ' ' + config_hash(config) + ' ' + settings_hash(config) + '\n';
  EXPECT_EQ(scale.runs.size(), GetParam().runs);
  EXPECT_EQ(stream_id(text), GetParam().hash);
}

INSTANTIATE_TEST_SUITE_P(
    Scales, CommittedStudies,
    ::testing::Values(CommittedScale{"fashion_policies", "smoke", 4, 0x957e84cbe667eaf7ULL},
                      CommittedScale{"fashion_policies", "quick", 10, 0xd7d8f219da96a019ULL},
                      CommittedScale{"fashion_policies", "paper", 867, 0xab71b93f2f6c7bf8ULL},
                      CommittedScale{"fashion_long", "paper", 24, 0xc0fff5b4fcd19782ULL},
                      CommittedScale{"interval", "smoke", 4, 0xc763836dddd30db9ULL},
                      CommittedScale{"interval", "paper", 43, 0xfc41e1aa2937c88dULL},
                      CommittedScale{"dense_arms", "smoke", 4, 0xbbce8ec2cda0a7c5ULL},
                      CommittedScale{"dense_arms", "paper", 32, 0x4c771161dc58324dULL},
                      CommittedScale{"frontier_corners", "smoke", 2, 0x85be3c92c5b3d18eULL},
                      CommittedScale{"frontier_corners", "paper", 121, 0x5e3062a3b7eae9bcULL},
                      CommittedScale{"policies_lm", "smoke", 5, 0x6efc780cc60be45dULL},
                      CommittedScale{"policies_lm", "paper", 31, 0x06b18ab369f19bf1ULL},
                      CommittedScale{"margin", "smoke", 4, 0xc3d3128909baa577ULL},
                      CommittedScale{"margin", "paper", 27, 0xedf6dc2b7da1b755ULL},
                      CommittedScale{"mini", "smoke", 2, 0xffb224e054736425ULL},
                      CommittedScale{"mini", "paper", 25, 0x5b6e346faec502daULL},
                      CommittedScale{"fine_tuning_encoders", "smoke", 3, 0xd965ff1f83ffe523ULL},
                      CommittedScale{"fine_tuning_encoders", "paper", 15, 0xf1caa989f81ec088ULL},
                      CommittedScale{"fine_tuning", "smoke", 2, 0x34afadf446d6107dULL},
                      CommittedScale{"fine_tuning", "paper", 100, 0xebc41fbe34c79d3dULL},
                      CommittedScale{"fine_tuning_polarity", "paper", 46, 0xbc8f09e00c4a5c45ULL},
                      CommittedScale{"fine_tuning_pairs", "smoke", 2, 0xd15253ef8c21f705ULL},
                      CommittedScale{"fine_tuning_pairs", "paper", 53, 0x3272032d72cb1194ULL},
                      CommittedScale{"fine_tuning_spans", "smoke", 2, 0x7ebe2d7699fa538cULL},
                      CommittedScale{"fine_tuning_spans", "paper", 59, 0xb1385316e710fecbULL}),
    [](const auto& tested) { return tested.param.study + "_" + tested.param.scale; });

TEST(CommittedStudies, AreValidAtEveryScale) {
  Index studies = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kRoot / "experiments/configs")) {
    if (!std::filesystem::exists(entry.path() / "study.toml")) continue;
    EXPECT_NO_THROW(static_cast<void>(load_study(entry.path()))) << entry.path();
    ++studies;
  }
  EXPECT_GE(studies, 10);
}

TEST(CommittedStudies, ChangeNothingToNoEffect) {
  Index runs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kRoot / "experiments/configs")) {
    if (!std::filesystem::exists(entry.path() / "study.toml")) continue;
    for (const StudyScale& scale : load_study(entry.path()).scales)
      for (const training::RunConfig& config : scale.runs) {
        // Rows of a smoke test share the number of updates with those that make some.
        std::vector<std::string> notes = training::changes_without_effect(config);
        if (config.topology.policy == "static")
          std::erase_if(notes,
                        [](const std::string& n) { return n.starts_with("topology.updates is"); });
        EXPECT_THAT(notes, IsEmpty()) << entry.path() << ' ' << config.run.name;
        ++runs;
      }
  }
  EXPECT_GE(runs, 100);
}

// Its runs are further seeds of those that the frontier has, with whose settings they share a row.
TEST(FrontierCornersStudy, GoesOnWithTheSeedsOfSparsity) {
  std::map<std::string, std::string> rows;  // by settings and rate
  const auto row = [](const training::RunConfig& config) {
    return settings_hash(config) + fmt::format(" {}", config.training.learning_rate);
  };
  const Study sparsity = committed("sparsity"), study = committed("frontier_corners");
  for (const training::RunConfig& config : sparsity.scale("paper").runs)
    rows.emplace(row(config), config.run.name);
  Index shared = 0;
  for (const training::RunConfig& config : study.scale("paper").runs) {
    // Sparsity has none of these.
    if (config.model.hidden > 64 || config.model.heads > 0 || config.model.layers > 0 ||
        config.training.tokens < 51'200'000)
      continue;
    EXPECT_TRUE(rows.contains(row(config))) << config.run.name;
    EXPECT_GT(config.run.seed, 1u) << config.run.name;
    ++shared;
  }
  EXPECT_EQ(shared, 10);
}

// By the paper's count, which is what its title promises.
TEST(GroupBertStudy, ComparesAtEqualTrainingFlops) {
  const Study& study = committed("groupbert");
  ASSERT_EQ(study.scales.size(), 2u);
  for (const StudyScale& scale : study.scales) {
    std::map<std::string, std::set<double>> rates;
    double least = 0, most = 0;
    for (const training::RunConfig& config : scale.runs) {
      const double flops = models::training_flops(task_declaration(config)->declare_model(config),
                                                  1.0, config.data.sequence) *
                           static_cast<double>(config.training.tokens / config.data.sequence);
      least = least == 0 ? flops : std::min(least, flops);
      most = std::max(most, flops);
      rates[model_name(config)].insert(config.training.learning_rate);
    }
    EXPECT_LT(most, 1.01 * least) << scale.name;
    EXPECT_EQ(rates.size(), 3u);
    if (scale.name != "paper") continue;
    // Each has rates of its own, as the protocol asks.
    for (const auto& [model, of_model] : rates)
      EXPECT_GE(*of_model.rbegin(), 4 * *of_model.begin()) << model;
  }
}

// Its runs are paired with those of 160 updates of the same seed and rate, which pareto has.
TEST(IntervalStudy, DiffersFromParetoInTheNumberOfUpdatesAlone) {
  const Study& pareto = committed("pareto");
  const auto has_pair = [&](training::RunConfig config) {
    config.topology.updates = 160;
    return std::ranges::any_of(pareto.scale("paper").runs, [&](const training::RunConfig& other) {
      if (other.run.seed != config.run.seed) return false;
      config.run = other.run;
      return config == other;
    });
  };
  const Study& study = committed("interval");
  for (const training::RunConfig& config : study.scale("paper").runs) {
    EXPECT_THAT(config.topology.updates, ::testing::AnyOf(20, 40, 80));
    EXPECT_TRUE(has_pair(config)) << config.run.name << " has no pair of 160 updates";
  }
}

TEST(CommittedResults, AreThoseOfTheStudies) {
  // Policies whose presets have changed since the study was run.
  const std::set<std::string> changed = {"granet", "itop_rigl", "itop_set", "set_magnitude"};
  for (const std::string name :
       {"pareto", "fashion_policies", "training_length", "block_norm", "groupbert", "growth"}) {
    std::set<std::string> settings;
    for (const StudyScale& scale : committed(name).scales)
      for (const training::RunConfig& config : scale.runs) settings.insert(settings_hash(config));
    const auto rows = training::read_summary(kRoot / "paper_results" / name / "summary.csv");
    EXPECT_GE(rows.size(), 9u);
    // Not by name: older runs spelt 0.05 with all its digits.
    for (const training::RunSummary& run : rows) {
      if (changed.contains(run.policy)) continue;
      EXPECT_TRUE(settings.contains(run.settings_hash)) << run.name;
    }
  }
}

TEST(CommittedResults, AreThoseOfTheRecipes) {
  std::map<std::string, double> rates;  // by the hash of the settings
  for (const training::RunSummary& run :
       training::read_summary(kRoot / "paper_results/recipes/summary.csv"))
    rates[run.settings_hash] = run.learning_rate;
  for (const char* recipe : {"large_batches", "groupbert_lamb", "groupbert_adam", "two_phase",
                             "packed_documents", "causal_lm", "academic_budget"}) {
    const training::RunConfig config = training::load_run_config(
        (kRoot / "experiments/configs/recipes" / (std::string(recipe) + ".toml")).string());
    const auto run = rates.find(settings_hash(config));
    ASSERT_NE(run, rates.end()) << recipe;
    EXPECT_EQ(run->second, config.training.learning_rate) << recipe;
  }
}

TEST(CommittedResults, HaveTheHashOfTheirConfiguration) {
  // A configuration whose hash is not that of the manifest is refused.
  for (const auto& folder : training::run_folders(kRoot / "tests/golden/runs"))
    EXPECT_EQ(training::read_manifest(folder).config_hash,
              config_hash(training::read_run_config(folder)));
}

class StudyFile : public FolderTest {
 protected:
  Study read(const std::string& scales, const std::string& head = kHead) const {
    write("small/curves.csv", "");
    return load_study(write("small/study.toml", head + scales));
  }
  std::string error(const std::string& scales, const std::string& head = kHead) const {
    const std::string message = message_of<ConfigError>([&] { read(scales, head); });
    EXPECT_EQ(std::ranges::count(message, '\n'), 0) << message;
    return message;
  }

  static constexpr const char* kHead =
      "[study]\ntitle = 'T'\nfigure = 'pareto'\nover = 'curves.csv'\n"
      "data = { folder = '.cache/x', packages = ['a', 'b'] }\n"
      "[base]\nmodel.name = 'nano'\ntraining.steps = 8\n"
      "[row.sparse]\nmodel.density = 0.1\ntopology.policy = 'rigl'\n";
};

TEST_F(StudyFile, ListsAndGridsAreRuns) {
  const Study study = read(
      "[scale.smoke]\nabout = 'short'\n"
      "runs = [{ row = 'sparse', 'training.learning_rate' = 0.002, 'run.seed' = 2 },\n"
      "        { 'training.steps' = 4 }]\n"
      "[[scale.full.grid]]\nrow = 'sparse'\n'run.seed' = [1, 2]\n"
      "[[scale.full.grid]]\n'run.seed' = 3\n");
  EXPECT_EQ(study.name, "small");
  EXPECT_EQ(study.title, "T");
  EXPECT_EQ(study.over, folder_ / "small/curves.csv");
  EXPECT_THAT(study.data_packages, ElementsAre("a", "b"));
  ASSERT_EQ(study.scales.size(), 2u);
  const StudyScale& smoke = study.scale("smoke");
  EXPECT_EQ(smoke.about, "short");
  ASSERT_EQ(smoke.runs.size(), 2u);
  EXPECT_EQ(smoke.runs[0].run.name, "sparse-training.learning_rate_0.002-run.seed_2");
  EXPECT_EQ(smoke.runs[0].run.folder, "runs/small-smoke");
  EXPECT_EQ(smoke.runs[0].run.threads, 1);
  EXPECT_EQ(smoke.runs[0].run.seed, 2);
  EXPECT_EQ(smoke.runs[0].topology.drop_fraction, training::topology_preset("rigl").drop_fraction);
  EXPECT_EQ(smoke.runs[1].run.name, "training.steps_4");
  EXPECT_EQ(smoke.runs[1].model.density, 1);
  const StudyScale& full = study.scale("full");
  ASSERT_EQ(full.runs.size(), 3u);
  EXPECT_EQ(full.runs[1].run.name, "sparse-seed_2");
  EXPECT_EQ(full.runs[2].run.name, "seed_3");
}

TEST_F(StudyFile, FilesOfOneFolderHaveFoldersOfRunsOfTheirOwn) {
  const std::string text = std::string(kHead) + "[scale.smoke]\nruns = [{ 'run.seed' = 1 }]\n";
  write("small/curves.csv", "");
  const auto first = write("small/study.toml", text);
  const auto second = write("small/densities.toml", text);
  EXPECT_EQ(load_study(first).folder("smoke"), "runs/small-smoke");
  EXPECT_EQ(load_study(first.parent_path()).folder("smoke"), "runs/small-smoke");
  const Study other = load_study(second);
  EXPECT_EQ(other.name, "small-densities");
  EXPECT_EQ(other.scales[0].runs[0].run.folder, "runs/small-densities-smoke");
  EXPECT_EQ(load_study_run(second, "run.seed_1"), other.scales[0].runs[0]);
}

TEST_F(StudyFile, ALongNameIsCutBehindItsRowToo) {
  const std::string label(190, 'x');  // 200 bytes with its key and without a row
  const Study study =
      read("[[scale.smoke.grid]]\nrow = 'sparse'\n'data.corpus' = ['xx" + label + "', 'yx" + label +
           "']\n[[scale.smoke.grid]]\n'data.corpus' = ['xx" + label + "', 'yx" + label + "']\n");
  const std::vector<training::RunConfig>& runs = study.scales[0].runs;
  ASSERT_EQ(runs.size(), 4u);
  EXPECT_EQ(runs[0].run.name.size(), 200u);
  EXPECT_EQ(runs[0].run.name.substr(0, 16), "sparse-corpus_xx");
  EXPECT_EQ(runs[3].run.name, "corpus_yx" + label);
  EXPECT_EQ(load_study_run(folder_ / "small", runs[0].run.name).data.corpus, "xx" + label);
}

TEST_F(StudyFile, ARowOrRunStandsAlone) {
  const auto path = write("small/study.toml",
                          std::string(kHead) + "[scale.smoke]\nruns = [{ 'run.seed' = 7 }]\n");
  write("small/curves.csv", "");
  const training::RunConfig row = load_study_run(path, "sparse", {"run.seed=5"});
  EXPECT_EQ(row.topology.policy, "rigl");
  EXPECT_EQ(row.run.seed, 5);
  EXPECT_EQ(row.run.name, "");
  EXPECT_EQ(row.run.folder, "runs");
  const training::RunConfig run = load_study_run(path.parent_path(), "run.seed_7");
  EXPECT_EQ(run, load_study(path).scales[0].runs[0]);
  EXPECT_THAT(message_of<ConfigError>([&] { load_study_run(path, "sparce"); }),
              HasSubstr("no row or run 'sparce', did you mean sparse?"));
}

constexpr const char* kBranch =
    "[row.moved]\nfrom = 'sparse@4'\ntopology.grow = 'random'\n"
    "[[scale.full.grid]]\nrow = 'moved'\n'run.seed' = [1, 2]\n"
    "[[scale.full.grid]]\nrow = 'sparse'\n'run.seed' = [1, 2]\n"
    "'training.checkpoint_every' = 2\n'training.keep_checkpoints' = 3\n";

TEST_F(StudyFile, ARowGoesOnFromTheRunOfTheSameValues) {
  std::string text = kBranch;
  // Both grids have the keys that keep the checkpoint, so that names agree.
  text.replace(text.find("[1, 2]\n"), 7,
               "[1, 2]\n'training.checkpoint_every' = 2\n'training.keep_checkpoints' = 3\n");
  const StudyScale scale = read(text).scale("full");
  ASSERT_EQ(scale.runs.size(), 4u);
  const std::string values = "-seed_2-checkpoint_every_2-keep_checkpoints_3";
  const training::RunConfig& moved = scale.runs[1];
  EXPECT_EQ(moved.run.name, "moved" + values);
  EXPECT_EQ(moved.topology.policy, "rigl");  // of the row that it goes on from
  EXPECT_EQ(moved.topology.grow, "random");
  EXPECT_EQ(scale.origins.size(), 2u);
  EXPECT_EQ(scale.origins.at("moved" + values), (RunOrigin{.run = "sparse" + values, .step = 4}));
  EXPECT_THAT(message_of<ConfigError>([&] { load_study_run(folder_ / "small", "moved", {}); }),
              HasSubstr("moved: goes on from another run; train both by espalier study"));
}

TEST_F(StudyFile, ManyBranchesShareTheRunWhoseValuesTheyHave) {
  std::string head = kHead;
  head.replace(head.find("training.steps"), 0,
               "training.checkpoint_every = 4\ntraining.keep_checkpoints = 2\n");
  const std::string moved = "[row.moved]\nfrom = 'sparse@4'\n";
  const std::string branches =
      "[[scale.full.grid]]\nrow = 'moved'\n'run.seed' = [1, 2]\n'topology.updates' = [2, 4]\n";
  const StudyScale of_seeds =
      read(moved + "[[scale.full.grid]]\nrow = 'sparse'\n'run.seed' = [1, 2]\n" + branches, head)
          .scale("full");
  EXPECT_EQ(of_seeds.origins.size(), 4u);
  EXPECT_EQ(of_seeds.origins.at("moved-seed_2-updates_4").run, "sparse-seed_2");
  EXPECT_EQ(of_seeds.origins.at("moved-seed_1-updates_2").run, "sparse-seed_1");
  const StudyScale of_one =
      read(moved + "[[scale.full.grid]]\nrow = 'sparse'\n'run.seed' = 1\n" +
               "[[scale.full.grid]]\nrow = 'moved'\n'run.seed' = 1\n'topology.updates' = [2, 4]\n",
           head)
          .scale("full");
  EXPECT_EQ(of_one.origins.at("moved-seed_1-updates_4").run, "sparse-seed_1");
  EXPECT_THAT(error(moved +
                        "[[scale.full.grid]]\nrow = 'sparse'\n'run.seed' = [1, 2]\n"
                        "[[scale.full.grid]]\nrow = 'sparse'\n'topology.updates' = 4\n" +
                        branches,
                    head),
              HasSubstr("moved-seed_1-updates_4 could go on from sparse-seed_1 or "
                        "sparse-updates_4, expected one"));
}

TEST_F(StudyFile, RefusesABranchWithoutItsRunOrCheckpoint) {
  EXPECT_THAT(error(kBranch), HasSubstr("moved-seed_1 goes on from row sparse, expected a run of "
                                        "that row in the same scale that changes no other keys"));
  const std::string scale =
      "[[scale.full.grid]]\nrow = 'sparse'\n'run.seed' = 1\n"
      "[[scale.full.grid]]\nrow = 'moved'\n'run.seed' = 1\n";
  const auto moved = [&](const std::string& from) {
    return error("[row.moved]\nfrom = '" + from + "'\n[row.next]\nfrom = 'moved@4'\n" + scale);
  };
  EXPECT_THAT(moved("sparse"), HasSubstr("row.moved.from: 'sparse', expected ROW@STEP"));
  EXPECT_THAT(moved("sparse@0"), HasSubstr("expected ROW@STEP"));
  EXPECT_THAT(moved("sparze@4"), HasSubstr("did you mean sparse?"));
  EXPECT_THAT(moved("sparse@4"),
              HasSubstr("row.next.from: 'moved', expected a row that begins by itself"));
  const auto at = [&](const std::string& step, const std::string& keys) {
    std::string head = kHead;
    head.replace(head.find("training.steps"), 0, keys);
    return error("[row.moved]\nfrom = 'sparse@" + step + "'\n" + scale, head);
  };
  EXPECT_THAT(at("3", "training.checkpoint_every = 2\n"),
              HasSubstr("goes on from step 3 of sparse-seed_1, expected a multiple of 2"));
  EXPECT_THAT(at("8", "training.checkpoint_every = 2\n"), HasSubstr("below 8"));
  EXPECT_THAT(at("4", "training.checkpoint_every = 2\n"),
              HasSubstr("expected training.keep_checkpoints of at least 3"));
}

TEST_F(StudyFile, RefusesABranchThatCannotGoOnFromItsRun) {
  std::string head = kHead;
  head.replace(head.find("training.steps"), 0,
               "training.checkpoint_every = 4\ntraining.keep_checkpoints = 2\n");
  const std::string runs =
      "[[scale.full.grid]]\nrow = 'sparse'\n'run.seed' = 1\n"
      "[[scale.full.grid]]\nrow = 'moved'\n'run.seed' = 1\n";
  const auto moved = [&](const std::string& key) {
    return "[row.moved]\nfrom = 'sparse@4'\n" + key + '\n' + runs;
  };
  EXPECT_THAT(error(moved("training.optimizer = 'sgd'"), head),
              AllOf(HasSubstr("study.toml:"),
                    HasSubstr("moved-seed_1 goes on from sparse-seed_1: training.optimizer is "
                              "'sgd'; expected 'adamw', as the run has it")));
  EXPECT_THAT(error(moved("training.batch = 3"), head),
              HasSubstr("moved-seed_1 goes on from sparse-seed_1: training.batch is 3; expected "));
  EXPECT_THAT(error(moved("data.sequence = 32"), head),
              HasSubstr("data.sequence is 32; expected "));
  EXPECT_THAT(error(moved("model.positions = 1024"), head),
              HasSubstr("the model has 1024 positions; expected "));
  EXPECT_THAT(error(moved("model.embedding_density = 0.5"), head),
              HasSubstr("model.embedding_density is 0.5; expected 1, that of the run"));
  EXPECT_THAT(error(moved("topology.policy = 'dense'\nmodel.density = 1.0"), head),
              HasSubstr("topology.policy is dense and rigl there, expected both dense or neither"));
  EXPECT_THAT(error(moved("model.hidden = 128"), head),
              HasSubstr("query.weight is 128 x 128; expected 64 x 64, as in the run"));
  EXPECT_THAT(error(moved("model.layers = 1"), head),
              HasSubstr("the model is nano_L1_H64; expected nano, that of the run"));
  EXPECT_THAT(error(moved("model.norm = 'pre'"), head),
              HasSubstr("model.norm is pre; expected post, that of the run"));
  EXPECT_THAT(error(moved("model.block = 1"), head),
              HasSubstr("model.block is 1; expected 4, that of the run"));
  EXPECT_THAT(error(moved("model.density = 0.5"), head),
              HasSubstr("model.density is 0.5; expected 0.1, that of the run, which policy rigl"));
  EXPECT_THAT(error(moved("topology.pattern = 'banded'"), head),
              HasSubstr("topology.pattern: a branch has the patterns of its run"));
  EXPECT_THAT(error(moved("training.steps = 4"), head),
              HasSubstr("no step is left after step 4 of sparse-seed_1"));
  EXPECT_NO_THROW(read(moved("training.beta2 = 0.9"), head));
  EXPECT_NO_THROW(read(moved("model.activation = 'relu'"), head));
}

// A scale that only proves the path has none of the runs that the figure is of.
TEST_F(StudyFile, AScaleMayDrawOtherRuns) {
  const Study study = read(
      "[scale.smoke]\nwhere = []\nruns = [{ 'run.seed' = 1 }]\n"
      "[scale.full]\nruns = [{ 'run.seed' = 2 }]\n",
      "[study]\nfigure = 'ablation'\nablation = { columns = 'model.block', where = "
      "['model.block>1'], best_rate = true }\n");
  EXPECT_THAT(study.ablation.where, ElementsAre("model.block>1"));
  EXPECT_TRUE(study.ablation.best_rate);
  EXPECT_THAT(study.scale("smoke").ablation.where, IsEmpty());
  EXPECT_EQ(study.scale("smoke").ablation.columns, "model.block");
  EXPECT_THAT(study.scale("full").ablation.where, ElementsAre("model.block>1"));
}

TEST_F(StudyFile, ErrorsNameTheLineAndTheNearestKey) {
  const std::string runs = "[scale.smoke]\nruns = [{ 'run.seed' = 1 }]\n";
  EXPECT_THAT(error(runs + "[scales.quick]\n"),
              AllOf(HasSubstr("study.toml:14: "), HasSubstr("did you mean scale?")));
  EXPECT_THAT(error("[scale.smoke]\nabot = 'x'\n"),
              HasSubstr("study.toml:13: scale.smoke.abot: unknown key, did you mean about?"));
  EXPECT_THAT(error("[scale.smoke]\nruns = [{ row = 'sparze', 'run.seed' = 1 }]\n"),
              HasSubstr("study.toml:13: row: 'sparze' is no row, did you mean sparse?"));
  EXPECT_THAT(error("[scale.smoke]\nruns = [{ row = ['sparse'], 'run.seed' = 1 }]\n"),
              HasSubstr("study.toml:13: row: an array, expected the name of a row"));
  EXPECT_THAT(error("[scale.smoke]\nruns = [{ 'run.sed' = 1 }]\n"),
              HasSubstr("did you mean run.seed?"));
  for (const std::string key : {"run.threads", "run.name", "run.folder"}) {
    EXPECT_THAT(error("[scale.smoke]\nruns = [{ '" + key + "' = 2 }]\n"),
                HasSubstr("study.toml:13: " + key + ": a study sets it in every run"));
    EXPECT_THAT(error("[[scale.smoke.grid]]\n'run.seed' = 1\n'" + key + "' = [2]\n"),
                HasSubstr("study.toml:14: " + key + ": a study sets it in every run"));
  }
  EXPECT_THAT(error("[row.other]\nmodel.nam = 'tiny'\n" + runs),
              HasSubstr("study.toml:13: model.nam: unknown key, did you mean model.name?"));
  EXPECT_THAT(error("[row.other]\ntopology.policy = 'dense'\nmodel.density = 0.5\n" + runs),
              AllOf(HasSubstr("model.density: 0.5 with topology.policy \"dense\""),
                    HasSubstr("; in the row other")));
  EXPECT_THAT(error("[scale.smoke]\nruns = [{ 'run.seed' = 1 }, { 'run.seed' = 1 }]\n"),
              HasSubstr("two runs have the name run.seed_1"));
  EXPECT_THAT(error("[scale.smoke]\nruns = []\n"), HasSubstr("scale.smoke: no runs"));
  EXPECT_THAT(error("[[scale.smoke.grid]]\n"), HasSubstr("a grid without keys"));
  EXPECT_THAT(error(""), HasSubstr("no scale"));
  // Names become those of folders.
  for (const char* name : {"../evil", "/tmp/evil", ".hidden", "it's", ""})
    EXPECT_THAT(error("[row.\"" + std::string(name) + "\"]\nrun.seed = 1\n" + runs),
                HasSubstr("expected a name of letters, digits, dots and underscores"))
        << name;
  // A run of such a name would have its files among those, and its replacement would remove them.
  for (const std::string name : {"logs", "trials", "slurm", "figure"}) {
    const std::string refused =
        "study.toml:12: row." + name + ": the name of a folder that a study makes beside its runs";
    EXPECT_THAT(error("[row." + name + "]\nrun.seed = 3\n[scale.smoke]\nruns = [{ row = '" + name +
                      "' }]\n"),
                HasSubstr(refused));
    EXPECT_THAT(message_of<ConfigError>([&] { load_study_run(folder_ / "small", name); }),
                HasSubstr(refused))
        << "espalier train --run";
  }
  std::string many = "[scale.smoke]\nruns = [";
  for (int i = 0; i < 10'001; ++i) many += "{'run.seed'=" + std::to_string(i) + "},";
  EXPECT_THAT(error(many + "]\n[[scale.smoke.grid]]\n'run.seed' = [1, 2]\n"),
              HasSubstr("study.toml:13: more than 10000 runs"));
  EXPECT_THAT(error("[scale.smoke]\nruns = [{ 'topology.policy' = 'dynamic', 'topology.updates' = "
                    "900, 'training.steps' = 25 }]\n"),
              AllOf(HasSubstr("updates is 900; expected at most the number of steps, 25"),
                    HasSubstr("topology.updates")));
  EXPECT_THAT(
      message_of<IoError>([&] { read(runs, "[study]\nfigure = 'table'\nover = 'gone.csv'\n"); }),
      HasSubstr("study.toml:3: study.over: 'gone.csv', which is not there"));
  EXPECT_THAT(error(runs, "[study]\nfigure = 'pie'\n"),
              HasSubstr("expected 'pareto', 'table', 'ablation' or 'curves'"));
  EXPECT_THAT(error(runs, "[study]\nfigure = 'table'\nablation = { columns = 'model.block' }\n"),
              HasSubstr("study.ablation: expected figure = 'ablation'"));
  EXPECT_THAT(error("[scale.smoke]\nwhere = []\nruns = [{ 'run.seed' = 1 }]\n"),
              HasSubstr("study.toml:13: scale.smoke.where: expected figure = 'ablation'"));
  EXPECT_THAT(error(runs, "[study]\nfigure = 'ablation'\nablation = { rows = 'model.block' }\n"),
              HasSubstr("study.ablation.rows: expected a list of strings"));
  EXPECT_THAT(error(runs, "[study]\nfigure = 'ablation'\nablation = { best_rate = 1 }\n"),
              HasSubstr("study.ablation.best_rate: expected true or false"));
  EXPECT_THAT(
      error(runs, "[study]\nfigure = 'ablation'\nablation = { columns = 'model.blok' }\n"),
      HasSubstr("study.ablation.columns: 'model.blok' is no key of a configuration, did you "
                "mean model.block?"));
  EXPECT_THAT(error(runs, ""), HasSubstr("no table [study]"));
  EXPECT_THAT(
      error("", "[model]\nname = 'nano'\n"),
      HasSubstr("study.toml:1: no table [study], [row] or [scale], expected the file of a study"));
  EXPECT_THAT(message_of<ConfigError>([&] { static_cast<void>(read(runs).scale("quick")); }),
              HasSubstr("--scale 'quick': study small has smoke"));
}

}  // namespace
}  // namespace espalier::experiments
