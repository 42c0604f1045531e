// SPDX-License-Identifier: Apache-2.0
// Trainers of a pipeline: the checkpoints do not tell how many ranks had the layers.
#include <espalier/training/loop/stage.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/sessions/replicas.h>
#include <espalier/training/tasks/task.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/run_on_ranks.h"
#include "tests/training/small_study.h"

namespace espalier::training {
namespace {

using espalier::testing::message_of;
using espalier::testing::TemporaryFolder;
using ::testing::HasSubstr;

struct StageCase {
  std::string name, policy, optimizer;
  std::vector<std::string> keys = {};
};
std::ostream& operator<<(std::ostream& stream, const StageCase& c) { return stream << c.name; }

using Files = std::map<std::string, std::string>;

class Stages : public ::testing::TestWithParam<StageCase> {
 protected:
  void make(const StageCase& c) {
    config_ = small_config(folder_.write("text.txt", small_text()).string(), c.policy);
    config_.topology = topology_preset(c.policy);
    config_.topology.updates = 4;
    config_.topology.every_steps = 0;
    config_.model.layers = 4;
    config_.model.dropout = 0.1;
    config_.training.steps = 12;
    config_.training.batch = 10;
    config_.training.panel_group = 2;  // five groups, fewer than a long pipeline has on its way
    config_.training.validate_every = 12;
    start_from_optimizer(c.optimizer, config_);
    config_ = parse_run_config(to_toml(config_), "test", c.keys);
    kind_ = task_of(config_);
    data_ = kind_->load(config_, [](const std::string&) {});
  }

  /// Trains from a checkpoint, or from the beginning, to this step on so many ranks, and saves.
  /// Returns the checkpoint, and of rank 0 the validation and the result.
  struct Trained {
    std::filesystem::path checkpoint;
    Validation validation;
    RunResult result;
    std::vector<NamedPattern> patterns;
    nlohmann::json norms;
  };
  Trained train(int ranks, Index last, const std::string& name,
                const std::filesystem::path& from = {}) const {
    Trained trained;
    trained.checkpoint = folder_.path() / name / ("step_" + std::to_string(last));
    on_ranks(ranks, [&](machines::Machines& machines) {
      const Context context(context_options(config_));
      const std::unique_ptr<TrainingTask> task =
          task_of_rank(*kind_, config_, *data_, context, &machines, StateOfRank::kStage);
      Trainer trainer(config_, *task, context, {}, &machines, StateOfRank::kStage);
      trainer.join();
      if (!from.empty()) {
        trainer.restore(from);
        trainer.join();
      }
      while (trainer.completed_steps() < last) trainer.step();
      const Validation validation = task->validate();
      if (machines.rank() > 0) {
        EXPECT_GT(validation.loss(), 0);  // all have it
        trainer.lend_norms();
        return trainer.lend_state();
      }
      trained.validation = validation;
      trained.norms = trainer.norms();
      trainer.save(folder_.path() / name);
      trained.result = trainer.result();
      trained.patterns = trainer.patterns();
    });
    return trained;
  }

  TemporaryFolder folder_;
  RunConfig config_;
  TaskPtr kind_;
  std::shared_ptr<const TaskData> data_;
};

TEST_P(Stages, MakeTheBytesOfOneProcess) {
  make(GetParam());
  const Trained one = train(1, 12, "one");
  const Files expected = checkpoint_files(one.checkpoint);
  EXPECT_GE(expected.size(), 5U);
  for (const int ranks : {2, 3, 4}) {
    SCOPED_TRACE(std::to_string(ranks) + " ranks");
    const Trained found = train(ranks, 12, "of " + std::to_string(ranks));
    const Files files = checkpoint_files(found.checkpoint);
    ASSERT_EQ(files.size(), expected.size());
    for (const auto& [name, bytes] : expected) EXPECT_TRUE(files.at(name) == bytes) << name;
    EXPECT_EQ(found.validation.loss(), one.validation.loss());
    EXPECT_EQ(found.validation.loss_error, one.validation.loss_error);
    EXPECT_EQ(found.result.parameters, one.result.parameters);
    EXPECT_EQ(found.result.training_flops, one.result.training_flops);
    EXPECT_EQ(found.result.attention_density, one.result.attention_density);
    ASSERT_EQ(found.result.metrics.has(metric::kExplored),
              one.result.metrics.has(metric::kExplored));
    if (one.result.metrics.has(metric::kExplored)) {
      EXPECT_EQ(found.result.metrics.at(metric::kExplored),
                one.result.metrics.at(metric::kExplored));
    }
    EXPECT_EQ(found.norms, one.norms);
    ASSERT_EQ(found.patterns.size(), one.patterns.size());
    for (std::size_t i = 0; i < found.patterns.size(); ++i) {
      EXPECT_EQ(found.patterns[i].name, one.patterns[i].name);
      EXPECT_TRUE(*found.patterns[i].pattern == *one.patterns[i].pattern);
    }
  }
}

TEST_P(Stages, GoOnInAnotherNumber) {
  make(GetParam());
  const Files expected = checkpoint_files(train(1, 12, "one").checkpoint);
  const std::filesystem::path three = train(3, 4, "three").checkpoint;
  const std::filesystem::path one = train(1, 7, "then one", three).checkpoint;
  const std::filesystem::path four = train(4, 9, "then four", one).checkpoint;
  EXPECT_TRUE(checkpoint_files(train(2, 12, "then two", four).checkpoint) == expected);
}

std::vector<StageCase> stage_cases() {
  const std::string causal = "run.task=\"causal_lm\"";
  return {{"dynamic_adamw", "dynamic", "adamw"},
          {"dynamic_nvlamb", "dynamic", "nvlamb", {"training.shards=2"}},
          {"dynamic_bfloat16", "dynamic", "adamw", {"training.precision=\"bfloat16\""}},
          {"dynamic_float16", "dynamic", "adamw", {"training.precision=\"float16\""}},
          {"static_sgd", "static", "sgd"},
          {"dense_lamb", "dense", "lamb"},
          {"rigl", "rigl", "adamw"},
          {"granet_layer", "granet", "adamw", {"topology.density_scope=\"layer\""}},
          {"pre_norm", "dynamic", "adamw", {"model.norm=\"pre\""}},
          {"sparse_table",
           "dynamic",
           "adamw",
           {"model.embedding_density=0.5", "model.block=4", "data.vocabulary_size=64"}},
          {"whole_documents", "set", "adamw", {"data.packing=\"documents\""}},
          {"next_sentence",
           "dynamic",
           "adamw",
           {"data.packing=\"sentence_pairs\"", "training.next_sentence=true"}},
          {"causal", "dynamic", "adamw", {causal, "model.name=\"gpt_nano\""}}};
}

INSTANTIATE_TEST_SUITE_P(All, Stages, ::testing::ValuesIn(stage_cases()),
                         [](const auto& c) { return c.param.name; });

using StagesRefused = Stages;

TEST_F(StagesRefused, WherePoliciesCompareWeights) {
  for (const char* policy : {"snfs", "granet"}) {
    make({policy, policy, "adamw"});
    EXPECT_THAT(message_of<ConfigError>([&] { train(2, 1, "refused"); }),
                HasSubstr("choose a policy that moves each weight by itself"));
  }
}

TEST_F(StagesRefused, WhereRanksAreMoreThanLayers) {
  make({"many", "dynamic", "adamw"});
  EXPECT_THAT(message_of<ConfigError>([&] { train(5, 1, "refused"); }), HasSubstr("model.layers"));
}

}  // namespace
}  // namespace espalier::training
