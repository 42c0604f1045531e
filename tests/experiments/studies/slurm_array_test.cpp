// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/studies/slurm_array.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::message_of;
using ::testing::HasSubstr;

SlurmArray array_with(const std::vector<std::string>& options) {
  return {.name = "espalier-small",
          .folder = "/runs/small/slurm",
          .directory = "/home/me",
          .command = {"/usr/bin/espalier", "study", "it's $HOME.toml"},
          .tasks = 240,
          .cores = 2,
          .options = options};
}

TEST(SlurmArrayTest, WritesOneTaskForEachPart) {
  const std::string script = slurm_script(array_with({}));
  EXPECT_THAT(script, ::testing::StartsWith("#!/bin/bash\n#SBATCH --job-name=espalier-small\n"));
  for (const char* line :
       {"#SBATCH --array=1-240\n", "#SBATCH --chdir=/home/me\n", "#SBATCH --cpus-per-task=2\n",
        "#SBATCH --output=/runs/small/slurm/%A_%a.log\n", "#SBATCH --signal=B:USR1@120\n",
        "#SBATCH --requeue\n",
        "\n'/usr/bin/espalier' 'study' 'it'\\''s $HOME.toml' --part "
        "\"$SLURM_ARRAY_TASK_ID/240\" &\n"})
    EXPECT_THAT(script, HasSubstr(line));
}

TEST(SlurmArrayTest, PassesOptionsOfSbatchBehindItsOwn) {
  const std::string script = slurm_script(array_with({"time=24:00:00", "exclusive"}));
  EXPECT_THAT(script, HasSubstr("@120\n#SBATCH --time=24:00:00\n#SBATCH --exclusive\n\n"));
}

TEST(SlurmArrayTest, RefusesWhatSbatchCouldTakeForSomethingElse) {
  for (const char* wrong : {"", "=", "--time=1", "Time=1", "comment=two words", "comment=a\nrm -rf",
                            "comment='a'", "comment=a#b", "time 24:00:00"})
    EXPECT_THAT(message_of<ConfigError>([&] { slurm_script(array_with({wrong})); }),
                HasSubstr("expected NAME=VALUE"))
        << wrong;
  EXPECT_THAT(message_of<ConfigError>([&] { slurm_script(array_with({"array=1-5"})); }),
              HasSubstr("--slurm-tasks"));
  SlurmArray array = array_with({});
  array.folder = "/runs/my runs/slurm";
  EXPECT_THAT(message_of<ConfigError>([&] { slurm_script(array); }),
              HasSubstr("sbatch takes no such path"));
}

}  // namespace
}  // namespace espalier::experiments
