// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/modes/group.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include <espalier/benchmarks/baselines/implementation.h>

namespace espalier::benchmarks {
namespace {

// One thread beside several is for what an implementation has: neither slices of blocks of 4, nor
// plain products of bf16, which would be those of single precision by another name.
TEST(Group, OfTwoThreadsHasWhatIsOfferedAlone) {
  Plan plan;
  plan.threads = 2;
  plan.rounds = 1;
  plan.blocks = {1, 4};
  Problems problems;
  for (const Shape& shape : shapes_at(plan, {.out = 64, .in = 32, .tokens = 1}))
    problems.push_back(std::make_unique<Problem>(shape));
  Results results;
  std::vector<std::size_t> kept;
  results.keep = [&](const Results& so_far) { kept.push_back(so_far.records.size()); };
  for (const Product product : {Product::kSpmm, Product::kLinearPlain})
    measure_group(plan, problems, product, Peers::kDense, "", results);
  ASSERT_EQ(kept.size(), 2U) << "after each group";
  EXPECT_GT(kept[0], 0U);
  EXPECT_EQ(kept[1], results.records.size());
  bool one = false, two = false;
  for (const Record& record : results.records) {
    const Case& what = record.what;
    const auto found = std::ranges::find(implementations(), what.implementation,
                                         [](const Implementation& i) { return i.name; });
    ASSERT_NE(found, implementations().end()) << what.implementation;
    EXPECT_TRUE(found->offers(what.shape, what.product, what.threads)) << name_of(what);
    if (what.implementation == "espalier" && !what.shape.dense())
      (what.threads == 1 ? one : two) = true;
  }
  EXPECT_TRUE(one);
  EXPECT_TRUE(two);
}

// The oracle makes all of it and adds up the values.
TEST(Group, CountsTheBytesThatItHolds) {
  Plan plan;
  plan.blocks = {4};
  plan.types = {Type::kF32};
  plan.density = 0.25;  // 32 of 128 blocks
  const std::vector<Shape> shapes = shapes_at(plan, {.out = 64, .in = 32, .tokens = 16});
  std::size_t kept = 0, results = 0, copies = 0;
  for (const Shape& shape : shapes) {
    const Problem problem(shape);
    const std::size_t operands = problem.x().size() + problem.dy().size() +
                                 problem.dense_w().size() +
                                 (shape.dense() ? 0 : problem.w().values().size());
    kept += operands;
    for (const Implementation& implementation : implementations()) {
      const bool reference = implementation.name == "espalier.reference";
      if (!shape.dense() && !implementation.name.starts_with("espalier")) continue;
      if (!implementation.offers(shape, Product::kLayerStep, 1)) continue;
      const auto runner = make_runner(implementation, problem, Product::kLayerStep, 1);
      (reference ? kept : results) += runner->result().size();
      if (!reference) copies += operands;
    }
  }
  constexpr std::array kProducts = {Product::kSpmm, Product::kLayerStep};
  const auto held = [&] { return held_bytes(plan, shapes, kProducts, Peers::kDense); };
  EXPECT_EQ(held(), static_cast<double>(sizeof(float) * (kept + results)));
  plan.caches = Caches::kCold;
  EXPECT_EQ(held(), static_cast<double>(sizeof(float) * (kept + results + copies)));
}

}  // namespace
}  // namespace espalier::benchmarks
