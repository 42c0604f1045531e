// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <espalier/text/sequences/held_out.h>
#include <espalier/text/sequences/packing.h>
#include <espalier/text/tokenizer/tokenizer.h>

namespace espalier::text {

/// Sequences of two segments, `[CLS] first [SEP] second [SEP]`, with [PAD] behind them.
struct PairBatch {
  std::vector<std::int32_t> tokens;  ///< [pairs * sequence_length]
  std::vector<std::int32_t>
      next_sentence;  ///< [pairs]: 0 if the second continues the first, 1 if not
};

/// Segments and lengths of such sequences, masked or not.
struct PairLayout {
  std::vector<std::int32_t> segments;  ///< of each token: 0, or 1 behind the first [SEP]
  std::vector<std::int64_t> lengths;   ///< of each sequence, without [PAD]
};
PairLayout pair_layout(std::span<const std::int32_t> tokens, std::int64_t sequence_length,
                       const SpecialTokens& special);

/// Makes pairs of the rows of `Packing::kSentencePairs`.
///   first   the sentences of a row up to a random one that is not its last
///   second  the others; or, for half of the pairs if the next sentence is to be predicted, the
///           sentences of another document from a random one on, about as many tokens
/// A second segment from another document begins where that of some pair would, and has whole
/// sentences of about the length of the segment that it replaces. So neither its beginning nor its
/// length gives it away, unless its document ends before. Only a first sentence that is too long
/// for the sequence is cut. The other document is of the same part, that is, of the same corpus of
/// a mixture and of the same use.
///
/// The pair of a row depends on (seed, round, row) only, not on the rest of the batch. Immutable
/// and safe to share. Source: Devlin et al. 2019, "BERT", section 3.1 and appendix A.2; unlike
/// theirs, pairs are drawn anew in each round, and none is shortened at random.
class SentencePairs {
 public:
  /// `rows` must outlive it. `parts` are ranges of rows that begin and end with documents. Throws
  /// ConfigError "training.next_sentence: ..." if the next sentence is to be predicted and a part
  /// has only one document.
  SentencePairs(const PackedSequences& rows, std::vector<SequenceRange> parts,
                const SpecialTokens& special, std::uint64_t seed, bool next_sentence);

  /// The pairs of these rows, each of which lies in a part. Throws ShapeError if one does not.
  PairBatch pairs(std::span<const std::int64_t> rows, std::uint64_t round) const;

 private:
  using Tokens = std::span<const std::int32_t>;

  bool begins_document(std::int64_t row) const;
  /// The sentences of a row, without their separators.
  std::vector<Tokens> sentences(std::int64_t row) const;
  /// How many of `count` sentences of a row its first segment has.
  std::size_t split(std::int64_t row, std::size_t count, std::uint64_t round) const;
  /// A row of another document of the same part.
  std::int64_t other_row(std::int64_t row, std::uint64_t round) const;
  /// The sentences of `row`, from its second segment on, and of the rest of its document, that come
  /// nearest to `wanted` tokens, `most` of them at most.
  std::vector<std::int32_t> segment_from(std::int64_t row, std::size_t wanted, std::size_t most,
                                         std::uint64_t round) const;

  const PackedSequences* rows_;
  std::vector<SequenceRange> parts_;
  SpecialTokens special_;
  std::uint64_t seed_;
  bool next_sentence_;
};

}  // namespace espalier::text
