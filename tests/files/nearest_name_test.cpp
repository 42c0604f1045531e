// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/nearest_name.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace espalier::files {
namespace {

TEST(NearestName, IsTheOneOfFewestEdits) {
  const std::vector<std::string> known = {"train", "plan", "table"};
  EXPECT_EQ(nearest_of("trian", known), ", did you mean train?");
  EXPECT_EQ(nearest_of("tabel", known), ", did you mean table?");
  EXPECT_EQ(nearest_of("train", known), ", did you mean train?");
  EXPECT_EQ(nearest_of("fly", known), "") << "more than half of it would change";
  EXPECT_EQ(nearest_of("", known), "");
  EXPECT_EQ(nearest_of("train", {}), "");
}

TEST(NearestName, OfEquallyNearOnesHasWhatWasLeftOut) {
  for (const std::vector<std::string>& known :
       {std::vector<std::string>{"--set", "--seed"}, {"--seed", "--set"}})
    EXPECT_EQ(nearest_of("--sed", known), ", did you mean --seed?");
  EXPECT_EQ(nearest_of("--st", {"--set", "--seed"}), ", did you mean --set?");
  EXPECT_EQ(nearest_of("rows", {"row", "rowe"}), ", did you mean rowe?");
  EXPECT_EQ(nearest_of("ab", {"ac", "ad"}), ", did you mean ac?") << "the first";
}

}  // namespace
}  // namespace espalier::files
