// SPDX-License-Identifier: Apache-2.0
// A task from outside: everything that the program needs to know of "points" is in this file.
#include <espalier/training/config/model_shape.h>
#include <espalier/training/tasks/task.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <string>

#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/mlp.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/sessions/training_run.h>
#include <espalier/training/tasks/image_task.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/run_on_ranks.h"

namespace espalier::training {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Points of a plane, as images of 1 x 8 pixels; the class says which half is brighter.
ImageSet make_points(Index count, std::uint64_t stream) {
  const Random random(1, stream);
  ImageSet set = {.count = count, .rows = 1, .cols = 8, .pixels = {}, .labels = {}};
  for (Index i = 0; i < count; ++i) {
    const bool right = i % 2 == 1;
    set.labels.push_back(right ? 1 : 0);
    for (Index p = 0; p < 8; ++p) {
      const auto noise = random.below(static_cast<std::uint64_t>(8 * i + p), 100);
      set.pixels.push_back(static_cast<std::uint8_t>(noise + ((p >= 4) == right ? 80 : 0)));
    }
  }
  return set;
}

struct PointData : TaskData {
  ImageDataset points;
};

const OwnKey<Index>& points_key() {
  static const OwnKey<Index> key("data", "points", 128, Domain::count_from(2),
                                 "points to learn from");
  return key;
}

/// What a signal sets, and whether one comes while the points are made.
std::atomic<bool> stop_is_asked = false, signal_comes = false;

class Points : public Task {
 public:
  const TaskInfo& info() const override { return info_; }
  std::string model_name(const RunConfig&) const override { return "points"; }
  models::ModelDeclaration declare_model(const RunConfig& config) const override {
    return models::declare(models::mlp_config(layer_widths(config)));
  }
  std::vector<std::pair<std::string, Index>> sparse_widths(const RunConfig&) const override {
    return {{"point", 8}};
  }
  MemoryNeed least_memory(const RunConfig&) const override { return {}; }
  std::shared_ptr<const TaskData> load(
      const RunConfig& config, const std::function<void(const std::string&)>& say) const override {
    if (signal_comes) stop_is_asked = true;
    say("making points");
    auto data = std::make_shared<PointData>();
    data->points.name = "points";
    data->points.train = make_points(points_key().of(config), 1);
    data->points.test = make_points(64, 2);
    data->points.classes = 2;
    data->points.mean = 90;
    data->points.deviation = 50;
    data->points.hash = data->corpus_hash = "of the points";
    return data;
  }
  std::unique_ptr<TrainingTask> make(const RunConfig& config, const TaskData& data,
                                     const Context& context) const override {
    return std::make_unique<ImageTask>(config, dynamic_cast<const PointData&>(data).points,
                                       context);
  }
  RunCost cost(const RunConfig&, const RunResult& result) const override {
    return {.parameters = result.parameters};
  }

 private:
  const TaskInfo info_ = {.name = "points",
                          .help = "telling points apart",
                          .keys = {"run.task", "model.widths", "model.initial_scale"},
                          .own_keys = {points_key().key()},
                          .unit = "points",
                          .saves_at_end_only = true};
};

class TaskRegistry : public FolderTest {
 protected:
  // Once: the registry is the process's.
  static void SetUpTestSuite() {
    if (find_task("points") == nullptr) register_task(std::make_shared<Points>());
  }

  RunConfig config(const std::string& more = {}) const {
    return parse_run_config(
        "run.task = 'points'\nrun.threads = 1\nrun.seed = 3\nrun.name = 'points'\n"
        "run.folder = '" +
            folder_.string() +
            "'\nmodel.widths = '8-16-2'\nmodel.density = 0.5\n"
            "topology.policy = 'dynamic'\ntopology.updates = 4\ntraining.steps = 40\n"
            "training.batch = 32\ntraining.learning_rate = 0.01\n" +
            more,
        "points.toml");
  }
};

TEST_F(TaskRegistry, TrainsATaskFromOutside) {
  TrainingRunOptions options;
  options.quiet = true;
  const TrainingRunOutcome outcome = run_training(config("data.points = 200\n"), options);
  EXPECT_EQ(outcome.status, RunStatus::kDone);
  EXPECT_GT(outcome.result.metrics.value(metric::kAccuracy), 0.9);

  const RunSummary summary = summarise_run(outcome.folder);
  EXPECT_EQ(summary.task, "points");
  EXPECT_EQ(summary.model, "points");
  EXPECT_EQ(summary.tokens, 0);
  EXPECT_EQ(summary.corpus_hash, "of the points");
  EXPECT_EQ(points_key().of(read_run_config(outcome.folder)), 200);
  Index counted = 0;
  for_each_run_record(outcome.folder, [&](const nlohmann::json& record, const std::string&) {
    if (!is_event(record, event::kTrain)) return;
    EXPECT_TRUE(record.contains("points_per_second")) << record;
    counted = record.at("points").get<Index>();
  });
  EXPECT_EQ(counted, 40 * 32);
}

TEST_F(TaskRegistry, IsStoppedWhileItsDataArePrepared) {
  TrainingRunOptions options;
  options.quiet = true;
  options.stop = &stop_is_asked;
  signal_comes = true;
  const TrainingRunOutcome stopped = run_training(config(), options);
  signal_comes = false;
  EXPECT_EQ(stopped.status, RunStatus::kStopped);
  EXPECT_FALSE(std::filesystem::exists(stopped.folder));
  // One that came before is heeded after a step, from which the run goes on.
  EXPECT_EQ(run_training(config(), options).status, RunStatus::kStopped);
  EXPECT_TRUE(std::filesystem::exists(stopped.folder));
  stop_is_asked = false;
  EXPECT_EQ(run_training(config(), options).status, RunStatus::kDone);
}

TEST_F(TaskRegistry, IsStoppedOnAllRanksWhileTheirDataArePrepared) {
  const RunConfig shared = config("training.shards = 2\n");
  TrainingRunOptions options;
  options.stop = &stop_is_asked;
  signal_comes = true;
  const TrainingRunOutcome stopped = run_on_ranks(2, shared, options, kStoppedExitCode);
  signal_comes = stop_is_asked = false;
  EXPECT_EQ(stopped.status, RunStatus::kStopped);
  EXPECT_FALSE(std::filesystem::exists(stopped.folder));
  EXPECT_EQ(run_on_ranks(2, shared, options).status, RunStatus::kDone);
}

TEST_F(TaskRegistry, AKeyOfItsOwnIsAKeyLikeOthers) {
  EXPECT_EQ(points_key().of(config()), 128);
  const RunConfig many = config("data.points = 500\n");
  EXPECT_EQ(points_key().of(many), 500);
  EXPECT_EQ(parse_run_config(to_toml(many), "again"), many);
  EXPECT_EQ(parse_run_config(to_toml(config()), "again"), config());
  EXPECT_NE(config_hash(many), config_hash(config()));
  EXPECT_EQ(config_hash(config("data.points = 128\n")), config_hash(config()));
  EXPECT_THAT(config_help(), HasSubstr("points = 128"));

  EXPECT_THAT(message_of<ConfigError>([&] { config("data.points = 1\n"); }),
              HasSubstr("points.toml:13: data.points: 1, expected an integer from 2"));
  EXPECT_THAT(message_of<ConfigError>([&] { config("data.point = 1\n"); }),
              HasSubstr("did you mean data.points?"));
}

TEST_F(TaskRegistry, OtherTasksHaveNoUseForIt) {
  EXPECT_THAT(message_of<ConfigError>([] { parse_run_config("data.points = 7", "run"); }),
              HasSubstr("data.points: 7, which run.task \"mlm\" has no use for; leave it at 128"));
  EXPECT_THAT(to_toml(RunConfig()), Not(HasSubstr("\npoints")));
}

TEST_F(TaskRegistry, NamesAreOnceOnly) {
  EXPECT_THAT(message_of<ConfigError>([] { register_task(std::make_shared<Points>()); }),
              HasSubstr("task 'points': the name is taken"));
  EXPECT_THAT(message_of<ConfigError>([] { parse_run_config("run.task = 'poems'", "run"); }),
              AllOf(HasSubstr("'mlm'"), HasSubstr("'images'"), HasSubstr("'points'")));
  EXPECT_EQ(find_task("poems"), nullptr);
}

}  // namespace
}  // namespace espalier::training
