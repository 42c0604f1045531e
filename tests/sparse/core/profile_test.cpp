// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/profile.h>

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

namespace espalier {
namespace {

TEST(Profile, AddsUpWhatSectionsOfOnePartTook) {
  Profile profile;
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 3; ++i) {
    const ProfileSection section(&profile, "query", "forward", 100);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  profile.add("query", "weight gradient", 0.25, 8);
  profile.add("query", "weight gradient", 0.5, 16);
  const auto parts = profile.parts();
  ASSERT_EQ(parts.size(), 2U);
  const Profile::Time& gradient = parts.at({.layer = "query", .pass = "weight gradient"});
  EXPECT_EQ(gradient.calls, 2);
  EXPECT_EQ(gradient.flops, 24);
  EXPECT_EQ(gradient.seconds, 0.75);
  const Profile::Time& forward = parts.at({.layer = "query", .pass = "forward"});
  EXPECT_EQ(forward.calls, 3);
  EXPECT_EQ(forward.flops, 300);
  // A sleep lasts at least as long as it is asked to, by the clock of the sections; they lie within
  // what elapsed, but for the rounding of three sums.
  EXPECT_GE(forward.seconds, 0.006 * (1 - 1e-12));
  EXPECT_LE(forward.seconds, elapsed.count() * (1 + 1e-12));
  profile.clear();
  EXPECT_TRUE(profile.parts().empty());
}

TEST(Profile, TakesNotesOfSeveralThreads) {
  Profile profile;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&profile] {
        for (int i = 0; i < 500; ++i) const ProfileSection section(&profile, "a", "forward", 2);
      });
  }
  const auto parts = profile.parts();
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts.begin()->second.calls, 2000);
  EXPECT_EQ(parts.begin()->second.flops, 4000);
}

// A section with a profile inside one without: only the former is noted, and not taken for the
// latter.
TEST(Profile, WithoutOneNothingIsNoted) {
  Profile profile;
  {
    const ProfileSection without(nullptr, "a", "forward", 100);
    const ProfileSection with(&profile, "b", "forward", 10);
  }
  const auto parts = profile.parts();
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts.begin()->first.layer, "b");
  EXPECT_EQ(parts.begin()->second.flops, 10);
}

TEST(Profile, LayersThatDifferInTheirNumberAreOneKind) {
  EXPECT_EQ(layer_kind("bert.encoder.layer.12.attention.self.query"),
            "bert.encoder.layer.*.attention.self.query");
  EXPECT_EQ(layer_kind("0.weight"), "*.weight");
  EXPECT_EQ(layer_kind("layer0"), "layer0");
  EXPECT_EQ(layer_kind(""), "");
}

}  // namespace
}  // namespace espalier
