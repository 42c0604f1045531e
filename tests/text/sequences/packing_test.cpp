// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/sequences/packing.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include <espalier/sparse/core/rng.h>

namespace espalier::text::packing_test {
namespace {

using ::testing::ElementsAre;

constexpr SpecialTokens kSpecial;  // pad 0, unknown 1, cls 2, sep 3, mask 4

Tokenizer letters() {
  return Tokenizer::from_text("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\n##c\nd\n", "test");
}

/// Documents of so many tokens, which are 10 in the first, 11 in the next and so on, packed whole.
/// Letters stand for them: ^ [CLS], | [SEP], _ [PAD].
std::string packed(const std::vector<int>& lengths, std::int64_t sequence) {
  const Tokenizer tokenizer = letters();
  const auto packer = make_packer(Packing::kDocuments, sequence, tokenizer);
  std::int32_t token = 10;
  for (const int length : lengths)
    packer->add(std::vector<std::int32_t>(static_cast<std::size_t>(length), token++));
  const PackedSequences sequences = packer->finish();
  EXPECT_EQ(sequences.packing, Packing::kDocuments);
  std::string out;
  for (std::int64_t i = 0; i < sequences.count(); ++i) {
    for (const std::int32_t t : sequences.sequence(i))
      out += t < 10 ? "_?^|*"[t] : static_cast<char>('a' + t - 10);
    out += '\n';
  }
  return out;
}

TEST(PackDocuments, PutsEachWhereTheLeastRoomIsLeft) {
  EXPECT_EQ(packed({2, 2}, 8), "^aa|^bb|\n");
  EXPECT_EQ(packed({3, 1, 5}, 8), "^aaa|^b|\n^ccccc|_\n");
  // The third fits into both, and better into the second; the fourth into the first alone.
  EXPECT_EQ(packed({2, 3, 1, 2}, 8), "^aa|^dd|\n^bbb|^c|\n");
  // Without room for its separator a document still fills its sequence.
  EXPECT_EQ(packed({7, 6, 1}, 8), "^aaaaaaa\n^bbbbbb|\n^c|_____\n");
  EXPECT_EQ(packed({0, 1, 0}, 8), "^b|_____\n");
  EXPECT_EQ(packed({}, 8), "");
}

TEST(PackDocuments, CutsWhatFitsIntoNoSequence) {
  // Its pieces stand one after another, in sequences that it begins; the rest of the last is
  // filled.
  EXPECT_EQ(packed({1, 16, 1}, 8), "^a|_____\n^bbbbbbb\n^bbbbbbb\n^bb|^c|_\n");
  EXPECT_EQ(packed({14}, 8), "^aaaaaaa\n^aaaaaaa\n");
  EXPECT_EQ(packed({13}, 8), "^aaaaaaa\n^aaaaaa|\n");
}

TEST(PackDocuments, LosesNothingAndLeavesLittleRoom) {
  const Random random(1, stream_id("lengths"));
  std::vector<int> lengths;
  for (std::uint64_t i = 0; i < 5000; ++i)
    lengths.push_back(static_cast<int>(1 + random.below(2 * i, 1 + random.below(2 * i + 1, 90))));
  const Tokenizer tokenizer = letters();
  const auto packer = make_packer(Packing::kDocuments, 64, tokenizer);
  std::int32_t document = 5;
  std::map<std::int32_t, int> left;
  for (const int length : lengths) {
    left[document] = length;
    packer->add(std::vector<std::int32_t>(static_cast<std::size_t>(length), document++));
  }
  const PackedSequences sequences = packer->finish();
  std::size_t padding = 0;
  for (const std::int32_t token : sequences.tokens) {
    padding += token == kSpecial.pad;
    if (token >= 5) --left[token];
  }
  for (const auto& [name, count] : left) EXPECT_EQ(count, 0) << name;
  // Documents of 20 tokens in the mean: of their order any packing can leave this much or more.
  EXPECT_LT(static_cast<double>(padding), 0.02 * static_cast<double>(sequences.tokens.size()));
}

TEST(PackedDocuments, BeginAtEachClsAndEndWithTheirSequence) {
  // ^aa|^bb_ ^ccccccc ^dd|____ with a mask in between
  const std::vector<std::int32_t> tokens = {2, 9, 4, 3, 2, 9, 9, 0, 2, 9, 9, 4,
                                            9, 9, 9, 9, 2, 9, 9, 3, 0, 0, 0, 0};
  EXPECT_THAT(packed_documents(tokens, 8, kSpecial), ElementsAre(4, 3, 1, 8, 4, 1, 1, 1, 1));
}

TEST(Packing, HasNames) {
  const std::vector<std::string> names = packing_names();
  for (std::size_t i = 0; i < names.size(); ++i)
    EXPECT_EQ(packing_of(names[i]), static_cast<Packing>(i));
  EXPECT_FALSE(packing_of("boxes").has_value());
}

}  // namespace
}  // namespace espalier::text::packing_test
