// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <espalier/sparse/core/domain.h>

namespace espalier {
namespace {

TEST(Domain, HasWhatItsWordsSay) {
  struct Row {
    Domain domain;
    std::string expected;
    std::vector<double> in, out;
  };
  for (const Row& row : std::vector<Row>{
           {Domain::positive(), "a number above 0", {1e-300, 1}, {0, -1}},
           {Domain::not_negative(), "a number of at least 0", {0, 1e300}, {-1e-300}},
           {Domain::not_negative(5), "a number from 0 to 5", {0, 5}, {5.5, -1}},
           {Domain::share("[0, 1]"), "a number in [0, 1]", {0, 0.5, 1}, {-0.1, 1.1}},
           {Domain::share("(0, 1]"), "a number in (0, 1]", {0.5, 1}, {0}},
           {Domain::share("[0, 1)"), "a number in [0, 1)", {0, 0.5}, {1}},
           {Domain::share("(0, 1)"), "a number in (0, 1)", {0.5}, {0, 1}},
           {Domain::count_from(1),
            "an integer from 1 to 2147483647",
            {1, 2147483647},
            {0, 2147483648}},
           {Domain::one_of_counts({1, 4}), "one of 1 4", {1, 4}, {2}},
           {Domain::multiple_of(16, 512), "a multiple of 16 up to 512", {16, 512}, {0, 24, 528}}}) {
    EXPECT_EQ(row.domain.expected, row.expected);
    for (const double value : row.in) EXPECT_TRUE(row.domain.has(value)) << value;
    for (const double value : row.out) EXPECT_FALSE(row.domain.has(value)) << value;
    for (const double value : {std::numeric_limits<double>::infinity(), std::nan("")})
      EXPECT_FALSE(row.domain.has(value)) << row.expected << ": " << value;
  }
}

TEST(Domain, OfCountsThatNoDoubleHoldsHasNone) {
  const Index largest = Index{1} << 53;
  const Domain domain = Domain::count_from(0, static_cast<double>(largest));
  EXPECT_TRUE(domain.has(largest));
  EXPECT_FALSE(domain.has(largest + 1));  // which is `largest` as a double
}

TEST(Domain, OfTexts) {
  const Domain norms = Domain::one_of({"l1", "l2"});
  EXPECT_EQ(norms.expected, "one of 'l1' 'l2'");
  EXPECT_TRUE(norms.has(std::string("l1")));
  EXPECT_FALSE(norms.has(std::string("l3")));
  EXPECT_TRUE(Domain::any_text().has(std::string()));
}

}  // namespace
}  // namespace espalier
