// SPDX-License-Identifier: Apache-2.0
// Checkpoints of every version of the format, which must load for ever; README.md says how they
// were made.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/optimizers/adamw.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/tasks/image_dataset.h>
#include <espalier/training/tasks/image_task.h>
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

namespace fs = std::filesystem;
using espalier::testing::read_bytes;
using espalier::testing::TemporaryFolder;

const fs::path kFolder = fs::path(ESPALIER_SOURCE_DIR) / "tests/golden/checkpoints";

/// The run that the checkpoints are of, as it is before its first step.
struct GoldenRun {
  training::RunConfig config = training::load_run_config("run.toml");
  Context context{{.threads = 1, .seed = 5}};
  training::ImageDataset data = training::read_image_dataset(config.data.images);
  training::ImageTask task{config, data, context};
  training::Trainer trainer{config, task, context};
};

/// The configuration names its images by a path from where it lies.
class GoldenCheckpoints : public ::testing::Test {
 protected:
  void SetUp() override { fs::current_path(kFolder); }
  void TearDown() override { fs::current_path(before_); }

 private:
  fs::path before_ = fs::current_path();
};

class GoldenCheckpoint : public GoldenCheckpoints,
                         public ::testing::WithParamInterface<std::string> {};

/// As checkpoint_values.py works it out.
template <typename Container>
std::string fingerprint(const Container& elements) {
  const auto bytes = std::as_bytes(std::span(elements));
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < bytes.size() / 4; ++i) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + 4 * i, 4);
    sum += (i + 1) * word;
  }
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(sum));
  return text;
}

TEST_P(GoldenCheckpoint, HoldsTheValuesThatWereSaved) {
  GoldenRun run;
  models::AdamW adamw(run.task.parameters(), {});
  models::CheckpointExtras extras;
  models::load_checkpoint(GetParam(), run.task.parameters(), &adamw, &extras);
  EXPECT_EQ(adamw.steps(), 9);  // the policy leaves the optimizer out of its three updates

  nlohmann::json found;
  for (const models::Parameter* parameter : run.task.parameters()) {
    const std::string& name = parameter->name;
    found[name + (parameter->is_sparse() ? ".values" : "")] = fingerprint(parameter->values);
    found[name + ".exp_avg"] = fingerprint(adamw.state(*parameter, "exp_avg"));
    found[name + ".exp_avg_sq"] = fingerprint(adamw.state(*parameter, "exp_avg_sq"));
    if (!parameter->is_sparse()) continue;
    found[name + ".crow_indices"] = fingerprint(parameter->pattern->row_offsets());
    found[name + ".col_indices"] = fingerprint(parameter->pattern->columns());
  }
  for (const auto& [name, bits] : extras.bits) found[name] = fingerprint(bits);
  for (const auto& [name, values] : extras.values) found[name] = fingerprint(values);
  for (const auto& [name, blocks] : extras.blocks) found[name] = fingerprint(blocks);
  nlohmann::json expected = nlohmann::json::parse(read_bytes(kFolder / "values.json"));
  if (GetParam() == "v1")  // whose grown blocks only a trainer reads; see below
    for (const char* name : {"grown:layer0.weight", "grown:layer1.weight"}) expected.erase(name);
  EXPECT_EQ(found, expected);
}

INSTANTIATE_TEST_SUITE_P(AllVersions, GoldenCheckpoint, ::testing::Values("v1", "v2"));

TEST_F(GoldenCheckpoints, ResumeToTheSameWeights) {
  std::vector<std::vector<AlignedVector<float>>> weights;
  std::vector<schedules::TopologyState> states;
  for (const char* version : {"v1", "v2"}) {
    GoldenRun run;
    run.trainer.restore(version);
    EXPECT_EQ(run.trainer.completed_steps(), 12);
    EXPECT_EQ(run.trainer.topology().state().updates, 3);
    const auto& grown = run.trainer.topology().state().weights[0].grown;
    ASSERT_EQ(grown.size(), 1u);
    EXPECT_EQ(grown[0], (sparse::BlockCoordinate{.row = 5, .col = 1}));
    while (run.trainer.completed_steps() < run.trainer.total_steps()) run.trainer.step();
    states.push_back(run.trainer.topology().state());
    weights.emplace_back();
    for (const models::Parameter* p : run.task.parameters()) weights.back().push_back(p->values);
  }
  EXPECT_TRUE(weights[0] == weights[1]);
  EXPECT_EQ(states[0], states[1]);
}

TEST_F(GoldenCheckpoints, TheLatestIsWrittenAgainByteForByte) {
  const TemporaryFolder folder;
  GoldenRun run;
  run.trainer.restore("v1");
  run.trainer.save(folder.path());
  for (const auto& file : fs::directory_iterator("v2"))
    EXPECT_EQ(read_bytes(folder.path() / "step_12" / file.path().filename()),
              read_bytes(file.path()))
        << file.path();
}

}  // namespace
}  // namespace espalier::experiments
