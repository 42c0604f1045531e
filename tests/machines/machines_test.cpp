// SPDX-License-Identifier: Apache-2.0
#include <espalier/machines/machines.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "tests/machines/machines_cases.h"

#include <espalier/machines/alone.h>
#include <espalier/machines/in_process.h>
#include <espalier/sparse/core/error.h>

namespace espalier::machines {
namespace {

struct ByItself {
  static void run(const std::function<void(Machines&)>& body) { body(*alone()); }
};

template <int kRanks>
struct InProcess {
  static void run(const std::function<void(Machines&)>& body) {
    std::vector<std::jthread> threads;
    for (std::unique_ptr<Machines>& machines : in_process(kRanks))
      threads.emplace_back([&body, own = std::move(machines)]() mutable {
        body(*own);
        own.reset();
      });
  }
};

using Transports =
    ::testing::Types<ByItself, InProcess<1>, InProcess<2>, InProcess<3>, InProcess<8>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Here, MachinesTest, Transports);

/// What each of two ranks throws when both do `body`; "" for nothing.
std::vector<std::string> errors_of(const std::function<void(Machines&)>& body) {
  std::vector<std::string> errors(2);
  InProcess<2>::run([&](Machines& machines) {
    try {
      body(machines);
    } catch (const IoError& error) {
      errors[static_cast<std::size_t>(machines.rank())] = error.what();
    }
  });
  return errors;
}

TEST(InProcessTest, TellsThoseWhoWaitThatARankHasLeft) {
  const std::vector<std::string> errors = errors_of([](Machines& machines) {
    Bytes bytes(3);
    machines.broadcast(bytes);
    if (machines.rank() == 0) machines.broadcast(bytes);
  });
  EXPECT_EQ(errors[0], "rank 1 has left the job");
  EXPECT_EQ(errors[1], "");
}

TEST(InProcessTest, DoesNotReadWhatARankHasLeftBehind) {
  auto ranks = in_process(2);
  std::vector<Bytes> of_0(2, Bytes(1)), of_1(2, Bytes(1));
  {
    const std::jthread other([&] { ranks[1]->gather(spans_of(of_1)); });
    ranks[0]->gather(spans_of(of_0));
  }
  ranks[1].reset();
  of_1[1][0] = std::byte{7};
  for (int call = 0; call < 2; ++call)
    EXPECT_THROW(ranks[0]->gather(spans_of(of_0)), LostRankError) << call;
  EXPECT_EQ(of_0[1][0], std::byte{0});
}

TEST(InProcessTest, RefusesRanksThatMeanDifferentSizes) {
  const std::vector<std::string> errors = errors_of([](Machines& machines) {
    Bytes bytes(machines.rank() == 0 ? 3 : 4);
    machines.broadcast(bytes);
  });
  EXPECT_EQ(errors[0], "rank 0 has sent 3 bytes, rank 1 expected 4");
  EXPECT_EQ(errors[1], errors[0]);
}

TEST(InProcessTest, RefusesRanksThatDoDifferentThings) {
  const std::vector<std::string> errors = errors_of([](Machines& machines) {
    std::vector<Bytes> slices(2);
    if (machines.rank() == 0)
      machines.broadcast(slices[0]);
    else
      machines.gather(spans_of(slices));
  });
  EXPECT_EQ(errors[0], "rank 0 is in broadcast and rank 1 in gather");
  EXPECT_EQ(errors[1], errors[0]);
}

TEST(InProcessTest, NeedsARank) { EXPECT_THROW(in_process(0), ConfigError); }

TEST(MachinesDeathTest, AbortSaysWhyAndEndsWithItsCode) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(alone()->abort(75, "no rank is left"), ::testing::ExitedWithCode(75),
              "^no rank is left\n$");
  EXPECT_EXIT(in_process(2)[1]->abort(3, "wrong"), ::testing::ExitedWithCode(3), "^wrong\n$");
}

}  // namespace
}  // namespace espalier::machines
