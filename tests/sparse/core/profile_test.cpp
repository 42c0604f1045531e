// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/profile.h>

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace espalier {
namespace {

TEST(Profile, AddsUpWhatSectionsOfOnePartTook) {
  Profile profile;
  for (int i = 0; i < 3; ++i) {
    const ProfileSection section(&profile, "query", "forward", 100);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  { const ProfileSection section(&profile, "query", "weight gradient"); }
  const auto parts = profile.parts();
  ASSERT_EQ(parts.size(), 2);
  const Profile::Time& forward = parts.at({.layer = "query", .pass = "forward"});
  EXPECT_EQ(forward.calls, 3);
  EXPECT_EQ(forward.flops, 300);
  EXPECT_GE(forward.seconds, 0.006);
  profile.clear();
  EXPECT_TRUE(profile.parts().empty());
}

TEST(Profile, TakesNotesOfSeveralThreads) {
  Profile profile;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&profile] {
        for (int i = 0; i < 500; ++i) const ProfileSection section(&profile, "a", "forward");
      });
  }
  EXPECT_EQ(profile.parts().begin()->second.calls, 2000);
}

TEST(Profile, WithoutOneNothingHappens) { const ProfileSection section(nullptr, "a", "forward"); }

TEST(Profile, LayersThatDifferInTheirNumberAreOneKind) {
  EXPECT_EQ(layer_kind("bert.encoder.layer.12.attention.self.query"),
            "bert.encoder.layer.*.attention.self.query");
  EXPECT_EQ(layer_kind("0.weight"), "*.weight");
  EXPECT_EQ(layer_kind("layer0"), "layer0");
  EXPECT_EQ(layer_kind(""), "");
}

}  // namespace
}  // namespace espalier
