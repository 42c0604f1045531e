// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/labelled_texts_task.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <espalier/experiments/results/run_details.h>
#include <espalier/experiments/results/topology_report.h>
#include <espalier/files/content_hash.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/measure/evaluation.h>
#include <espalier/training/measure/trained_model.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/sessions/training_run.h>
#include <espalier/training/tasks/pretrained_encoder.h>
#include <espalier/training/tasks/task.h>
#include <espalier/training/tasks/topology_setup.h>
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"
#include "tests/training/small_study.h"
#include "tests/training/whole_run.h"

namespace espalier::training {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::UnorderedElementsAre;

/// Texts of up to eight words; one of two words somewhere among them decides.
std::string two_kinds(int count, const char* stream) {
  constexpr std::array<const char*, 6> kFill = {"the", "cat", "sat", "on", "a", "mat"};
  const Random random(1, stream_id(stream));
  std::string tsv;
  std::uint64_t at = 0;
  for (int i = 0; i < count; ++i) {
    const bool good = random.below(at++, 2) == 0;
    const std::uint64_t words = 2 + random.below(at++, 7), place = random.below(at++, words);
    tsv += good ? "1\t" : "0\t";
    for (std::uint64_t w = 0; w < words; ++w) {
      const std::uint64_t word = random.below(at++, kFill.size());
      tsv += (w > 0 ? " " : "");
      tsv += w == place ? (good ? "good" : "bad") : kFill[word];
    }
    tsv += '\n';
  }
  return tsv;
}

class Classification : public FolderTest {
 protected:
  Classification() {
    write("train.tsv", two_kinds(600, "train"));
    write("validation.tsv", two_kinds(100, "validation"));
  }

  /// A sparse encoder of one layer that sees 300 batches of 16 texts.
  std::string toml(const std::string& more = "") const {
    return "[run]\ntask = \"sequence_classification\"\nseed = 5\nthreads = 1\nfolder = \"" +
           (folder_ / "runs").string() +
           "\"\n[model]\nname = \"nano\"\nlayers = 1\nhidden = 32\nheads = 2\ndensity = 0.25\n"
           "[topology]\npolicy = \"dynamic\"\nupdates = 6\n[data]\nsequence = 16\n"
           "vocabulary_size = 64\ntexts = \"" +
           (folder_ / "train.tsv").string() + "\"\nvalidation_texts = \"" +
           (folder_ / "validation.tsv").string() +
           "\"\n[training]\nsteps = 300\nbatch = 16\nlearning_rate = 5e-3\nvalidate_every = 50\n" +
           more;
  }
  RunConfig config(const std::vector<std::string>& overrides = {}) const {
    return parse_run_config(toml(), "test", overrides);
  }
};

TEST_F(Classification, LearnsWhichOfTwoWordsATextHas) {
  const TrainingRunOutcome outcome = run_quietly(config());
  EXPECT_GT(outcome.result.metrics.value(metric::kAccuracy), 0.95);
  const RunSummary summary = summarise_run(outcome.folder);
  EXPECT_EQ(summary.task, "sequence_classification");
  EXPECT_EQ(summary.metrics.value(metric::kAccuracy),
            outcome.result.metrics.value(metric::kAccuracy));
  EXPECT_EQ(summary.sequences, 300 * 16);
  EXPECT_EQ(summary.parameters, outcome.result.parameters);
  // 3 (2 S stored + 4 S^2 H) for one layer of 12 H^2 weights, a quarter of them stored.
  EXPECT_EQ(summary.encoder_flops_per_sequence, 3 * (2 * 16 * 12 * 32 * 32 / 4 + 4 * 16 * 16 * 32));
  EXPECT_GT(summary.total_training_flops, summary.encoder_training_flops);
  EXPECT_THAT(experiments::run_details_text(outcome.folder), HasSubstr("\nMatthews correlation "));
}

TEST_F(Classification, OfAPairEachTextIsAWindow) {
  const auto say_nothing = [](const std::string&) {};
  const std::string run = run_quietly(config({"run.name=moves"})).folder.string();
  const std::string other =
      run_quietly(config({"run.name=fixed", "topology.policy=static"})).folder.string();
  const PairedEvaluation pair = evaluate_pair(run, other, {}, say_nothing);
  EXPECT_EQ(pair.difference.windows, 100);
  EXPECT_EQ(pair.difference.predictions, 100);
  EXPECT_NE(pair.difference.loss, 0);
  EXPECT_GT(pair.difference.error, 0);
  // Alone, texts are validated sixteen at a time: float sums in another order.
  EXPECT_NEAR(pair.first.validation.loss(), evaluate(run, {}, say_nothing).validation.loss(), 1e-5);
  EXPECT_EQ(evaluate_pair(run, run, {}, say_nothing).difference.error, 0);
}

TEST_F(Classification, DoesNotDependOnTheNumberOfThreads) {
  const std::string one = weights_of(run_quietly(config({"run.name=one"})));
  EXPECT_EQ(weights_of(run_quietly(config({"run.name=three", "run.threads=3"}))), one);
}

TEST_F(Classification, GoesOnAsIfItHadNotBeenStopped) {
  const std::string whole = weights_of(run_quietly(config({"run.name=whole"})));
  const RunConfig parts = config({"run.name=parts"});
  const std::atomic<bool> stop = true;  // after the first step
  ASSERT_EQ(run_quietly(parts, &stop).status, RunStatus::kStopped);
  EXPECT_EQ(weights_of(run_quietly(parts)), whole);
}

// Grouped weights and convolutions too, with patterns that move at random and by gradients.
TEST_F(Classification, OfAGroupBertIsTheSameHoweverItIsRun) {
  for (const char* policy : {"dynamic", "rigl"}) {
    const auto named = [&](const char* name) {
      return config({"model.name=groupbert_nano", "training.steps=40", "training.validate_every=20",
                     std::string("topology.policy=") + policy, "topology.every_steps=8",
                     std::string("run.name=") + policy + name});
    };
    const std::string one = weights_of(run_quietly(named("one")));
    RunConfig three = named("three"), parts = named("parts");
    three.run.threads = 3;
    EXPECT_EQ(weights_of(run_quietly(three)), one) << policy;
    const std::atomic<bool> stop = true;  // after the first step
    ASSERT_EQ(run_quietly(parts, &stop).status, RunStatus::kStopped);
    EXPECT_EQ(weights_of(run_quietly(parts)), one) << policy;
  }
}

TEST_F(Classification, ExampleIsAConfiguration) {
  const RunConfig example = load_run_config(
      ESPALIER_SOURCE_DIR "/experiments/configs/recipes/sequence_classification.toml");
  EXPECT_EQ(task_of(example)->info().name, "sequence_classification");
  EXPECT_FALSE(initial_topology(example).weights.empty());
}

TEST_F(Classification, RefusesMoreLabelsThanTheHeadTellsApart) {
  const auto refusal = [&] { return message_of<ConfigError>([&] { run_quietly(config()); }); };
  write("validation.tsv", "a\tx\n");
  write("train.tsv", "a\tx\nb\ty\nb \tz\n");
  EXPECT_THAT(refusal(), HasSubstr("model.classes is 2, expected 3 or more, the labels of the "
                                   "texts: 'a', 'b', 'b '"));
  write("train.tsv", "g\tx\nf\tx\ne\tx\nd\tx\nc\tx\nb\tx\na\tx\n");
  EXPECT_THAT(refusal(), HasSubstr("'a', 'b', 'c', 'd', 'e', 'f', ...; 'g' stands in line 1"));
}

TEST_F(Classification, NamesTheKeyOfAFileThatIsNotThere) {
  for (const std::string key : {"data.texts", "data.validation_texts", "data.test_texts",
                                "data.vocabulary", "model.encoder"})
    EXPECT_EQ(message_of<IoError>([&] { run_quietly(config({key + "=gone"})); }),
              key + ": 'gone' does not exist");
}

TEST_F(Classification, MayTellMoreClassesApartThanTheTextsHave) {
  const TrainingRunOutcome outcome = run_quietly(config({"model.classes=3", "training.steps=20"}));
  const TrainedModel trained = trained_model(outcome.folder.string(), "test");
  const auto stored = [&] { return stored_model_of(trained, tokenizer_of(trained).size()); };
  EXPECT_EQ(stored().at("classifier.bias").shape, std::vector<Index>{3});
  EXPECT_EQ(stored().labels, (std::vector<std::string>{"0", "1"})) << "the last has no name";
  std::ofstream(outcome.folder / "labels.json") << R"({"labels": ["a", "b", "c", "d"]})";
  EXPECT_THAT(message_of<FormatError>(stored), HasSubstr("expected a list of at most 3 names"));
}

// Classes are numbered by the labels of the texts to train on: by others the right answers of a run
// would count as wrong ones.
TEST_F(Classification, IsEvaluatedByTheLabelsThatItLearnt) {
  const std::string run =
      run_quietly(config({"model.classes=3", "training.steps=20"})).folder.string();
  const auto say_nothing = [](const std::string&) {};
  const auto labelled = [&](const std::string& bad, const std::string& good) {
    return bad + "\tthe bad cat\n" + good + "\tthe good cat\n";
  };
  const auto on = [&](const std::string& texts) {
    const std::string path = write("other.tsv", texts).string();
    return evaluate(run, {.overrides = {"data.texts=" + path, "data.validation_texts=" + path}},
                    say_nothing);
  };
  EXPECT_EQ(on(labelled("0", "1")).validation.predictions, 2);
  EXPECT_THAT(message_of<ConfigError>([&] { on(labelled("1", "2")); }),
              HasSubstr("label 1 of the texts to train on is '1', expected '0', as in training"));
  EXPECT_THAT(
      message_of<ConfigError>([&] { on(labelled("0", "1") + labelled("0", "2")); }),
      HasSubstr("label 3 of the texts to train on is '2', expected only the 2 that the run was "));
}

TEST_F(Classification, IsEvaluatedOnTheTextsThatAreNamed) {
  const std::string run = run_quietly(config({"training.steps=20"})).folder.string();
  const std::string other = write("other.tsv", two_kinds(30, "other")).string();
  const auto measured = [&](bool test, const std::vector<std::string>& overrides) {
    return evaluate(run, {.test = test, .overrides = overrides}, [](const std::string&) {});
  };
  EXPECT_THAT(to_text(measured(false, {})), HasSubstr("\ndata               as configured, "));
  const Evaluation named = measured(false, {"data.validation_texts=" + other});
  EXPECT_EQ(named.data, "data.validation_texts=" + other);
  EXPECT_THAT(to_text(named), HasSubstr("\ndata               " + named.data + ", its held-out"));
  EXPECT_EQ(measured(true, {"data.test_texts=" + other}).validation.predictions, 30);
  EXPECT_THAT(message_of<ConfigError>([&] { measured(true, {}); }),
              HasSubstr("for a test, and no --set data.test_texts=FILE names one; call eval"));
  EXPECT_THAT(
      message_of<ConfigError>([&] { evaluate(run, {.corpus = other}, [](const std::string&) {}); }),
      HasSubstr("--corpus: run.task \"sequence_classification\" reads no corpus"));
}

TEST_F(Classification, RefusesKeysOfOtherTasks) {
  EXPECT_THAT(message_of<ConfigError>([&] { config({"model.widths=64-10"}); }),
              HasSubstr("has no use for"));
  EXPECT_THAT(message_of<ConfigError>([&] { parse_run_config("[model]\nclasses = 3\n", "test"); }),
              HasSubstr("has no use for"));
}

/// Pretrained on masked words of the same texts.
class Pretrained : public Classification {
 protected:
  explicit Pretrained(const std::string& model = "nano") {
    write("words.txt", small_text());
    RunConfig mlm = pretraining("mlm");
    mlm.model.name = model;
    const TrainingRunOutcome outcome = run_quietly(mlm);
    checkpoint_ = *models::latest_checkpoint(outcome.folder / "checkpoints").path;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "cache/encoded"))
      if (entry.path().string().ends_with(".vocab.txt")) vocabulary_ = entry.path();
  }
  RunConfig pretraining(const std::string& name) const {
    RunConfig mlm = small_config((folder_ / "words.txt").string(), "dynamic");
    mlm.run.folder = (folder_ / "runs").string();
    mlm.run.name = name;
    mlm.data.cache = (folder_ / "cache").string();
    return mlm;
  }
  std::vector<std::string> from_it(const std::string& more = "") const {
    std::vector<std::string> sets = {"model.encoder=" + checkpoint_.string(),
                                     "data.vocabulary=" + vocabulary_.string()};
    if (!more.empty()) sets.push_back(more);
    return sets;
  }

  RunConfig from_it_with(const std::vector<std::string>& more) const {
    std::vector<std::string> sets = from_it();
    sets.insert(sets.end(), more.begin(), more.end());
    return config(sets);
  }
  /// Why a run of this configuration would not begin.
  static std::string refusal_of(const RunConfig& config) {
    return message_of<ConfigError>([&] { require_fit(config); });
  }
  static void require_fit(const RunConfig& config) {
    const TaskPtr task = task_of(config);
    task->require_fit(config, *task->load(config, [](const std::string&) {}));
  }

  /// A run from the checkpoint has all of its encoder: so many parameters, of which so many
  /// sparse.
  void expect_brings(const RunConfig& config, int parameters, int sparse_weights) const {
    const Context context({.threads = 1, .seed = 5});
    const TaskPtr kind = task_of(config);
    const auto data = kind->load(config, [](const std::string&) {});
    const auto task = kind->make(config, *data, context);
    std::map<std::string, models::ParameterSummary> known;
    for (models::ParameterSummary& summary : models::inspect_checkpoint(checkpoint_))
      known[summary.name] = std::move(summary);
    int copied = 0, sparse = 0;
    for (const models::Parameter* parameter : task->parameters()) {
      const auto found = known.find(parameter->name);
      if (found == known.end()) continue;
      ++copied;
      if (!parameter->is_sparse()) continue;
      ++sparse;
      EXPECT_EQ(*parameter->pattern, *found->second.pattern) << parameter->name;
    }
    EXPECT_EQ(copied, parameters) << "all of the encoder, nothing of the head";
    EXPECT_EQ(sparse, sparse_weights);
    const PretrainedEncoder encoder(checkpoint_);
    EXPECT_EQ(task->data_hashes().back().value, encoder.hash());
  }

  std::filesystem::path checkpoint_, vocabulary_;
};

class PretrainedGroupBert : public Pretrained {
 protected:
  PretrainedGroupBert() : Pretrained("groupbert_nano") {}
};

TEST_F(Pretrained, EncoderBringsItsWeightsAndPatterns) {
  expect_brings(config(from_it()), 5 + 16, 6);
}

// The pooler of an encoder that was pre-trained on pairs, or fine-tuned on another task.
TEST_F(Pretrained, EncoderBringsItsPoolerButNotItsClassifier) {
  const TrainingRunOutcome other = run_quietly(config(from_it()));
  std::map<std::string, std::string> hashes;
  for (const models::ParameterSummary& summary :
       models::inspect_checkpoint(*models::latest_checkpoint(other.folder / "checkpoints").path))
    hashes[summary.name] = summary.values_hash;
  const Context context({.threads = 1, .seed = 6});
  const RunConfig next = config({"model.encoder=" + other.folder.string(), "run.seed=6",
                                 "data.vocabulary=" + vocabulary_.string()});
  const TaskPtr kind = task_of(next);
  const auto data = kind->load(next, [](const std::string&) {});
  const auto task = kind->make(next, *data, context);
  std::set<std::string> of_other, fresh;
  for (const models::Parameter* parameter : task->parameters()) {
    const std::string hash = files::hex(files::content_hash(
        {reinterpret_cast<const char*>(parameter->values.data()), 4 * parameter->values.size()}));
    (hashes.at(parameter->name) == hash ? of_other : fresh).insert(parameter->name);
  }
  EXPECT_THAT(of_other, IsSupersetOf({"bert.pooler.dense.weight", "bert.pooler.dense.bias"}));
  EXPECT_THAT(fresh, UnorderedElementsAre("classifier.weight", "classifier.bias"));
}

TEST_F(Pretrained, EncoderOfTheRunsSeed) {
  std::filesystem::create_directory_symlink(checkpoint_, folder_ / "encoder_7");
  const std::string seven = "model.encoder=" + (folder_ / "encoder_{seed}").string();
  std::vector<std::string> sets = from_it("run.seed=7");
  sets.push_back(seven);
  expect_brings(config(sets), 5 + 16, 6);
  sets.emplace_back("run.seed=8");
  EXPECT_THAT(message_of<Error>([&] { expect_brings(config(sets), 0, 0); }),
              HasSubstr("encoder_8"));
}

TEST_F(PretrainedGroupBert, EncoderBringsItsWeightsAndPatterns) {
  expect_brings(config(from_it("model.name=groupbert_nano")), 5 + 36 + 2, 12);
  EXPECT_THAT(message_of<ConfigError>([&] { run_quietly(config(from_it())); }),
              HasSubstr("has no bert.embeddings.position_embeddings.weight"));
}

TEST_F(Pretrained, RunRemembersThePatternsThatItStartedFrom) {
  const TrainingRunOutcome outcome = run_quietly(config(from_it()));
  EXPECT_GT(outcome.result.metrics.value(metric::kAccuracy), 0.5);
  const auto known = models::inspect_checkpoint(checkpoint_);
  for (const NamedPattern& start : experiments::initial_patterns(outcome.folder)) {
    const auto found = std::ranges::find(known, start.name, &models::ParameterSummary::name);
    ASSERT_NE(found, known.end());
    EXPECT_EQ(*start.pattern, *found->pattern);
  }
}

TEST_F(Pretrained, EncoderThatIsComputedOtherwiseIsRefusedWithTheKeyToSet) {
  std::filesystem::create_directory_symlink(checkpoint_, folder_ / "link");
  for (const std::filesystem::path& encoder :
       {checkpoint_, folder_ / "runs/mlm", folder_ / "link"}) {
    const auto refusal = [&](const std::string& set) {
      return refusal_of(from_it_with({"model.encoder=" + encoder.string(), set}));
    };
    EXPECT_THAT(refusal("model.heads=4"),
                HasSubstr("the number of heads is 2; set model.heads = 2"));
    EXPECT_THAT(refusal("model.activation=relu"), HasSubstr("set model.activation = gelu"));
    EXPECT_THAT(refusal("model.norm_epsilon=0.1"), HasSubstr("set model.norm_epsilon = 1e-12"));
    EXPECT_THAT(refusal("model.norm=pre"), HasSubstr("set model.norm = post"));
    EXPECT_THAT(refusal("model.attention_block=16"), HasSubstr("set model.attention_block = 0"));
  }
  // Without its run nobody knows.
  const std::filesystem::path copy = folder_ / "copy/step_24";
  std::filesystem::create_directories(copy.parent_path());
  std::filesystem::copy(checkpoint_, copy);
  EXPECT_NO_THROW(require_fit(from_it_with({"model.encoder=" + copy.string(), "model.heads=4"})));
}

TEST_F(Pretrained, EncoderThatSeesOtherTokensIsRefusedWithTheKeyToSet) {
  RunConfig mlm = pretraining("blocks");
  mlm.data.sequence = 32;
  mlm.model.attention_block = 16;
  mlm.model.attention_window = 0;
  mlm.model.attention_global = 1;
  const std::string encoder = "model.encoder=" + run_quietly(mlm).folder.string();
  std::vector<std::string> sets = {encoder, "data.vocabulary=", "data.sequence=32"};
  EXPECT_THAT(refusal_of(from_it_with(sets)), HasSubstr("set model.attention_block = 16"));
  sets.emplace_back("model.attention_block=16");
  EXPECT_THAT(refusal_of(from_it_with(sets)), HasSubstr("set model.attention_window = 0"));
  sets.emplace_back("model.attention_window=0");
  EXPECT_THAT(refusal_of(from_it_with(sets)), HasSubstr("set model.attention_global = 1"));
  sets.emplace_back("model.attention_global=1");
  EXPECT_NO_THROW(require_fit(from_it_with(sets)));
  sets.emplace_back("model.attention_stride=2");
  EXPECT_THAT(refusal_of(from_it_with(sets)), HasSubstr("set model.attention_stride = 0"));
}

// The run that it names has gone on: the newest checkpoint is another.
TEST_F(Pretrained, ABranchHasTheEncoderOfItsRun) {
  const std::filesystem::path encoder = folder_ / "encoder";
  std::filesystem::create_directory_symlink(folder_ / "runs/mlm", encoder);
  const std::string trunk =
      run_quietly(from_it_with({"model.encoder=" + encoder.string(), "training.steps=24",
                                "training.validate_every=12"}))
          .folder.string();
  const std::string began = (encoder / "checkpoints/step_24").string();
  EXPECT_EQ(read_manifest(trunk).encoder, began);
  EXPECT_EQ(read_manifest(trunk).encoder_hash, PretrainedEncoder(checkpoint_).hash());
  RunConfig other = pretraining("other");
  other.run.seed = 6;
  const std::filesystem::path newer = run_quietly(other).folder;
  std::filesystem::remove(encoder);
  std::filesystem::create_directory_symlink(newer, encoder);
  TrainingRunOptions options;
  options.quiet = true;
  options.branch = branch_of(trunk);
  const auto branch = [&](std::vector<std::string> overrides) {
    overrides.emplace_back("training.steps=30");
    run_training(branch_config(trunk, overrides), options);
  };
  EXPECT_THAT(message_of<ConfigError>([&] { branch({"run.name=other_encoder"}); }),
              HasSubstr("\" of " + began + "; this run has "));
  EXPECT_THAT(
      message_of<ConfigError>([&] { branch({"run.name=other_encoder"}); }),
      HasSubstr("put back what has changed, or branch it by train --from, with model.encoder "
                "set to the checkpoint that it began with (of a run the newest counts) and "
                "data.vocabulary to the folder of its run, or train anew"));
  EXPECT_NO_THROW(branch({"run.name=same_encoder", "model.encoder=" + checkpoint_.string()}));
  EXPECT_THAT(message_of<ConfigError>([&] { experiments::initial_patterns(trunk); }),
              HasSubstr(": began with encoder " + PretrainedEncoder(checkpoint_).hash()));
  // One of another density is refused before that.
  EXPECT_THAT(
      refusal_of(from_it_with({"model.encoder=" + encoder.string(), "model.density=0.5"})),
      HasSubstr(", the newest of the run that model.encoder names: stores 192 of 768 blocks"));
}

// Its checkpoint has no hash to compare the encoder with.
TEST_F(Pretrained, ABranchOfARunFromScratchHasNoEncoder) {
  const std::string run =
      run_quietly(config({"training.steps=24", "training.validate_every=12"})).folder.string();
  EXPECT_THAT(message_of<ConfigError>([&] {
                (void)branch_config(
                    run, {"run.name=a", "model.encoder=" + checkpoint_.string(),
                          "data.vocabulary=" + vocabulary_.string(), "training.steps=30"});
              }),
              HasSubstr("model.encoder is " + checkpoint_.string() + "; expected ''"));
}

// An encoder has positions of its own; from scratch there are as many as tokens in a sequence.
TEST_F(Pretrained, ANextPhaseHasThePositionsOfItsEncoder) {
  RunConfig mlm = pretraining("long");
  mlm.data.sequence = 32;
  const std::string encoder = "model.encoder=" + run_quietly(mlm).folder.string();
  const std::vector<std::string> brief = {"training.steps=24", "training.validate_every=12"};
  std::vector<std::string> from_encoder = brief, from_scratch = brief;
  from_encoder.insert(from_encoder.end(), {"run.name=first", encoder});
  from_scratch.emplace_back("run.name=scratch");
  const auto next = [&](const RunConfig& first, const std::string& sequence) {
    const std::string run = (std::filesystem::path(first.run.folder) / first.run.name).string();
    TrainingRunOptions options;
    options.quiet = true;
    options.branch = branch_of(run);
    options.branch->start = BranchStart::kNextPhase;
    return run_training(branch_config(run, {"run.name=next", sequence}, BranchStart::kNextPhase),
                        options)
        .status;
  };
  const RunConfig fine_tuned = from_it_with(from_encoder), scratch = config(from_scratch);
  run_quietly(fine_tuned);
  run_quietly(scratch);
  EXPECT_THAT(message_of<ConfigError>([&] { next(scratch, "data.sequence=32"); }),
              HasSubstr("data.sequence is 32; expected 16, that of the run, whose model has as "
                        "many positions"));
  EXPECT_THAT(message_of<ConfigError>([&] { next(fine_tuned, "data.sequence=48"); }),
              HasSubstr("has 32 positions, expected data.sequence, 48, or more"));
  EXPECT_EQ(next(fine_tuned, "data.sequence=32"), RunStatus::kDone);
}

TEST_F(Pretrained, SparseEncoderKeepsItsDensityOrIsPrunedToThatOfTheRun) {
  EXPECT_THAT(refusal_of(from_it_with({"model.density=0.1"})),
              HasSubstr("stores 192 of 768 blocks, expected 80 by a model.density of 0.1, since "
                        "policy dynamic keeps what is stored; set model.density = 0.25"));
  EXPECT_THAT(refusal_of(from_it_with({"model.prune_encoder=true"})),
              HasSubstr("is sparse, expected dense weights for model.prune_encoder"));
  const TrainingRunOutcome outcome = run_quietly(
      from_it_with({"model.density=0.125", "topology.policy=granet", "topology.density_start=0.25",
                    "training.steps=24", "training.validate_every=12"}));
  Index blocks = 0;
  for (const models::ParameterSummary& summary :
       models::inspect_checkpoint(*models::latest_checkpoint(outcome.folder / "checkpoints").path))
    if (summary.pattern != nullptr) blocks += summary.pattern->blocks();
  EXPECT_EQ(blocks, 768 / 8);

  // What it has left can be kept by a run of its own, but by no branch.
  TrainingRunOptions options;
  options.quiet = true;
  options.branch = branch_of(outcome.folder.string());
  const RunConfig branch = branch_config(
      outcome.folder.string(), {"run.name=branch", "training.steps=30", "topology.policy=static"});
  EXPECT_THAT(message_of<ConfigError>([&] { run_training(branch, options); }),
              HasSubstr("name its checkpoint as model.encoder of a new run"));
  EXPECT_NO_THROW(require_fit(from_it_with({"model.encoder=" + outcome.folder.string(),
                                            "model.density=0.125", "topology.policy=static"})));
}

TEST_F(Pretrained, WhatARunStartedFromIsNotNeededAfterwards) {
  RunConfig mlm = pretraining("long");
  mlm.data.sequence = 32;  // the encoder has more positions than the run has tokens
  const std::filesystem::path encoder = run_quietly(mlm).folder;
  const TrainingRunOutcome outcome = run_quietly(
      from_it_with({"model.encoder=" + encoder.string(), "training.steps=20", "run.name=fine"}));
  std::filesystem::rename(encoder, folder_ / "moved");
  std::filesystem::rename(vocabulary_, folder_ / "moved.txt");
  const Evaluation found = evaluate(outcome.folder.string(), {}, [](const std::string&) {});
  EXPECT_EQ(found.validation.loss(), outcome.result.metrics.value(metric::kValidationLoss));
  EXPECT_TRUE(found.own_data);
  // Whoever predicts reads the same.
  const TrainedModel trained = trained_model(outcome.folder.string(), "test");
  EXPECT_EQ(stored_model_of(trained, tokenizer_of(trained).size()).config.max_positions, 32);
}

TEST_F(Pretrained, EncoderThatDoesNotFitIsRefusedWithAReason) {
  const auto refusal = [&](const std::vector<std::string>& overrides) {
    return message_of<ConfigError>([&] { run_quietly(config(overrides)); });
  };
  EXPECT_THAT(refusal({"model.encoder=" + checkpoint_.string()}),
              HasSubstr("set data.vocabulary to the folder of its run"));
  EXPECT_THAT(refusal(from_it("model.hidden=64")),
              HasSubstr("the hidden width is 32; set model.hidden = 32"));
  EXPECT_THAT(refusal(from_it("model.layers=2")),
              HasSubstr("the number of layers is 1; set model.layers = 1"));
  EXPECT_THAT(refusal(from_it("model.intermediate=64")),
              HasSubstr("feed-forward layers is 128; set model.intermediate = 128"));
  EXPECT_THAT(refusal(from_it("data.sequence=32")), HasSubstr("has 16 positions"));
  EXPECT_THAT(refusal(from_it("model.block=8")), HasSubstr("model.block is 8, expected 4"));
  std::vector<std::string> dense = from_it("topology.policy=dense");
  dense.push_back("model.density=1");
  EXPECT_THAT(refusal(dense), HasSubstr("is sparse, expected it to be dense"));
  EXPECT_THAT(message_of<IoError>(
                  [&] { run_quietly(config({"model.encoder=" + (folder_ / "none").string()})); }),
              HasSubstr("/none' does not exist"));
  EXPECT_THAT(refusal({"model.encoder=" + (checkpoint_ / "model.safetensors").string()}),
              HasSubstr("model.safetensors' is a file, expected the folder of a checkpoint"));
  // Before a sweep starts, too.
  const TaskPtr task = task_of(config());
  const auto data = task->load(config(from_it()), [](const std::string&) {});
  EXPECT_NO_THROW(task->require_fit(config(from_it()), *data));
  EXPECT_THAT(
      message_of<ConfigError>([&] { task->require_fit(config(from_it("model.layers=2")), *data); }),
      HasSubstr("set model.layers = 1"));
}

// It would begin with the lower of its layers alone.
TEST_F(Pretrained, AnEncoderOfMoreLayersIsRefused) {
  RunConfig deep = pretraining("deep");
  deep.model.layers = 2;
  const std::filesystem::path copy = folder_ / "copy/step_24";
  std::filesystem::create_directories(copy.parent_path());
  std::filesystem::copy(*models::latest_checkpoint(run_quietly(deep).folder / "checkpoints").path,
                        copy);
  for (const std::filesystem::path& encoder : {folder_ / "runs/deep", copy})
    EXPECT_THAT(refusal_of(from_it_with({"model.encoder=" + encoder.string()})),
                HasSubstr("the number of layers is 2; set model.layers = 2"));
}

}  // namespace
}  // namespace espalier::training
