// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/rank_sum.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <espalier/sparse/core/rng.h>
#include "tests/training/on_ranks.h"

namespace espalier::training {
namespace {

using Arrays = std::vector<std::vector<float>>;

/// What a rank holds: arrays of all kinds of lengths, one that fills pieces among them.
Arrays arrays_of(int rank, bool large) {
  const Random random(7, stream_id("rank " + std::to_string(rank)));
  Arrays arrays;
  std::uint64_t next = 0;
  const std::size_t most = static_cast<std::size_t>(RankSum::kPieceValues);
  for (const std::size_t length : {std::size_t{3}, std::size_t{0}, std::size_t{70001},
                                   large ? 2 * most - 5 : std::size_t{1}, std::size_t{17}}) {
    auto& array = arrays.emplace_back();
    for (std::size_t i = 0; i < length; ++i)
      array.push_back(static_cast<float>(random.uniform(next++) - 0.5));
  }
  return arrays;
}

/// The definition: the two halves of the ranks, added.
Arrays tree_of(int first, int count, bool large) {
  if (count == 1) return arrays_of(first, large);
  Arrays sum = tree_of(first, count / 2, large);
  const Arrays right = tree_of(first + count / 2, count / 2, large);
  for (std::size_t a = 0; a < sum.size(); ++a)
    for (std::size_t i = 0; i < sum[a].size(); ++i) sum[a][i] += right[a][i];
  return sum;
}

void expect_sums(int ranks, bool large) {
  const Arrays expected = tree_of(0, ranks, large);
  on_ranks(ranks, [&](machines::Machines& machines) {
    const Context context({.threads = 2});
    RankSum sum(machines, context);
    for (int again = 0; again < 2; ++again) {  // buffers are used once more
      Arrays arrays = arrays_of(machines.rank(), large);
      sum.add(std::vector<std::span<float>>(arrays.begin(), arrays.end()));
      EXPECT_TRUE(arrays == expected) << ranks << " ranks, rank " << machines.rank();
    }
  });
}

TEST(RankSum, AddsByATreeOverTheRanks) {
  for (const int ranks : {1, 2, 4, 8}) expect_sums(ranks, false);
}

TEST(RankSum, AddsWhatIsLongerThanAPiece) { expect_sums(2, true); }

// The halves, with slices of any lengths.
TEST(RankSum, LeavesSumsWithTheirOwners) {
  const Arrays expected = tree_of(0, 4, false);
  std::vector<float> all;
  for (const auto& array : expected) all.insert(all.end(), array.begin(), array.end());
  const RankSum::Borders borders = {0, 2, 2, 60000, all.size()};
  on_ranks(4, [&](machines::Machines& machines) {
    const Context context({.threads = 1});
    RankSum sum(machines, context);
    Arrays arrays = arrays_of(machines.rank(), false);
    const RankSum::Arrays views(arrays.begin(), arrays.end());
    sum.reduce(views, borders);
    const auto rank = static_cast<std::size_t>(machines.rank());
    std::vector<float> own;
    for (const auto& array : arrays) own.insert(own.end(), array.begin(), array.end());
    for (std::size_t i = borders[rank]; i < borders[rank + 1]; ++i) ASSERT_EQ(own[i], all[i]) << i;
    sum.gather(views, borders);
    EXPECT_TRUE(arrays == expected) << "rank " << rank;
  });
}

TEST(RankSum, AddsNumbersAlike) {
  on_ranks(4, [&](machines::Machines& machines) {
    const Context context({.threads = 1});
    // (1e16 + 1) + (1 + 1): a fold from the left would lose every 1.
    const double own = machines.rank() == 0 ? 1e16 : 1;
    EXPECT_EQ(RankSum(machines, context).add(own), (1e16 + 1) + 2);
    EXPECT_NE((1e16 + 1) + 2, ((1e16 + 1) + 1) + 1);
  });
}

}  // namespace
}  // namespace espalier::training
