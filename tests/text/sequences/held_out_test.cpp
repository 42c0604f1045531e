// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/sequences/held_out.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <espalier/sparse/core/error.h>

namespace espalier::text {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr SpecialTokens kSpecial;
constexpr std::int32_t kSeparator = kSpecial.sep;

/// Eight sequences of four tokens, which are the number of their document: 10 takes two and a half
/// sequences, 11 ends with a sequence, and 12 goes on to the end.
PackedSequences held_out() {
  return {.sequence_length = 4,
          .tokens = {2, 10, 10, 10, 2, 10, 10, 10, 2, 10, kSeparator, 11, 2, 11, 11, kSeparator,
                     2, 12, 12, 12, 2, 12, 12, 12, 2, 12, kSeparator, 13, 2, 13, 13, 13}};
}

TEST(HeldOut, IsAllForValidationUnlessSomeIsKeptBack) {
  const HeldOut parts = divide_held_out(held_out(), 0, kSpecial);
  EXPECT_EQ(parts.validation, (SequenceRange{0, 8}));
  EXPECT_EQ(parts.test.count(), 0);
}

TEST(HeldOut, PartsShareNoDocument) {
  // Sequence 6 goes on with document 12, which begins after the separator of sequence 3.
  EXPECT_EQ(divide_held_out(held_out(), 2, kSpecial).validation, (SequenceRange{0, 3}));
  EXPECT_EQ(divide_held_out(held_out(), 2, kSpecial).test, (SequenceRange{6, 8}));
  EXPECT_EQ(divide_held_out(held_out(), 1, kSpecial).validation, (SequenceRange{0, 6}));
  // That sequence 3 ends with a separator is not looked at: what stands before it is left out too.
  EXPECT_EQ(divide_held_out(held_out(), 4, kSpecial).validation, (SequenceRange{0, 3}));
}

// In rows of sentences a document begins with [CLS]: one of three rows, one of two and one of one.
TEST(HeldOut, PartsOfSentencePairsShareNoDocument) {
  const PackedSequences rows = {
      .sequence_length = 4,
      .tokens = {2, 10, 3, 3, 10, 3, 10, 3, 10, 3, 10, 3, 2, 11, 3, 3, 11, 3, 11, 3, 2, 12, 3, 3},
      .packing = Packing::kSentencePairs};
  EXPECT_EQ(divide_held_out(rows, 1, kSpecial).validation, (SequenceRange{0, 5}));
  EXPECT_EQ(divide_held_out(rows, 2, kSpecial).validation, (SequenceRange{0, 3}));
  EXPECT_EQ(divide_held_out(rows, 3, kSpecial).validation, (SequenceRange{0, 3}));
  EXPECT_EQ(divide_held_out(rows, 3, kSpecial).test, (SequenceRange{3, 6}));
  EXPECT_THROW(divide_held_out(rows, 4, kSpecial), ConfigError);
}

TEST(HeldOut, RefusesToLeaveNothingToValidate) {
  for (const std::int64_t test : {-1, 6, 8, 100})
    EXPECT_THAT([&] { divide_held_out(held_out(), test, kSpecial); },
                ThrowsMessage<ConfigError>(
                    HasSubstr("training.test_sequences: found " + std::to_string(test))))
        << test;
}

}  // namespace
}  // namespace espalier::text
