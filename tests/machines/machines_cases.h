// SPDX-License-Identifier: Apache-2.0
#pragma once

// What every transport must do: TYPED_TEST_SUITE_P over types with
//   static void run(const std::function<void(Machines&)>& body)
// which calls `body` once for each rank that this process has, all of a job at the same time.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <espalier/machines/gathered.h>
#include <espalier/machines/machines.h>
#include <espalier/sparse/core/error.h>

namespace espalier::machines {

template <typename Transport>
class MachinesTest : public ::testing::Test {};
TYPED_TEST_SUITE_P(MachinesTest);

using Bytes = std::vector<std::byte>;

/// What rank `from` sends to rank `to` in a round: sizes differ, 0 is among them, and no two are
/// alike.
inline Bytes message(int from, int to, int round) {
  const int size = (from * 7 + to * 3 + round) % 5 * 1237;
  Bytes bytes(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] =
        static_cast<std::byte>(i * 31 + static_cast<std::size_t>(from * 5 + to * 11 + round));
  return bytes;
}

inline std::vector<std::span<std::byte>> spans_of(std::vector<Bytes>& parts) {
  return {parts.begin(), parts.end()};
}

TYPED_TEST_P(MachinesTest, EachRankHasItsNumber) {
  TypeParam::run([](Machines& machines) {
    EXPECT_GE(machines.rank(), 0);
    EXPECT_LT(machines.rank(), machines.ranks());
    std::vector<Bytes> ranks(static_cast<std::size_t>(machines.ranks()), Bytes(1));
    ranks[static_cast<std::size_t>(machines.rank())][0] = static_cast<std::byte>(machines.rank());
    machines.gather(spans_of(ranks));
    for (std::size_t r = 0; r < ranks.size(); ++r)
      EXPECT_EQ(ranks[r][0], static_cast<std::byte>(r));
  });
}

TYPED_TEST_P(MachinesTest, ExchangesWhatEachRankHasForEach) {
  TypeParam::run([](Machines& machines) {
    // Rounds follow one another without a barrier: a fast rank must not disturb a slow one.
    for (int round = 0; round < 40; ++round) {
      std::vector<Bytes> sent, received;
      for (int r = 0; r < machines.ranks(); ++r) {
        sent.push_back(message(machines.rank(), r, round));
        received.emplace_back(message(r, machines.rank(), round).size());
      }
      const std::vector<std::span<const std::byte>> send(sent.begin(), sent.end());
      machines.exchange(send, spans_of(received));
      for (int r = 0; r < machines.ranks(); ++r) {
        EXPECT_EQ(sent[static_cast<std::size_t>(r)], message(machines.rank(), r, round));
        ASSERT_EQ(received[static_cast<std::size_t>(r)], message(r, machines.rank(), round))
            << "from rank " << r << " in round " << round;
      }
    }
  });
}

TYPED_TEST_P(MachinesTest, GathersSlicesOfDifferentSizes) {
  TypeParam::run([](Machines& machines) {
    for (int round = 0; round < 20; ++round) {
      std::vector<Bytes> slices;
      for (int r = 0; r < machines.ranks(); ++r) {
        slices.push_back(message(r, 0, round));
        if (r != machines.rank()) slices.back().assign(slices.back().size(), std::byte{});
      }
      machines.gather(spans_of(slices));
      for (int r = 0; r < machines.ranks(); ++r)
        ASSERT_EQ(slices[static_cast<std::size_t>(r)], message(r, 0, round)) << "of rank " << r;
    }
  });
}

TYPED_TEST_P(MachinesTest, BroadcastsFromRankZero) {
  TypeParam::run([](Machines& machines) {
    for (int round = 0; round < 20; ++round) {
      Bytes bytes = message(machines.rank(), 4, round);
      bytes.resize(message(0, 4, round).size());
      machines.broadcast(bytes);
      ASSERT_EQ(bytes, message(0, 4, round));
    }
  });
}

TYPED_TEST_P(MachinesTest, RefusesPartsThatAreNotOneForEachRank) {
  TypeParam::run([](Machines& machines) {
    std::vector<Bytes> none;
    EXPECT_THROW(machines.gather(spans_of(none)), ShapeError);
    EXPECT_THROW(machines.exchange({}, spans_of(none)), ShapeError);
    machines.broadcast({});  // the job goes on
  });
}

TYPED_TEST_P(MachinesTest, RefusesToSendItselfOtherSizes) {
  TypeParam::run([](Machines& machines) {
    std::vector<Bytes> sent(static_cast<std::size_t>(machines.ranks())), received = sent;
    received[static_cast<std::size_t>(machines.rank())].resize(4);
    const std::vector<std::span<const std::byte>> send(sent.begin(), sent.end());
    EXPECT_THROW(machines.exchange(send, spans_of(received)), ShapeError);
    machines.broadcast({});  // the job goes on
  });
}

TYPED_TEST_P(MachinesTest, BringsNumbersAndTextsTogether) {
  TypeParam::run([](Machines& machines) {
    // Of any bytes, and none of rank 0 and the third.
    const auto text = [](std::size_t rank) {
      return std::string(rank % 3 * 100000, static_cast<char>(rank - 1));
    };
    std::vector<std::uint64_t> numbers;
    std::vector<std::string> texts;
    for (int r = 0; r < machines.ranks(); ++r) {
      numbers.push_back(~std::uint64_t{0} - static_cast<std::uint64_t>(r));
      texts.push_back(text(static_cast<std::size_t>(r)));
    }
    const auto rank = static_cast<std::size_t>(machines.rank());
    EXPECT_EQ(values_of_all(machines, numbers[rank]), numbers);
    EXPECT_EQ(texts_of_all(machines, texts[rank]), texts);
    EXPECT_EQ(texts_at_first(machines, texts[rank]),
              rank == 0 ? texts : std::vector<std::string>());
  });
}

TYPED_TEST_P(MachinesTest, CollectsAtTheFirst) {
  TypeParam::run([](Machines& machines) {
    for (int round = 0; round < 20; ++round) {
      std::vector<Bytes> parts;
      for (int r = 0; machines.rank() == 0 && r < machines.ranks(); ++r)
        parts.emplace_back(message(r, 0, round).size());
      collect_at_first(machines, message(machines.rank(), 0, round), spans_of(parts));
      for (std::size_t r = 0; r < parts.size(); ++r)
        ASSERT_EQ(parts[r], message(static_cast<int>(r), 0, round)) << "of rank " << r;
    }
  });
}

REGISTER_TYPED_TEST_SUITE_P(MachinesTest, EachRankHasItsNumber, ExchangesWhatEachRankHasForEach,
                            GathersSlicesOfDifferentSizes, BroadcastsFromRankZero,
                            RefusesPartsThatAreNotOneForEachRank, RefusesToSendItselfOtherSizes,
                            BringsNumbersAndTextsTogether, CollectsAtTheFirst);

}  // namespace espalier::machines
