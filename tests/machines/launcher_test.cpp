// SPDX-License-Identifier: Apache-2.0
#include <espalier/machines/launcher.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include <espalier/machines/mpi.h>
#include <espalier/sparse/core/error.h>

namespace espalier::machines {
namespace {

class LauncherTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"})
      ::unsetenv(name);
  }
  static bool with(const char* name, const char* value) {
    ::setenv(name, value, 1);
    const bool found = is_under_mpirun();
    ::unsetenv(name);
    return found;
  }
};

TEST_F(LauncherTest, KnowsThoseWhoStartSeveralProcesses) {
  EXPECT_FALSE(is_under_mpirun());
  EXPECT_TRUE(with("OMPI_COMM_WORLD_SIZE", "2"));
  EXPECT_TRUE(with("PMI_SIZE", "16"));
  EXPECT_TRUE(with("SLURM_STEP_NUM_TASKS", "4"));
  EXPECT_FALSE(with("OMPI_COMM_WORLD_SIZE", "1"));
  EXPECT_FALSE(with("SLURM_NTASKS", "4"));  // a batch script has it and is one process
  for (const char* wrong : {"", "many", "2x", "-3", "99999999999999999999"})
    EXPECT_FALSE(with("PMI_SIZE", wrong)) << wrong;
}

TEST_F(LauncherTest, WarnsOfThreadsThatShareCores) {
  EXPECT_EQ(binding_warning(8, 1, 16, true).value_or(""),
            "each rank has 8 threads and is bound to 1 core: start it by mpirun --bind-to none, or "
            "by srun --cpus-per-task=8, or set run.threads=1");
  EXPECT_EQ(binding_warning(0, 2, 16, true).value_or(""),
            "each rank computes on 2 cores of 16, to which it is bound: for more, start it by "
            "mpirun --bind-to none and set run.threads, or by srun --cpus-per-task");
  EXPECT_EQ(binding_warning(4, 4, 16, true), std::nullopt);
  EXPECT_EQ(binding_warning(0, 16, 16, true), std::nullopt);
  EXPECT_EQ(binding_warning(8, 1, 16, false), std::nullopt);  // taskset, say: as asked for
  EXPECT_EQ(binding_warning(0, 1, 16, false), std::nullopt);
}

TEST_F(LauncherTest, ABuildWithoutMpiSaysWhatToDo) {
  if (has_mpi()) GTEST_SKIP() << "this build has MPI";
  try {
    over_mpi();
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_EQ(std::string(error.what()),
              "this build has no MPI and trains on one machine only: start it without mpirun, or "
              "build it with -DESPALIER_MPI=ON");
  }
}

}  // namespace
}  // namespace espalier::machines
