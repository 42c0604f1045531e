// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/modes/group.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
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

}  // namespace
}  // namespace espalier::benchmarks
