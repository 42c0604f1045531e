// SPDX-License-Identifier: Apache-2.0
// A task with metrics of its own, exact match and F1: this file and one line that registers it are
// all that records, results, tables and pages need.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include <espalier/experiments/results/ablation.h>
#include <espalier/experiments/results/key_words.h>
#include <espalier/experiments/results/pareto.h>
#include <espalier/experiments/results/policy_table.h>
#include <espalier/experiments/results/report_page.h>
#include <espalier/experiments/results/run_details.h>
#include <espalier/experiments/results/run_difference.h>
#include <espalier/experiments/results/run_export.h>
#include <espalier/experiments/results/run_list.h>
#include <espalier/models/families/flops.h>
#include <espalier/models/families/mlp.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/model_shape.h>
#include <espalier/training/loop/tally.h>
#include <espalier/training/measure/evaluation.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/runs/sealed_summary.h>
#include <espalier/training/runs/summary_columns.h>
#include <espalier/training/tasks/image_task.h>
#include <espalier/training/tasks/task.h>
#include <espalier/training/tasks/topology_setup.h>
#include <espalier/training/tasks/training_task.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/whole_run.h"

namespace espalier::training {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsSubsetOf;
using ::testing::Not;

constexpr Index kHeldOut = 60;  // words to validate on, and as many to test on

/// Words as images of 1 x 8 pixels, two to a question; that of class 1, a quarter of them, belongs
/// to its answer.
ImageSet make_words(Index count, std::uint64_t stream) {
  const Random random(1, stream);
  ImageSet set = {.count = count, .rows = 1, .cols = 8, .pixels = {}, .labels = {}};
  for (Index i = 0; i < count; ++i) {
    const bool answers = i % 4 == 1;
    set.labels.push_back(answers ? 1 : 0);
    for (Index p = 0; p < 8; ++p) {
      const auto noise = random.below(static_cast<std::uint64_t>(8 * i + p), 100);
      set.pixels.push_back(static_cast<std::uint8_t>(noise + ((p >= 4) == answers ? 50 : 0)));
    }
  }
  return set;
}

struct WordData : TaskData {
  ImageDataset words;
};

/// Which words of a question belong to its answer.
class AnswerTask : public TrainingTask {
 public:
  AnswerTask(const RunConfig& config, const ImageDataset& data, const Context& context)
      : AnswerTask(config, data, initial_topology(config), context) {}

  models::ParameterList parameters() override { return model_.parameters(); }
  Index gather(Index step) override {
    batch_ = sampler_.batch(step);
    return std::ssize(batch_);
  }
  double train(SampleRange samples, double scale,
               const models::BackwardProgress& /*progress*/) override {
    const std::vector<std::int64_t> indices(batch_.begin() + samples.begin,
                                            batch_.begin() + samples.end);
    gather_images(data_, data_.train, indices, words_, context_);
    return model_.train(words_, gather_labels(data_.train, indices), scale, record_).loss_sum;
  }
  Validation validate() override { return answers(0); }
  std::optional<Validation> test() override { return answers(kHeldOut); }
  double sample_flops() override {
    return models::training_flops(declaration_, models::stored_values(declaration_, parameters()),
                                  1);
  }
  std::vector<DataHash> data_hashes() const override {
    return {{"corpus_hash", "words", data_.hash}};
  }
  std::string comment(const Validation& validation) const override {
    return "F1 " + std::to_string(validation.metrics.at("word_f1"));
  }
  void complete(RunResult&) override {}

 private:
  AnswerTask(const RunConfig& config, const ImageDataset& data, const InitialTopology& topology,
             const Context& context)
      : TrainingTask(topology.targets()),
        data_(data),
        context_(context),
        model_({.widths = layer_widths(config), .patterns = topology.source()}, context),
        declaration_(declared_model(config)),
        sampler_(data.train.count, config.training.batch, context.seed()) {}

  /// exact_answer: the share of questions all of whose words are told right;
  /// word_f1 = 2 TP / (2 TP + FP + FN) over all words.
  Validation answers(Index first) {
    models::PredictionLoss total;
    Index exact = 0, found = 0, wrong = 0;
    for (Index question = first; question < first + kHeldOut; question += 2) {
      Index right = 0;
      for (const std::int64_t word : {question, question + 1}) {
        const std::vector<std::int64_t> one = {word};
        gather_images(data_, data_.test, one, words_, context_);
        const std::vector<std::int32_t> label = gather_labels(data_.test, one);
        const models::PredictionLoss loss = model_.evaluate(words_, label, record_);
        total += loss;
        right += loss.correct;
        if (loss.correct == 0)
          ++wrong;
        else if (label.front() == 1)
          ++found;
      }
      if (right == 2) ++exact;
    }
    const auto share = [](Index part, Index whole) {
      return static_cast<double>(part) / static_cast<double>(whole);
    };
    return {.metrics = {{metric::kLoss, total.loss_sum / kHeldOut},
                        {"exact_answer", share(exact, kHeldOut / 2)},
                        {"word_f1", share(2 * found, 2 * found + wrong)}},
            .predictions = total.count};
  }

  const ImageDataset& data_;
  const Context& context_;
  models::Mlp model_;
  models::ModelDeclaration declaration_;
  text::BatchSampler sampler_;
  std::vector<std::int64_t> batch_;
  sparse::Activations words_;
  models::MlpRecord record_;
};

Metric share_of(const std::string& name, const std::string& title = {}) {
  return {.name = name,
          .title = title,
          .unit = kShare,
          .direction = Direction::kHigher,
          .of_validation = true,
          .of_test = true};
}

std::vector<Metric> answer_metrics() {
  std::vector<Metric> metrics = prediction_metrics(/*tested=*/true);
  metrics.pop_back();  // no accuracy
  metrics.push_back(share_of("exact_answer"));
  metrics.push_back(share_of("word_f1", "F1"));
  return metrics;
}

class Answers : public Task {
 public:
  explicit Answers(std::string name = "answers", std::vector<Metric> metrics = answer_metrics())
      : info_({.name = std::move(name),
               .help = "finding answers",
               .keys = {"run.task", "model.widths", "model.initial_scale"},
               .own_keys = {},
               .unit = "words",
               .metrics = std::move(metrics)}) {}

  const TaskInfo& info() const override { return info_; }
  std::string model_name(const RunConfig&) const override { return "reader"; }
  models::ModelDeclaration declare_model(const RunConfig& config) const override {
    return models::declare(models::mlp_config(layer_widths(config)));
  }
  std::vector<std::pair<std::string, Index>> sparse_widths(const RunConfig&) const override {
    return {{"word", 8}};
  }
  MemoryNeed least_memory(const RunConfig&) const override { return {}; }
  std::shared_ptr<const TaskData> load(
      const RunConfig&, const std::function<void(const std::string&)>&) const override {
    auto data = std::make_shared<WordData>();
    data->words.name = "words";
    data->words.train = make_words(200, 1);
    data->words.test = make_words(2 * kHeldOut, 2);
    data->words.classes = 2;
    data->words.mean = 90;
    data->words.deviation = 50;
    data->words.hash = data->corpus_hash = "of the words";
    return data;
  }
  std::unique_ptr<TrainingTask> make(const RunConfig& config, const TaskData& data,
                                     const Context& context) const override {
    return std::make_unique<AnswerTask>(config, dynamic_cast<const WordData&>(data).words, context);
  }
  RunCost cost(const RunConfig&, const RunResult& result) const override {
    return {
        .encoder_flops_per_sequence = result.training_flops / static_cast<double>(result.sequences),
        .total_training_flops = result.training_flops,
        .parameters = result.parameters};
  }

 private:
  const TaskInfo info_;
};

class OwnMetrics : public FolderTest {
 protected:
  // Once: the registry is the process's.
  static void SetUpTestSuite() {
    if (find_task("answers") == nullptr) register_task(std::make_shared<Answers>());
  }

  RunConfig config(const std::string& name, const std::string& policy = "dynamic") const {
    return parse_run_config(
        "run.task = 'answers'\nrun.threads = 1\nrun.seed = 3\nrun.name = '" + name +
            "'\nrun.folder = '" + runs().string() + "'\nmodel.widths = '8-16-2'\nmodel.density = " +
            (policy == "dense" ? "1" : "0.5") + "\ntopology.policy = '" + policy +
            "'\ntopology.updates = 4\ntraining.steps = 40\n"
            "training.batch = 16\ntraining.learning_rate = 0.01\n"
            "training.validate_every = 10\n",
        "answers.toml");
  }
  std::filesystem::path runs() const { return folder_ / "runs"; }

  static nlohmann::json last(const std::filesystem::path& run, const char* event) {
    nlohmann::json found;
    for_each_run_record(run, [&](const nlohmann::json& record, const std::string&) {
      if (is_event(record, event)) found = record;
    });
    return found;
  }
};

TEST_F(OwnMetrics, AreInRecordsAndResults) {
  const TrainingRunOutcome outcome = run_quietly(config("run"));
  const nlohmann::json validation = last(outcome.folder, event::kValidation);
  const nlohmann::json end = last(outcome.folder, event::kEnd);
  for (const char* name : {"exact_answer", "word_f1"}) {
    EXPECT_GT(validation.at(name).get<double>(), 0.5) << name;
    EXPECT_EQ(end.at(name), validation.at(name));
    EXPECT_EQ(end.at(name), outcome.result.metrics.at(name));
    EXPECT_GT(end.at(std::string("test_") + name).get<double>(), 0.25);
  }
  EXPECT_NE(end.at("word_f1"), end.at("test_word_f1"));
  EXPECT_FALSE(validation.contains("accuracy"));
  EXPECT_TRUE(end.at("accuracy").is_null());  // as readers of older runs expect
  EXPECT_EQ(end.at("validation_loss"), validation.at("loss"));

  const RunSummary summary = summarise_run(outcome.folder);
  EXPECT_EQ(summary.metrics.at("word_f1"), end.at("word_f1").get<double>());
  EXPECT_EQ(summary_value(summary, "accuracy"), "");
  EXPECT_THAT(experiments::metrics_csv({outcome.folder}), HasSubstr(",validation,10,"));
  EXPECT_THAT(experiments::metrics_csv({outcome.folder}), HasSubstr(",exact_answer,"));

  const Evaluation evaluation = evaluate(outcome.folder.string(), {}, [](const std::string&) {});
  EXPECT_EQ(evaluation.validation.metrics.at("word_f1"), outcome.result.metrics.at("word_f1"));
  EXPECT_THAT(to_text(evaluation),
              AllOf(HasSubstr("\nexact answer       0."), HasSubstr("\nF1                 0."),
                    Not(HasSubstr("accuracy"))));
  EXPECT_EQ(to_json(evaluation).at("word_f1"), end.at("word_f1"));
}

TEST_F(OwnMetrics, SurviveStops) {
  const TrainingRunOutcome whole = run_quietly(config("whole"));
  const std::atomic<bool> stop = true;  // after one step, of which the ninth is before a validation
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ(run_quietly(config("parts"), &stop).status, RunStatus::kStopped);
  const RunSummary stopped = summarise_run(runs() / "parts");
  EXPECT_EQ(stopped.metrics.at("exact_answer"),
            last(runs() / "parts", event::kValidation).at("exact_answer").get<double>());
  const TrainingRunOutcome parts = run_quietly(config("parts"));
  EXPECT_EQ(parts.result.metrics, whole.result.metrics);

  const Tally tally = {
      .validation = {.metrics = {{"loss", 2}, {"exact_answer", 0.25}, {"word_f1", 0.5}}},
      .validated_step = 10};
  const nlohmann::json record = to_record(tally, answer_metrics());
  EXPECT_EQ(record.at("validation_word_f1"), 0.5);
  EXPECT_EQ(tally_of(record, answer_metrics(), 10).validation.metrics, tally.validation.metrics);
}

TEST_F(OwnMetrics, AreColumnsOfSummariesAndLists) {
  const TrainingRunOutcome outcome = run_quietly(config("run"));
  const RunSummary run = summarise_run(outcome.folder);
  const std::vector<std::string> own = {"exact_answer", "test_exact_answer", "word_f1",
                                        "test_word_f1"};
  const auto path = folder_ / "summary.csv";
  write_summary(path, {run});
  const std::vector<RunSummary> back = read_summary(path);
  ASSERT_EQ(back.size(), 1u);
  for (const std::string& name : own) EXPECT_EQ(back[0].metrics.at(name), run.metrics.at(name));
  EXPECT_THAT(own, IsSubsetOf(summary_columns(back)));
  // A file of runs that have none of them has no column of them.
  RunSummary other = run;
  other.metrics = {{metric::kValidationLoss, 2}};
  write_summary(path, {other});
  EXPECT_THAT(read(path), Not(HasSubstr("word_f1")));

  const auto kept = read_sealed_summary(outcome.folder);
  ASSERT_TRUE(kept.has_value());
  EXPECT_EQ(kept->metrics, read_run(outcome.folder).summary.metrics);

  const experiments::RunList list =
      experiments::list_runs({runs()}, {.where = {"word_f1>0.5"}, .sort = "exact_answer"});
  EXPECT_THAT(list.columns, AllOf(Contains("exact_answer"), Contains("word_f1")));
  EXPECT_EQ(list.rows.size(), 1u);
  EXPECT_THAT(
      message_of<ConfigError>([&] { experiments::list_runs({runs()}, {.sort = "exact_anser"}); }),
      HasSubstr("did you mean exact_answer?"));
  EXPECT_THAT(experiments::run_details_text(outcome.folder),
              AllOf(HasSubstr("\nexact answer "), HasSubstr("\ntest F1 ")));
  EXPECT_EQ(nlohmann::json::parse(experiments::run_details_json(outcome.folder))
                .at("word_f1")
                .get<double>(),
            run.metrics.at("word_f1"));
  EXPECT_THAT(summary_numbers(), Contains("word_f1"));  // what a sweep may aim at
}

TEST_F(OwnMetrics, AreInTablesAndPages) {
  for (const char* policy : {"dense", "static", "dynamic"}) run_quietly(config(policy, policy));
  const std::vector<RunSummary> found = read_runs({runs()});

  const experiments::PolicyTable table = experiments::policy_table(found);
  EXPECT_EQ(table.metric.name, "exact_answer");  // the first that is better the higher
  EXPECT_THAT(policy_table_markdown(table), HasSubstr("Validation exact answer in percent, mean"));
  EXPECT_EQ(table.rows.front().mean, found.front().metrics.at("exact_answer"));
  EXPECT_EQ(table.rows.front().metrics.at("word_f1"), found.front().metrics.at("word_f1"));
  write_policy_table(table, folder_ / "table");
  EXPECT_TRUE(std::filesystem::exists(folder_ / "table" / "exact_answer_flops.svg"));
  EXPECT_THAT(read(folder_ / "table" / "policies.csv"), HasSubstr(",seeds,exact_answer,lowest,"));

  const experiments::ParetoTable pareto = experiments::make_pareto_table(found);
  EXPECT_TRUE(pareto.tested);
  EXPECT_EQ(pareto.rows.front().metrics.at("word_f1"), found.front().metrics.at("word_f1"));
  EXPECT_THAT(pareto_csv(pareto),
              HasSubstr(",exact_answer,test_exact_answer,word_f1,test_word_f1\n"));

  const experiments::AblationTable ablation = experiments::ablation_table(
      experiments::ablation_runs(found), {.rows = {"topology.policy"}, .metric = "word_f1"});
  EXPECT_EQ(ablation.rows.size(), 3u);
  EXPECT_EQ(experiments::in_words("word_f1"), "F1");

  const std::string page = experiments::report_page({runs()}, {}).html;
  EXPECT_THAT(page, AllOf(HasSubstr(R"({"name":"word_f1","higher_is_better":true})"),
                          HasSubstr(R"("curves":["validation F1"])"),
                          HasSubstr(R"("validation exact answer":[[)")));

  const experiments::RunDifference difference =
      experiments::run_difference(runs() / "static", runs() / "dynamic");
  EXPECT_THAT(run_difference_text(difference, 5),
              AllOf(HasSubstr("final validation loss: first "),
                    HasSubstr("\nfinal validation F1: first 0.")));
  EXPECT_EQ(nlohmann::json::parse(run_difference_json(difference))
                .at("final")
                .at("metrics")
                .at("word_f1")
                .at("first"),
            summarise_run(runs() / "static").metrics.at("word_f1"));
}

TEST_F(OwnMetrics, AreDeclaredAsOneThing) {
  const auto refused = [](std::vector<Metric> metrics) {
    return message_of<ConfigError>(
        [&] { register_task(std::make_shared<Answers>("others", std::move(metrics))); });
  };
  std::vector<Metric> metrics = answer_metrics();
  metrics.back().direction = Direction::kLower;
  EXPECT_THAT(refused(metrics), HasSubstr("task 'others': metric 'word_f1' has another unit or "
                                          "direction than that of task 'answers'"));
  // A loss is in what its task measures, and lower is better in all of them.
  TaskInfo info;
  info.name = "others";
  info.metrics = answer_metrics();
  info.metrics.front().unit = "words";
  EXPECT_NO_THROW(require_usable(info, task_declarations()));
  info.metrics.front().direction = Direction::kHigher;
  EXPECT_THROW(require_usable(info, task_declarations()), ConfigError);
  metrics = answer_metrics();
  metrics.push_back(metrics.back());
  EXPECT_THAT(refused(metrics), HasSubstr("metric 'word_f1' is declared twice"));
  metrics.back() = share_of("test_word_f1");
  EXPECT_THAT(refused(metrics), HasSubstr("gives results a second 'test_word_f1', expected one"));
  metrics.back() = share_of("F1");
  EXPECT_THAT(refused(metrics), HasSubstr("metric 'F1' expected a name of small letters"));
  metrics.back() = {.name = "never"};
  EXPECT_THAT(refused(metrics), HasSubstr("metric 'never' is of no validation, test or end"));
  metrics.erase(metrics.begin());
  metrics.pop_back();
  EXPECT_THAT(refused(metrics), HasSubstr("task 'others': no metric 'loss' of its validations"));

  // Names of something else would be two numbers in one place.
  for (const char* name : {"steps", "seconds", "density", "norms", "words"}) {
    metrics = answer_metrics();
    metrics.back() = share_of(name);
    EXPECT_THAT(message_of<ConfigError>(
                    [&] { register_task(std::make_shared<Answers>("others", metrics)); }),
                HasSubstr(std::string("metric '") + name + "', expected a name that records"));
  }
  EXPECT_NO_THROW(require_free_names(Answers().info()));
  for (const TaskDeclarationPtr& task : task_declarations()) {
    EXPECT_NO_THROW(require_usable(task->info(), task_declarations()));
    EXPECT_NO_THROW(require_free_names(task->info()));
  }

  const Validation more = {.metrics = {{"loss", 2}, {"bleu", 0.5}}};
  EXPECT_THAT(message_of<Error>([&] { require_declared(more, answer_metrics()); }),
              HasSubstr("metric 'bleu': the task does not declare it"));
}

}  // namespace
}  // namespace espalier::training
