// SPDX-License-Identifier: Apache-2.0
// model.embedding_density, in whole runs.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include <espalier/experiments/results/inspection.h>
#include <espalier/experiments/results/topology_report.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/loop/training_memory.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/sessions/run_branch.h>
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"
#include "tests/training/small_study.h"
#include "tests/training/whole_run.h"

namespace espalier::training {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kWords = "bert.embeddings.word_embeddings.weight";

class SparseEmbedding : public FolderTest {
 protected:
  /// 24 steps with five updates of the encoder; a quarter of its table of words is stored.
  RunConfig config(const std::string& name, const std::string& policy = "dynamic",
                   double embedding_density = 0.25) const {
    RunConfig config = small_config(write("text.txt", small_text()).string(), policy);
    config.topology = topology_preset(policy);
    config.topology.updates = policy == "dense" || policy == "static" ? 1 : 6;
    if (config.topology.every_steps > 0) config.topology.every_steps = 4;
    config.model.embedding_density = embedding_density;
    config.run.folder = (folder_ / "runs").string();
    config.run.name = name;
    config.data.cache = (folder_ / "cache").string();
    config.training.keep_checkpoints = 5;
    return config;
  }
  static RunConfig causal(RunConfig config) {
    config.run.task = "causal_lm";
    config.model.name = "gpt_nano";
    return config;
  }
  std::filesystem::path last_checkpoint(const std::string& run) const {
    return folder_ / "runs" / run / "checkpoints/step_24";
  }
  models::ParameterSummary words_of(const std::filesystem::path& checkpoint,
                                    const std::string& name = kWords) const {
    const auto parameters = models::inspect_checkpoint(checkpoint);
    return *std::ranges::find(parameters, name, &models::ParameterSummary::name);
  }
  std::filesystem::path vocabulary() const {
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "cache/encoded"))
      if (entry.path().string().ends_with(".vocab.txt")) return entry.path();
    return {};
  }
};

class SparseEmbeddingPolicies : public SparseEmbedding,
                                public ::testing::WithParamInterface<const char*> {};

// Patterns of the encoder that move at random, by gradients where nothing is stored, or from dense
// to sparse, beside one that stays.
TEST_P(SparseEmbeddingPolicies, RunsAreTheSameHoweverTheyAreRun) {
  for (const bool of_causal : {false, true}) {
    const auto made = [&](const std::string& name) {
      const RunConfig whole = config(name, GetParam());
      return of_causal ? causal(whole) : whole;
    };
    const std::string prefix = of_causal ? "causal_" : "masked_";
    const std::string one = weights_of(run_quietly(made(prefix + "one")));
    RunConfig two = made(prefix + "two");
    two.run.threads = 2;
    EXPECT_EQ(weights_of(run_quietly(two)), one);
    const RunConfig parts = made(prefix + "parts");
    const std::atomic<bool> stop = true;  // after each step
    for (int i = 0; i < 6; ++i) ASSERT_EQ(run_quietly(parts, &stop).status, RunStatus::kStopped);
    EXPECT_EQ(weights_of(run_quietly(parts)), one);
  }
}

INSTANTIATE_TEST_SUITE_P(Policies, SparseEmbeddingPolicies,
                         ::testing::Values("dense", "static", "dynamic", "rigl", "gmp"),
                         [](const auto& policy) { return std::string(policy.param); });

TEST_F(SparseEmbedding, LearnsWithoutMovingItsPattern) {
  RunConfig longer = causal(config("longer"));
  longer.training.steps = 600;
  longer.training.batch = 16;
  longer.training.validate_every = 200;
  const TrainingRunOutcome outcome = run_quietly(longer);
  EXPECT_LT(outcome.result.metrics.value(metric::kValidationLoss),
            outcome.result.metrics.value(metric::kContextFreeLoss) - 0.5);
  constexpr const char* kName = "gpt.embeddings.word_embeddings.weight";
  const auto begin = words_of(outcome.folder / "checkpoints/step_200", kName);
  const auto end = words_of(outcome.folder / "checkpoints/step_600", kName);
  EXPECT_EQ(begin.pattern->blocks(), 32) << "a quarter of 16 x 8";
  EXPECT_EQ(*begin.pattern, *end.pattern);
  EXPECT_NE(begin.values_hash, end.values_hash);
  for (const NamedPattern& weight : experiments::initial_patterns(outcome.folder))
    EXPECT_NE(weight.name, kName) << "none that a report of the topology has to follow";
}

TEST_F(SparseEmbedding, IsCounted) {
  const TrainingRunOutcome outcome = run_quietly(config("sparse"));
  const RunSummary summary = summarise_run(outcome.folder);
  EXPECT_EQ(summary.model, "nano_L1_H32_e0.25");
  EXPECT_EQ(summary.parameters, outcome.result.parameters);
  const RunSummary dense = summarise_run(run_quietly(config("dense", "dynamic", 1)).folder);
  EXPECT_EQ(dense.model, "nano_L1_H32");
  const double words = 64 * 32;
  EXPECT_EQ(dense.parameters - summary.parameters, 0.75 * words);
  // Of each sequence three quarters of the decoder's three products, of the rows that are summed
  // and added to, and of the optimizer's arithmetic on the table.
  const double predicted = outcome.result.masked_per_sequence, sequences = 24 * 6;
  const double saved = 0.75 * (3 * 2 * predicted * words + 2 * 16 * 32 + 16 * words / 6);
  EXPECT_NEAR(dense.total_training_flops - summary.total_training_flops, sequences * saved,
              1e-12 * dense.total_training_flops);
  EXPECT_EQ(dense.encoder_training_flops, summary.encoder_training_flops);

  const experiments::Inspection inspection =
      experiments::inspect_checkpoint_topology(last_checkpoint("sparse"), {});
  const auto found =
      std::ranges::find(inspection.parameters, kWords,
                        [](const experiments::InspectedParameter& p) { return p.summary.name; });
  ASSERT_NE(found, inspection.parameters.end());
  EXPECT_EQ(found->summary.density, 0.25);
  EXPECT_FALSE(found->explored);
}

TEST_F(SparseEmbedding, TakesLessMemory) {
  RunConfig sparse = config("a"), dense = config("a", "dynamic", 1);
  // Values, gradients and two moments, and a place for each block, of what is not stored of the 32
  // pieces that are sure to be there.
  EXPECT_EQ(least_training_bytes(dense) - least_training_bytes(sparse),
            0.75 * 32 * 32 * (4 * 4 + 4.0 / 16));
}

TEST_F(SparseEmbedding, ItsDensityIsPartOfTheConfigurationOnlyIfItIsNotOne) {
  const RunConfig usual = config("a", "dynamic", 1);
  RunConfig never_said = usual;
  never_said.model.embedding_density = RunConfig().model.embedding_density;
  EXPECT_EQ(config_hash(usual), config_hash(never_said));
  EXPECT_NE(config_hash(usual), config_hash(config("a")));
}

TEST_F(SparseEmbedding, WhatDoesNotFitIsRefusedBeforeAFolderIsMade) {
  const auto refusal = [&](const std::string& toml) {
    return message_of<ConfigError>([&] { (void)parse_run_config(toml, "test"); });
  };
  EXPECT_THAT(refusal("[model]\nembedding_density = 0.0\n"), HasSubstr("model.embedding_density"));
  EXPECT_THAT(refusal("[model]\nembedding_density = 1.5\n"), HasSubstr("model.embedding_density"));
  EXPECT_THAT(refusal("[model]\nembedding_density = 0.5\n[data]\nvocabulary_size = 1001\n"),
              HasSubstr("model.embedding_density: 0.5 with a vocabulary of 1001 pieces, expected a "
                        "multiple of model.block, 4, such as 1000 or 1004; see "
                        "data.vocabulary_size"));
  EXPECT_THAT(refusal("[model]\nembedding_density = 0.5\nhidden = 72\nheads = 2\nblock = 16\n"),
              HasSubstr("expected a model.block that divides the hidden width, 72"));
  EXPECT_THAT(refusal("[run]\ntask = \"images\"\n[model]\nembedding_density = 0.5\n"),
              HasSubstr("has no use for"));

  // A corpus may have fewer pieces than asked for: that is known once it is read.
  RunConfig fewer = config("fewer");
  fewer.data.vocabulary_size = 4096;
  fewer.model.block = 16;
  fewer.topology.policy = "static";
  const std::string found = message_of<ConfigError>([&] { run_quietly(fewer); });
  EXPECT_THAT(found, AllOf(HasSubstr("model.embedding_density: 0.25 with a vocabulary of "),
                           HasSubstr("expected a multiple of model.block, 16")));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "runs/fewer"));
}

TEST_F(SparseEmbedding, BranchesAndPhasesKeepItsDensity) {
  run_quietly(config("source", "static"));
  run_quietly(config("dense_source", "static", 1));
  const std::string source = (folder_ / "runs/source").string() + "@8";
  const auto branch = [&](const std::string& from, const std::vector<std::string>& overrides,
                          BranchStart start) {
    TrainingRunOptions options;
    options.quiet = true;
    options.branch = branch_of(from);
    options.branch->start = start;
    return run_training(branch_config(from, overrides, start), options);
  };
  for (const BranchStart start : {BranchStart::kThere, BranchStart::kNextPhase}) {
    const std::string name = start == BranchStart::kThere ? "there" : "phase";
    const TrainingRunOutcome moved = branch(
        source, {"run.name=" + name, "topology.policy=dynamic", "topology.updates=6"}, start);
    EXPECT_EQ(*words_of(moved.folder / "checkpoints/step_24").pattern,
              *words_of(last_checkpoint("source")).pattern);
    for (const NamedPattern& weight : experiments::initial_patterns(moved.folder))
      EXPECT_NE(weight.name, kWords);
    EXPECT_THAT(message_of<ConfigError>([&] {
                  branch(source, {"run.name=other", "model.embedding_density=0.5"}, start);
                }),
                HasSubstr("model.embedding_density is 0.5; expected 0.25, that of the run"));
    EXPECT_THAT(message_of<ConfigError>([&] {
                  branch((folder_ / "runs/dense_source").string(),
                         {"run.name=other", "model.embedding_density=0.25"}, start);
                }),
                HasSubstr("model.embedding_density is 0.25; expected 1, that of the run"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "runs/other"));
  }
}

// Who loads a checkpoint without a configuration to compare.
TEST_F(SparseEmbedding, CheckpointsOfAnotherTableAreRefused) {
  for (const double density : {1.0, 0.25, 0.5})
    run_quietly(config(fmt::format("d{}", density), "static", density));
  const RunConfig half = config("half", "static", 0.5);
  const text::PreparedData data = small_data(half);
  const Context context({.threads = 1, .seed = 5});
  SmallTrainer run(half, data, context);
  const auto refusal = [&](const std::string& from) {
    return message_of<FormatError>([&] { run.trainer.branch(last_checkpoint(from)); });
  };
  EXPECT_THAT(refusal("d1"), AllOf(HasSubstr(kWords), HasSubstr("is dense [64,32], expected "
                                                                "block-sparse [64,32]")));
  EXPECT_THAT(refusal("d0.25"),
              AllOf(HasSubstr(kWords), HasSubstr("stores 32 blocks; expected 64")));
  EXPECT_NO_THROW(run.trainer.branch(last_checkpoint("d0.5")));
}

TEST_F(SparseEmbedding, AClassifierStartsFromThePretrainedTable) {
  run_quietly(config("mlm"));
  run_quietly(config("mlm_dense", "dynamic", 1));
  std::string tsv;
  for (int i = 0; i < 40; ++i)
    tsv += i % 2 == 0 ? "1\ta cat sees the dog\n" : "0\tour cow has a fish\n";
  write("train.tsv", tsv);
  write("validation.tsv", tsv);
  const auto classifier = [&](const std::string& from, double density) {
    return parse_run_config(
        "[run]\ntask = \"sequence_classification\"\nseed = 9\nthreads = 1\nfolder = \"" +
            (folder_ / "runs").string() +
            "\"\n[model]\nname = \"nano\"\nlayers = 1\nhidden = 32\nheads = 2\ndensity = 0.25\n"
            "embedding_density = " +
            fmt::format("{:.3f}", density) + "\nencoder = \"" +
            (from.empty() ? "" : last_checkpoint(from).string()) +
            "\"\n[topology]\npolicy = \"static\"\n[data]\nsequence = 16\nvocabulary_size = 64\n"
            "vocabulary = \"" +
            vocabulary().string() + "\"\ntexts = \"" + (folder_ / "train.tsv").string() +
            "\"\nvalidation_texts = \"" + (folder_ / "validation.tsv").string() +
            "\"\n[training]\nsteps = 24\nbatch = 8\n",
        "test", {"run.name=" + (from.empty() ? "anew" : "from_" + from)});
  };
  const TrainingRunOutcome outcome = run_quietly(classifier("mlm", 0.25));
  const models::ParameterSummary words = words_of(last_checkpoint("from_mlm"));
  ASSERT_NE(words.pattern, nullptr);
  EXPECT_EQ(*words.pattern, *words_of(last_checkpoint("mlm")).pattern);
  EXPECT_EQ(summarise_run(outcome.folder).parameters, outcome.result.parameters);
  // Another seed: by itself it would have drawn another pattern.
  run_quietly(classifier("", 0.25));
  EXPECT_NE(*words_of(last_checkpoint("anew")).pattern, *words.pattern);

  const auto refusal = [&](const std::string& from, double density) {
    return message_of<ConfigError>([&] { run_quietly(classifier(from, density)); });
  };
  std::filesystem::remove_all(folder_ / "runs/from_mlm");
  EXPECT_THAT(
      refusal("mlm", 1.0),
      AllOf(HasSubstr(kWords), HasSubstr("is of density 0.25 in blocks of 4, expected it to "
                                         "be dense; see model.embedding_density")));
  EXPECT_THAT(refusal("mlm", 0.5),
              HasSubstr("is of density 0.25 in blocks of 4, expected it to be of density 0.5"));
  EXPECT_THAT(refusal("mlm_dense", 0.25),
              AllOf(HasSubstr(kWords), HasSubstr("is dense, expected it to be of density 0.25")));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "runs/from_mlm"));
}

}  // namespace
}  // namespace espalier::training
