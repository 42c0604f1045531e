// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <espalier/text/tokenizer/tokenizer.h>

namespace espalier::text {

/// How documents are laid out in sequences of equal length.
enum class Packing {
  /// One stream, `doc [SEP] doc [SEP] ...`, cut into sequences that each start with [CLS]. A
  /// document that does not fit goes on in the next sequence, after its [CLS]; a [SEP] that would
  /// start a sequence is left out. The last sequence is dropped unless it is full: there is never
  /// any padding, and a token sees whatever stands in its sequence.
  kStream,
  /// Whole documents, `[CLS] doc [SEP]` each, side by side, with [PAD] behind the last: each in the
  /// sequence with the least room that it fits into. One that fits into none is cut: it fills
  /// sequences of its own, of which only the last has room for others. Only its end has a [SEP],
  /// if there is room for it.
  kDocuments,
  /// Rows of sentences of one document, `sentence [SEP] sentence [SEP] ...`, with [PAD] at the end,
  /// and a [CLS] before the first row of a document. `SentencePairs` makes sequences from them. A
  /// row has as many sentences as fit, but two at least. So a sentence of more than half a sequence
  /// is cut; one that would be alone is divided in the middle, between words if possible; and one
  /// of a single token is left out.
  kSentencePairs,
};

/// The names of `Packing`, in its order.
std::vector<std::string> packing_names();
/// The packing with this name; nothing if there is none.
std::optional<Packing> packing_of(const std::string& name);

inline constexpr std::int64_t kMinimumSequence = 8;
inline constexpr std::int64_t kMaximumSequence = 8192;

/// Throws ConfigError "data.sequence: ..." outside of [kMinimumSequence, kMaximumSequence].
void check_sequence_length(std::int64_t sequence_length);

/// Sequences of equal length.
struct PackedSequences {
  std::int64_t sequence_length = 0;
  std::vector<std::int32_t> tokens;  ///< [sequences][sequence_length]
  Packing packing = Packing::kStream;

  std::int64_t count() const {
    return sequence_length > 0 ? static_cast<std::int64_t>(tokens.size()) / sequence_length : 0;
  }
  std::span<const std::int32_t> sequence(std::int64_t index) const {
    return std::span(tokens).subspan(static_cast<std::size_t>(index * sequence_length),
                                     static_cast<std::size_t>(sequence_length));
  }
  /// The tokens of several sequences, one after the other, for a batch.
  std::vector<std::int32_t> gather(std::span<const std::int64_t> indices) const;
};

/// Whether rows have the form of `Packing::kSentencePairs`: two sentences or more in each, whose
/// text fits into a pair.
bool are_sentence_rows(const PackedSequences& rows, const SpecialTokens& special);

/// Lays out documents in sequences, one by one. A pure function of their order.
class SequencePacker {
 public:
  SequencePacker() = default;
  SequencePacker(const SequencePacker&) = delete;
  SequencePacker& operator=(const SequencePacker&) = delete;
  virtual ~SequencePacker() = default;

  /// Adds a document from `Tokenizer::encode`, with a [SEP] after each sentence if rows are to
  /// become pairs. An empty one adds nothing.
  virtual void add(std::span<const std::int32_t> document) = 0;
  /// Returns the sequences; must be the last call.
  virtual PackedSequences finish() = 0;
  /// Reserves so many times the present number of tokens. Without it, growing memory holds them
  /// twice for a while.
  void expect(double times) {
    tokens_.reserve(static_cast<std::size_t>(times * static_cast<double>(tokens_.size())));
  }

 protected:
  std::vector<std::int32_t> tokens_;
};

/// `tokenizer` must outlive it. Throws as `check_sequence_length`.
std::unique_ptr<SequencePacker> make_packer(Packing packing, std::int64_t sequence_length,
                                            const Tokenizer& tokenizer);

/// Tokens of each document in sequences of `sequence_length` that were packed whole, masked or not,
/// for `TokenBatch::documents`. A document begins at each [CLS] and each sequence; each [PAD] is a
/// document. Cost: O(tokens).
std::vector<std::int64_t> packed_documents(std::span<const std::int32_t> tokens,
                                           std::int64_t sequence_length,
                                           const SpecialTokens& special);

}  // namespace espalier::text
