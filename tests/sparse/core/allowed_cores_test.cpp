// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/allowed_cores.h>

#include <gtest/gtest.h>
#include <sched.h>

#include <filesystem>
#include <thread>
#include <vector>

#include <espalier/sparse/core/context.h>
#include "tests/support/temporary_folder.h"

namespace espalier {
namespace {

TEST(AllowedCores, FollowWhatTheProcessIsBoundTo) {
  const int all = bound_cores();
  EXPECT_GE(all, 1);
  EXPECT_LE(allowed_cores(), all);
  EXPECT_GE(machine_cores(), all);
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
    EXPECT_EQ(bound_cores(), 1);
    EXPECT_EQ(allowed_cores(), 1);
    EXPECT_EQ(Context().threads(), 1);
  });
}

class CoresWithin : public espalier::testing::FolderTest {
 protected:
  /// Of 64 cores, under one group of each version whose files are there.
  int cores() const {
    const std::vector<ControlGroup> groups = {{true, folder_}, {false, folder_}};
    return cores_within(64, groups);
  }
};

TEST_F(CoresWithin, TheQuotaOfVersion2) {
  write("cpu.max", "250000 100000\n");  // docker --cpus=2.5
  EXPECT_EQ(cores(), 3);
  write("cpu.max", "5000 100000\n");
  EXPECT_EQ(cores(), 1);
  write("cpu.max", "9900000 100000\n");
  EXPECT_EQ(cores(), 64);
  EXPECT_EQ(cores(), 64);
}

TEST_F(CoresWithin, TheQuotaOfVersion1) {
  write("cpu.cfs_period_us", "50000\n");
  write("cpu.cfs_quota_us", "100000\n");
  EXPECT_EQ(cores(), 2);
  write("cpu.cfs_quota_us", "-1\n");
  EXPECT_EQ(cores(), 64);
  EXPECT_EQ(cores(), 64);
}

TEST_F(CoresWithin, WhatIsNoLimitIsNone) {
  EXPECT_EQ(cores(), 64);
  EXPECT_EQ(cores(), 64);
  for (const char* text :
       {"max 100000\n", "", "many", "100000", "100000 0", "-5 100000", "nan 1"}) {
    write("cpu.max", text);
    EXPECT_EQ(cores(), 64) << text;
  }
}

TEST_F(CoresWithin, TheSmallestOfAllGroupsHolds) {
  std::filesystem::create_directory(folder_ / "pod");
  write("cpu.max", "400000 100000\n");
  write("pod/cpu.max", "800000 100000\n");
  const std::vector<ControlGroup> groups = {{true, folder_ / "pod"}, {true, folder_}};
  EXPECT_EQ(cores_within(64, groups), 4);
}

}  // namespace
}  // namespace espalier
