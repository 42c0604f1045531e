// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/data/held_out.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr std::int32_t kSeparator = 3;

/// Eight sequences of four tokens, which are the number of their document: 10 takes two and a half
/// sequences, 11 ends with a sequence, and 12 goes on to the end.
PackedSequences held_out() {
  return {.sequence_length = 4,
          .tokens = {2, 10, 10, 10, 2, 10, 10, 10, 2, 10, kSeparator, 11, 2, 11, 11, kSeparator,
                     2, 12, 12, 12, 2, 12, 12, 12, 2, 12, kSeparator, 13, 2, 13, 13, 13}};
}

TEST(HeldOut, IsAllForValidationUnlessSomeIsKeptBack) {
  const HeldOut parts = divide_held_out(held_out(), 0, kSeparator);
  EXPECT_EQ(parts.validation, (SequenceRange{0, 8}));
  EXPECT_EQ(parts.test.count(), 0);
}

TEST(HeldOut, PartsShareNoDocument) {
  // Sequence 6 goes on with document 12, which begins after the separator of sequence 3.
  EXPECT_EQ(divide_held_out(held_out(), 2, kSeparator).validation, (SequenceRange{0, 3}));
  EXPECT_EQ(divide_held_out(held_out(), 2, kSeparator).test, (SequenceRange{6, 8}));
  EXPECT_EQ(divide_held_out(held_out(), 1, kSeparator).validation, (SequenceRange{0, 6}));
  // That sequence 3 ends with a separator is not looked at: what stands before it is left out too.
  EXPECT_EQ(divide_held_out(held_out(), 4, kSeparator).validation, (SequenceRange{0, 3}));
}

TEST(HeldOut, RefusesToLeaveNothingToValidate) {
  for (const std::int64_t test : {-1, 6, 8, 100})
    EXPECT_THAT([&] { divide_held_out(held_out(), test, kSeparator); },
                ThrowsMessage<ConfigError>(
                    HasSubstr("training.test_sequences: found " + std::to_string(test))))
        << test;
}

}  // namespace
}  // namespace espalier::experiments
