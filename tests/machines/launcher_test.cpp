// SPDX-License-Identifier: Apache-2.0
#include <espalier/machines/launcher.h>

#include <gtest/gtest.h>
#include <sched.h>

#include <cstdlib>
#include <string>
#include <thread>

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

TEST_F(LauncherTest, CountsTheCoresThatItIsBoundTo) {
  const int all = allowed_cores();
  EXPECT_GE(all, 1);
  // In a thread: the binding ends with it.
  std::jthread([all] {
    cpu_set_t before, one;
    ASSERT_EQ(::sched_getaffinity(0, sizeof before, &before), 0);
    EXPECT_EQ(all, CPU_COUNT(&before));
    int first = 0;
    while (!CPU_ISSET(first, &before)) ++first;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
    EXPECT_EQ(allowed_cores(), 1);
  });
}

TEST_F(LauncherTest, WarnsOfThreadsThatShareCores) {
  EXPECT_EQ(binding_warning(8, 1, true).value_or(""),
            "each rank has 8 threads and is bound to 1 core: start it by mpirun --bind-to none, or "
            "by srun --cpus-per-task=8, or set run.threads=1");
  EXPECT_EQ(binding_warning(4, 4, true), std::nullopt);
  EXPECT_EQ(binding_warning(8, 1, false), std::nullopt);  // taskset, say: as asked for
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
