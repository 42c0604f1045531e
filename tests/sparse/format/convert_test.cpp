// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/format/convert.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/eigen_interop.h>
#include "tests/support/message.h"

namespace espalier::sparse::convert_test {
namespace {

using espalier::testing::message_of;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// | 0 0 1 2 |     in 2x2 blocks: (0, 1) and (1, 0)
// | 0 0 0 3 |
// | 4 0 0 0 |
// | 0 5 0 0 |
const std::vector<float> kDense = {0, 0, 1, 2, 0, 0, 0, 3, 4, 0, 0, 0, 0, 5, 0, 0};
BlockCsrMatrix<float> example() { return from_dense({kDense.data(), 4, 4}, {2, 2}); }

TEST(Convert, DenseStoresBlocksThatHoldSomething) {
  const auto m = example();
  EXPECT_THAT(m.pattern().columns(), ElementsAre(1, 0));
  EXPECT_THAT(m.values(), ElementsAre(1, 2, 0, 3, 4, 0, 0, 5));
  EXPECT_THAT(to_dense(m), ::testing::ElementsAreArray(kDense));
}

TEST(Convert, DenseTakesStridesAndKeepsNaN) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> wide = {0, nan, 9, 0, 0, 9};  // the 9s lie outside the view
  const auto m = from_dense({wide.data(), 2, 2, 3}, {1, 1});
  ASSERT_EQ(m.pattern().blocks(), 1);
  EXPECT_TRUE(std::isnan(m.values()[0]));
}

TEST(Convert, TripletsKeepExplicitZeros) {
  const auto triplets = to_triplets(example());
  EXPECT_EQ(triplets.size(), 8u);
  EXPECT_EQ(triplets[2], (Triplet{1, 2, 0}));
  const auto back = from_triplets(4, 4, {2, 2}, triplets);
  EXPECT_EQ(back.pattern(), example().pattern());
  EXPECT_THAT(back.values(), ElementsAre(1, 2, 0, 3, 4, 0, 0, 5));
}

TEST(Convert, TripletsFromOutsideAreChecked) {
  const auto error = [](Triplet t) {
    return message_of<FormatError>([&] { from_triplets(4, 4, {2, 2}, {{0, 0, 1}, t}); });
  };
  EXPECT_THAT(error({4, 0, 1}), AllOf(HasSubstr("(4, 0)"), HasSubstr("4x4")));
  EXPECT_THAT(error({0, 4, 1}), HasSubstr("(0, 4)"));
  EXPECT_THAT(error({-1, 0, 1}), HasSubstr("(-1, 0)"));
  EXPECT_THAT(error({0, std::numeric_limits<Index>::min(), 1}), HasSubstr("inside the matrix"));
  EXPECT_THAT(error({0, 0, 2}), HasSubstr("more than once"));
}

TEST(Convert, CsrRoundTrips) {
  const CsrArrays csr = to_csr(example());
  EXPECT_THAT(csr.row_offsets, ElementsAre(0, 2, 4, 6, 8));
  EXPECT_THAT(csr.columns, ElementsAre(2, 3, 2, 3, 0, 1, 0, 1));
  const auto back = from_csr(csr, {2, 2});
  EXPECT_EQ(back.pattern(), example().pattern());
  EXPECT_THAT(to_dense(back), ::testing::ElementsAreArray(kDense));
}

TEST(Convert, CsrFromOutsideIsChecked) {
  const auto error = [](const auto& break_it) {
    CsrArrays csr = {2, 4, {0, 1, 3}, {1, 0, 2}, {1, 2, 3}};
    break_it(csr);
    return message_of<FormatError>([&] { from_csr(csr, {2, 2}); });
  };
  EXPECT_THAT(error([](CsrArrays& c) { c.values.pop_back(); }), HasSubstr("2 entries; expected 3"));
  EXPECT_THAT(error([](CsrArrays& c) { c.columns[0] = 4; }), HasSubstr("CSR column 4"));
  EXPECT_THAT(error([](CsrArrays& c) { c.columns[0] = -1; }), HasSubstr("CSR column -1"));
  // Would pass as column 1 if it were cut to 32 bits unchecked.
  EXPECT_THAT(error([](CsrArrays& c) { c.columns[0] = (Index{1} << 32) + 1; }),
              HasSubstr("CSR column 4294967297"));
  EXPECT_THAT(error([](CsrArrays& c) { c.columns[1] = 2; }), HasSubstr("ascending"));
  EXPECT_THAT(error([](CsrArrays& c) { c.row_offsets.pop_back(); }), HasSubstr("row offsets"));
  EXPECT_THAT(error([](CsrArrays& c) { c.row_offsets.clear(); }), HasSubstr("row offsets"));
  // Before memory is taken for rows that are not there, or their number looked at.
  EXPECT_THAT(error([](CsrArrays& c) { c.rows = 2147483646; }),
              HasSubstr("row offsets: 3 entries; expected 2147483647"));
  EXPECT_THAT(error([](CsrArrays& c) { c.rows = std::numeric_limits<Index>::max(); }),
              HasSubstr("row offsets: 3 entries; expected 9223372036854775808"));
  EXPECT_THAT(error([](CsrArrays& c) { c.row_offsets[1] = 1000; }), HasSubstr("row offset 1"));
  EXPECT_THAT(error([](CsrArrays& c) { c.row_offsets[0] = -1; }), HasSubstr("from -1"));
}

TEST(Convert, RowsOfADenseMatrixFollowOneAnother) {
  EXPECT_THAT(message_of<ShapeError>([] {
                from_dense({kDense.data(), 4, 4, 0}, {2, 2});
              }),
              HasSubstr("from_dense: the matrix is 4x4 with rows of 0"));
}

TEST(Convert, BlocksMustDivideTheMatrix) {
  for (const auto& action :
       std::vector<void (*)()>{[] {
                                 from_dense({kDense.data(), 4, 4}, {3, 2});
                               },
                               [] {
                                 from_triplets(4, 4, {3, 2}, {});
                               },
                               [] {
                                 from_csr({4, 4, {0, 0, 0, 0, 0}, {}, {}}, {3, 2});
                               },
                               [] {
                                 reblock(example(), {3, 2});
                               }})
    EXPECT_THAT(message_of<ShapeError>(action), HasSubstr("3x2 does not divide"));
}

TEST(Convert, ReblockKeepsTheMatrixAndDropsEmptyBlocks) {
  const auto ones = reblock(example(), {1, 1});
  EXPECT_EQ(ones.pattern().blocks(), 5);
  EXPECT_THAT(to_dense(ones), ::testing::ElementsAreArray(kDense));
  const auto wide = reblock(ones, {1, 4});
  EXPECT_EQ(wide.pattern().blocks(), 4);
  EXPECT_THAT(to_dense(wide), ::testing::ElementsAreArray(kDense));
}

TEST(Convert, TakesMatricesWithoutBlocks) {
  const auto m = from_triplets(4, 6, {2, 3}, {});
  EXPECT_EQ(m.pattern().blocks(), 0);
  EXPECT_TRUE(to_triplets(m).empty());
  EXPECT_THAT(to_csr(m).row_offsets, ElementsAre(0, 0, 0, 0, 0));
}

TEST(EigenInterop, SparseMatricesRoundTrip) {
  const Eigen::SparseMatrix<float, Eigen::RowMajor> sparse = to_eigen(example());
  EXPECT_EQ(sparse.nonZeros(), 8);  // explicit zeros are kept
  EXPECT_EQ(sparse.coeff(3, 1), 5);
  EXPECT_EQ(Eigen::MatrixXf(sparse), as_eigen(MatrixView<const float>(kDense.data(), 4, 4)));
  const auto back = from_eigen(sparse, {2, 2});
  EXPECT_EQ(back.pattern(), example().pattern());
  // A column-major expression comes out the same.
  const Eigen::SparseMatrix<float> by_column = sparse;
  EXPECT_THAT(to_dense(from_eigen(by_column, {2, 2})), ::testing::ElementsAreArray(kDense));
}

/// Whether there is a view of a matrix of this type, or of one that nobody keeps.
template <typename Matrix>
concept Viewable = requires(Matrix&& matrix) {
  as_view(static_cast<Matrix&&>(matrix));
};
static_assert(Viewable<EigenRowMajor&>);
static_assert(Viewable<const EigenRowMajor&>);
static_assert(!Viewable<EigenRowMajor>);
static_assert(!Viewable<Eigen::MatrixXf&>);  // of which Eigen would view a copy

TEST(EigenInterop, ViewsShareMemory) {
  EigenRowMajor m = EigenRowMajor::Zero(2, 3);
  as_view(m)(1, 2) = 4;
  EXPECT_EQ(m(1, 2), 4);
  std::vector<float> wide(8);
  as_eigen(MatrixView<float>(wide.data(), 2, 3, 4))(1, 0) = 5;
  EXPECT_EQ(wide[4], 5);
  Activations x(20, 2, 16);
  panel_as_eigen(x, 1)(1, 3) = 6;
  EXPECT_EQ(x.at(19, 1), 6);
}

}  // namespace
}  // namespace espalier::sparse::convert_test
