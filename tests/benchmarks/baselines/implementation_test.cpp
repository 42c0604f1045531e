// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/baselines/implementation.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <espalier/sparse/format/block_pattern.h>

namespace espalier::benchmarks {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr Index kOut = 32, kIn = 48, kTokens = 21;

Shape shape_of(Index block, Type type = Type::kF32) {
  return {.out = kOut,
          .in = kIn,
          .tokens = kTokens,
          .block = block,
          .density = block == 0 ? 1 : 0.3,
          .type = type};
}

/// A right result, changed as the test likes.
class ChangedRunner : public Runner {
 public:
  ChangedRunner(const Problem& problem, Product product) {
    const auto right = make_runner(espalier_reference_implementation(), problem, product, 1);
    right->run();
    values = right->result();
  }
  void run() override {}
  std::vector<float> result() const override { return values; }
  std::vector<float> values;
};

std::string refusal(Runner& runner, const Problem& problem, Product product) {
  try {
    verify_or_throw(runner, problem, product, "the name");
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(Implementations, OfOneThreadAreNamed) {
  const std::vector<Shape> shapes = {shape_of(0), shape_of(4)};
  EXPECT_TRUE(one_thread_only(shapes, 1).empty());
  const std::vector<std::string> names = one_thread_only(shapes, 2);
  EXPECT_THAT(names, ::testing::Contains("eigen.blocks"));
  EXPECT_THAT(names, ::testing::Not(::testing::Contains("onednn")));
  EXPECT_THAT(names, ::testing::Not(::testing::Contains("espalier")));
}

TEST(Implementations, ThatCannotBeLoadedSayWhy) {
  const std::vector<std::filesystem::path> folders = {"/no/such/folder", "/nor/this"};
  const std::vector<Implementation> found = eigen_implementations(folders);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].name, "eigen");
  EXPECT_THAT(found[0].description, StartsWith("left out: /no/such/folder/espalier_bench_eigen_"));
  EXPECT_THAT(found[0].description, HasSubstr("; /nor/this/espalier_bench_eigen_"));
  for (const Product product : kAllProducts)
    EXPECT_FALSE(found[0].offers(shape_of(4), product, 1)) << product_name(product, false);
}

// GraphBLAS builds no such matrix.
TEST(Implementations, MultiplyAPatternWithoutEntriesOrLeaveItOut) {
  const Problem problem(sparse::BlockPattern::from_coordinates(kOut, kIn, {1, 1}, {}), kTokens);
  for (const Implementation& implementation : implementations()) {
    for (const Product product : kSteps) {
      if (!implementation.offers(problem.shape(), product, 1)) continue;
      const Case what{product, problem.shape(), implementation.name, 1};
      EXPECT_NO_THROW(make_verified_runner(implementation, problem, what)) << name_of(what);
    }
  }
}

TEST(Verify, TakesWhatEveryImplementationComputes) {
  Shape one_token = shape_of(1);
  one_token.tokens = 1;
  for (const Shape& shape :
       {shape_of(0), shape_of(1), shape_of(8), shape_of(4, Type::kBf16), one_token}) {
    const Problem problem(shape);
    for (const Implementation& implementation : implementations()) {
      for (const Product product : kAllProducts) {
        if (!implementation.offers(shape, product, 1)) continue;
        const auto runner = make_runner(implementation, problem, product, 1);
        EXPECT_EQ(refusal(*runner, problem, product), "") << implementation.name;
      }
    }
  }
}

TEST(Verify, RefusesOneWrongValueOfAnyProduct) {
  // A product of two normal numbers is lost; the smallest that these streams could lose is far
  // below the bound, so take the mean magnitude, 2 / pi.
  for (const Shape& shape : {shape_of(0), shape_of(4)}) {
    const Problem problem(shape);
    for (const Product product :
         {Product::kSpmm, Product::kSpmmTransposed, Product::kSddmm, Product::kLayerStep}) {
      ChangedRunner runner(problem, product);
      EXPECT_EQ(refusal(runner, problem, product), "");
      for (const std::size_t i : {std::size_t{0}, runner.values.size() - 1}) {
        ChangedRunner wrong(problem, product);
        wrong.values[i] += 0.6366f;
        EXPECT_THAT(refusal(wrong, problem, product), StartsWith("the name: wrong result: "));
      }
    }
  }
}

TEST(Verify, RefusesAMovedValueOfAnUpdate) {
  const Problem problem(shape_of(2));
  ChangedRunner runner(problem, Product::kTopologyUpdate);
  EXPECT_EQ(refusal(runner, problem, Product::kTopologyUpdate), "");
  std::swap(runner.values[0], runner.values[1]);
  EXPECT_NE(refusal(runner, problem, Product::kTopologyUpdate), "");
}

TEST(Verify, RefusesNotANumberAndWrongSizes) {
  const Problem problem(shape_of(4));
  ChangedRunner nan(problem, Product::kSpmm);
  nan.values[7] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(refusal(nan, problem, Product::kSpmm), HasSubstr("value 7 is nan"));
  ChangedRunner shorter(problem, Product::kSddmm);
  shorter.values.pop_back();
  EXPECT_THAT(refusal(shorter, problem, Product::kSddmm), HasSubstr("expected"));
}

TEST(Verify, NamesThePartOfAStep) {
  const Problem problem(shape_of(4));
  ChangedRunner runner(problem, Product::kLayerStep);
  runner.values.back() += 10;
  EXPECT_THAT(refusal(runner, problem, Product::kLayerStep), HasSubstr("sddmm: value"));
}

/// Of a library that fails, as it is made ready or when it runs, or has no such product here.
enum class Failure { kMade, kRun, kAbsent };
template <Failure kFailure>
std::unique_ptr<Runner> fail(const Problem&, Product, int) {
  struct Failing : Runner {
    void run() override { throw std::runtime_error("out of handles"); }
    std::vector<float> result() const override { return {}; }
  };
  if (kFailure == Failure::kMade) throw std::runtime_error("out of handles");
  if (kFailure == Failure::kAbsent) throw NotOnThisProcessor("no bf16");
  return std::make_unique<Failing>();
}

TEST(Runner, AFailureNamesLibraryProductAndShape) {
  const Problem problem(shape_of(4));
  const Case what{Product::kSpmm, problem.shape(), "theirs", 1};
  for (const auto make : {&fail<Failure::kMade>, &fail<Failure::kRun>}) {
    const Implementation theirs = {"theirs", "", nullptr, make};
    EXPECT_THAT([&] { make_verified_runner(theirs, problem, what); },
                ::testing::ThrowsMessage<std::runtime_error>(
                    "spmm/theirs/block:4/out:32/in:48/tokens:21/density:0.3/type:f32/threads:1: "
                    "out of handles"));
  }
  const Implementation absent = {"theirs", "", nullptr, &fail<Failure::kAbsent>};
  EXPECT_THROW(make_verified_runner(absent, problem, what), NotOnThisProcessor);
}

TEST(Runner, OperandSetsAgree) {
  const Problem problem(shape_of(4));
  const auto runner = make_runner(espalier_implementation(), problem, Product::kLayerStep, 1, 3);
  EXPECT_NO_THROW(verify_or_throw(*runner, problem, Product::kLayerStep, "sets", 4));
}

TEST(Problem, UpdateDropsAndGrowsTheSameNumber) {
  const Problem problem(shape_of(2));
  const auto edit = problem.edit();
  EXPECT_EQ(edit.drop.size(), edit.grow.size());
  EXPECT_EQ(edit.drop.size(),
            static_cast<std::size_t>(kDropFraction * problem.w().pattern().blocks()));
  EXPECT_NO_THROW(check_edit(problem.w().pattern(), edit));
}

TEST(Problem, CountsOperations) {
  const Problem problem(shape_of(4));
  const double stored = static_cast<double>(problem.w().pattern().values());
  EXPECT_EQ(problem.flops(Product::kSddmm), 2 * kTokens * stored);
  EXPECT_EQ(problem.flops(Product::kLayerStep), 6 * kTokens * stored);
  EXPECT_EQ(Problem(shape_of(0)).flops(Product::kSpmm), 2.0 * kTokens * kOut * kIn);
}

}  // namespace
}  // namespace espalier::benchmarks
