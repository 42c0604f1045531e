// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/topology/weight_buffers.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <limits>
#include <memory_resource>
#include <stdexcept>

#include <espalier/sparse/core/error.h>
#include "tests/sparse/topology/owned_weight.h"

namespace espalier::sparse {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

PatternPtr diagonal() {
  return BlockPattern::from_coordinates(6, 6, {2, 2}, {{0, 0}, {1, 1}, {2, 2}});
}

TEST(WeightBuffers, MovesEveryBufferAlike) {
  OwnedWeight owned(diagonal(), 1);
  const OwnedWeight before = owned;
  const WeightChange change = edit_weight(*owned.owner(), {.drop = {1}, .grow = {{0, 1}}});

  EXPECT_EQ(owned.pattern, change.pattern());
  const std::pair<const AlignedVector<float>*, const AlignedVector<float>*> buffers[] = {
      {&before.values, &owned.values},
      {&before.gradient, &owned.gradient},
      {&before.first, &owned.first},
      {&before.second, &owned.second}};
  for (const auto& [old_buffer, new_buffer] : buffers) {
    ASSERT_EQ(new_buffer->size(), 12u);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ((*new_buffer)[i], (*old_buffer)[i]);          // (0, 0)
      EXPECT_EQ((*new_buffer)[4 + i], 0.0f);                  // (0, 1), grown
      EXPECT_EQ((*new_buffer)[8 + i], (*old_buffer)[8 + i]);  // (2, 2)
    }
  }
}

TEST(WeightBuffers, CallsBackOncePerEditWhenAllIsNew) {
  OwnedWeight owned(diagonal(), 1);
  const auto weight = owned.owner();
  int calls = 0;
  weight->on_change([&] {
    ++calls;
    EXPECT_EQ(owned.pattern->blocks(), 4);
    EXPECT_EQ(owned.second.size(), 16u);
  });
  edit_weight(*weight, {.drop = {}, .grow = {{2, 0}}});
  EXPECT_EQ(calls, 1);
}

TEST(WeightBuffers, MovesABufferThatIsAttachedTwiceOnlyOnce) {
  OwnedWeight owned(diagonal(), 1);
  const OwnedWeight before = owned;
  const auto weight = owned.owner();
  weight->attach(owned.first);
  weight->attach(owned.values);
  edit_weight(*weight, {.drop = {0}, .grow = {}});
  EXPECT_EQ(owned.first, AlignedVector<float>(before.first.begin() + 4, before.first.end()));
  EXPECT_EQ(owned.values, AlignedVector<float>(before.values.begin() + 4, before.values.end()));
}

void expect_unchanged(const OwnedWeight& before, const OwnedWeight& after) {
  EXPECT_EQ(before.pattern, after.pattern);
  EXPECT_EQ(before.values, after.values);
  EXPECT_EQ(before.gradient, after.gradient);
  EXPECT_EQ(before.first, after.first);
  EXPECT_EQ(before.second, after.second);
}

// What a program of one's own has, without a gradient to show.
TEST(WeightBuffers, MovesContainersOfAUser) {
  PatternPtr pattern = diagonal();
  std::vector<float> values(12, 1), velocity(12, 2);
  WeightBuffers weight("mine", pattern, values);
  weight.attach(velocity);
  EXPECT_TRUE(weight.view().gradient().empty());
  edit_weight(weight, {.drop = {0}, .grow = {}});
  EXPECT_EQ(values, std::vector<float>(8, 1));
  EXPECT_EQ(velocity, std::vector<float>(8, 2));
  EXPECT_EQ(weight.view().values().data(), values.data());
  EXPECT_EQ(weight.bytes(), static_cast<double>(pattern->bytes() + 16 * sizeof(float)));
}

// Of unequal allocators, as those of two memory resources are, containers cannot be swapped.
TEST(WeightBuffers, GivesAContainerMemoryOfItsOwnAllocator) {
  alignas(float) std::array<std::byte, 4096> arena;
  std::pmr::monotonic_buffer_resource resource(arena.data(), arena.size(),
                                               std::pmr::null_memory_resource());
  PatternPtr pattern = diagonal();
  std::pmr::vector<float> values(12, 1, &resource);
  WeightBuffers weight("mine", pattern, values);
  edit_weight(weight, {.drop = {0}, .grow = {}});
  EXPECT_THAT(values, ::testing::SizeIs(8));
  EXPECT_THAT(values, ::testing::Each(1.0F));
  const auto* const at = reinterpret_cast<const std::byte*>(values.data());
  EXPECT_TRUE(at >= arena.data() && at < arena.data() + arena.size()) << "memory of another";
}

TEST(WeightBuffers, RefusesADeviationThatNoDistributionHas) {
  OwnedWeight owned(diagonal(), 1);
  const auto weight = owned.owner("layer.weight");
  weight->set_initial_deviation(0.5);
  for (const double wrong :
       {-0.1, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    EXPECT_THAT([&] { weight->set_initial_deviation(wrong); },
                ThrowsMessage<ConfigError>(HasSubstr("weight layer.weight: initial deviation")));
  EXPECT_EQ(weight->view().initial_deviation(), 0.5);
  weight->set_initial_deviation(0);
  EXPECT_EQ(weight->view().initial_deviation(), 0);
}

// It would be called when an edit is half done for whoever made it.
TEST(WeightBuffers, RefusesACallbackThatCannotBeCalled) {
  OwnedWeight owned(diagonal(), 1);
  const auto weight = owned.owner("layer.weight");
  EXPECT_THAT(
      [&] { weight->on_change({}); },
      ThrowsMessage<ConfigError>(HasSubstr("weight layer.weight: the callback is an empty")));
  EXPECT_NO_THROW(edit_weight(*weight, {.drop = {0}, .grow = {}}));
}

TEST(WeightBuffers, KeepsEverythingIfTheEditIsRefused) {
  OwnedWeight owned(diagonal(), 1);
  const OwnedWeight before = owned;
  const auto weight = owned.owner();
  weight->on_change([] { FAIL() << "nothing has changed"; });
  EXPECT_THROW(edit_weight(*weight, {.drop = {0}, .grow = {{1, 1}}}), FormatError);
  expect_unchanged(before, owned);
}

TEST(WeightBuffers, KeepsEverythingIfABufferHasLostItsSize) {
  OwnedWeight owned(diagonal(), 1);
  const auto weight = owned.owner();
  owned.second.pop_back();
  const OwnedWeight before = owned;
  EXPECT_THROW(edit_weight(*weight, {.drop = {0}, .grow = {}}), ShapeError);
  expect_unchanged(before, owned);
}

/// What is no container of floats that can be replaced whole, each for a reason of its own.
struct Fixed : std::vector<float> {
  using std::vector<float>::vector;
  Fixed() = default;
  Fixed(Fixed&&) noexcept = default;
  Fixed& operator=(Fixed&&) = delete;
  [[maybe_unused]] friend void swap(Fixed&, Fixed&) noexcept {}
};
struct ReadOnly {
  explicit ReadOnly(std::size_t = 0) {}
  const float* begin() const { return nullptr; }
  const float* end() const { return nullptr; }
};
static_assert(FloatBuffer<std::vector<float>>);
static_assert(FloatBuffer<AlignedVector<float>>);
static_assert(!FloatBuffer<std::vector<double>>);
static_assert(!FloatBuffer<const std::vector<float>>);
static_assert(!FloatBuffer<std::span<float>>);
static_assert(!FloatBuffer<Fixed>);
static_assert(!FloatBuffer<ReadOnly>);

TEST(WeightBuffers, RefusesValuesAsTheirOwnGradient) {
  OwnedWeight owned(diagonal(), 1);
  EXPECT_THAT([&] { WeightBuffers("w", owned.pattern, owned.values, owned.values); },
              ThrowsMessage<ShapeError>(HasSubstr("weight w: values and gradient are one")));
}

TEST(WeightBuffers, RefusesBuffersThatDoNotFit) {
  OwnedWeight owned(diagonal(), 1);
  const auto weight = owned.owner("layer.weight");
  AlignedVector<float> wrong(5);
  EXPECT_THAT([&] { weight->attach(wrong); },
              ThrowsMessage<ShapeError>(HasSubstr("layer.weight: attached buffer of 5 values")));
  EXPECT_THROW(WeightBuffers("w", owned.pattern, wrong, owned.gradient), ShapeError);
  EXPECT_THROW(WeightBuffers("w", owned.pattern, owned.values, wrong), ShapeError);
  PatternPtr none;
  EXPECT_THROW(WeightBuffers("w", none, owned.values, owned.gradient), ShapeError);
}

// Worked by hand: blocks 0, 1, 3 of one row; 1 goes, 2 and 4 come.
TEST(WeightBuffers, StartsGrownBlocksAsTold) {
  const auto make = [] {
    OwnedWeight owned(BlockPattern::from_coordinates(1, 5, {1, 1}, {{0, 0}, {0, 1}, {0, 3}}), 1);
    owned.values = {1, 2, 3};
    owned.gradient = {4, 5, 6};
    owned.first = {-1, 7, 3};
    owned.second = {2, 8, 4};
    return owned;
  };
  const TopologyEdit edit = {.drop = {1}, .grow = {{0, 2}, {0, 4}}};

  OwnedWeight given = make();
  edit_weight(*given.owner(), edit, {.values = {10, 20}});
  EXPECT_THAT(given.values, ElementsAre(1, 10, 3, 20));
  EXPECT_THAT(given.gradient, ElementsAre(4, 0, 6, 0));
  EXPECT_THAT(given.first, ElementsAre(-1, 0, 3, 0));

  OwnedWeight mean = make();
  edit_weight(*mean.owner(), edit, {.moments = GrownMoments::kMean});
  EXPECT_THAT(mean.values, ElementsAre(1, 0, 3, 0));
  EXPECT_THAT(mean.gradient, ElementsAre(4, 0, 6, 0));
  EXPECT_THAT(mean.first, ElementsAre(-1, 1, 3, 1));
  EXPECT_THAT(mean.second, ElementsAre(2, 3, 4, 3));

  OwnedWeight wrong = make();
  EXPECT_THROW(edit_weight(*wrong.owner(), edit, {.values = {10}}), ShapeError);
  EXPECT_THAT(wrong.values, ElementsAre(1, 2, 3));
}

}  // namespace
}  // namespace espalier::sparse
