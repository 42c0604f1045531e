// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/model_order.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include "tests/training/on_ranks.h"

namespace espalier::training {
namespace {

using ::testing::ElementsAre;

using Squares = std::vector<std::vector<double>>;

/// Of a parameter: some chunks, or none, whose sum depends on the order.
std::vector<double> squares_of(std::size_t parameter, int step) {
  const Random random(3, stream_id("squares", static_cast<std::uint64_t>(step)));
  std::vector<double> sums((parameter * 5 + static_cast<std::size_t>(step)) % 7);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const double normal = random.normal(parameter * 100 + i);
    sums[i] = normal * normal * (i % 2 == 0 ? 1 : 1e9);
  }
  return sums;
}

double in_order(const Squares& squares) {
  double total = 0;
  for (const std::vector<double>& of_parameter : squares)
    for (const double sum : of_parameter) total += sum;
  return total;
}

/// Which of a model's parameters a rank has: rank 0 the first `leading` and the last, the others
/// runs between, the last of them none.
std::vector<std::size_t> parameters_of(int rank, int ranks, std::size_t leading,
                                       std::size_t trailing) {
  std::vector<std::size_t> own;
  const auto take = [&](std::size_t first, std::size_t last) {
    for (; first < last; ++first) own.push_back(first);
  };
  const auto stages = static_cast<std::size_t>(ranks - 1);
  const std::size_t end = leading + 3 * stages;
  if (rank == 0) {
    take(0, leading);
    take(end, end + trailing);
  } else if (rank < ranks - 1 || ranks == 2) {
    take(leading + 3 * static_cast<std::size_t>(rank - 1),
         leading + 3 * static_cast<std::size_t>(rank));
  }
  return own;
}

TEST(ModelOrderTest, PutsTheOthersBetweenTheFirstAndTheLastOfRank0) {
  using Names = std::vector<std::vector<std::string>>;
  EXPECT_THAT(in_model_order(Names{{"table", "head"}, {"a", "b"}, {}, {"c"}}, 1),
              ElementsAre("table", "a", "b", "c", "head"));
  EXPECT_THAT(in_model_order(Names{{"a", "b"}}, 2), ElementsAre("a", "b"));
  EXPECT_THAT(in_model_order(Names{{}, {"a"}}, 0), ElementsAre("a"));
}

TEST(ModelOrderTest, AddsAsOneProcessThatHasAll) {
  for (const int ranks : {1, 2, 3, 5})
    for (const std::size_t leading : {0, 2})
      for (const std::size_t trailing : {0, 4}) {
        bool order_matters = false;
        on_ranks(ranks, [&](machines::Machines& machines) {
          for (int step = 0; step < 5; ++step) {  // chunks come and go
            Squares own, all;
            for (const std::size_t p : parameters_of(machines.rank(), ranks, leading, trailing))
              own.push_back(squares_of(p, step));
            for (int stage = 0; stage < ranks; ++stage)
              for (const std::size_t p : parameters_of(stage, ranks, leading, trailing))
                if (stage > 0 || p < leading) all.push_back(squares_of(p, step));
            for (const std::size_t p : parameters_of(0, ranks, leading, trailing))
              if (p >= leading) all.push_back(squares_of(p, step));
            const std::size_t own_leading = machines.rank() == 0 ? leading : 77;
            EXPECT_EQ(total_in_model_order(machines, own_leading, own), in_order(all))
                << ranks << " ranks, " << leading << " first, step " << step;
            if (machines.rank() == 0 && in_order({all.rbegin(), all.rend()}) != in_order(all))
              order_matters = true;
          }
        });
        EXPECT_TRUE(order_matters || (ranks < 3 && leading + trailing < 4))
            << "the test tells one order from another";
      }
}

TEST(ModelOrderTest, TellsAllThatOneIsNotFinite) {
  on_ranks(3, [](machines::Machines& machines) {
    Squares own = {{1, 2}, {3}};
    if (machines.rank() == 1) own[1][0] = std::numeric_limits<double>::infinity();
    EXPECT_EQ(total_in_model_order(machines, 1, own), std::numeric_limits<double>::infinity());
  });
}

TEST(ModelOrderTest, RefusesMoreFirstThanThereAre) {
  EXPECT_THROW(
      on_ranks(2, [](machines::Machines& machines) { total_in_model_order(machines, 2, {{1}}); }),
      ConfigError);
}

}  // namespace
}  // namespace espalier::training
