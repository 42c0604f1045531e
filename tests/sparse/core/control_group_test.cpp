// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/control_group.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace espalier {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class ControlGroups : public espalier::testing::FolderTest {
 protected:
  /// The groups of a process for which Linux tells `text`, as "version folder".
  std::vector<std::string> groups(const std::string& text) const {
    write("cgroup", text);
    std::vector<std::string> found;
    for (const ControlGroup& group : control_groups("cpu", folder_ / "cgroup", "/groups"))
      found.push_back((group.unified ? "2 " : "1 ") + group.folder.string());
    return found;
  }
};

TEST_F(ControlGroups, AreItsOwnAndThoseThatHoldIt) {
  EXPECT_THAT(groups("0::/user.slice/job\n"),
              ElementsAre("2 /groups/user.slice/job", "2 /groups/user.slice", "2 /groups"));
}

TEST_F(ControlGroups, OfVersion1AreThoseOfTheController) {
  EXPECT_THAT(groups("5:memory:/a\n4:cpu,cpuacct:/docker/b\n3:cpuset:/c\n"),
              ElementsAre("1 /groups/cpu/docker/b", "1 /groups/cpu/docker", "1 /groups/cpu"));
}

TEST_F(ControlGroups, OfBothVersionsStandBesideEachOther) {
  EXPECT_THAT(groups("4:cpuacct,cpu:/\n0::/\n"),
              ElementsAre("1 /groups/cpu/", "1 /groups/cpu", "2 /groups/", "2 /groups"));
}

TEST_F(ControlGroups, AreNoneWhereLinuxTellsOfNone) {
  EXPECT_THAT(groups(""), IsEmpty());
  EXPECT_THAT(groups("nothing\n1:cpu\n"), IsEmpty());
  EXPECT_THAT(control_groups("cpu", folder_ / "not_there"), IsEmpty());
}

// What a group limits holds for those below it.
TEST_F(ControlGroups, LeaveAProcessTheLeastOfTheirLimits) {
  write("own/memory.max", "max\n");
  write("above/memory.max", "3000\n");
  write("first/memory.limit_in_bytes", "2000\n");
  const std::vector<ControlGroup> unified = {{true, folder_ / "own"}, {true, folder_ / "above"}};
  EXPECT_EQ(memory_within(4000, unified), 3000);
  EXPECT_EQ(memory_within(1000, unified), 1000);
  EXPECT_EQ(memory_within(4000, std::vector<ControlGroup>{{false, folder_ / "first"}}), 2000);
  EXPECT_EQ(memory_within(4000, std::vector<ControlGroup>{{true, folder_ / "none"}}), 4000);
}

}  // namespace
}  // namespace espalier
