// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/panel_groups.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::models {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Seen {
  std::vector<std::int32_t> tokens, labels;
  std::vector<Index> positions;
};

std::vector<Seen> groups(const std::vector<std::int32_t>& positions,
                         const std::vector<std::int32_t>& labels, Index group) {
  const std::vector<std::int32_t> tokens = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};  // 5 sequences of 2
  std::vector<Seen> seen;
  for_each_panel_group(tokens, 2, positions, labels, group, [&](const MlmBatch& batch) {
    EXPECT_EQ(batch.sequence, 2);
    seen.push_back({.tokens = {batch.tokens.begin(), batch.tokens.end()},
                    .labels = {batch.labels.begin(), batch.labels.end()},
                    .positions = {batch.positions.begin(), batch.positions.end()}});
  });
  return seen;
}

TEST(PanelGroups, CountPositionsFromTheirOwnFirstToken) {
  const auto seen = groups({0, 3, 4, 9}, {10, 13, 14, 19}, 2);
  ASSERT_EQ(seen.size(), 3U);
  EXPECT_THAT(seen[0].tokens, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(seen[0].positions, ElementsAre(0, 3));
  EXPECT_THAT(seen[0].labels, ElementsAre(10, 13));
  EXPECT_THAT(seen[1].positions, ElementsAre(0));
  EXPECT_THAT(seen[1].labels, ElementsAre(14));
  EXPECT_THAT(seen[2].tokens, ElementsAre(8, 9));  // what is left
  EXPECT_THAT(seen[2].positions, ElementsAre(1));
  EXPECT_THAT(seen[2].labels, ElementsAre(19));
}

TEST(PanelGroups, MayHoldNothingMaskedOrTheWholeBatch) {
  const auto seen = groups({8}, {1}, 4);
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_THAT(seen[0].positions, IsEmpty());
  EXPECT_THAT(seen[0].labels, IsEmpty());
  EXPECT_THAT(seen[1].positions, ElementsAre(0));
  EXPECT_EQ(groups({8}, {1}, 100).size(), 1U);
}

TEST(PanelGroups, OfSomeSequencesCountFromTheBatch) {
  const std::vector<std::int32_t> tokens = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};  // 5 sequences of 2
  const std::vector<std::int32_t> positions = {1, 2, 5, 9}, labels = {11, 12, 15, 19};
  std::vector<Index> first;
  std::vector<Seen> seen;
  for_each_panel_group(tokens, 2, positions, labels, 2, 1, 4, [&](const MlmBatch& batch) {
    first.push_back(batch.first_sequence);
    seen.push_back({.tokens = {batch.tokens.begin(), batch.tokens.end()},
                    .labels = {batch.labels.begin(), batch.labels.end()},
                    .positions = {batch.positions.begin(), batch.positions.end()}});
  });
  EXPECT_THAT(first, ElementsAre(1, 3));
  EXPECT_THAT(seen[0].tokens, ElementsAre(2, 3, 4, 5));
  EXPECT_THAT(seen[0].positions, ElementsAre(0, 3));
  EXPECT_THAT(seen[0].labels, ElementsAre(12, 15));
  EXPECT_THAT(seen[1].tokens, ElementsAre(6, 7));
  EXPECT_THAT(seen[1].positions, IsEmpty());
}

TEST(PanelGroups, RefuseSequencesThatTheBatchHasNot) {
  const std::vector<std::int32_t> tokens = {0, 1, 2, 3};
  const auto walk = [&](Index sequence, Index begin, Index end) {
    for_each_panel_group(tokens, sequence, {}, {}, 2, begin, end, [](const MlmBatch&) {});
  };
  EXPECT_THROW(walk(2, 0, 3), ShapeError);
  EXPECT_THROW(walk(2, -1, 1), ShapeError);
  EXPECT_THROW(walk(2, 2, 1), ShapeError);
  EXPECT_THROW(walk(3, 0, 1), ShapeError);  // one and a third
}

}  // namespace
}  // namespace espalier::models
