// SPDX-License-Identifier: Apache-2.0
// Pairs of texts, numbers in place of classes, sets to test on, and what a run keeps of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <string>
#include <vector>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/checkpoints/model_folder.h>
#include <espalier/models/checkpoints/sparsify_model.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/format/convert.h>
#include <espalier/text/tokenizer/hugging_face_tokenizer.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/model_shape.h>
#include <espalier/training/measure/evaluation.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/sessions/training_run.h>
#include <espalier/training/tasks/labelled_texts_task.h>
#include <espalier/training/tasks/task.h>
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"
#include "tests/training/whole_run.h"

namespace espalier::training {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;
using espalier::testing::read_bytes;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr std::array<const char*, 5> kWords = {"green", "blue", "cat", "dog", "bird"};

/// Pairs of which one text has the word "red"; they are of the label of that text, or of the number
/// 0 or 2.
std::string pairs_of_words(int count, const char* stream, bool numbers) {
  const Random random(1, stream_id(stream));
  std::string tsv;
  std::uint64_t at = 0;
  for (int i = 0; i < count; ++i) {
    const bool is_second = random.below(at++, 2) == 0;
    const std::string other = kWords[random.below(at++, kWords.size())];
    tsv += numbers ? (is_second ? "2" : "0") : (is_second ? "second" : "first");
    tsv += "\ta " + (is_second ? other : "red") + "\tthe " + (is_second ? "red" : other) + "\n";
  }
  return tsv;
}

class TextPairs : public FolderTest {
 protected:
  RunConfig config(bool numbers, const std::vector<std::string>& overrides = {}) {
    for (const char* name : {"train", "validation", "test"})
      write(std::string(name) + ".tsv",
            pairs_of_words(name == std::string("train") ? 1200 : 100, name, numbers));
    const std::string folder = folder_.string();
    return parse_run_config(
        "[run]\ntask = \"" +
            std::string(numbers ? "sequence_regression" : "sequence_classification") +
            "\"\nseed = 5\nthreads = 1\nfolder = \"" + folder +
            "/runs\"\n[model]\nname = \"nano\"\nlayers = 1\nhidden = 32\nheads = 2\ndensity = 0.5\n"
            "[topology]\npolicy = \"dynamic\"\nupdates = 6\n[data]\nsequence = 16\n"
            "vocabulary_size = 64\ntexts = \"" +
            folder + "/train.tsv\"\nvalidation_texts = \"" + folder +
            "/validation.tsv\"\ntest_texts = \"" + folder +
            "/test.tsv\"\n[training]\nsteps = 60\nbatch = 16\nlearning_rate = 5e-3\n"
            "validate_every = 30\n",
        "test", overrides);
  }
};

TEST_F(TextPairs, AreToldApartAndTested) {
  const TrainingRunOutcome outcome = run_quietly(config(false, {"training.steps=300"}));
  const MetricValues& metrics = outcome.result.metrics;
  EXPECT_GT(metrics.value(metric::kAccuracy), 0.9);
  EXPECT_GT(metrics.value(metric::kF1), 0.85);
  EXPECT_GT(metrics.value(metric::kMacroF1), 0.85);
  EXPECT_GT(metrics.value(metric::kMatthews), 0.75);
  EXPECT_GT(metrics.value("test_accuracy"), 0.85);
  EXPECT_GT(metrics.value("test_matthews"), 0.7);
  // What is needed to predict by the run lies in its folder.
  EXPECT_EQ(nlohmann::json::parse(read_bytes(outcome.folder / run_file::kLabels)).at("labels"),
            (std::vector<std::string>{"first", "second"}));
  const text::Tokenizer tokenizer = text::read_hugging_face_tokenizer(outcome.folder);
  EXPECT_EQ(tokenizer.normalisation(), text::Normalisation{});
  EXPECT_THAT(read_bytes(outcome.folder / run_file::kTokenizer), HasSubstr("do_lower_case"));
}

TEST_F(TextPairs, HaveNumbers) {
  const TrainingRunOutcome outcome = run_quietly(config(true, {"training.steps=300"}));
  const MetricValues& metrics = outcome.result.metrics;
  EXPECT_GT(metrics.value(metric::kPearson), 0.8);
  EXPECT_GT(metrics.value(metric::kSpearman), 0.7);
  EXPECT_GT(metrics.value("test_pearson"), 0.7);
  EXPECT_FALSE(metrics.has(metric::kAccuracy));
  EXPECT_LT(metrics.value(metric::kValidationLoss), 0.5) << "of squares, whose variance is 1";
  EXPECT_FALSE(std::filesystem::exists(outcome.folder / run_file::kLabels));
  // Their loss is in no nats.
  const std::string run = outcome.folder.string();
  const auto say_nothing = [](const std::string&) {};
  EXPECT_THAT(to_text(evaluate(run, {}, say_nothing)),
              AllOf(HasSubstr(" squared error"), Not(HasSubstr("nats"))));
  EXPECT_THAT(
      to_text(evaluate_pair(run, run, {}, say_nothing)),
      AllOf(HasSubstr("first - second     0.000000 squared error"), Not(HasSubstr("nats"))));
}

TEST_F(TextPairs, WarnOfWhatTheVocabularyLacksInWhatTests) {
  const RunConfig run = config(false);
  const auto warnings = [&] {
    return task_of(run)->load(run, [](const std::string&) {})->warnings;
  };
  EXPECT_THAT(warnings(), IsEmpty());
  write("test.tsv", "first\ta \u4e16\tthe cat\nsecond\ta \u754c\tthe red\n");
  EXPECT_THAT(warnings(), ElementsAre(HasSubstr("the texts to test on: ")));
}

TEST_F(TextPairs, AreTheSameHoweverTheyAreTrained) {
  for (const bool numbers : {false, true}) {
    const std::string name = numbers ? "numbers" : "classes";
    const auto named = [&](const std::string& run) {
      return config(numbers, {"run.name=" + name + run});
    };
    RunConfig three = named("three"), parts = named("parts");
    three.run.threads = 3;
    const TrainingRunOutcome one = run_quietly(named("one"));
    EXPECT_EQ(weights_of(run_quietly(three)), weights_of(one)) << name;
    const std::atomic<bool> stop = true;  // after the first step
    ASSERT_EQ(run_quietly(parts, &stop).status, RunStatus::kStopped);
    const TrainingRunOutcome whole = run_quietly(parts);
    expect_same_run(whole.folder, one.folder);
  }
}

TEST_F(TextPairs, ARunMayStartFromAnother) {
  const RunConfig first = config(false, {"run.name=first"});
  const std::string folder = run_quietly(first).folder.string();
  // Its vocabulary comes with it.
  const RunConfig second =
      config(true, {"run.name=second", "model.encoder=" + folder, "data.vocabulary_size=128",
                    "training.steps=1", "topology.policy=static"});
  const TrainingRunOutcome outcome = run_quietly(second);
  EXPECT_EQ(read_bytes(outcome.folder / run_file::kVocabulary),
            read_bytes(std::filesystem::path(folder) / run_file::kVocabulary));
  const std::string none = (folder_ / "runs").string();
  EXPECT_THAT(message_of<FormatError>([&] {
                run_quietly(config(
                    true, {"run.name=third", "model.encoder=" + none, "topology.policy=static"}));
              }),
              HasSubstr("runs: incomplete checkpoint: DONE is missing"));
}

/// A dense run as a model folder.
class ModelFolder : public TextPairs {
 protected:
  ModelFolder() {
    const RunConfig dense = config(false, {"topology.policy=dense", "model.density=1"});
    const std::filesystem::path run = run_quietly(dense).folder;
    models::ModelConfig shape = model_config(dense);
    shape.vocabulary = text::read_hugging_face_tokenizer(run).size();
    model_ =
        models::read_checkpoint_model(*models::latest_checkpoint(run / "checkpoints").path, shape);
    model_.labels = {"first", "second"};
    path_ = folder_ / "model";
    write_model_folder(
        path_, model_,
        {.files = {{"vocab.txt", read_bytes(run / run_file::kVocabulary)},
                   {"tokenizer_config.json", read_bytes(run / run_file::kTokenizer)}}});
  }
  RunConfig from_it(const std::vector<std::string>& more) {
    std::vector<std::string> sets = {"model.encoder=" + path_.string()};
    sets.insert(sets.end(), more.begin(), more.end());
    return config(true, sets);
  }
  /// Calls `body(parameter, tensor)` with what a run starts from of the encoder, and the folder's.
  template <typename Body>
  void for_each_parameter(const RunConfig& run, const Body& body) {
    const Context context({.threads = 1, .seed = 5});
    const TaskPtr task = task_of(run);
    const auto data = task->load(run, [](const std::string&) {});
    const auto made = task->make(run, *data, context);
    for (const models::Parameter* parameter : made->parameters())
      if (parameter->name.starts_with("bert.e"))
        body(*parameter, model_.parameters.at(parameter->name));
  }

  models::StoredModel model_;
  std::filesystem::path path_;
};

TEST_F(ModelFolder, IsAnEncoderToStartFrom) {
  int compared = 0;
  for_each_parameter(from_it({"topology.policy=dense", "model.density=1"}),
                     [&](const models::Parameter& parameter, const models::StoredTensor& tensor) {
                       EXPECT_EQ(parameter.values, tensor.values) << parameter.name;
                       ++compared;
                     });
  EXPECT_EQ(compared, 5 + 16) << "embeddings and a layer";
}

TEST_F(ModelFolder, IsPrunedByMagnitude) {
  const RunConfig run = from_it({"topology.policy=static", "model.density=0.25", "model.block=4",
                                 "model.prune_encoder=true"});
  int sparse = 0;
  for_each_parameter(
      run, [&](const models::Parameter& parameter, const models::StoredTensor& tensor) {
        if (!parameter.is_sparse()) return;
        ++sparse;
        const Index rows = tensor.shape[0], cols = tensor.shape[1];
        const sparse::BlockCsrMatrix<float> kept =
            models::prune(sparse::from_dense({tensor.values.data(), rows, cols}, {4, 4}), 0.25,
                          run.topology.block_norm);
        EXPECT_EQ(*parameter.pattern, kept.pattern()) << parameter.name;
        EXPECT_TRUE(std::ranges::equal(parameter.values, kept.values())) << parameter.name;
      });
  EXPECT_EQ(sparse, 6);
  RunConfig one_step = run;
  one_step.training.steps = 1;
  EXPECT_EQ(run_quietly(one_step).status, RunStatus::kDone);
}

TEST_F(ModelFolder, IsPrunedGradually) {
  const RunConfig run =
      from_it({"topology.policy=gmp", "model.density=0.25", "model.block=4",
               "model.prune_encoder=true", "topology.every_steps=2", "training.steps=12"});
  for_each_parameter(run,
                     [&](const models::Parameter& parameter, const models::StoredTensor& tensor) {
                       EXPECT_EQ(parameter.values.size(), tensor.values.size()) << parameter.name;
                     });
  const TrainingRunOutcome outcome = run_quietly(run);
  int sparse = 0;
  for (const models::ParameterSummary& summary : models::inspect_checkpoint(
           *models::latest_checkpoint(outcome.folder / "checkpoints").path)) {
    if (summary.pattern == nullptr) continue;
    ++sparse;
    EXPECT_EQ(summary.density, 0.25) << summary.name;
  }
  EXPECT_EQ(sparse, 6);
}

// With a way of splitting text that vocab.txt alone does not tell.
TEST_F(ModelFolder, IsNotNeededAfterwards) {
  write("model/tokenizer_config.json", R"({"do_lower_case": false})");
  const TrainingRunOutcome outcome = run_quietly(
      from_it({"topology.policy=gmp", "model.density=0.25", "model.block=4",
               "model.prune_encoder=true", "topology.every_steps=2", "training.steps=12"}));
  std::filesystem::remove_all(path_);
  const auto say_nothing = [](const std::string&) {};
  const std::string run = outcome.folder.string();
  EXPECT_EQ(evaluate(run, {}, say_nothing).validation.loss(),
            outcome.result.metrics.value(metric::kValidationLoss));
  const Evaluation other =
      evaluate(run, {.overrides = {"data.validation_texts=" + (folder_ / "test.tsv").string()}},
               say_nothing);
  EXPECT_FALSE(other.own_data);
}

// A vocab.txt alone is read as that of lower-cased text.
TEST_F(ModelFolder, WhereTheVocabularyIsAnotherAFolderThatHelpsIsNamed) {
  write("model/tokenizer_config.json", R"({"do_lower_case": false})");
  const auto dense_run = [&](const std::filesystem::path& encoder,
                             const std::filesystem::path& vocabulary, const std::string& name) {
    return run_quietly(config(
        true,
        {"model.encoder=" + encoder.string(), "data.vocabulary=" + vocabulary.string(),
         "run.name=" + name, "topology.policy=dense", "model.density=1", "training.steps=1"}));
  };
  EXPECT_THAT(message_of<ConfigError>([&] { dense_run(path_, path_ / "vocab.txt", "refused"); }),
              HasSubstr("set data.vocabulary to " + path_.string()));
  const std::filesystem::path run = dense_run(path_, path_, "from_folder").folder;
  const std::filesystem::path checkpoint =
      *models::latest_checkpoint(run / run_file::kCheckpoints).path;
  EXPECT_THAT(message_of<ConfigError>(
                  [&] { dense_run(checkpoint, run / run_file::kVocabulary, "refused"); }),
              HasSubstr("set data.vocabulary to the folder of its run"));
  EXPECT_NO_THROW(dense_run(checkpoint, run, "from_checkpoint"));
}

TEST_F(ModelFolder, ThatIsComputedOtherwiseIsRefused) {
  const auto refusal = [&](const std::string& set) {
    return message_of<ConfigError>([&] {
      run_quietly(from_it(
          {"topology.policy=dense", "model.density=1", "training.steps=1", "run.name=other", set}));
    });
  };
  EXPECT_THAT(refusal("model.activation=relu"), HasSubstr("set model.activation = gelu"));
  EXPECT_THAT(refusal("model.heads=4"), HasSubstr("set model.heads = 2"));
  EXPECT_THAT(refusal("model.norm_epsilon=1e-5"), HasSubstr("set model.norm_epsilon = 1e-12"));
  EXPECT_THAT(message_of<ConfigError>([&] {
                run_quietly(from_it({"topology.policy=static", "model.density=0.25",
                                     "model.block=4", "run.name=other"}));
              }),
              HasSubstr("is dense, expected it to be sparse, with the pattern of the run; see "
                        "model.prune_encoder, model.density"));
}

TEST_F(TextPairs, BadInputIsNamed) {
  const auto refusal = [&](const std::string& file, const std::string& content, bool numbers) {
    const RunConfig run = config(numbers);
    write(file, content);
    return message_of<FormatError>([&] { run_quietly(run); });
  };
  EXPECT_THAT(refusal("test.tsv", "first\ta\tb\nsimilar\ta\tb\n", false),
              HasSubstr("test.tsv:2: the label 'similar', which no line to train on has"));
  EXPECT_THAT(refusal("train.tsv", "first\ta\tb\nsecond\ta\n", false),
              HasSubstr("train.tsv:2: 2 columns, expected 3"));
  EXPECT_THAT(refusal("validation.tsv", "2\ta\tb\nmuch\ta\tb\n", true),
              HasSubstr("validation.tsv:2: the label 'much', expected a number"));
  EXPECT_THAT(message_of<ConfigError>([&] { config(true, {"model.classes=3"}); }),
              HasSubstr("has no use for"));
  EXPECT_THAT(message_of<ConfigError>([&] { config(false, {"data.glue=ax"}); }),
              HasSubstr("data.glue"));
}

}  // namespace
}  // namespace espalier::training
